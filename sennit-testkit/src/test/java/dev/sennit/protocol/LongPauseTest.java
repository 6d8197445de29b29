package dev.sennit.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.ChainLimits;
import dev.sennit.manifest.Head;
import dev.sennit.manifest.UpkeepSteps;
import dev.sennit.model.Durability;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.OperationId;
import dev.sennit.model.SennitException;
import dev.sennit.store.ManifestTable;
import dev.sennit.store.ManifestTable.ManifestVersion;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.TransactionIdentity;
import dev.sennit.testkit.ForwardingManifestTable;
import dev.sennit.testkit.ForwardingObjectStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Processes that stop between two requests for so long that what the first one told is history at the second. */
class LongPauseTest {
    private static final Duration MIN_AGE = Duration.ofMinutes(10);

    private final ProtocolWorld world = new ProtocolWorld(12, 2, new ChainLimits(36, 2, MIN_AGE));

    @Test
    void aStrayInThePlaceOfTheNewestVersionThatWasListed_isNotTakenForTheHead() {
        world.commitBehindTheProtocol(0);
        ManifestVersion second = world.table.read(2).orElseThrow();
        ManifestTable paused = new ForwardingManifestTable(world.table) {
            private boolean hasPaused;

            @Override
            public ManifestVersion latest() {
                long listed = super.latestVersion();
                if (!hasPaused) {
                    hasPaused = true;
                    letAStrayTakeThePlaceOf(second);
                }
                return super.read(listed).orElseThrow();
            }
        };

        Head head = chain(paused).head();

        assertThat(head.version()).isEqualTo(world.table.latestVersion());
        assertThat(head.uuid()).isNotEqualTo("stray");
    }

    @Test
    void aStrayInThePlaceOfTheNextVersion_isNotTakenForTheHead() {
        Head known = world.chain().head();
        world.commitBehindTheProtocol(0);
        ManifestVersion second = world.table.read(2).orElseThrow();
        ManifestTable paused = new ForwardingManifestTable(world.table) {
            private boolean hasPaused;

            @Override
            public Optional<ManifestVersion> read(long version) {
                if (version == 2 && !hasPaused) {
                    hasPaused = true;
                    letAStrayTakeThePlaceOf(second);
                }
                return super.read(version);
            }
        };

        Head head = chain(paused).headAfter(known);

        assertThat(head.version()).isEqualTo(world.table.latestVersion());
        assertThat(head.uuid()).isNotEqualTo("stray");
    }

    @Test
    void aVersionThatWasTheNewestAMomentAgo_isNotCleaned_howeverOldItIs() {
        for (int version = 2; version <= 32; version++) {
            world.commitBehindTheProtocol(0);
        }
        world.ticker.advance(MIN_AGE.multipliedBy(6));
        grow(40);
        shorten();
        assertThat(world.table.read(32)).as("listed as the newest a moment ago").isPresent();

        world.ticker.advance(MIN_AGE.plusSeconds(1));
        grow(1);
        shorten();
        assertThat(world.table.read(32)).isEmpty();
    }

    @Test
    void anIntentThatIsArmedWhenItsFilesMayBeCollected_isGivenUp() {
        ObjectStore slow = new ForwardingObjectStore(world.objects) {
            @Override
            public boolean putIfAbsent(String path, byte[] body) {
                if (path.startsWith("__recovery/armed/")) {
                    world.ticker.advance(ProtocolLimits.DEFAULT.collectionGuard());
                }
                return super.putIfAbsent(path, body);
            }
        };

        assertThatThrownBy(() -> world.process(FailurePoints.NONE, slow, world.table, event -> {})
                        .write(world.touching(List.of(0), List.of()), ProtocolWorld.request()))
                .isInstanceOfSatisfying(
                        SennitException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT));

        OperationId operation = new IntentStore(world.objects).unresolved().getFirst();
        world.letLeasesRunOut();
        assertThat(world.process(FailurePoints.NONE).outcome(operation)).isInstanceOf(Resolution.NotCommitted.class);
        assertThat(world.rows(0)).isZero();
    }

    private BranchChain chain(ManifestTable table) {
        return new BranchChain(table, world.objects, world.incarnation, world.limits, Durability.RELAXED, world.ticker);
    }

    /** Grows the chain until the version is archived and cleaned, and lets a commit land there that lost its race. */
    private void letAStrayTakeThePlaceOf(ManifestVersion version) {
        grow(60);
        world.ticker.advance(MIN_AGE.plusSeconds(1));
        grow(60);
        shorten();
        assertThat(world.table.read(version.version())).as("cleaned").isEmpty();
        assertThat(world.table.writeLate(
                        version.version() - 1, version.rows(), new TransactionIdentity("stray", Map.of())))
                .isTrue();
    }

    private void grow(int commits) {
        for (int i = 0; i < commits; i++) {
            world.commitBehindTheProtocol(1);
        }
    }

    private void shorten() {
        world.chain().shorten(world.chain().head().version() / 8 * 8, UpkeepSteps.NONE);
    }
}
