package dev.sennit.store;

import static dev.sennit.store.StoreFixture.column;
import static dev.sennit.store.StoreFixture.identity;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Durability;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.TableId;
import dev.sennit.model.Ulid;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.RoaringBitmap;

/**
 * Grows a tree of versions by random changes of random parents, all read through one session, and compares every version
 * with a model: at once, again at random later, and all of them after a reopening.
 */
class VersionTreeFuzzTest {
    private static final int STEPS = 70;

    @TempDir
    Path directory;

    private Random random = new Random();
    private TableId table = new TableId(new Ulid(0, 0));
    private final List<Node> nodes = new ArrayList<>();
    private int nextId;
    private int nextColumn;

    /** A version and what it holds: rows by id, values by property. */
    private record Node(TablePin pin, TableLayout layout, Map<String, Map<String, Object>> rows) {}

    @ParameterizedTest
    @ValueSource(longs = {101, 202, 303})
    void everyVersionOfTheTree_staysWhatItWas(long seed) {
        random = new Random(seed);
        try (StoreFixture store = new StoreFixture(directory, seed)) {
            table = store.newTable();
            TableLayout layout = StoreFixture.layout(column("n", Scalar.INT64), column("t", Scalar.STRING));
            store.tables.create(table, layout, Durability.RELAXED);
            nodes.add(new Node(TablePin.CREATED, layout, Map.of()));
            for (int step = 0; step < STEPS; step++) {
                Node parent = nodes.get(random.nextInt(nodes.size()));
                Node child = grow(store, parent);
                nodes.add(child);
                verify(store, child, "seed " + seed + ", step " + step);
                verify(store, nodes.get(random.nextInt(nodes.size())), "seed " + seed + ", again at step " + step);
            }
        }
        Collections.shuffle(nodes, random);
        try (StoreFixture reopened = new StoreFixture(directory, seed)) {
            for (Node node : nodes) {
                verify(reopened, node, "seed " + seed + ", reopened");
            }
        }
    }

    private Node grow(StoreFixture store, Node parent) {
        try (TableVersion base = store.tables.open(table, parent.pin())) {
            List<Integer> fragments =
                    base.fragments().stream().map(FragmentInfo::id).toList();
            return switch (fragments.isEmpty() ? 0 : random.nextInt(7)) {
                case 0, 1, 2 -> change(store, base, parent);
                case 3 -> index(store, base, parent, fragments);
                case 4 -> project(store, base, parent);
                case 5 -> evolve(store, base, parent);
                default -> fold(store, base, parent, fragments);
            };
        }
    }

    /** Deletes and updates some rows and adds some. */
    private Node change(StoreFixture store, TableVersion base, Node parent) {
        Map<String, Map<String, Object>> rows = new TreeMap<>(parent.rows());
        Map<String, Long> addresses = addresses(base);
        Map<Integer, RoaringBitmap> deleted = new HashMap<>();
        List<String> written = new ArrayList<>();
        for (String id : parent.rows().keySet()) {
            int choice = random.nextInt(6);
            if (choice > 1) {
                continue;
            }
            long address = Objects.requireNonNull(addresses.get(id));
            deleted.computeIfAbsent((int) (address >>> 32), fragment -> new RoaringBitmap())
                    .add((int) address);
            rows.remove(id);
            if (choice == 1) {
                written.add(id);
            }
        }
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            written.add("r" + nextId++);
        }
        written.forEach(id -> rows.put(id, values(parent.layout())));
        List<StagedFragment> added = List.of(stage(store, base, parent.layout(), written, rows));
        TablePin pin =
                store.tables.commit(base, new TableChange(added, deleted, Set.of()), identity(), Durability.RELAXED);
        return new Node(pin, parent.layout(), rows);
    }

    /** Rewrites all rows of some fragments into one. */
    private Node fold(StoreFixture store, TableVersion base, Node parent, List<Integer> fragments) {
        Set<Integer> folded = new HashSet<>(fragments.subList(0, random.nextInt(1, fragments.size() + 1)));
        List<String> ids = new ArrayList<>();
        addresses(base).forEach((id, address) -> {
            if (folded.contains((int) (address >>> 32))) {
                ids.add(id);
            }
        });
        List<StagedFragment> added = List.of(stage(store, base, parent.layout(), ids, parent.rows()));
        TablePin pin =
                store.tables.commit(base, new TableChange(added, Map.of(), folded), identity(), Durability.RELAXED);
        return new Node(pin, parent.layout(), parent.rows());
    }

    private Node index(StoreFixture store, TableVersion base, Node parent, List<Integer> fragments) {
        String name = random.nextBoolean()
                ? "_id"
                : parent.layout().columns().getLast().name();
        Set<Integer> uncovered = new HashSet<>(fragments);
        uncovered.removeAll(base.indexedFragments(name));
        boolean all = uncovered.isEmpty() || random.nextBoolean();
        TablePin pin = store.tables.index(
                base, List.of(name), all ? fragments : List.copyOf(uncovered), identity(), Durability.RELAXED);
        return new Node(pin, parent.layout(), parent.rows());
    }

    /** Adds a column, and drops or renames another. */
    private Node project(StoreFixture store, TableVersion base, Node parent) {
        List<ColumnLayout> columns = new ArrayList<>(
                parent.layout().columns().subList(1, parent.layout().columns().size()));
        columns.add(column("c" + nextColumn++, random.nextBoolean() ? Scalar.INT64 : Scalar.STRING));
        Map<String, Map<String, Object>> rows = new TreeMap<>();
        parent.rows().forEach((id, values) -> rows.put(id, new HashMap<>(values)));
        int chosen = random.nextInt(columns.size() - 1);
        ColumnLayout old = columns.get(chosen);
        if (columns.size() > 3) {
            columns.remove(chosen);
            rows.values().forEach(values -> values.remove(property(old)));
        } else {
            columns.set(chosen, new ColumnLayout("renamed" + nextColumn++, old.type(), true, old.property()));
        }
        Collections.shuffle(columns, random);
        TableLayout layout = StoreFixture.layout(columns.toArray(ColumnLayout[]::new));
        TablePin pin = store.tables.project(base, layout, identity(), Durability.RELAXED);
        return new Node(pin, layout, rows);
    }

    /** Gives a column another type and all rows other values of it. */
    private Node evolve(StoreFixture store, TableVersion base, Node parent) {
        List<ColumnLayout> columns = new ArrayList<>(
                parent.layout().columns().subList(1, parent.layout().columns().size()));
        int chosen = random.nextInt(columns.size());
        ColumnLayout old = columns.get(chosen);
        ColumnLayout other = new ColumnLayout(
                old.name(), old.type() == Scalar.INT64 ? Scalar.STRING : Scalar.INT64, true, old.property());
        columns.set(chosen, other);
        TableLayout layout = StoreFixture.layout(columns.toArray(ColumnLayout[]::new));
        Map<String, Map<String, Object>> rows = new TreeMap<>();
        parent.rows().forEach((id, values) -> {
            Map<String, Object> changed = new HashMap<>(values);
            changed.remove(property(other));
            Object value = values(StoreFixture.layout(other)).get(property(other));
            if (value != null) {
                changed.put(property(other), value);
            }
            rows.put(id, changed);
        });
        Map<Long, String> ids = new HashMap<>();
        addresses(base).forEach((id, address) -> ids.put(address, id));
        TableEvolution evolution = store.tables.evolution(base, layout, Set.of(other.name()));
        Map<Integer, StagedFragment> staged = new HashMap<>();
        for (FragmentInfo fragment : base.fragments()) {
            try (FragmentWriter writer = store.tables.writeColumns(base, evolution)) {
                for (long offset = 0; offset < fragment.physicalRows(); offset++) {
                    String id = ids.get((long) fragment.id() << 32 | offset);
                    writer.append(new @Nullable Object[] {
                        id == null ? null : Objects.requireNonNull(rows.get(id)).get(property(other))
                    });
                }
                staged.put(fragment.id(), writer.finish());
            }
        }
        TablePin pin = store.tables.evolve(base, evolution, staged, identity(), Durability.RELAXED);
        return new Node(pin, layout, rows);
    }

    private StagedFragment stage(
            StoreFixture store,
            TableVersion base,
            TableLayout layout,
            List<String> ids,
            Map<String, Map<String, Object>> rows) {
        List<@Nullable Object[]> arrays = new ArrayList<>();
        ids.forEach(id -> arrays.add(array(layout, id, Objects.requireNonNull(rows.get(id)))));
        return store.stage(base, arrays);
    }

    private static @Nullable Object[] array(TableLayout layout, String id, Map<String, Object> values) {
        return layout.columns().stream()
                .map(column -> column.name().equals("_id") ? id : values.get(property(column)))
                .toArray();
    }

    private Map<String, Object> values(TableLayout layout) {
        Map<String, Object> values = new HashMap<>();
        for (ColumnLayout column : layout.columns()) {
            if (column.property().isPresent() && random.nextInt(4) > 0) {
                long number = random.nextLong(5);
                values.put(property(column), column.type() == Scalar.INT64 ? (Object) number : "text" + number);
            }
        }
        return values;
    }

    private static String property(ColumnLayout column) {
        return column.property().orElseThrow().toString();
    }

    private static Map<String, Long> addresses(TableVersion version) {
        Map<String, Long> addresses = new TreeMap<>();
        try (TableScan scan = version.scan(ScanRequest.of(List.of("_id")).withRowAddresses())) {
            while (scan.next()) {
                for (int row = 0; row < scan.rowCount(); row++) {
                    addresses.put(String.valueOf(scan.value(0, row)), scan.rowAddress(row));
                }
            }
        }
        return addresses;
    }

    private void verify(StoreFixture store, Node node, String when) {
        try (TableVersion version = store.tables.open(table, node.pin())) {
            assertThat(version.layout()).as(when).isEqualTo(node.layout());
            List<List<@Nullable Object>> expected = new ArrayList<>();
            node.rows().forEach((id, values) -> expected.add(Arrays.asList(array(node.layout(), id, values))));
            assertThat(StoreFixture.rows(version)).as(when).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(version.rowCount()).as(when).isEqualTo(expected.size());
            verifyLookups(version, node, when);
        }
    }

    private void verifyLookups(TableVersion version, Node node, String when) {
        ColumnLayout column = node.layout().columns().getLast();
        boolean byId = column.property().isEmpty() || random.nextBoolean();
        Object literal = byId
                ? "r" + random.nextInt(nextId + 1)
                : column.type() == Scalar.INT64 ? (Object) random.nextLong(5) : "text" + random.nextInt(5);
        ScanFilter filter = new ScanFilter.Comparison(byId ? "_id" : column.name(), ScanFilter.Operator.EQ, literal);
        long matching = node.rows().entrySet().stream()
                .filter(row ->
                        literal.equals(byId ? row.getKey() : row.getValue().get(property(column))))
                .count();
        assertThat(version.count(Optional.of(filter)))
                .as("%s: %s", when, filter)
                .isEqualTo(matching);
        Map<String, Long> addresses = addresses(version);
        if (!addresses.isEmpty()) {
            List<String> ids = new ArrayList<>(addresses.keySet());
            Collections.shuffle(ids, random);
            long[] wanted = ids.stream().mapToLong(addresses::get).toArray();
            try (TableScan taken = version.take(wanted, List.of("_id"))) {
                List<String> found = StoreFixture.drain(taken, 1).stream()
                        .map(row -> String.valueOf(row.getFirst()))
                        .toList();
                assertThat(found).as(when).isEqualTo(ids);
            }
        }
    }
}
