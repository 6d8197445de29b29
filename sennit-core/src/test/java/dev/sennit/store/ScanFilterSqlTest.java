package dev.sennit.store;

import static dev.sennit.store.StoreFixture.column;
import static dev.sennit.store.StoreFixture.identity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.Durability;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.TableId;
import dev.sennit.store.ScanFilter.Comparison;
import dev.sennit.store.ScanFilter.Operator;
import dev.sennit.store.ScanFilter.StringMatch;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScanFilterSqlTest {
    private static final List<PropertyType> PUSHED = List.of(
            Scalar.BOOL,
            Scalar.INT8,
            Scalar.INT16,
            Scalar.INT32,
            Scalar.INT64,
            Scalar.FLOAT32,
            Scalar.FLOAT64,
            Scalar.STRING,
            Scalar.BYTES,
            Scalar.DATE,
            Scalar.LOCAL_DATETIME,
            new PropertyType.Enumeration(List.of("x", "it's", "😀")));

    private static final List<Operator> OPERATORS = List.of(Operator.values());

    private static final TableLayout LAYOUT = layout();

    @TempDir
    Path directory;

    private static TableLayout layout() {
        List<ColumnLayout> columns = new ArrayList<>();
        for (PropertyType type : PUSHED) {
            columns.add(column("c" + columns.size(), type));
        }
        columns.add(column("a decimal", new PropertyType.Decimal(5, 1)));
        columns.add(column("a.list", new PropertyType.ListOf(Scalar.INT8)));
        columns.add(column("zoned", Scalar.ZONED_DATETIME));
        columns.add(column("vector", new PropertyType.Vector(3)));
        return StoreFixture.layout(columns.toArray(ColumnLayout[]::new));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void everyComparison_ofEveryPushedType_meansWhatItMeansInJava_withAndWithoutAnIndex(long seed) {
        Random random = new Random(seed);
        RandomValues values = new RandomValues(random);
        List<@Nullable Object[]> rows = randomRows(values, 400);
        List<ScanFilter> filters = new ArrayList<>();
        for (int column = 0; column < PUSHED.size(); column++) {
            String name = "c" + column;
            PropertyType type = PUSHED.get(column);
            for (Operator operator : Operator.values()) {
                for (int i = 0; i < 6; i++) {
                    filters.add(new Comparison(name, operator, literal(values, type, random)));
                }
            }
            List<Object> literals = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                filters.add(new ScanFilter.In(name, literals));
                literals.add(literal(values, type, random));
            }
        }
        for (StringMatch.Kind kind : StringMatch.Kind.values()) {
            for (int i = 0; i < 15; i++) {
                filters.add(new StringMatch("c7", kind, (String) values.value(Scalar.STRING)));
            }
        }
        for (ColumnLayout column : LAYOUT.columns()) {
            filters.add(new ScanFilter.IsNull(column.name()));
            filters.add(new ScanFilter.IsNotNull(column.name()));
        }
        check(rows, filters, seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 4, 5})
    void nestedConditions_meanWhatTheyMeanInJava(long seed) {
        Random random = new Random(seed);
        RandomValues values = new RandomValues(random);
        List<ScanFilter> filters = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            filters.add(nested(values, random, 1 + i % 4));
        }
        check(randomRows(values, 200), filters, seed);
    }

    /** A literal as a query may have one: for a narrow column, of the wide type too. */
    private static Object literal(RandomValues values, PropertyType type, RandomGenerator random) {
        boolean wide = random.nextInt(3) == 0;
        if (wide && type instanceof Scalar scalar && scalar.isInteger()) {
            return values.value(Scalar.INT64);
        }
        if (wide && type == Scalar.FLOAT32) {
            return values.value(Scalar.FLOAT64);
        }
        return values.value(type);
    }

    private static ScanFilter nested(RandomValues values, RandomGenerator random, int depth) {
        int column = random.nextInt(PUSHED.size());
        ScanFilter leaf = random.nextInt(4) == 0
                ? new ScanFilter.IsNull("c" + column)
                : new Comparison(
                        "c" + column,
                        OPERATORS.get(random.nextInt(OPERATORS.size())),
                        literal(values, PUSHED.get(column), random));
        if (depth == 0) {
            return leaf;
        }
        List<ScanFilter> operands = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            operands.add(nested(values, random, depth - 1));
        }
        return switch (random.nextInt(3)) {
            case 0 -> new ScanFilter.And(operands);
            case 1 -> new ScanFilter.Or(operands);
            // Not is exact over what is never unknown.
            default ->
                new ScanFilter.Not(new ScanFilter.And(
                        List.of(new ScanFilter.IsNotNull("c" + column), orTrueIfUnknown(leaf, column))));
        };
    }

    private static ScanFilter orTrueIfUnknown(ScanFilter leaf, int column) {
        return new ScanFilter.Or(List.of(new ScanFilter.IsNull("c" + column), leaf));
    }

    private void check(List<@Nullable Object[]> rows, List<ScanFilter> filters, long seed) {
        FilterOracle oracle = new FilterOracle(LAYOUT);
        try (StoreFixture store = new StoreFixture(directory, seed)) {
            TableId table = store.newTable();
            TablePin plain = load(store, table, rows);
            TablePin indexed = index(store, table, plain);
            try (TableVersion withoutIndex = store.tables.open(table, plain);
                    TableVersion withIndex = store.tables.open(table, indexed)) {
                for (ScanFilter filter : filters) {
                    List<Object> expected = new ArrayList<>();
                    rows.stream().filter(row -> oracle.matches(filter, row)).forEach(row -> expected.add(row[0]));
                    String sql = ScanFilterSql.render(filter, LAYOUT);
                    assertThat(ids(withoutIndex, filter))
                            .as("seed %d: %s = %s", seed, filter, sql)
                            .isEqualTo(expected);
                    assertThat(ids(withIndex, filter))
                            .as("seed %d, with indexes: %s = %s", seed, filter, sql)
                            .containsExactlyInAnyOrderElementsOf(expected);
                    assertThat(withIndex.count(Optional.of(filter)))
                            .as("seed %d, count: %s = %s", seed, filter, sql)
                            .isEqualTo(expected.size());
                }
            }
        }
    }

    private static List<@Nullable Object> ids(TableVersion version, ScanFilter filter) {
        List<@Nullable Object> ids = new ArrayList<>();
        StoreFixture.rows(version, ScanRequest.of(List.of("_id")).where(filter))
                .forEach(row -> ids.add(row.getFirst()));
        return ids;
    }

    private static List<@Nullable Object[]> randomRows(RandomValues values, int count) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            @Nullable Object[] row = new @Nullable Object[LAYOUT.columns().size()];
            row[0] = "r" + i;
            for (int column = 1; column < row.length; column++) {
                row[column] = values.valueOrNull(LAYOUT.columns().get(column).type());
            }
            rows.add(row);
        }
        return rows;
    }

    private static TablePin load(StoreFixture store, TableId table, List<@Nullable Object[]> rows) {
        store.tables.create(table, LAYOUT, Durability.RELAXED);
        try (TableVersion empty = store.tables.open(table, TablePin.CREATED)) {
            return store.tables.commit(
                    empty, TableChange.adding(List.of(store.stage(empty, rows))), identity(), Durability.RELAXED);
        }
    }

    private static TablePin index(StoreFixture store, TableId table, TablePin base) {
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < PUSHED.size(); i++) {
            columns.add("c" + i);
        }
        try (TableVersion version = store.tables.open(table, base)) {
            return store.tables.index(
                    version,
                    columns,
                    version.fragments().stream().map(FragmentInfo::id).toList(),
                    identity(),
                    Durability.RELAXED);
        }
    }

    @Test
    @Timeout(60) // planning takes exponential time beyond the limits
    void theLargestAndDeepestFilters_runOnAStackOfOneMegabyte() throws Exception {
        try (StoreFixture store = new StoreFixture(directory, 9)) {
            TableId table = store.newTable();
            List<@Nullable Object[]> rows = randomRows(new RandomValues(new Random(9)), 50);
            TablePin pin = index(store, table, load(store, table, rows));
            List<ScanFilter> manyTerms = new ArrayList<>();
            List<Object> manyLiterals = new ArrayList<>();
            for (int i = 0; i < ScanFilterSql.MAX_TERMS; i++) {
                if (i < ScanFilterSql.MAX_CONDITIONS - 1) {
                    manyTerms.add(new Comparison("c4", Operator.EQ, (long) i));
                }
                manyLiterals.add("literal " + i);
            }
            List<Object> manyZeros = Collections.nCopies(ScanFilterSql.MAX_CONDITIONS - 1, 0.0);
            List<ScanFilter> filters = List.of(
                    new ScanFilter.Or(manyTerms),
                    new ScanFilter.And(manyTerms),
                    new ScanFilter.In("c7", manyLiterals),
                    new ScanFilter.In("c6", manyZeros),
                    deep(ScanFilterSql.MAX_DEPTH, true),
                    deep(ScanFilterSql.MAX_DEPTH, false),
                    wideAndDeep());
            List<Throwable> failures = new ArrayList<>();
            Thread thread = new Thread(
                    null,
                    () -> {
                        try (TableVersion version = store.tables.open(table, pin)) {
                            filters.forEach(filter -> version.count(Optional.of(filter)));
                        }
                    },
                    "small stack",
                    1 << 20);
            thread.setUncaughtExceptionHandler((ignored, e) -> failures.add(e));
            thread.start();
            thread.join();

            assertThat(failures).isEmpty();
        }
    }

    /** Nests to the right, which costs most. */
    private static ScanFilter deep(int depth, boolean not) {
        ScanFilter filter = new Comparison("c6", Operator.GT, 5.0);
        for (int i = 0; i < depth; i++) {
            ScanFilter other = new Comparison("c6", Operator.GE, i / 2.0);
            if (not && i % 2 == 1) {
                filter = new ScanFilter.Not(filter);
            } else {
                filter = i % 4 < 2
                        ? new ScanFilter.And(List.of(other, filter))
                        : new ScanFilter.Or(List.of(other, filter));
            }
        }
        return filter;
    }

    /** At every level as many operands as both limits allow in all. */
    private static ScanFilter wideAndDeep() {
        ScanFilter filter = new Comparison("c6", Operator.GT, 1.0);
        for (int level = 0; level < ScanFilterSql.MAX_DEPTH / 4; level++) {
            List<ScanFilter> operands = new ArrayList<>();
            for (int i = 0; i < 15; i++) {
                operands.add(new Comparison("c6", Operator.GT, (double) i));
            }
            operands.add(filter);
            filter = level % 2 == 0 ? new ScanFilter.Or(operands) : new ScanFilter.And(operands);
        }
        return filter;
    }

    @Test
    void whatCannotBePushed_isRefused_andCanBeAskedFor() {
        refuse(new Comparison("a decimal", Operator.EQ, BigDecimal.ONE), "DECIMAL(5,1)");
        refuse(new Comparison("a.list", Operator.EQ, List.of()), "LIST<INT8>");
        refuse(new Comparison("zoned", Operator.EQ, "x"), "ZONED DATETIME");
        refuse(new Comparison("nope", Operator.EQ, 1L), "no column 'nope'");
        refuse(new Comparison("c4", Operator.EQ, "text"), "expected Long");
        refuse(new Comparison("c7", Operator.EQ, 1L), "expected String");
        refuse(new Comparison("c7", Operator.EQ, "\uDC00"), "surrogate");
        refuse(new Comparison("c10", Operator.EQ, LocalDateTime.MAX.withNano(0)), "timestamp");
        refuse(new Comparison("c10", Operator.EQ, "2026-01-01"), "LocalDateTime");
        refuse(new StringMatch("c4", StringMatch.Kind.CONTAINS, "1"), "holds no strings");
        refuse(deep(ScanFilterSql.MAX_DEPTH + 1, true), "deep");
        refuse(deep(100_000, false), "deep");
        refuse(
                new ScanFilter.In("c4", Collections.nCopies(ScanFilterSql.MAX_TERMS + 1, 1L)),
                "" + ScanFilterSql.MAX_TERMS);
        refuse(
                new ScanFilter.Or(
                        Collections.nCopies(ScanFilterSql.MAX_CONDITIONS + 1, new Comparison("c4", Operator.EQ, 1L))),
                "" + ScanFilterSql.MAX_CONDITIONS);
        assertThat(ScanFilterSql.canPush(new Comparison("c4", Operator.EQ, 1L), LAYOUT))
                .isTrue();
        assertThat(ScanFilterSql.canPush(Scalar.INT64, Operator.GT)).isTrue();
        assertThat(ScanFilterSql.canPush(new PropertyType.Decimal(5, 1), Operator.GT))
                .isFalse();
    }

    private static void refuse(ScanFilter filter, String why) {
        assertThat(ScanFilterSql.canPush(filter, LAYOUT)).isFalse();
        assertThatThrownBy(() -> ScanFilterSql.render(filter, LAYOUT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void aPrefix_isARangeUpToItsSuccessor() {
        assertThat(FilterLiteral.firstAfterAllWithPrefix("a")).hasValue("b");
        assertThat(FilterLiteral.firstAfterAllWithPrefix("a\uD7FF")).hasValue("a\uE000");
        assertThat(FilterLiteral.firstAfterAllWithPrefix("\uFFFF")).hasValue(Character.toString(0x10000));
        String highest = Character.toString(Character.MAX_CODE_POINT);
        assertThat(FilterLiteral.firstAfterAllWithPrefix("a" + highest)).hasValue("b");
        assertThat(FilterLiteral.firstAfterAllWithPrefix(highest)).isEmpty();
    }

    @Test
    void namesAndTexts_areEscaped() {
        TableLayout layout = StoreFixture.layout(column("a`; DROP", Scalar.STRING));

        assertThat(ScanFilterSql.render(new Comparison("a`; DROP", Operator.EQ, "x' OR '1'='1"), layout))
                .isEqualTo("`_u61603b2044524f50` = 'x'' OR ''1''=''1'");
        assertThat(Arrays.asList("a", "a b", "é", "a.b").stream()
                        .map(PhysicalName::of)
                        .map(PhysicalName::parse))
                .containsExactly("a", "a b", "é", "a.b");
    }
}
