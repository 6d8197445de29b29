package dev.sennit.validate;

import dev.sennit.model.Rule;
import dev.sennit.schema.Cardinality;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.Property;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The rules over all rows as {@link SetValidator} documents them, with maps of everything. */
final class NaiveModel {
    private final TestDelta delta;
    private final Map<String, TreeSet<Long>> rejected = new LinkedHashMap<>();
    private final Map<String, Map<Long, Integer>> replacing = new HashMap<>();
    private final List<String> violations = new ArrayList<>();
    private final List<String> general = new ArrayList<>();

    private NaiveModel(TestDelta delta) {
        this.delta = delta;
        delta.schema.types().forEach(type -> rejected.put(type.name(), new TreeSet<>()));
    }

    static TestDelta.Outcome check(TestDelta delta) {
        NaiveModel model = new NaiveModel(delta);
        long before;
        do {
            before = model.rejections();
            model.round();
        } while (model.rejections() > before);
        TreeSet<String> replaced = new TreeSet<>();
        model.replacing.forEach((type, pairs) -> pairs.forEach((ordinal, address) -> {
            if (!model.isRejected(type, ordinal)) {
                replaced.add(type + " " + ordinal + " " + address);
            }
        }));
        List<String> all = new ArrayList<>(model.violations);
        all.addAll(model.general);
        all.sort(null);
        return new TestDelta.Outcome(model.rejected, replaced, all, !model.general.isEmpty());
    }

    private long rejections() {
        return rejected.values().stream().mapToLong(Set::size).sum();
    }

    private void round() {
        general.clear();
        replacing.clear();
        delta.schema.nodeTypes().forEach(this::keys);
        delta.schema.nodeTypes().forEach(this::uniques);
        endpoints();
        delta.schema.edgeTypes().forEach(this::keys);
        delta.schema.edgeTypes().forEach(this::uniques);
        delta.schema.edgeTypes().forEach(edge -> maximum(edge, true, edge.outgoing()));
        delta.schema.edgeTypes().forEach(edge -> maximum(edge, false, edge.incoming()));
        List<Runnable> rejections = new ArrayList<>();
        delta.schema.edgeTypes().forEach(edge -> {
            minimum(edge, true, edge.source(), edge.outgoing(), rejections);
            minimum(edge, false, edge.destination(), edge.incoming(), rejections);
        });
        rejections.forEach(Runnable::run);
    }

    private void keys(ElementType type) {
        Map<String, Long> first = new HashMap<>();
        List<TestRow> rows = delta.rows(type.name());
        for (long i = 0; i < rows.size(); i++) {
            TestRow row = rows.get((int) i);
            if (row.id() == null || row.rejectedBefore() || isRejected(type.name(), i)) {
                continue;
            }
            int inBase = baseIndex(type.name(), row.id());
            if (first.containsKey(row.id())) {
                reject(type, i, Rule.KEY, null);
            } else if (inBase >= 0 && delta.mode(type.name()) == DeltaMode.INSERT) {
                reject(type, i, Rule.KEY, null);
            } else if (inBase >= 0
                    && type instanceof EdgeType
                    && !sameEndpoints(row, delta.base(type.name()).get(inBase))) {
                reject(type, i, Rule.KEY_IMMUTABLE, null);
            } else {
                first.put(row.id(), i);
                if (inBase >= 0) {
                    replacing.computeIfAbsent(type.name(), t -> new HashMap<>()).put(i, inBase);
                }
            }
        }
    }

    private void uniques(ElementType type) {
        List<String> names = type.properties().stream().map(Property::name).toList();
        Set<Long> before = new HashSet<>(Objects.requireNonNull(rejected.get(type.name())));
        List<TestRow> staying = stayingBase(type.name());
        for (List<String> unique : type.uniques()) {
            Set<List<Object>> taken = new HashSet<>();
            for (TestRow row : staying) {
                List<Object> tuple = tuple(row, names, unique);
                if (tuple != null) {
                    taken.add(tuple);
                }
            }
            List<TestRow> rows = delta.rows(type.name());
            for (long i = 0; i < rows.size(); i++) {
                if (rows.get((int) i).rejectedBefore() || before.contains(i)) {
                    continue;
                }
                List<Object> tuple = tuple(rows.get((int) i), names, unique);
                if (tuple != null && !taken.add(tuple)) {
                    reject(type, i, Rule.UNIQUE, String.join(", ", unique));
                }
            }
        }
    }

    private void endpoints() {
        for (EdgeType edge : delta.schema.edgeTypes()) {
            List<TestRow> rows = delta.rows(edge.name());
            for (long i = 0; i < rows.size(); i++) {
                TestRow row = rows.get((int) i);
                if (!isRejected(edge.name(), i)) {
                    requireEndpoint(edge, i, edge.source(), row.source(), "_src");
                    requireEndpoint(edge, i, edge.destination(), row.destination(), "_dst");
                }
            }
            for (TestRow row : baseEdges(edge)) {
                if (!exists(edge.source(), row.source())) {
                    general.add(edge.name() + " -1 ENDPOINT _src");
                }
                if (!exists(edge.destination(), row.destination())) {
                    general.add(edge.name() + " -1 ENDPOINT _dst");
                }
            }
        }
    }

    private void requireEndpoint(EdgeType edge, long ordinal, String type, @Nullable String id, String side) {
        if (!exists(type, id)) {
            boolean wasRejected = false;
            List<TestRow> rows = delta.rows(type);
            for (long i = 0; i < rows.size(); i++) {
                TestRow row = rows.get((int) i);
                wasRejected |= Objects.equals(row.id(), id) && (row.rejectedBefore() || isRejected(type, i));
            }
            reject(edge, ordinal, wasRejected ? Rule.ENDPOINT_REJECTED : Rule.ENDPOINT, side);
        }
    }

    private void maximum(EdgeType edge, boolean source, Cardinality cardinality) {
        if (cardinality.maximum().isEmpty()) {
            return;
        }
        Map<String, Long> counts = baseCounts(edge, source);
        List<TestRow> rows = delta.rows(edge.name());
        for (long i = 0; i < rows.size(); i++) {
            if (!counts(edge, i)) {
                continue;
            }
            String node = end(rows.get((int) i), source);
            if (counts.getOrDefault(node, 0L) >= cardinality.maximum().getAsLong()) {
                reject(edge, i, Rule.CARDINALITY, source ? "_src" : "_dst");
            } else {
                counts.merge(node, 1L, Long::sum);
            }
        }
    }

    private void minimum(
            EdgeType edge, boolean source, String nodeType, Cardinality cardinality, List<Runnable> rejections) {
        if (cardinality.minimum() == 0) {
            return;
        }
        Map<String, Long> counts = baseCounts(edge, source);
        List<TestRow> edges = delta.rows(edge.name());
        for (long i = 0; i < edges.size(); i++) {
            if (counts(edge, i)) {
                counts.merge(end(edges.get((int) i), source), 1L, Long::sum);
            }
        }
        ElementType type = delta.schema.type(nodeType).orElseThrow();
        Set<String> accepted = new HashSet<>();
        List<TestRow> nodes = delta.rows(nodeType);
        for (int i = 0; i < nodes.size(); i++) {
            TestRow node = nodes.get(i);
            if (!node.rejectedBefore() && !isRejected(nodeType, i)) {
                String id = Objects.requireNonNull(node.id());
                accepted.add(id);
                if (counts.getOrDefault(id, 0L) < cardinality.minimum()) {
                    long ordinal = i;
                    rejections.add(() -> reject(type, ordinal, Rule.CARDINALITY, null));
                }
            }
        }
        for (TestRow node : delta.base(nodeType)) {
            String id = Objects.requireNonNull(node.id());
            if (!accepted.contains(id) && exists(nodeType, id) && counts.getOrDefault(id, 0L) < cardinality.minimum()) {
                general.add(nodeType + " -1 CARDINALITY null");
            }
        }
    }

    private Map<String, Long> baseCounts(EdgeType edge, boolean source) {
        Map<String, Long> counts = new HashMap<>();
        baseEdges(edge).forEach(row -> counts.merge(end(row, source), 1L, Long::sum));
        return counts;
    }

    private static String end(TestRow row, boolean source) {
        return Objects.requireNonNull(source ? row.source() : row.destination());
    }

    /** Base edges that are not deleted, replaced ones included. */
    private List<TestRow> baseEdges(EdgeType edge) {
        if (delta.mode(edge.name()) == DeltaMode.REPLACE) {
            return List.of();
        }
        return delta.base(edge.name()).stream()
                .filter(row -> !isDeleted(edge.name(), row.id()))
                .toList();
    }

    private boolean counts(EdgeType edge, long ordinal) {
        return !isRejected(edge.name(), ordinal)
                && !replacing.getOrDefault(edge.name(), Map.of()).containsKey(ordinal);
    }

    /** Base rows that are neither deleted nor replaced by an accepted row. */
    private List<TestRow> stayingBase(String type) {
        if (delta.mode(type) == DeltaMode.REPLACE) {
            return List.of();
        }
        Set<String> replaced = new HashSet<>();
        List<TestRow> rows = delta.rows(type);
        for (int i = 0; i < rows.size(); i++) {
            String id = rows.get(i).id();
            if (id != null && !rows.get(i).rejectedBefore() && !isRejected(type, i)) {
                replaced.add(id);
            }
        }
        return delta.base(type).stream()
                .filter(row -> !isDeleted(type, row.id()) && !replaced.contains(row.id()))
                .toList();
    }

    private boolean exists(String nodeType, @Nullable String id) {
        if (id != null && baseIndex(nodeType, id) >= 0) {
            return true;
        }
        List<TestRow> rows = delta.rows(nodeType);
        for (int i = 0; i < rows.size(); i++) {
            if (Objects.equals(rows.get(i).id(), id) && !rows.get(i).rejectedBefore() && !isRejected(nodeType, i)) {
                return true;
            }
        }
        return false;
    }

    /** The place of the base row of that id, unless the delta drops it. */
    private int baseIndex(String type, String id) {
        if (delta.mode(type) == DeltaMode.REPLACE || isDeleted(type, id)) {
            return -1;
        }
        List<TestRow> rows = delta.base(type);
        for (int i = 0; i < rows.size(); i++) {
            if (id.equals(rows.get(i).id())) {
                return i;
            }
        }
        return -1;
    }

    private boolean isDeleted(String type, @Nullable String id) {
        return delta.deletions(type).stream().anyMatch(row -> Objects.equals(row.id(), id));
    }

    private static boolean sameEndpoints(TestRow one, TestRow other) {
        return Objects.equals(one.source(), other.source()) && Objects.equals(one.destination(), other.destination());
    }

    @Nullable
    private static List<Object> tuple(TestRow row, List<String> names, List<String> unique) {
        List<Object> tuple = new ArrayList<>();
        for (String name : unique) {
            Object value = row.values().get(names.indexOf(name));
            if (value == null) {
                return null;
            }
            tuple.add(value instanceof Double number && number == 0 ? (Object) 0.0 : value);
        }
        return tuple;
    }

    private boolean isRejected(String type, long ordinal) {
        return Objects.requireNonNull(rejected.get(type)).contains(ordinal);
    }

    private void reject(ElementType type, long ordinal, Rule rule, @Nullable String property) {
        Objects.requireNonNull(rejected.get(type.name())).add(ordinal);
        violations.add(type.name() + " " + ordinal + " " + rule + " " + property);
    }
}
