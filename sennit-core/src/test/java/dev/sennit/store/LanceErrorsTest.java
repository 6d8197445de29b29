package dev.sennit.store;

import static dev.sennit.store.StoreFixture.column;
import static dev.sennit.store.StoreFixture.identity;
import static dev.sennit.store.StoreFixture.layout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.Durability;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.IdSource;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.LimitException;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.SennitException;
import dev.sennit.model.StoreException;
import dev.sennit.model.TableId;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LanceErrorsTest {
    @TempDir
    Path directory;

    @Test
    void messagesOfLance_areClassifiedByTheirBeginning() {
        assertThat(LanceErrors.isConflict(new RuntimeException("Retryable commit conflict for version 3: ...")))
                .isTrue();
        assertThat(LanceErrors.isConflict(new RuntimeException("Incompatible transaction: This Overwrite ...")))
                .isTrue();
        assertThat(LanceErrors.isConflict(
                        new IllegalArgumentException("Commit conflict for version 7: Failed to commit ...")))
                .isTrue();
        assertThat(LanceErrors.isConflict(new IOException("LanceError(IO): Retryable commit conflict")))
                .as("in the middle of a text it may be a quotation")
                .isFalse();
        assertThat(LanceErrors.isConflict(new RuntimeException())).isFalse();
        assertThat(LanceErrors.isDamage(new IllegalArgumentException("Invalid user input: not found")))
                .as("a wrong argument is no damage")
                .isFalse();
    }

    @Test
    void everythingThrown_becomesAnErrorOfSennit_thatNamesWhatWasDone() {
        assertCode(new IOException("LanceError(IO): Operation not permitted"), ErrorCode.STORE_UNAVAILABLE);
        assertCode(new IOException("LanceError(IO): Object at location x not found"), ErrorCode.CORRUPTION);
        assertCode(new IllegalArgumentException("Dataset at path x was not found"), ErrorCode.CORRUPTION);
        assertCode(new RuntimeException("Retryable commit conflict for version 3"), ErrorCode.STORE_UNAVAILABLE);
        assertCode(new IllegalArgumentException("Invalid user input: no"), ErrorCode.INTERNAL);
        assertCode(new NullPointerException(), ErrorCode.INTERNAL);
        SennitException known = new LimitException(ErrorCode.TIMEOUT, ErrorText.of("x"));
        assertThat(LanceErrors.classify("y", known)).isSameAs(known);
        assertThat(LanceErrors.classify("load", new IllegalCallerException("Illegal native access")))
                .isInstanceOfSatisfying(
                        InvalidArgumentException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.JVM_FLAG_MISSING))
                .hasMessageContaining("--enable-native-access=ALL-UNNAMED");
    }

    @Test
    void whatTheOperatingSystemRefuses_isSaidWithItsRemedy() {
        for (Exception thrown : List.of(
                new IOException("LanceError(IO): Generic LocalFileSystem error: Unable to copy: Permission denied (os"
                        + " error 13), rust/x.rs:1:2"),
                new AccessDeniedException("/graph/x"))) {
            assertCode(thrown, ErrorCode.STORE_UNAVAILABLE);
            assertThat(LanceErrors.classify("read table T", thrown))
                    .hasMessageContaining("give this user the rights")
                    .hasMessageNotContaining("rust");
        }
        assertThat(LanceErrors.classify("write", new IOException("No space left on device")))
                .hasMessageContaining("make room on the disk");
        assertThat(LanceErrors.classify("write", new RuntimeException("x (os error 30)")))
                .hasMessageContaining("its file system is read-only");
        assertThat(LanceErrors.classify("write", new IOException("/g/a: Too many open files")))
                .hasMessageContaining("ulimit -n");
    }

    @Test
    void whereNothingCanBeMade_theStoreIsUnavailable_andNotDamaged() {
        String message =
                "LanceError(IO): No such file or directory (os error 2), /workspace/rust/lance-io/src/x.rs:739:21";
        assertThatThrownBy(() -> LanceErrors.creating("create table T", () -> {
                    throw new IOException(message);
                }))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE))
                .hasMessage("cannot create table T: no directory can be made there; name a place on a file system where"
                        + " this user can make directories");
        assertCode(new IOException(message), ErrorCode.CORRUPTION);
        assertThatThrownBy(() -> LanceErrors.creating("create directory x", () -> {
                    throw new NoSuchFileException("/proc/x");
                }))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE));
        assertThatThrownBy(() -> LanceErrors.creating("create table T", () -> {
                    throw new IOException("LanceError(IO): Encountered corrupt file x, rust/x.rs:1:2");
                }))
                .as("anything else is what it always is")
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTION));
        assertThat(LanceErrors.classify("create", new IOException("x: Not a directory (os error 20), y.rs:1:2")))
                .hasMessageContaining("a part of its path is a file and no directory");
        assertThat(LanceErrors.classify("create", new IOException("Operation not permitted (os error 1), y.rs:1:2")))
                .hasMessageContaining("give this user the rights");
    }

    @Test
    void placesInLancesSource_areNotShown() {
        for (String place : List.of(
                ", /workspace/rust/lance-io/src/object_store.rs:739:21",
                ", rust/x.rs:1:2",
                " at src/a-b/c_d.rs:12",
                ", /root/.cargo/registry/src/index-1/lance-table-7.0.0/src/io/commit.rs:1:2")) {
            for (Exception thrown : List.of(
                    new IOException("LanceError(IO): Generic error" + place),
                    new IllegalArgumentException("Dataset at path x was not found" + place),
                    new RuntimeException("something" + place + ", and more"))) {
                assertThat(LanceErrors.classify("read table T", thrown)).hasMessageNotContaining(".rs");
            }
        }
        assertThat(LanceErrors.classify("read", new RuntimeException("Panic, rust/x.rs:1:2, and more")))
                .hasMessage("cannot read: Panic, and more");
    }

    @Test
    void aLongMessage_isCut() {
        RuntimeException error = LanceErrors.classify("scan", new RuntimeException("x".repeat(100_000)));

        assertThat(error.getMessage()).hasSizeLessThan(1_000);
    }

    private static void assertCode(Exception thrown, ErrorCode code) {
        assertThat(LanceErrors.classify("read table T", thrown))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageStartingWith("cannot read table T")
                .hasCause(thrown);
    }

    @Test
    void aDataFileThatVanished_isCorruption_andNamesTheTable() throws IOException {
        try (StoreFixture store = new StoreFixture(directory, 3)) {
            TableId table = store.newTable();
            TablePin pin = fill(store, table, 10);
            try (var files = Files.list(store.directory(table).resolve("data"))) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            try (TableVersion version = store.tables.open(table, pin)) {
                assertThatThrownBy(() -> StoreFixture.rows(version))
                        .isInstanceOfSatisfying(
                                StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTION))
                        .hasMessageContaining(table.toString());
            }
        }
    }

    @Test
    void aTruncatedDataFile_isCorruption() throws IOException {
        try (StoreFixture store = new StoreFixture(directory, 3)) {
            TableId table = store.newTable();
            TablePin pin = fill(store, table, 10);
            try (var files = Files.list(store.directory(table).resolve("data"))) {
                for (Path file : files.toList()) {
                    byte[] whole = Files.readAllBytes(file);
                    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
                }
            }
            try (TableVersion version = store.tables.open(table, pin)) {
                assertThatThrownBy(() -> StoreFixture.rows(version))
                        .isInstanceOfSatisfying(
                                StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTION));
            }
        }
    }

    @Test
    void tooLittleMemory_isALimit_andOtherScansGoOn() {
        TableId table;
        TablePin pin;
        try (StoreFixture store = new StoreFixture(directory, 3)) {
            table = store.newTable();
            pin = fill(store, table, 20_000);
        }
        Random random = new Random(4);
        try (LanceRuntime small = new LanceRuntime(new IdSource(Clock.systemUTC(), random), random, 64 << 10)) {
            LanceTableStore tables = new LanceTableStore(small, StoreLocation.local(directory.resolve("tables")));
            try (TableVersion version = tables.open(table, pin)) {
                assertThatThrownBy(() -> StoreFixture.rows(version))
                        .isInstanceOfSatisfying(
                                LimitException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_LIMIT));
                assertThat(StoreFixture.rows(
                                version, ScanRequest.of(List.of("_id")).limit(5)))
                        .hasSize(5);
                assertThat(small.allocatedBytes())
                        .as("what Arrow loses of the batch that did not fit")
                        .isLessThan(1_000);
            }
        }
    }

    private static TablePin fill(StoreFixture store, TableId table, int count) {
        store.tables.create(table, layout(column("text", Scalar.STRING)), Durability.RELAXED);
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new @Nullable Object[] {"r" + i, "some text " + i});
        }
        try (TableVersion empty = store.tables.open(table, TablePin.CREATED)) {
            return store.tables.commit(
                    empty, TableChange.adding(List.of(store.stage(empty, rows))), identity(), Durability.RELAXED);
        }
    }
}
