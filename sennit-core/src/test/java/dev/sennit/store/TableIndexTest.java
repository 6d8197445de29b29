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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

class TableIndexTest {
    @TempDir
    Path directory;

    private StoreFixture store;
    private TableId table;
    private TablePin pin = TablePin.CREATED;

    @BeforeEach
    void createTable() {
        store = new StoreFixture(directory, 31);
        table = store.newTable();
        store.tables.create(
                table,
                layout(column("n", Scalar.INT64), column("d", new PropertyType.Decimal(4, 1))),
                Durability.RELAXED);
    }

    @AfterEach
    void closeWithoutLeaks() {
        store.close();
    }

    @Test
    void rowsOfFragmentsWithoutASegment_areFoundToo() {
        add("a", 1L);
        index(fragments());
        add("b", 1L);
        assertThat(covered()).hasSize(1);

        assertThat(find(1L)).containsExactlyInAnyOrder("a", "b");
        index(uncovered());
        assertThat(covered()).isEqualTo(Set.copyOf(fragments()));
        assertThat(find(1L)).containsExactlyInAnyOrder("a", "b");
        assertThat(find(2L)).isEmpty();
    }

    @Test
    void deletedRowsAndRemovedFragments_areNotFound() {
        add("a", 1L, "b", 1L);
        add("c", 1L);
        index(fragments());
        List<Integer> both = fragments();
        try (TableVersion version = open()) {
            int larger = version.fragments().stream()
                    .filter(fragment -> fragment.rowCount() == 2)
                    .findFirst()
                    .orElseThrow()
                    .id();
            Set<Integer> other = new HashSet<>(both);
            other.remove(larger);
            pin = store.tables.commit(
                    version,
                    new TableChange(List.of(), Map.of(larger, RoaringBitmap.bitmapOf(0)), other),
                    identity(),
                    Durability.FULL);
        }

        assertThat(find(1L)).containsExactly("b");
        assertThat(covered()).hasSize(1);
    }

    @Test
    void anUpdatedRow_isFoundByItsNewValueOnly() {
        add("a", 1L, "b", 1L);
        index(fragments());
        try (TableVersion version = open()) {
            StagedFragment updated = store.stage(version, rows("a", 2L));
            pin = store.tables.commit(
                    version,
                    new TableChange(
                            List.of(updated), Map.of(fragments().getFirst(), RoaringBitmap.bitmapOf(0)), Set.of()),
                    identity(),
                    Durability.FULL);
        }

        assertThat(find(1L)).containsExactly("b");
        assertThat(find(2L)).containsExactly("a");
    }

    @Test
    void aSegmentTakesThePlaceOfAllItCovers() {
        add("a", 1L);
        index(fragments());
        add("b", 2L);
        index(uncovered());
        try (TableVersion version = open()) {
            assertThat(((LanceTableVersion) version).indexes())
                    .as("two segments of two columns")
                    .hasSize(4);
        }

        index(fragments());

        try (TableVersion version = open()) {
            assertThat(((LanceTableVersion) version).indexes())
                    .as("one segment of two columns")
                    .hasSize(2);
        }
        assertThat(covered()).isEqualTo(Set.copyOf(fragments()));
        assertThat(find(2L)).containsExactly("b");
    }

    @Test
    void segmentsWhoseFragmentsAreAllGone_areDroppedWithTheNextOne() {
        add("a", 1L);
        index(fragments());
        try (TableVersion version = open()) {
            pin = store.tables.commit(
                    version,
                    new TableChange(List.of(store.stage(version, rows("z", 9L))), Map.of(), Set.copyOf(fragments())),
                    identity(),
                    Durability.RELAXED);
        }

        index(fragments());

        try (TableVersion version = open()) {
            assertThat(((LanceTableVersion) version).indexes())
                    .as("one segment of two columns")
                    .hasSize(2);
            assertThat(version.files()).anyMatch(file -> file.path().startsWith("_indices/"));
        }
    }

    @Test
    void anIndexOnOneVersion_isNotOnItsSiblings() {
        add("a", 1L);
        TablePin base = pin;
        index(fragments());

        try (TableVersion version = store.tables.open(table, base)) {
            assertThat(version.indexedFragments("n")).isEmpty();
        }
    }

    @Test
    void whatCannotBeIndexed_isRefused() {
        add("a", 1L);
        try (TableVersion version = open()) {
            List<Integer> all = fragments();
            refuse(() -> build(version, List.of("d"), all), "DECIMAL");
            refuse(() -> build(version, List.of("n"), List.of()), "nothing to index");
            refuse(() -> build(version, List.of(), all), "nothing to index");
            refuse(() -> build(version, List.of("n"), List.of(all.getFirst() + 1)), "not distinct fragments");
            refuse(() -> build(version, List.of("nope"), all), "no column");
        }
        add("b", 1L);
        index(fragments());
        try (TableVersion version = open()) {
            refuse(() -> build(version, List.of("n"), fragments().subList(0, 1)), "only some of them");
        }
    }

    private static void refuse(Runnable build, String why) {
        assertThatThrownBy(build::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    private TablePin build(TableVersion version, List<String> columns, List<Integer> fragments) {
        return store.tables.index(version, columns, fragments, identity(), Durability.FULL);
    }

    private void index(List<Integer> fragments) {
        try (TableVersion version = open()) {
            pin = store.tables.index(version, List.of("n", "_id"), fragments, identity(), Durability.FULL);
        }
    }

    private void add(Object... idsAndNumbers) {
        try (TableVersion version = open()) {
            pin = store.tables.commit(
                    version,
                    TableChange.adding(List.of(store.stage(version, rows(idsAndNumbers)))),
                    identity(),
                    Durability.RELAXED);
        }
    }

    private static List<@Nullable Object[]> rows(Object... idsAndNumbers) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < idsAndNumbers.length; i += 2) {
            rows.add(new @Nullable Object[] {idsAndNumbers[i], idsAndNumbers[i + 1], null});
        }
        return rows;
    }

    private TableVersion open() {
        return store.tables.open(table, pin);
    }

    private List<Integer> fragments() {
        try (TableVersion version = open()) {
            return version.fragments().stream().map(FragmentInfo::id).toList();
        }
    }

    private Set<Integer> covered() {
        try (TableVersion version = open()) {
            return version.indexedFragments("n");
        }
    }

    private List<Integer> uncovered() {
        Set<Integer> uncovered = new HashSet<>(fragments());
        uncovered.removeAll(covered());
        return List.copyOf(uncovered);
    }

    private List<@Nullable Object> find(long n) {
        List<@Nullable Object> ids = new ArrayList<>();
        try (TableVersion version = open()) {
            ScanFilter filter = new ScanFilter.Comparison("n", ScanFilter.Operator.EQ, n);
            StoreFixture.rows(version, ScanRequest.of(List.of("_id")).where(filter))
                    .forEach(row -> ids.add(row.getFirst()));
        }
        return ids;
    }
}
