package dev.sennit.store;

import static dev.sennit.store.StoreFixture.column;
import static dev.sennit.store.StoreFixture.identity;
import static dev.sennit.store.StoreFixture.layout;
import static dev.sennit.store.StoreFixture.propertyOf;
import static dev.sennit.store.StoreFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.CalendarDuration;
import dev.sennit.model.Durability;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.TableId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.RoaringBitmap;

class TableColumnsTest {
    private static final ColumnLayout NAME = column("name", Scalar.STRING);
    private static final ColumnLayout SPAN = column("span", Scalar.DURATION);
    private static final ColumnLayout AGE = column("age", Scalar.INT32);
    private static final CalendarDuration WEEK = new CalendarDuration(0, 7, 0);

    @TempDir
    Path directory;

    private StoreFixture store;
    private TableId table;
    private TablePin pin;

    @BeforeEach
    void createTable() {
        store = new StoreFixture(directory, 23);
        table = store.newTable();
        store.tables.create(table, layout(NAME, SPAN, AGE), Durability.RELAXED);
        try (TableVersion empty = open(TablePin.CREATED)) {
            pin = add(empty, "a", "Ann", WEEK, 30L);
        }
    }

    @AfterEach
    void closeWithoutLeaks() {
        store.close();
    }

    @Test
    void aRename_keepsTheData_andTheOldVersionKeepsTheOldName() {
        ColumnLayout renamed = new ColumnLayout("label", Scalar.STRING, true, NAME.property());
        TablePin next = project(pin, layout(renamed, SPAN, AGE));

        try (TableVersion before = open(pin);
                TableVersion after = open(next)) {
            assertThat(before.layout()).isEqualTo(layout(NAME, SPAN, AGE));
            assertThat(after.layout()).isEqualTo(layout(renamed, SPAN, AGE));
            assertThat(rows(after)).containsExactly(listOf("a", "Ann", WEEK, 30L));
            assertThat(after.count(Optional.of(new ScanFilter.Comparison("label", ScanFilter.Operator.EQ, "Ann"))))
                    .isEqualTo(1);
            assertThat(after.fragments()).isEqualTo(before.fragments());
        }
    }

    @Test
    void namesCanBeSwapped_andColumnsReordered() {
        ColumnLayout nameAsSpan = new ColumnLayout("span", Scalar.STRING, true, NAME.property());
        ColumnLayout spanAsName = new ColumnLayout("name", Scalar.DURATION, true, SPAN.property());

        TablePin next = project(pin, layout(AGE, spanAsName, nameAsSpan));

        try (TableVersion after = open(next)) {
            assertThat(rows(after)).containsExactly(listOf("a", 30L, WEEK, "Ann"));
            TablePin added = add(after, "b", 31L, null, "Bob");
            try (TableVersion more = open(added)) {
                assertThat(rows(more))
                        .containsExactlyInAnyOrder(listOf("a", 30L, WEEK, "Ann"), listOf("b", 31L, null, "Bob"));
            }
        }
    }

    @Test
    void anAddedColumn_isNullInOldRows_andHoldsValuesInNewOnes() {
        ColumnLayout tags = column("tags", new PropertyType.ListOf(Scalar.ZONED_TIME));
        ColumnLayout vector = column("vector", new PropertyType.Vector(2));
        ColumnLayout span = column("span2", Scalar.DURATION);
        TableLayout wider = layout(vector, NAME, tags, SPAN, span, AGE);

        TablePin next = project(pin, wider);

        try (TableVersion after = open(next)) {
            assertThat(after.layout()).isEqualTo(wider);
            assertThat(rows(after)).containsExactly(listOf("a", null, "Ann", null, WEEK, null, 30L));
            float[] numbers = {1, 2};
            TablePin added = add(after, "b", numbers, null, List.of(), null, WEEK, 5L);
            try (TableVersion more = open(added)) {
                assertThat(more.count(Optional.of(new ScanFilter.IsNull("vector"))))
                        .isEqualTo(1);
                assertThat(rows(
                                more,
                                ScanRequest.of(List.of("_id", "span2", "tags", "vector"))
                                        .where(new ScanFilter.IsNotNull("vector"))))
                        .singleElement()
                        .satisfies(row -> assertThat(RandomValues.same(row, listOf("b", WEEK, List.of(), numbers)))
                                .isTrue());
            }
        }
    }

    @Test
    void aDroppedColumn_neverComesBack_evenIfOneOfItsNameIsAdded() {
        TablePin without = project(pin, layout(SPAN, AGE));
        ColumnLayout again = new ColumnLayout("name", Scalar.STRING, true, Optional.of(propertyOf("another")));

        TablePin with = project(without, layout(SPAN, AGE, again));

        try (TableVersion dropped = open(without);
                TableVersion readded = open(with)) {
            assertThat(rows(dropped)).containsExactly(listOf("a", WEEK, 30L));
            assertThat(rows(readded)).containsExactly(listOf("a", WEEK, 30L, null));
        }
    }

    @Test
    void aColumnReplacedByOneOfItsNameAndType_isEmpty_andSwappedOnesOfOneTypeSwap() {
        ColumnLayout another = new ColumnLayout("name", Scalar.STRING, true, Optional.of(propertyOf("another")));
        ColumnLayout more = column("more", Scalar.STRING);
        TablePin wider = project(pin, layout(NAME, more, AGE));
        TablePin filled;
        try (TableVersion version = open(wider)) {
            filled = add(version, "b", "Bob", "much more", 1L);
        }

        TablePin replaced = project(filled, layout(another, more, AGE));
        TablePin swapped = project(
                filled,
                layout(
                        new ColumnLayout("more", Scalar.STRING, true, NAME.property()),
                        new ColumnLayout("name", Scalar.STRING, true, more.property()),
                        AGE));

        try (TableVersion withAnother = open(replaced);
                TableVersion withSwapped = open(swapped)) {
            assertThat(rows(withAnother))
                    .containsExactlyInAnyOrder(listOf("a", null, null, 30L), listOf("b", null, "much more", 1L));
            ScanRequest byName = ScanRequest.of(List.of("_id", "name", "more", "age"));
            assertThat(rows(withSwapped, byName))
                    .containsExactlyInAnyOrder(listOf("a", null, "Ann", 30L), listOf("b", "much more", "Bob", 1L));
        }
    }

    @Test
    void anIndexFollowsItsColumnThroughARename_andGoesWithIt() {
        TablePin indexed;
        try (TableVersion version = open(pin)) {
            List<Integer> fragments =
                    version.fragments().stream().map(FragmentInfo::id).toList();
            indexed = store.tables.index(version, List.of("name", "age"), fragments, identity(), Durability.FULL);
        }
        ColumnLayout renamed = new ColumnLayout("label", Scalar.STRING, true, NAME.property());

        TablePin next = project(indexed, layout(renamed, SPAN));

        try (TableVersion after = open(next)) {
            assertThat(after.indexedFragments("label")).hasSize(1);
            assertThat(after.indexedFragments("span")).isEmpty();
            assertThat(after.count(Optional.of(new ScanFilter.Comparison("label", ScanFilter.Operator.EQ, "Ann"))))
                    .isEqualTo(1);
            assertThat(((LanceTableVersion) after).indexes()).hasSize(1);
        }
    }

    @Test
    void siblingsThatAddColumns_giveThemDifferentFieldIds() {
        TablePin left = project(pin, layout(NAME, SPAN, AGE, column("left", Scalar.INT8)));
        TablePin right = project(pin, layout(NAME, SPAN, AGE, column("right", Scalar.INT8)));

        try (TableVersion leftVersion = open(left);
                TableVersion rightVersion = open(right)) {
            assertThat(((LanceTableVersion) leftVersion).schema().column("left").fieldId())
                    .isNotEqualTo(((LanceTableVersion) rightVersion)
                            .schema()
                            .column("right")
                            .fieldId());
        }
    }

    @Test
    void whatWouldTouchData_isRefused() {
        refuse(layout(NAME, SPAN, column("age", Scalar.INT64)), "cannot become INT64");
        refuse(layout(NAME, SPAN, new ColumnLayout("age", Scalar.INT32, false, AGE.property())), "may hold nulls");
        refuse(
                layout(NAME, SPAN, AGE, new ColumnLayout("x", Scalar.INT8, false, Optional.of(propertyOf("x")))),
                "cannot be added");
        refuse(new TableLayout(List.of(NAME, SPAN, AGE)), "'_id' belongs");
        refuse(layout(NAME, new ColumnLayout("name", Scalar.DURATION, true, SPAN.property()), AGE), "two columns");
    }

    @Test
    void notNull_canBeRelaxed() {
        ColumnLayout strict = new ColumnLayout("strict", Scalar.STRING, false, Optional.of(propertyOf("strict")));
        TableId other = store.newTable();
        store.tables.create(other, layout(strict), Durability.RELAXED);
        ColumnLayout relaxed = new ColumnLayout("strict", Scalar.STRING, true, strict.property());
        try (TableVersion empty = store.tables.open(other, TablePin.CREATED)) {
            TablePin with = add(empty, "a", "x");
            try (TableVersion version = store.tables.open(other, with)) {
                TablePin loose = store.tables.project(version, layout(relaxed), identity(), Durability.FULL);
                try (TableVersion after = store.tables.open(other, loose)) {
                    TablePin more = add(after, "b", null);
                    try (TableVersion last = store.tables.open(other, more)) {
                        assertThat(rows(last)).containsExactlyInAnyOrder(listOf("a", "x"), listOf("b", null));
                    }
                }
            }
        }
    }

    @Test
    void filledColumns_replaceTheirValues_andEverythingElseStays() {
        TablePin filledPin = manyRowsWithDeletionsAndAnIndex();
        ColumnLayout wide = new ColumnLayout("age", Scalar.INT64, false, AGE.property());
        ColumnLayout tags = column("tags", new PropertyType.ListOf(Scalar.ZONED_TIME));
        ColumnLayout vector = column("vector", new PropertyType.Vector(2));
        ColumnLayout span = new ColumnLayout("name", Scalar.DURATION, true, Optional.of(propertyOf("new span")));
        ColumnLayout renamed = new ColumnLayout("label", Scalar.STRING, true, NAME.property());
        TableLayout target = layout(vector, renamed, span, wide, SPAN, tags);
        Set<String> filled = Set.of("age", "name", "vector", "tags");

        TablePin next;
        try (TableVersion before = open(filledPin)) {
            next = evolve(before, target, filled, (id, row) -> new @Nullable Object[] {
                new float[] {row, 1}, row % 2 == 0 ? null : WEEK, 5_000_000_000L + row, List.of()
            });
        }
        try (TableVersion before = open(filledPin);
                TableVersion after = open(next)) {
            assertThat(after.layout()).isEqualTo(target);
            assertThat(after.rowCount()).isEqualTo(before.rowCount());
            assertThat(after.indexedFragments("_id")).isEqualTo(before.indexedFragments("_id"));
            for (int i = 0; i < after.fragments().size(); i++) {
                FragmentInfo now = after.fragments().get(i);
                FragmentInfo then = before.fragments().get(i);
                assertThat(now.id()).isEqualTo(then.id());
                assertThat(now.deletionFile()).isEqualTo(then.deletionFile());
                assertThat(now.files())
                        .containsAll(then.files())
                        .hasSize(then.files().size() + 1);
            }
            List<List<@Nullable Object>> old = rows(before);
            List<List<@Nullable Object>> all = rows(after);
            assertThat(all).hasSameSizeAs(old);
            for (int i = 0; i < all.size(); i++) {
                List<@Nullable Object> row = all.get(i);
                assertThat(row.get(0)).isEqualTo(old.get(i).get(0));
                assertThat(row.get(2)).as("label").isEqualTo(old.get(i).get(1));
                assertThat(row.get(5)).as("span").isEqualTo(old.get(i).get(2));
                int number = Integer.parseInt(String.valueOf(row.get(0)).substring(1));
                assertThat(row.get(4)).isEqualTo(5_000_000_000L + number);
                assertThat(row.get(3)).isEqualTo(number % 2 == 0 ? null : WEEK);
                assertThat((float[]) row.get(1)).containsExactly(number, 1);
            }
            ScanRequest one = ScanRequest.of(List.of("age", "label"))
                    .where(new ScanFilter.Comparison("_id", ScanFilter.Operator.EQ, "r17"));
            assertThat(rows(after, one)).containsExactly(listOf(5_000_000_017L, "n17"));
            assertThat(after.count(
                            Optional.of(new ScanFilter.Comparison("age", ScanFilter.Operator.GE, 5_000_000_000L))))
                    .isEqualTo(after.rowCount());
        }
    }

    @Test
    void aVersionThatWasEvolved_canBeWrittenIndexedAndEvolvedAgain() {
        TablePin many = manyRowsWithDeletionsAndAnIndex();
        ColumnLayout wide = new ColumnLayout("age", Scalar.INT64, false, AGE.property());
        TablePin evolved;
        try (TableVersion before = open(many)) {
            evolved = evolve(before, layout(NAME, SPAN, wide), Set.of("age"), (id, row) -> new Object[] {(long) row});
        }
        TablePin written;
        try (TableVersion version = open(evolved)) {
            FragmentInfo first = version.fragments().getFirst();
            StagedFragment staged =
                    store.stage(version, List.<@Nullable Object[]>of(new Object[] {"new", "x", WEEK, 17L}));
            written = store.tables.commit(
                    version,
                    new TableChange(List.of(staged), Map.of(first.id(), RoaringBitmap.bitmapOf(1)), Set.of()),
                    identity(),
                    Durability.FULL);
        }
        TablePin indexed;
        try (TableVersion version = open(written)) {
            List<Integer> all =
                    version.fragments().stream().map(FragmentInfo::id).toList();
            indexed = store.tables.index(version, List.of("age"), all, identity(), Durability.FULL);
        }
        TablePin again;
        try (TableVersion version = open(indexed)) {
            assertThat(version.count(Optional.of(new ScanFilter.Comparison("age", ScanFilter.Operator.EQ, 17L))))
                    .isEqualTo(2);
            again = evolve(
                    version,
                    layout(NAME, new ColumnLayout("age", Scalar.FLOAT64, true, AGE.property())),
                    Set.of("age"),
                    (id, row) -> new @Nullable Object[] {id.equals("new") ? null : (double) row});
        }
        try (TableVersion version = open(again)) {
            assertThat(version.indexedFragments("age")).isEmpty();
            assertThat(rows(version)).contains(listOf("new", "x", null), listOf("r17", "n17", 17.0));
            // What only the column that is gone needed is needed no more.
            assertThat(version.fragments())
                    .allSatisfy(fragment -> assertThat(fragment.files()).hasSizeLessThan(3));
        }
        try (TableVersion version = open(project(again, layout(NAME)))) {
            assertThat(version.fragments())
                    .allSatisfy(fragment -> assertThat(fragment.files()).hasSize(1));
            assertThat(rows(version)).contains(listOf("new", "x"));
        }
    }

    @Test
    void aColumnWithoutNulls_canExcludeThem_withoutNewData() {
        ColumnLayout strict = new ColumnLayout("name", Scalar.STRING, false, NAME.property());
        TablePin next;
        try (TableVersion before = open(pin)) {
            next = evolve(before, layout(strict, SPAN, AGE), Set.of(), (id, row) -> new Object[0]);
        }
        try (TableVersion before = open(pin);
                TableVersion after = open(next)) {
            assertThat(after.layout()).isEqualTo(layout(strict, SPAN, AGE));
            assertThat(after.fragments()).isEqualTo(before.fragments());
            assertThat(rows(after)).containsExactly(listOf("a", "Ann", WEEK, 30L));
            TablePin more = add(after, "b", "Bob", null, null);
            try (TableVersion last = open(more)) {
                assertThat(rows(last)).hasSize(2);
            }
        }
    }

    @Test
    void anEmptyTable_takesAnyColumns() {
        ColumnLayout strict = new ColumnLayout("name", Scalar.INT8, false, NAME.property());
        ColumnLayout more = new ColumnLayout("more", Scalar.STRING, false, Optional.of(propertyOf("more")));
        ColumnLayout age = new ColumnLayout("age", Scalar.INT32, false, AGE.property());
        TablePin next;
        try (TableVersion empty = open(TablePin.CREATED)) {
            next = evolve(empty, layout(strict, more, age), Set.of("name"), (id, row) -> new Object[0]);
        }
        try (TableVersion after = open(next)) {
            assertThat(after.layout()).isEqualTo(layout(strict, more, age));
            try (TableVersion last = open(add(after, "b", 1L, "x", 2L))) {
                assertThat(rows(last)).containsExactly(listOf("b", 1L, "x", 2L));
            }
        }
    }

    @Test
    void valuesThatDoNotFitTheFragments_areRefused() {
        ColumnLayout wide = new ColumnLayout("age", Scalar.INT64, true, AGE.property());
        try (TableVersion version = open(pin)) {
            TableEvolution evolution = store.tables.evolution(version, layout(NAME, SPAN, wide), Set.of("age"));
            assertThatThrownBy(() -> store.tables.evolve(version, evolution, Map.of(), identity(), Durability.RELAXED))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("values for fragments []");
            int fragment = version.fragments().getFirst().id();
            StagedFragment two;
            try (FragmentWriter writer = store.tables.writeColumns(version, evolution)) {
                writer.append(new Object[] {1L});
                writer.append(new Object[] {2L});
                two = writer.finish();
            }
            assertThatThrownBy(() -> store.tables.evolve(
                            version, evolution, Map.of(fragment, two), identity(), Durability.RELAXED))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("other columns or rows");
        }
    }

    /** Values of the filled columns of one row. */
    private interface Values {
        @Nullable
        Object[] of(String id, int number);
    }

    /** Fills columns from the ids of rows; those of deleted rows from those of others. */
    private TablePin evolve(TableVersion base, TableLayout target, Set<String> filled, Values values) {
        TableEvolution evolution = store.tables.evolution(base, target, filled);
        Map<Integer, StagedFragment> staged = new HashMap<>();
        for (FragmentInfo fragment : filled.isEmpty() ? List.<FragmentInfo>of() : base.fragments()) {
            String[] ids = new String[(int) fragment.physicalRows()];
            try (TableScan scan = base.scan(ScanRequest.of(List.of("_id"))
                    .inFragments(List.of(fragment.id()))
                    .withRowAddresses())) {
                while (scan.next()) {
                    for (int row = 0; row < scan.rowCount(); row++) {
                        ids[(int) scan.rowAddress(row)] = String.valueOf(scan.value(0, row));
                    }
                }
            }
            try (FragmentWriter writer = store.tables.writeColumns(base, evolution)) {
                for (String id : ids) {
                    boolean numbered = id != null && id.matches("r\\d+");
                    writer.append(values.of(id == null ? "" : id, numbered ? Integer.parseInt(id.substring(1)) : 0));
                }
                staged.put(fragment.id(), writer.finish());
            }
        }
        return store.tables.evolve(base, evolution, staged, identity(), Durability.FULL);
    }

    private TablePin manyRowsWithDeletionsAndAnIndex() {
        TablePin filled = TablePin.CREATED;
        for (int part = 0; part < 3; part++) {
            List<@Nullable Object[]> many = new ArrayList<>();
            for (int i = 0; i < 3_000; i++) {
                int number = part * 3_000 + i;
                many.add(
                        new @Nullable Object[] {"r" + number, "n" + number, number % 3 == 0 ? null : WEEK, (long) number
                        });
            }
            try (TableVersion version = open(filled)) {
                filled = store.tables.commit(
                        version,
                        TableChange.adding(List.of(store.stage(version, many))),
                        identity(),
                        Durability.RELAXED);
            }
        }
        try (TableVersion version = open(filled)) {
            RoaringBitmap deleted = new RoaringBitmap();
            deleted.add(0L, 10L);
            deleted.add(2_990L, 3_000L);
            filled = store.tables.commit(
                    version,
                    new TableChange(List.of(), Map.of(version.fragments().get(1).id(), deleted), Set.of()),
                    identity(),
                    Durability.RELAXED);
        }
        try (TableVersion version = open(filled)) {
            List<Integer> two =
                    version.fragments().stream().map(FragmentInfo::id).limit(2).toList();
            return store.tables.index(version, List.of("_id"), two, identity(), Durability.RELAXED);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a.b", "tick`y", "sp ace", "quote'\"", "😀", "é", "1st", "select", "Name", "a\u0000b", "_", "-"})
    void anyNameTheUserMayGive_works(String name) {
        ColumnLayout odd = column(name.equals("_") ? "x_" : name, Scalar.STRING);
        TableId other = store.newTable();
        store.tables.create(other, layout(odd, column("name", Scalar.STRING)), Durability.RELAXED);
        try (TableVersion empty = store.tables.open(other, TablePin.CREATED)) {
            TablePin with = add(empty, "a", "odd", "plain");
            try (TableVersion version = store.tables.open(other, with)) {
                assertThat(version.layout()).isEqualTo(layout(odd, column("name", Scalar.STRING)));
                ScanRequest request = ScanRequest.of(List.of(odd.name()))
                        .where(new ScanFilter.Comparison(odd.name(), ScanFilter.Operator.EQ, "odd"))
                        .withRowAddresses();
                try (TableScan scan = version.scan(request)) {
                    assertThat(scan.next()).isTrue();
                    assertThat(scan.value(0, 0)).isEqualTo("odd");
                    try (TableScan taken = version.take(new long[] {scan.rowAddress(0)}, List.of(odd.name()))) {
                        assertThat(StoreFixture.drain(taken, 1)).containsExactly(List.of("odd"));
                    }
                }
                List<Integer> all =
                        version.fragments().stream().map(FragmentInfo::id).toList();
                TablePin indexed =
                        store.tables.index(version, List.of(odd.name()), all, identity(), Durability.RELAXED);
                try (TableVersion after = store.tables.open(other, indexed)) {
                    assertThat(after.indexedFragments(odd.name())).isEqualTo(Set.copyOf(all));
                    assertThat(rows(after, request)).containsExactly(List.of("odd"));
                }
            }
        }
    }

    private void refuse(TableLayout layout, String why) {
        assertThatThrownBy(() -> project(pin, layout))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    private TableVersion open(TablePin version) {
        return store.tables.open(table, version);
    }

    private TablePin project(TablePin base, TableLayout layout) {
        try (TableVersion version = open(base)) {
            return store.tables.project(version, layout, identity(), Durability.FULL);
        }
    }

    private TablePin add(TableVersion base, @Nullable Object... row) {
        return store.tables.commit(
                base,
                TableChange.adding(List.of(store.stage(base, List.<@Nullable Object[]>of(row)))),
                identity(),
                Durability.RELAXED);
    }

    private static List<@Nullable Object> listOf(@Nullable Object... values) {
        return Arrays.asList(values);
    }
}
