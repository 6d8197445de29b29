package dev.sennit.store;

import static dev.sennit.store.StoreFixture.identity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.Durability;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.TableId;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.RoaringBitmap;

class PropertyTypeRoundTripTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyTypeReadsBack_afterADetachedCommit_aDeletionAndAReopening(long seed) {
        List<ColumnLayout> columns = new ArrayList<>();
        for (PropertyType type : RandomValues.types()) {
            columns.add(StoreFixture.column("c" + columns.size(), type));
        }
        TableLayout layout = StoreFixture.layout(columns.toArray(ColumnLayout[]::new));
        RandomValues values = new RandomValues(new Random(seed));
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            @Nullable Object[] row = new @Nullable Object[layout.columns().size()];
            row[0] = "row" + i;
            for (int column = 1; column < row.length; column++) {
                row[column] = values.valueOrNull(layout.columns().get(column).type());
            }
            rows.add(row);
        }
        TableId table;
        TablePin pin;
        try (StoreFixture store = new StoreFixture(directory, seed)) {
            table = store.newTable();
            store.tables.create(table, layout, Durability.RELAXED);
            try (TableVersion empty = store.tables.open(table, TablePin.CREATED)) {
                pin = store.tables.commit(
                        empty, TableChange.adding(List.of(store.stage(empty, rows))), identity(), Durability.RELAXED);
            }
            try (TableVersion version = store.tables.open(table, pin)) {
                assertSame(rows, StoreFixture.rows(version), layout, seed);
                pin = store.tables.commit(
                        version,
                        new TableChange(
                                List.of(),
                                Map.of(version.fragments().getFirst().id(), RoaringBitmap.bitmapOf(0)),
                                Set.of()),
                        identity(),
                        Durability.RELAXED);
            }
        }

        try (StoreFixture reopened = new StoreFixture(directory, seed);
                TableVersion version = reopened.tables.open(table, pin)) {
            assertSame(rows.subList(1, rows.size()), StoreFixture.rows(version), layout, seed);
            long[] last = {addressOfLast(version)};
            List<String> names =
                    layout.columns().stream().map(ColumnLayout::name).toList();
            try (TableScan taken = version.take(last, names)) {
                assertSame(
                        rows.subList(rows.size() - 1, rows.size()),
                        StoreFixture.drain(taken, names.size()),
                        layout,
                        seed);
            }
        }
    }

    private static long addressOfLast(TableVersion version) {
        long address = -1;
        try (TableScan scan = version.scan(ScanRequest.of(List.of()).withRowAddresses())) {
            while (scan.next()) {
                address = scan.rowAddress(scan.rowCount() - 1);
            }
        }
        return address;
    }

    private static void assertSame(
            List<@Nullable Object[]> expected, List<List<@Nullable Object>> found, TableLayout layout, long seed) {
        assertThat(found).hasSameSizeAs(expected);
        for (int row = 0; row < expected.size(); row++) {
            for (int column = 0; column < layout.columns().size(); column++) {
                Object read = found.get(row).get(column);
                Object written = expected.get(row)[column];
                assertThat(RandomValues.same(written, read))
                        .as(
                                "seed %d, row %d, %s: %s read as %s",
                                seed,
                                row,
                                layout.columns().get(column).type().text(),
                                Arrays.deepToString(new @Nullable Object[] {written}),
                                Arrays.deepToString(new @Nullable Object[] {read}))
                        .isTrue();
            }
        }
    }

    @Test
    void valuesThatDoNotFit_areRefused_andNeverChanged() {
        refuse(Scalar.INT8, 128L, "INT8");
        refuse(Scalar.INT16, -40_000L, "INT16");
        refuse(Scalar.INT32, 1L << 31, "INT32");
        refuse(Scalar.INT32, 1, "Integer");
        refuse(Scalar.FLOAT32, 1e300, "FLOAT32");
        refuse(Scalar.FLOAT64, 1L, "Long");
        refuse(Scalar.STRING, "half \uD83D pair", "surrogate");
        refuse(Scalar.STRING, 'c', "Character");
        refuse(Scalar.DATE, LocalDate.MAX, "DATE");
        refuse(Scalar.LOCAL_DATETIME, LocalDateTime.MAX.withNano(0), "timestamp");
        refuse(Scalar.LOCAL_DATETIME, LocalDateTime.of(2026, 1, 1, 0, 0, 0, 1), "microsecond");
        refuse(Scalar.LOCAL_TIME, LocalTime.ofNanoOfDay(999), "microsecond");
        refuse(Scalar.JSON, "text", "Map or List");
        refuse(new PropertyType.Decimal(4, 2), new BigDecimal("100.00"), "DECIMAL(4,2)");
        refuse(new PropertyType.Decimal(4, 2), new BigDecimal("1.001"), "exactly");
        refuse(new PropertyType.Vector(2), new float[] {1}, "VECTOR<2>");
        refuse(new PropertyType.Vector(2), new float[] {1, Float.NaN}, "NaN");
        refuse(new PropertyType.ListOf(Scalar.INT8), List.of(1L, 300L), "INT8");
        refuse(new PropertyType.ListOf(Scalar.INT8), Arrays.asList(1L, null), "null");
    }

    private void refuse(PropertyType type, Object value, String why) {
        try (StoreFixture store = new StoreFixture(directory, 1)) {
            TableId table = store.newTable();
            store.tables.create(table, StoreFixture.layout(StoreFixture.column("v", type)), Durability.RELAXED);
            try (TableVersion empty = store.tables.open(table, TablePin.CREATED);
                    FragmentWriter writer = store.tables.writeFragment(empty)) {
                assertThatThrownBy(() -> writer.append(new Object[] {"a", value}))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("'v'")
                        .hasMessageContaining(why);
            }
        }
    }

    @Test
    void storedTypes_areReadFromTheTextTheyWrite() {
        for (PropertyType type : RandomValues.types()) {
            PropertyType stored = StoredType.of(type);
            assertThat(StoredType.parse(stored.text())).isEqualTo(stored);
        }
        assertThatThrownBy(() -> StoredType.parse("MAP<INT8>")).isInstanceOf(IllegalArgumentException.class);
    }
}
