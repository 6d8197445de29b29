package dev.sennit.store;

import static dev.sennit.store.StoreFixture.column;
import static dev.sennit.store.StoreFixture.identity;
import static dev.sennit.store.StoreFixture.layout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.Durability;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.TableId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.Float8Vector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

class ContentDigestTest {
    private static final long SEED = 20_261_201;
    private static final int ROWS = 40;

    @TempDir
    Path directory;

    private StoreFixture store;
    private TablePin pin = TablePin.CREATED;

    @BeforeEach
    void open() {
        store = new StoreFixture(directory, SEED);
    }

    @AfterEach
    void closeWithoutLeaks() {
        store.close();
    }

    @Test
    void rowsInAnotherOrderAndInOtherFragments_haveTheSameDigest() {
        List<@Nullable Object[]> rows = randomRows();
        List<@Nullable Object[]> shuffled = new ArrayList<>(rows);
        Collections.shuffle(shuffled, new java.util.Random(SEED));

        ContentDigest one = digest(everyType(), List.of(rows));
        ContentDigest other = digest(
                everyType(), List.of(shuffled.subList(0, 1), shuffled.subList(1, 17), shuffled.subList(17, ROWS)));

        assertThat(other).as("seed %d", SEED).isEqualTo(one);
        assertThat(one.rows()).isEqualTo(ROWS);
    }

    @Test
    void oneOtherCell_ofAnyType_changesTheDigest() {
        List<@Nullable Object[]> rows = randomRows();
        ContentDigest before = digest(everyType(), List.of(rows));
        RandomValues values = new RandomValues(store.random);
        Set<ContentDigest> seen = new HashSet<>(Set.of(before));

        List<ColumnLayout> columns = everyType().columns();
        for (int column = 1; column < columns.size(); column++) {
            int row = store.random.nextInt(ROWS);
            List<@Nullable Object[]> changed = copy(rows);
            @Nullable Object[] cells = changed.get(row);
            @Nullable Object old = cells[column];
            while (RandomValues.same(old, cells[column])) {
                cells[column] = values.valueOrNull(columns.get(column).type());
            }
            assertThat(seen.add(digest(everyType(), List.of(changed))))
                    .as("%s of row %d, seed %d", columns.get(column), row, SEED)
                    .isTrue();
        }
    }

    @Test
    void valuesThatLookEqual_differ() {
        TableLayout layout = layout(
                column("f", Scalar.FLOAT64),
                column("s", Scalar.STRING),
                column("l", new PropertyType.ListOf(Scalar.STRING)));
        List<@Nullable Object[]> alike = List.of(
                new @Nullable Object[] {"a", 0.0, null, null},
                new @Nullable Object[] {"a", -0.0, null, null},
                new @Nullable Object[] {"a", Double.NaN, null, null},
                new @Nullable Object[] {"a", null, null, null},
                new @Nullable Object[] {"a", null, "", null},
                new @Nullable Object[] {"a", null, null, List.of()},
                new @Nullable Object[] {"a", null, null, List.of("")},
                new @Nullable Object[] {"a", null, null, List.of("x", "y")},
                new @Nullable Object[] {"a", null, null, List.of("xy")},
                new @Nullable Object[] {"a", null, null, List.of("y", "x")});
        Set<ContentDigest> digests = new HashSet<>();
        alike.forEach(row -> digests.add(digest(layout, List.of(List.<@Nullable Object[]>of(row)))));
        assertThat(digests).hasSameSizeAs(alike);
    }

    @Test
    void everyBitOfANaN_counts() {
        long[] payloads = {0x7ff8000000000000L, 0x7ff8000000000001L, 0xfff8000000000000L, 0x7ff0000000000001L};
        Set<List<Byte>> seen = new HashSet<>();
        try (RootAllocator allocator = new RootAllocator();
                Float8Vector vector = new Float8Vector("f", allocator)) {
            vector.allocateNew(payloads.length);
            for (int i = 0; i < payloads.length; i++) {
                vector.set(i, 1);
                vector.getDataBuffer().setLong((long) i * Long.BYTES, payloads[i]);
            }
            vector.setValueCount(payloads.length);
            for (int i = 0; i < payloads.length; i++) {
                CellBytes cells = new CellBytes();
                cells.put(vector, i);
                List<Byte> bytes = new ArrayList<>();
                for (int b = 0; b < cells.length(); b++) {
                    bytes.add(cells.array()[b]);
                }
                assertThat(seen.add(bytes)).as("payload %x", payloads[i]).isTrue();
            }
        }
    }

    @Test
    void aRowMoreOrLess_orTwice_changesTheDigest_andTakenOutAgainItIsGone() {
        List<@Nullable Object[]> rows = randomRows();
        TableLayout layout = everyType();
        ContentDigest all = digest(layout, List.of(rows));
        List<@Nullable Object[]> twice = new ArrayList<>(rows);
        twice.add(rows.getFirst());
        assertThat(digest(layout, List.of(rows.subList(1, ROWS)))).isNotEqualTo(all);
        assertThat(digest(layout, List.of(twice))).isNotEqualTo(all);

        TableId table = create(layout, List.of(twice));
        try (TableVersion version = store.tables.open(table, pin)) {
            ContentSum sum = new ContentSum(layout);
            try (TableScan scan = version.scan(ScanRequest.of(sum.columns()))) {
                while (scan.next()) {
                    sum.add(scan);
                }
            }
            long last = (long) version.fragments().getFirst().id() << 32 | ROWS;
            try (TableScan scan = version.take(new long[] {last}, sum.columns())) {
                while (scan.next()) {
                    sum.remove(scan);
                }
            }
            assertThat(sum.digest()).isEqualTo(all);
        }
    }

    @Test
    void deletedRows_andColumnsWithoutAnyValue_andTheNamesOfColumns_makeNoDifference() {
        TableLayout layout = layout(column("n", Scalar.INT64), column("s", Scalar.STRING));
        ContentDigest onlyA =
                digest(layout, List.of(List.<@Nullable Object[]>of(new @Nullable Object[] {"a", 1L, "x"})));
        TableId table = create(
                layout,
                List.of(List.<@Nullable Object[]>of(
                        new @Nullable Object[] {"a", 1L, "x"}, new @Nullable Object[] {"b", 2L, null})));
        try (TableVersion version = store.tables.open(table, pin)) {
            int fragment = version.fragments().getFirst().id();
            pin = store.tables.commit(
                    version,
                    new TableChange(List.of(), Map.of(fragment, RoaringBitmap.bitmapOf(1)), Set.of()),
                    identity(),
                    Durability.RELAXED);
        }
        assertThat(digestOf(table)).isEqualTo(onlyA);

        ColumnLayout renamed = new ColumnLayout(
                "number", Scalar.INT64, true, column("n", Scalar.INT64).property());
        try (TableVersion version = store.tables.open(table, pin)) {
            pin = store.tables.project(
                    version,
                    layout(column("more", Scalar.BOOL), column("s", Scalar.STRING), renamed),
                    identity(),
                    Durability.RELAXED);
        }
        assertThat(digestOf(table)).isEqualTo(onlyA);
    }

    @Test
    void batchesCopiedAsTheyAre_haveTheSameDigest_andOtherColumnsAreRefused() {
        List<@Nullable Object[]> rows = randomRows();
        TableId table = create(everyType(), List.of(rows.subList(0, 9), rows.subList(9, ROWS)));
        ContentDigest before = digestOf(table);
        try (TableVersion version = store.tables.open(table, pin)) {
            List<String> columns =
                    version.layout().columns().stream().map(ColumnLayout::name).toList();
            StagedFragment copy;
            try (FragmentWriter writer = store.tables.writeFragment(version);
                    TableScan scan = version.scan(ScanRequest.of(columns))) {
                while (scan.next()) {
                    writer.appendBatch(scan);
                }
                copy = writer.finish();
            }
            assertThat(copy.rowCount()).isEqualTo(ROWS);
            Set<Integer> all = new HashSet<>();
            version.fragments().forEach(fragment -> all.add(fragment.id()));
            pin = store.tables.commit(
                    version, new TableChange(List.of(copy), Map.of(), all), identity(), Durability.RELAXED);
            try (FragmentWriter writer = store.tables.writeFragment(version);
                    TableScan scan = version.scan(ScanRequest.of(columns.reversed()))) {
                assertThat(scan.next()).isTrue();
                assertThatThrownBy(() -> writer.appendBatch(scan))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("was expected");
            }
        }
        assertThat(digestOf(table)).as("seed %d", SEED).isEqualTo(before);
    }

    private TableId create(TableLayout layout, List<List<@Nullable Object[]>> fragments) {
        TableId table = store.newTable();
        store.tables.create(table, layout, Durability.RELAXED);
        pin = TablePin.CREATED;
        for (List<@Nullable Object[]> rows : fragments) {
            try (TableVersion version = store.tables.open(table, pin)) {
                pin = store.tables.commit(
                        version,
                        TableChange.adding(List.of(store.stage(version, rows))),
                        identity(),
                        Durability.RELAXED);
            }
        }
        return table;
    }

    private ContentDigest digest(TableLayout layout, List<List<@Nullable Object[]>> fragments) {
        return digestOf(create(layout, fragments));
    }

    private ContentDigest digestOf(TableId table) {
        try (TableVersion version = store.tables.open(table, pin)) {
            return ContentDigest.of(version);
        }
    }

    private static TableLayout everyType() {
        List<PropertyType> types = RandomValues.types();
        List<ColumnLayout> columns = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            columns.add(column("c" + i, types.get(i)));
        }
        return layout(columns.toArray(ColumnLayout[]::new));
    }

    private List<@Nullable Object[]> randomRows() {
        RandomValues values = new RandomValues(store.random);
        List<ColumnLayout> columns = everyType().columns();
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            @Nullable Object[] cells = new @Nullable Object[columns.size()];
            cells[0] = "r" + row;
            for (int i = 1; i < cells.length; i++) {
                cells[i] = values.valueOrNull(columns.get(i).type());
            }
            rows.add(cells);
        }
        return rows;
    }

    private static List<@Nullable Object[]> copy(List<@Nullable Object[]> rows) {
        List<@Nullable Object[]> copies = new ArrayList<>();
        rows.forEach(row -> copies.add(row.clone()));
        return copies;
    }
}
