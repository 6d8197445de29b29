package dev.sennit.store;

import static dev.sennit.store.StoreFixture.identity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.Durability;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.StoreException;
import dev.sennit.store.ManifestTable.ManifestVersion;
import dev.sennit.store.ManifestTable.StateRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LanceManifestTableTest {
    @TempDir
    Path directory;

    private StoreFixture store;
    private StoreLocation location;
    private TransactionIdentity birth;
    private LanceManifestTable manifest;

    @BeforeEach
    void createManifest() {
        store = new StoreFixture(directory, 5);
        location = StoreLocation.local(directory.resolve("__manifest"));
        birth = identity();
        manifest = LanceManifestTable.create(store.runtime, location, state("first"), birth, Durability.FULL);
    }

    @AfterEach
    void closeWithoutLeaks() {
        store.close();
    }

    @Test
    void aNewManifest_isVersionOne_madeByTheGivenTransaction() {
        ManifestVersion latest = manifest.latest();

        assertThat(latest.version()).isEqualTo(1);
        assertThat(latest.transactionUuid()).isEqualTo(birth.uuid());
        assertThat(latest.rows()).isEqualTo(state("first"));
        assertThat(manifest.read(2)).isEmpty();
        assertThat(manifest.read(0)).isEmpty();
    }

    @Test
    void overwrite_replacesAllRows_andKeepsEarlierVersions() throws Exception {
        TransactionIdentity identity = identity();
        List<StateRow> rows =
                List.of(new StateRow("table", "é😀", "it's \"quoted\" \\ \u0000"), new StateRow("a", "", ""));

        assertThat(manifest.overwrite(1, rows, identity)).isEqualTo(2);

        ManifestVersion second = manifest.read(2).orElseThrow();
        assertThat(second.rows()).isEqualTo(rows);
        assertThat(second.transactionUuid()).isEqualTo(identity.uuid());
        assertThat(manifest.read(1).orElseThrow().rows()).isEqualTo(state("first"));
        assertThat(manifest.latest()).isEqualTo(second);
        assertThat(manifest.latestVersion()).isEqualTo(2);
        assertThat(manifest.list().keySet()).containsExactly(1L, 2L);
        assertThat(manifest.list().get(2L)).isEqualTo(second.stored());
        manifest.sync(2);
    }

    @Test
    void aDamagedVersion_isNamed_beforeLanceEndsTheProcessOverIt() throws Exception {
        manifest.overwrite(1, state("second"), identity());
        List<TableFile> files =
                new Checksums(directory.resolve("__manifest")).read("2").orElseThrow();
        assertThat(files).hasSize(2);

        for (TableFile file : files) {
            Path path = directory.resolve("__manifest").resolve(file.path());
            byte[] whole = Files.readAllBytes(path);
            for (int at = 0; at < whole.length; at += 7) {
                byte[] damaged = whole.clone();
                damaged[at] ^= 0x10;
                Files.write(path, damaged);
                assertThatThrownBy(manifest::latest)
                        .as("byte %d of %s", at, file.path())
                        .isInstanceOfSatisfying(
                                StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTION))
                        .hasMessageContaining(file.path());
            }
            Files.write(path, whole);
        }
        assertThat(manifest.latest().rows()).isEqualTo(state("second"));
    }

    @Test
    void anEmptyState_isAStateToo() throws Exception {
        manifest.overwrite(1, List.of(), identity(), Durability.RELAXED);

        assertThat(manifest.latest().rows()).isEmpty();
        manifest.overwrite(2, state("again"), identity());
        assertThat(manifest.latest().rows()).isEqualTo(state("again"));
    }

    @Test
    void ofTwoWritersOnOneBase_theSecondConflicts() throws Exception {
        LanceManifestTable other = LanceManifestTable.open(store.runtime, location);
        manifest.overwrite(1, state("mine"), identity());

        assertThatThrownBy(() -> other.overwrite(1, state("late"), identity())).isInstanceOf(ManifestConflict.class);

        assertThat(other.latest().rows()).isEqualTo(state("mine"));
        assertThat(other.latestVersion()).isEqualTo(2);
    }

    @Test
    void ofManyThreadsOnOneBase_exactlyOneWins() throws Exception {
        int writers = 4;
        int rounds = 15;
        try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
            for (int round = 1; round <= rounds; round++) {
                long base = round;
                CyclicBarrier start = new CyclicBarrier(writers);
                List<Future<Boolean>> attempts = new ArrayList<>();
                List<TransactionIdentity> identities = new ArrayList<>();
                for (int writer = 0; writer < writers; writer++) {
                    TransactionIdentity identity = identity();
                    identities.add(identity);
                    Callable<Boolean> attempt = () -> {
                        start.await();
                        try {
                            return manifest.overwrite(base, state(identity.uuid()), identity, Durability.RELAXED)
                                    == base + 1;
                        } catch (ManifestConflict e) {
                            return false;
                        }
                    };
                    attempts.add(threads.submit(attempt));
                }
                int winner = -1;
                for (int writer = 0; writer < writers; writer++) {
                    if (attempts.get(writer).get()) {
                        assertThat(winner).as("one winner on base %d", base).isEqualTo(-1);
                        winner = writer;
                    }
                }
                assertThat(winner).as("a winner on base %d", base).isNotNegative();
                ManifestVersion next = manifest.read(base + 1).orElseThrow();
                assertThat(next.transactionUuid())
                        .isEqualTo(identities.get(winner).uuid());
                assertThat(next.rows()).isEqualTo(state(next.transactionUuid()));
            }
        }
        assertThat(manifest.latestVersion()).isEqualTo(rounds + 1);
    }

    @Test
    void cleaning_keepsVersionOneAndEverythingFromTheGivenOne() throws Exception {
        for (long base = 1; base <= 5; base++) {
            manifest.overwrite(base, state("v" + (base + 1)), identity(), Durability.RELAXED);
        }

        manifest.cleanBefore(5);

        assertThat(manifest.list().keySet()).containsExactly(1L, 5L, 6L);
        assertThat(manifest.read(4)).isEmpty();
        assertThat(manifest.read(1).orElseThrow().rows()).isEqualTo(state("first"));
        assertThat(manifest.latest().rows()).isEqualTo(state("v6"));
        assertThatThrownBy(() -> manifest.overwrite(3, state("ghost"), identity()))
                .isInstanceOf(ManifestConflict.class);
        assertThat(manifest.overwrite(6, state("v7"), identity())).isEqualTo(7);
    }

    @Test
    void cleaningRemovesAllManifestsFirst_soThatNoneComesBackWithoutItsData() throws Exception {
        for (int base = 1; base < 5; base++) {
            manifest.overwrite(base, state("state " + base), identity());
        }
        List<String> removed = new ArrayList<>();

        new LanceManifestTable(store.runtime, location, false, Optional::empty, Optional.of(removed::add))
                .cleanBefore(5);

        List<String> manifests =
                removed.stream().filter(file -> file.startsWith("_versions/")).toList();
        assertThat(manifests).hasSize(3);
        assertThat(removed.subList(0, 3)).isEqualTo(manifests);
        assertThat(removed).hasSizeGreaterThan(3);
    }

    @Test
    void aTornNewestVersionOlderThanThisBoot_isSetAside() throws Exception {
        manifest.overwrite(1, state("durable"), identity());
        manifest.overwrite(2, state("torn"), identity());
        Path torn = manifestFile(3);
        truncate(torn);
        Instant boot = Instant.now();
        Files.setLastModifiedTime(torn, FileTime.from(boot.minus(Duration.ofHours(1))));
        LanceManifestTable after = bootedAt(boot);

        assertThat(after.latest().rows()).isEqualTo(state("durable"));
        assertThat(torn).doesNotExist();
        assertThat(after.list().keySet()).containsExactly(1L, 2L);
        assertThat(after.overwrite(2, state("next"), identity())).isEqualTo(3);
        assertThat(after.latest().rows()).isEqualTo(state("next"));
    }

    @Test
    void aNewestVersionOfWhichOnlyTheEndReachedTheDisk_isSetAside() throws Exception {
        manifest.overwrite(1, state("durable"), identity());
        manifest.overwrite(2, state("torn"), identity());
        Path torn = manifestFile(3);
        byte[] content = Files.readAllBytes(torn);
        Arrays.fill(content, 0, 512, (byte) 0);
        Files.write(torn, content);

        LanceManifestTable after = bootedAt(Instant.now().plus(Duration.ofHours(1)));

        assertThat(after.latest().rows()).isEqualTo(state("durable"));
        assertThat(after.overwrite(2, state("next"), identity())).isEqualTo(3);
    }

    @Test
    void aTornNewestVersionOfThisBoot_isNotTouched() throws Exception {
        manifest.overwrite(1, state("torn"), identity());
        Path torn = manifestFile(2);
        truncate(torn);
        LanceManifestTable after = bootedAt(Instant.now().minus(Duration.ofDays(1)));

        assertThatThrownBy(after::latest).isInstanceOf(StoreException.class);
        assertThat(torn).exists();
    }

    @Test
    void aWholeNewestVersion_isNeverSetAside_howeverOld() throws Exception {
        manifest.overwrite(1, state("old"), identity());
        Files.setLastModifiedTime(manifestFile(2), FileTime.from(Instant.EPOCH));

        assertThat(bootedAt(Instant.now()).latest().rows()).isEqualTo(state("old"));
    }

    @Test
    void strangersInTheVersionsDirectory_areNoVersions() throws Exception {
        Path versions = directory.resolve("__manifest/_versions");
        Files.createFile(versions.resolve("18446744073709551600.manifest#1"));
        Files.createFile(versions.resolve("d18446744073709551600.manifest"));
        Files.createFile(versions.resolve("99999999999999999999.manifest"));
        Files.createFile(versions.resolve("5.manifest"));

        assertThat(manifest.list().keySet()).containsExactly(1L);
        assertThat(manifest.latest().version()).isEqualTo(1);
    }

    @Test
    void aManifestThatIsNotThere_isAnErrorThatNamesIt() {
        LanceManifestTable nowhere =
                LanceManifestTable.open(store.runtime, StoreLocation.local(directory.resolve("nowhere")));

        assertThatThrownBy(nowhere::latest).isInstanceOf(StoreException.class).hasMessageContaining("nowhere");
    }

    @Test
    void namesOfManifests_readBackAsTheirVersions() {
        for (long version : new long[] {1, 2, 63, 1_000_000, Long.MAX_VALUE}) {
            String name = ManifestFiles.baseName(version) + ManifestFiles.SUFFIX;
            assertThat(name).hasSize(29);
            assertThat(ManifestFiles.version(name)).hasValue(version);
        }
    }

    private LanceManifestTable bootedAt(Instant boot) {
        return new LanceManifestTable(store.runtime, location, false, () -> Optional.of(boot));
    }

    private Path manifestFile(long version) {
        return directory.resolve("__manifest/_versions").resolve(ManifestFiles.baseName(version) + ".manifest");
    }

    private static void truncate(Path file) throws IOException {
        byte[] whole = Files.readAllBytes(file);
        byte[] torn = new byte[whole.length]; // its length is there, its last page is not
        System.arraycopy(whole, 0, torn, 0, whole.length / 2);
        Files.write(file, torn);
    }

    private static List<StateRow> state(String body) {
        return List.of(new StateRow("commit", "head", body));
    }
}
