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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
