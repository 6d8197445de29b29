package dev.sennit.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Deadline;
import dev.sennit.model.Durability;
import dev.sennit.model.IdSource;
import dev.sennit.model.Ticker;
import dev.sennit.store.LanceManifestTables;
import dev.sennit.store.LanceRuntime;
import dev.sennit.store.LanceTableStore;
import dev.sennit.store.StoreLocation;
import dev.sennit.testkit.CountingObjectStore;
import dev.sennit.testkit.ManualTicker;
import dev.sennit.testkit.S3Server;
import dev.sennit.testkit.Traffic;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a commit, an open and a read ask of an object store does not grow with history. */
class ManifestTrafficTest {
    /** Two archive blocks: whatever the phase, every step of a whole archive period falls into it. */
    private static final int PERIOD = 2 * HistoryArchive.LENGTH;

    /** As in production but for the age, which counts nanoseconds here, on a clock of the test's. */
    private static final ChainLimits LIMITS =
            new ChainLimits(ChainLimits.DEFAULT.maxVersions(), ChainLimits.DEFAULT.minVersions(), Duration.ofNanos(3));

    /** To list, read, archive and clean one version. */
    private static final int REQUESTS_PER_VERSION = 12;

    @Test
    void whatACommitAnOpenAndAReadCost_isTheSameAt10AndAt300Commits() throws Exception {
        compare(300);
    }

    @Test
    @Tag("long")
    void whatACommitAnOpenAndAReadCost_isTheSameAt10AndAt10000Commits() throws Exception {
        compare(10_000);
    }

    private record Costs(Traffic commit, Traffic open, Traffic readRecent, Traffic readArchived) {}

    private static void compare(int commits) throws Exception {
        try (S3Server server = S3Server.start(Clock.systemUTC());
                World world = new World(server)) {
            world.grow(10);
            Costs first = world.measurePeriod();
            Costs second = world.measurePeriod();
            world.grow(commits);
            Costs late = world.measurePeriod();
            System.out.printf(
                    "from 10 commits: %s%nfrom %d: %s%nfrom %d: %s%n", first, 10 + PERIOD, second, commits, late);
            requireSame("commit", second.commit(), late.commit(), 0, 0);
            requireSame("open", second.open(), late.open(), 0, 0);
            requireSame("read of a recent state", second.readRecent(), late.readRecent(), 0, 0);
            requireSame("read of an archived state", second.readArchived(), late.readArchived(), 0, 0);
            // In the first period the birth version is among those being archived; later it stays, one more than
            // before.
            requireSame("commit", first.commit(), late.commit(), REQUESTS_PER_VERSION, 3);
            requireSame("open", first.open(), late.open(), 0, 1);
            assertThat(ChainWalk.verified(world.chain))
                    .hasSize((int) world.chain.head().version());
            assertThat(server.keys("lake", "graph/__manifest/")).hasSizeLessThan(4 * LIMITS.maxVersions());
        }
    }

    /** Bytes may differ by the widths of numbers and times, which is far below one in fifty. */
    private static void requireSame(String what, Traffic early, Traffic late, int moreRequests, int moreNames) {
        assertThat(late.requests() - early.requests())
                .as("more requests of a " + what)
                .isBetween(0L, (long) moreRequests);
        assertThat(late.listed() - early.listed())
                .as("more names listed by a " + what)
                .isBetween(0L, (long) moreNames);
        assertThat(late.bytes()).as("bytes of a " + what).isLessThanOrEqualTo(early.bytes() + early.bytes() / 50);
    }

    /** A graph on the server; control objects, which Lance does not see, are counted beside it. */
    private static final class World implements AutoCloseable {
        private final S3Server server;
        private final IdSource ids = new IdSource(Clock.systemUTC(), new Random(5));
        private final LanceRuntime runtime = runtime();
        private final StoreLocation location;
        private final CountingObjectStore objects;
        private final Ticker still = new ManualTicker(Instant.EPOCH);
        private final BranchChain chain;
        private Head head;

        World(S3Server server) {
            this.server = server;
            this.location = new StoreLocation("s3://lake/graph", server.storageOptions());
            this.objects = new CountingObjectStore(server.objects("lake", "graph"));
            new GraphBirth(
                            location.toString(),
                            objects,
                            new LanceTableStore(runtime, location.child("tables")),
                            new LanceManifestTables(runtime, location, objects),
                            ids,
                            Clock.systemUTC())
                    .create(DiskGraph.SCHEMA, "test", "");
            this.chain = chain(runtime);
            this.head = chain.head();
        }

        private static LanceRuntime runtime() {
            return new LanceRuntime(new IdSource(Clock.systemUTC(), new Random(6)), new Random(6), 256L << 20);
        }

        private BranchChain chain(LanceRuntime lance) {
            BirthCertificate certificate = BirthCertificate.read(objects).orElseThrow();
            return new BranchChain(
                    new LanceManifestTables(lance, location, objects).open(certificate.manifest()),
                    objects,
                    certificate.main(),
                    LIMITS,
                    Durability.FULL,
                    still);
        }

        void grow(long version) {
            while (head.version() < version) {
                commit();
            }
        }

        private void commit() {
            head = chain.headAfter(head);
            GraphState next = DiskGraph.commitOn(head, ids);
            CasResult result = chain.publish(
                    head, next, DiskGraph.identity(next, ids), Deadline.in(Duration.ofSeconds(60), still));
            chain.shorten(((CasResult.Committed) result).version(), UpkeepSteps.NONE);
        }

        Costs measurePeriod() {
            Costs max = new Costs(Traffic.NONE, Traffic.NONE, Traffic.NONE, Traffic.NONE);
            for (int i = 0; i < PERIOD; i++) {
                take();
                commit();
                Traffic commit = take();
                Traffic open = Traffic.NONE;
                Traffic recent = Traffic.NONE;
                Traffic archived = Traffic.NONE;
                if (head.version() % 8 == 7) { // the next commit may shorten the chain: it is never longer
                    try (LanceRuntime cold = runtime()) {
                        BranchChain fresh = chain(cold);
                        Head opened = fresh.head();
                        open = take();
                        assertThat(fresh.state(opened.version() - 5)).isPresent();
                        recent = take();
                        assertThat(fresh.state(2)).isPresent();
                        archived = take();
                    }
                }
                max = new Costs(
                        max.commit().max(commit),
                        max.open().max(open),
                        max.readRecent().max(recent),
                        max.readArchived().max(archived));
            }
            return max;
        }

        private Traffic take() {
            return Traffic.of(server.takeLog()).plus(objects.take());
        }

        @Override
        public void close() {
            runtime.close();
        }
    }
}
