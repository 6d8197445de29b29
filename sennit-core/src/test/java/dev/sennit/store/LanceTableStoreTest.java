package dev.sennit.store;

import static dev.sennit.store.StoreFixture.column;
import static dev.sennit.store.StoreFixture.drain;
import static dev.sennit.store.StoreFixture.identity;
import static dev.sennit.store.StoreFixture.layout;
import static dev.sennit.store.StoreFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.Durability;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.SennitException;
import dev.sennit.model.StoreException;
import dev.sennit.model.TableId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

class LanceTableStoreTest {
    private static final TableLayout PEOPLE = layout(column("name", Scalar.STRING), column("age", Scalar.INT32));

    @TempDir
    Path directory;

    private StoreFixture store;
    private TableId table;

    @BeforeEach
    void createTable() {
        store = new StoreFixture(directory, 11);
        table = store.newTable();
        store.tables.create(table, PEOPLE, Durability.FULL);
    }

    @AfterEach
    void closeWithoutLeaks() {
        store.close();
    }

    @Test
    void aNewTable_isEmpty_andHasTheLayoutItWasCreatedWith() {
        try (TableVersion empty = open(TablePin.CREATED)) {
            assertThat(empty.layout()).isEqualTo(PEOPLE);
            assertThat(empty.rowCount()).isZero();
            assertThat(empty.count(Optional.empty())).isZero();
            assertThat(empty.fragments()).isEmpty();
            assertThat(rows(empty)).isEmpty();
        }
    }

    @Test
    void aCommit_isInItsOwnVersionOnly() {
        TablePin pin;
        try (TableVersion empty = open(TablePin.CREATED)) {
            pin = add(empty, person("a", "Ann", 30L), person("b", null, null));
        }

        try (TableVersion base = open(TablePin.CREATED);
                TableVersion version = open(pin)) {
            assertThat(pin.version()).isNegative();
            assertThat(base.rowCount()).isZero();
            assertThat(version.rowCount()).isEqualTo(2);
            assertThat(rows(version)).containsExactly(List.of("a", "Ann", 30L), listOf("b", null, null));
        }
    }

    @Test
    void deletingRows_leavesTheOthers_andAddressesNameThem() {
        TablePin pin = people("a", "b", "c", "d");
        TablePin without;
        try (TableVersion version = open(pin)) {
            int fragment = version.fragments().getFirst().id();
            TableChange change = new TableChange(
                    List.of(store.stage(version, rowsOf(person("e", "e", 1L)))),
                    Map.of(fragment, RoaringBitmap.bitmapOf(1, 3)),
                    Set.of());
            without = store.tables.commit(version, change, identity(), Durability.FULL);
        }

        try (TableVersion version = open(without)) {
            assertThat(ids(version)).containsExactlyInAnyOrder("a", "c", "e");
            assertThat(version.rowCount()).isEqualTo(3);
            assertThat(version.count(Optional.empty())).isEqualTo(3);
            long[] addresses = addresses(version);
            try (TableScan taken = version.take(new long[] {addresses[2], addresses[0]}, List.of("_id"))) {
                List<List<@Nullable Object>> scanned = rows(version, ScanRequest.of(List.of("_id")));
                assertThat(drain(taken, 1)).containsExactly(scanned.get(2), scanned.get(0));
            }
        }
    }

    @Test
    void deletingEveryRow_removesTheFragment() {
        TablePin pin = people("a", "b");
        TablePin emptied;
        try (TableVersion version = open(pin)) {
            int fragment = version.fragments().getFirst().id();
            emptied = store.tables.commit(
                    version,
                    new TableChange(List.of(), Map.of(fragment, RoaringBitmap.bitmapOf(0, 1)), Set.of()),
                    identity(),
                    Durability.FULL);
        }

        try (TableVersion version = open(emptied)) {
            assertThat(version.fragments()).isEmpty();
            assertThat(version.rowCount()).isZero();
        }
    }

    @Test
    void siblings_ofOneBase_doNotSeeEachOther() {
        TablePin base = people("a", "b");
        TablePin left;
        TablePin right;
        try (TableVersion version = open(base)) {
            left = add(version, person("left", "l", 1L));
            right = add(version, person("right", "r", 2L));
        }

        try (TableVersion leftVersion = open(left);
                TableVersion rightVersion = open(right)) {
            assertThat(ids(leftVersion)).containsExactlyInAnyOrder("a", "b", "left");
            assertThat(ids(rightVersion)).containsExactlyInAnyOrder("a", "b", "right");
            assertThat(fragmentIds(leftVersion)).isNotEqualTo(fragmentIds(rightVersion));
        }
    }

    @Test
    void removingFragments_replacesTheirRows() {
        TablePin base = people("a", "b");
        TablePin replaced;
        try (TableVersion version = open(base)) {
            TableChange change = new TableChange(
                    List.of(store.stage(version, rowsOf(person("z", "z", 9L)))),
                    Map.of(),
                    Set.copyOf(fragmentIds(version)));
            replaced = store.tables.commit(version, change, identity(), Durability.RELAXED);
        }

        try (TableVersion version = open(replaced)) {
            assertThat(ids(version)).containsExactly("z");
        }
    }

    @Test
    void aFragmentOfManyBatches_keepsAllRowsInOrder() {
        int count = 20_001;
        List<@Nullable Object[]> people = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            people.add(person("p" + i, i % 3 == 0 ? null : "n".repeat(i % 50), (long) i));
        }
        TablePin pin;
        try (TableVersion empty = open(TablePin.CREATED)) {
            pin = store.tables.commit(
                    empty, TableChange.adding(List.of(store.stage(empty, people))), identity(), Durability.FULL);
        }

        try (TableVersion version = open(pin)) {
            List<List<@Nullable Object>> found = rows(version);
            assertThat(found).hasSize(count);
            for (int i = 0; i < count; i++) {
                assertThat(found.get(i).toArray()).as("row %d", i).isEqualTo(people.get(i));
            }
            long[] backwards = addresses(version);
            for (int i = 0; i < count / 2; i++) {
                long other = backwards[i];
                backwards[i] = backwards[count - 1 - i];
                backwards[count - 1 - i] = other;
            }
            try (TableScan taken = version.take(backwards, List.of("age", "_id"))) {
                List<List<@Nullable Object>> rows = drain(taken, 2);
                assertThat(rows.getFirst()).isEqualTo(List.of(count - 1L, "p" + (count - 1)));
                assertThat(rows).hasSize(count);
                assertThat(rows.getLast()).isEqualTo(List.of(0L, "p0"));
            }
        }
    }

    @Test
    void severalWriters_mayBeOpenAtOnce_andAreCommittedTogether() {
        TablePin pin;
        try (TableVersion empty = open(TablePin.CREATED);
                FragmentWriter one = store.tables.writeFragment(empty);
                FragmentWriter two = store.tables.writeFragment(empty)) {
            one.append(person("a", "a", 1L));
            two.append(person("b", "b", 2L));
            one.append(person("c", "c", 3L));
            pin = store.tables.commit(
                    empty, TableChange.adding(List.of(one.finish(), two.finish())), identity(), Durability.FULL);
        }

        try (TableVersion version = open(pin)) {
            assertThat(ids(version)).containsExactlyInAnyOrder("a", "b", "c");
            assertThat(version.fragments()).hasSize(2);
        }
    }

    @Test
    void anUnfinishedWriter_leavesNoFile() throws IOException {
        try (TableVersion empty = open(TablePin.CREATED);
                FragmentWriter unused = store.tables.writeFragment(empty);
                FragmentWriter buffering = store.tables.writeFragment(empty);
                FragmentWriter writing = store.tables.writeFragment(empty)) {
            buffering.append(person("a", "a", 1L));
            for (int i = 0; i < 10_000; i++) {
                writing.append(person("p" + i, "some name", 1L));
            }
            assertThat(unused.rowCount()).isZero();
            assertThat(dataFiles()).hasSize(1);
        }

        assertThat(dataFiles()).isEmpty();
    }

    private List<Path> dataFiles() throws IOException {
        try (Stream<Path> files = Files.list(store.directory(table).resolve("data"))) {
            return files.toList();
        }
    }

    @Test
    void aRowThatIsRefused_isNotWritten_andTheWriterGoesOn() {
        TablePin pin;
        try (TableVersion empty = open(TablePin.CREATED);
                FragmentWriter writer = store.tables.writeFragment(empty)) {
            writer.append(person("a", "first", 1L));
            assertThatThrownBy(() -> writer.append(new Object[] {"bad", "name that is written first", "not a number"}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'age'");
            assertThatThrownBy(() -> writer.append(person(null, "x", 1L)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'_id' cannot be null");
            writer.append(person("b", null, 2L));
            pin = store.tables.commit(empty, TableChange.adding(List.of(writer.finish())), identity(), Durability.FULL);
        }

        try (TableVersion version = open(pin)) {
            assertThat(rows(version)).containsExactly(List.of("a", "first", 1L), listOf("b", null, 2L));
        }
    }

    @Test
    void aMissingOrChangedDataFile_isFoundBeforeTheCommit() throws IOException {
        try (TableVersion empty = open(TablePin.CREATED)) {
            StagedFragment staged = store.stage(empty, rowsOf(person("a", "a", 1L)));
            Path file = store.directory(table).resolve("data").resolve(staged.path());
            Files.write(file, new byte[10]);
            assertThatThrownBy(() -> commit(empty, TableChange.adding(List.of(staged))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("10 bytes");
            Files.delete(file);
            assertThatThrownBy(() -> commit(empty, TableChange.adding(List.of(staged))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("does not exist");
        }
    }

    @Test
    void whatLanceDoesNotCheck_isCheckedHere() {
        TablePin pin = people("a", "b");
        try (TableVersion version = open(pin)) {
            int fragment = version.fragments().getFirst().id();
            StagedFragment staged = store.stage(version, rowsOf(person("c", "c", 1L)));

            assertThatThrownBy(() -> commit(version, deleting(fragment, 2)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("offset 2");
            assertThatThrownBy(() -> commit(version, deleting(fragment + 1, 0)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no fragment");
            assertThatThrownBy(() ->
                            commit(version, new TableChange(List.of(), Map.of(), Set.of(fragment, fragment + 1))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no fragment");
            assertThatThrownBy(() -> commit(version, TableChange.adding(List.of(staged, staged))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("added twice");
            assertThatThrownBy(() -> commit(version, new TableChange(List.of(), Map.of(), Set.of())))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("empty change");
            StagedFragment foreign =
                    new StagedFragment(staged.path(), List.of(0, 1, 99), List.of(0, 1, 2), 1, staged.sizeBytes());
            assertThatThrownBy(() -> commit(version, TableChange.adding(List.of(foreign))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("99");
            StagedFragment partial =
                    new StagedFragment(staged.path(), List.of(1, 2), List.of(0, 1), 1, staged.sizeBytes());
            assertThatThrownBy(() -> commit(version, TableChange.adding(List.of(partial))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'_id'");
        }
    }

    @Test
    void deletingARowTwice_isRefused() {
        TablePin pin = people("a", "b", "c");
        try (TableVersion version = open(pin)) {
            int fragment = version.fragments().getFirst().id();
            TablePin without = commit(version, deleting(fragment, 1));
            try (TableVersion next = open(without)) {
                assertThatThrownBy(() -> commit(next, deleting(fragment, 1)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("only 0 of them");
            }
        }
    }

    @Test
    void aPinThatDoesNotExist_isCorruption() {
        assertThatThrownBy(() -> open(new TablePin(-123)))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTION))
                .hasMessageContaining(table.toString());
        assertThat(store.tables.find(table, new TablePin(-123))).isEmpty();
        try (TableVersion created = store.tables.find(table, TablePin.CREATED).orElseThrow()) {
            assertThat(created.needs()).contains("_checksums/1").hasSize(2);
        }
    }

    @Test
    void aDamagedManifest_isNamed_beforeLanceEndsTheProcessOverIt() throws IOException {
        TablePin pin = people("a");
        Path manifest = store.directory(table).resolve(TableFiles.manifest(pin));
        byte[] whole = Files.readAllBytes(manifest);
        try (StoreFixture other = new StoreFixture(directory, 12)) {
            for (int at = 0; at < whole.length; at += 11) {
                byte[] damaged = whole.clone();
                damaged[at] ^= 0x10;
                Files.write(manifest, damaged);
                for (ThrowingCallable look : List.<ThrowingCallable>of(
                        () -> other.tables.open(table, pin), () -> other.tables.find(table, pin))) {
                    assertThatThrownBy(look)
                            .as("byte %d", at)
                            .isInstanceOfSatisfying(
                                    StoreException.class,
                                    e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTION))
                            .hasMessageContaining(TableFiles.manifest(pin));
                }
            }
        }
    }

    @Test
    void unknownColumnsAndFragments_neverReachNativeCode() {
        TablePin pin = people("a");
        try (TableVersion version = open(pin)) {
            assertThatThrownBy(() -> version.take(addresses(version), List.of("nope")))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> version.scan(ScanRequest.of(List.of("nope"))))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> version.scan(ScanRequest.of(List.of("_id")).inFragments(List.of(5))))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void takingARowThatIsNotThere_isAnError() {
        TablePin pin = people("a", "b");
        try (TableVersion version = open(pin);
                TableScan scan = version.take(new long[] {addresses(version)[0], 77L << 32}, List.of("_id"))) {
            assertThatThrownBy(() -> drain(scan, 1)).isInstanceOf(SennitException.class);
        }
    }

    @Test
    void scans_honourColumnsFragmentsLimitAndOrder() {
        TablePin first = people("a", "b", "c");
        TablePin second;
        try (TableVersion version = open(first)) {
            second = add(version, person("d", "Dan", 4L));
        }

        try (TableVersion version = open(second)) {
            List<Integer> fragments = fragmentIds(version);
            List<String> byFragment = new ArrayList<>();
            for (int fragment : fragments) {
                rows(version, ScanRequest.of(List.of("_id")).inFragments(List.of(fragment)))
                        .forEach(row -> byFragment.add(String.valueOf(row.getFirst())));
            }
            assertThat(ids(version)).as("scans visit fragments in order").isEqualTo(byFragment);
            assertThat(rows(version, ScanRequest.of(List.of("age", "_id")).where(eq("_id", "d"))))
                    .containsExactly(List.of(4L, "d"));
            assertThat(rows(version, ScanRequest.of(List.of("_id")).limit(2))).hasSize(2);
            assertThat(rows(version, ScanRequest.of(List.of("_id")).limit(0))).isEmpty();
            assertThat(rows(version, ScanRequest.of(List.of("_id")).inFragments(List.of())))
                    .isEmpty();
            assertThat(rows(version, ScanRequest.of(List.of()))).hasSize(4);
            ScanRequest noColumns = new ScanRequest(
                    List.of(), Optional.of(eq("age", 4L)), true, Optional.empty(), OptionalLong.empty(), true);
            try (TableScan scan = version.scan(noColumns)) {
                assertThat(scan.next()).isTrue();
                assertThat(scan.rowCount()).isEqualTo(1);
                assertThat(fragments).contains((int) (scan.rowAddress(0) >>> 32));
            }
            assertThat(version.count(Optional.of(eq("age", 4L)))).isEqualTo(1);
        }
    }

    @Test
    void files_areExactlyWhatTheVersionNeeds() throws IOException {
        TablePin pin = people("a", "b", "c");
        TablePin without;
        try (TableVersion version = open(pin)) {
            without = commit(version, deleting(version.fragments().getFirst().id(), 1));
        }
        Path source = store.directory(table);
        TableId copied = store.newTable();
        try (TableVersion version = open(without)) {
            for (TableFile file : version.files()) {
                Path target = store.directory(copied).resolve(file.path());
                Files.createDirectories(target.getParent());
                Files.copy(source.resolve(file.path()), target);
            }
            assertThat(version.sizeBytes()).isPositive();
        }

        try (TableVersion copy = store.tables.open(copied, without)) {
            assertThat(ids(copy)).containsExactly("a", "c");
        }
    }

    private TableVersion open(TablePin pin) {
        return store.tables.open(table, pin);
    }

    private TablePin people(String... ids) {
        try (TableVersion empty = open(TablePin.CREATED)) {
            List<@Nullable Object[]> people = new ArrayList<>();
            for (String id : ids) {
                people.add(person(id, id, (long) id.length()));
            }
            return commit(empty, TableChange.adding(List.of(store.stage(empty, people))));
        }
    }

    private TablePin add(TableVersion base, Object[]... people) {
        return commit(base, TableChange.adding(List.of(store.stage(base, rowsOf(people)))));
    }

    private TablePin commit(TableVersion base, TableChange change) {
        return store.tables.commit(base, change, identity(), Durability.FULL);
    }

    private static TableChange deleting(int fragment, int... offsets) {
        return new TableChange(List.of(), Map.of(fragment, RoaringBitmap.bitmapOf(offsets)), Set.of());
    }

    private static ScanFilter eq(String column, Object literal) {
        return new ScanFilter.Comparison(column, ScanFilter.Operator.EQ, literal);
    }

    private static @Nullable Object[] person(@Nullable String id, @Nullable String name, @Nullable Long age) {
        return new Object[] {id, name, age};
    }

    private static List<@Nullable Object[]> rowsOf(Object[]... rows) {
        return List.of(rows);
    }

    private static List<@Nullable Object> listOf(@Nullable Object... values) {
        return Arrays.asList(values);
    }

    private static List<String> ids(TableVersion version) {
        return rows(version, ScanRequest.of(List.of("_id"))).stream()
                .map(row -> String.valueOf(row.getFirst()))
                .toList();
    }

    private static List<Integer> fragmentIds(TableVersion version) {
        return version.fragments().stream().map(FragmentInfo::id).toList();
    }

    private static long[] addresses(TableVersion version) {
        List<Long> addresses = new ArrayList<>();
        try (TableScan scan = version.scan(ScanRequest.of(List.of("_id")).withRowAddresses())) {
            while (scan.next()) {
                for (int row = 0; row < scan.rowCount(); row++) {
                    addresses.add(scan.rowAddress(row));
                }
            }
        }
        return addresses.stream().mapToLong(Long::longValue).toArray();
    }
}
