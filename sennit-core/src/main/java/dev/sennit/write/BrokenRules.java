package dev.sennit.write;

import dev.sennit.merge.ConflictList;
import dev.sennit.merge.SameValue;
import dev.sennit.merge.ThreeWayRow;
import dev.sennit.model.EdgeId;
import dev.sennit.model.ElementId;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeSide;
import dev.sennit.model.NodeId;
import dev.sennit.model.Rule;
import dev.sennit.model.Violation;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.store.TableLayout;
import dev.sennit.validate.BaseState;
import dev.sennit.validate.ViolationSink;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules that the result of a merge would break, as conflicts. All elements that break a rule together are taken from
 * the side that wins, so that what they are was valid together before. Not thread-safe.
 */
final class BrokenRules implements ViolationSink {
    /** Of so many conflicts over a UNIQUE the other holders of the value are looked up, which may cost a scan each. */
    private static final int MAX_EXPLAINED = 100;

    private final GraphSchema schema;
    private final Map<String, TypeMerge> merges;
    private final ConflictList conflicts;
    private final List<Broken> all = new ArrayList<>();
    private final List<MergeConflict> met = new ArrayList<>();
    private int explained;

    private record Broken(String type, long ordinal, Violation violation) {}

    /** A conflict, and the broken rules that it stands for. */
    private record Found(MergeConflict conflict, List<Broken> broken) {}

    BrokenRules(GraphSchema schema, Map<String, TypeMerge> merges, ConflictList conflicts) {
        this.schema = schema;
        this.merges = merges;
        this.conflicts = conflicts;
    }

    @Override
    public void accept(String type, long ordinal, Violation violation) {
        ConflictList.requireFew(all.size());
        all.add(new Broken(type, ordinal, violation));
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /**
     * Meets each conflict that does not follow from one that is open, and has the elements involved taken from the side that wins it.
     *
     * @param merge the merge of a type, if both sides have the type
     * @return whether anything was decided that was not before
     */
    boolean resolve(Function<ElementType, Optional<TypeMerge>> merge, BaseState ours, BaseState theirs) {
        // What resolutions say is known before a strategy decides about the same elements.
        List<Found> found = found(ours, theirs);
        boolean byResolutions = conflicts.hasResolutions() && resolve(found, merge, ours, theirs, true);
        boolean byStrategy = resolve(found, merge, ours, theirs, false);
        return byResolutions || byStrategy;
    }

    private boolean resolve(
            List<Found> found,
            Function<ElementType, Optional<TypeMerge>> merge,
            BaseState ours,
            BaseState theirs,
            boolean explicit) {
        boolean decided = false;
        for (Found each : found) {
            MergeConflict conflict = each.conflict();
            if (conflicts.isExplicit(conflict) != explicit) {
                continue;
            }
            if (conflicts.hasOpenElements() && isOpen(each, ours, theirs)) {
                conflicts.postpone(); // a consequence of what is open
                continue;
            }
            met.add(conflict);
            if (conflicts.meet(conflict).isPresent()) {
                decided |= take(conflict, involved(each, ours, theirs), merge);
            }
        }
        return decided;
    }

    /** Whether it hinges on what is open; of a rule about one value, on what that is to be. */
    private boolean isOpen(Found found, BaseState ours, BaseState theirs) {
        return found.conflict() instanceof MergeConflict.Value value && value.rule() != Rule.KEY
                ? conflicts.isOpen(value.element(), value.property())
                : conflicts.isOpen(involved(found, ours, theirs));
    }

    /** The conflicts: what is wrong with an element in several ways of one kind is one. */
    private List<Found> found(BaseState ours, BaseState theirs) {
        Map<String, Found> found = new LinkedHashMap<>();
        for (Broken broken : all) {
            ElementType type = schema.type(broken.type()).orElseThrow();
            ThreeWayRow row = row(broken);
            MergeConflict conflict = conflict(type, id(broken, row), row, broken.violation(), ours, theirs);
            found.merge(
                    conflict.id(),
                    new Found(conflict, List.of(broken)),
                    (one, more) -> new Found(
                            both(one.conflict(), more.conflict()),
                            Stream.concat(one.broken().stream(), more.broken().stream())
                                    .toList()));
        }
        return List.copyOf(found.values());
    }

    /** One conflict for two of the same kind, element and property. */
    private static MergeConflict both(MergeConflict one, MergeConflict more) {
        if (one instanceof MergeConflict.OrphanEdge edge && more instanceof MergeConflict.OrphanEdge other) {
            return new MergeConflict.OrphanEdge(
                    edge.edge(),
                    Stream.concat(edge.nodes().stream(), other.nodes().stream())
                            .distinct()
                            .toList());
        }
        if (one instanceof MergeConflict.Cardinality edges) {
            return new MergeConflict.Cardinality(edges.element(), edges.message() + "; " + more.message());
        }
        if (one instanceof MergeConflict.Value value) {
            return new MergeConflict.Value(
                    value.element(), value.property(), value.rule(), value.message() + "; " + more.message());
        }
        return one; // a UNIQUE names all that hold the value
    }

    private @Nullable ThreeWayRow row(Broken broken) {
        ElementType type = schema.type(broken.type()).orElseThrow();
        return broken.ordinal() == NO_ROW ? null : merges(type).element(broken.ordinal());
    }

    private static String id(Broken broken, @Nullable ThreeWayRow row) {
        return row == null ? Objects.requireNonNull(broken.violation().key()) : row.id();
    }

    private Set<ElementId> involved(Found found, BaseState ours, BaseState theirs) {
        Set<ElementId> involved = new LinkedHashSet<>();
        for (Broken broken : found.broken()) {
            ElementType type = schema.type(broken.type()).orElseThrow();
            ThreeWayRow row = row(broken);
            involved.addAll(involved(found.conflict(), type, id(broken, row), row, broken.violation(), ours, theirs));
        }
        return involved;
    }

    /** Has the elements of a conflict taken from the side that wins it; false if nothing is new in that. */
    private boolean take(
            MergeConflict conflict, Set<ElementId> involved, Function<ElementType, Optional<TypeMerge>> merge) {
        List<ElementId> mergeable = involved.stream()
                .filter(element -> mergeOf(element, merge).isPresent())
                .toList();
        Optional<MergeSide> side = conflicts.meetOfWhole(conflict, mergeable);
        boolean decided = false;
        if (side.isPresent()) {
            for (ElementId element : mergeable) {
                decided |= mergeOf(element, merge).orElseThrow().override(element.id(), side.get());
            }
        }
        return decided;
    }

    private Optional<TypeMerge> mergeOf(ElementId element, Function<ElementType, Optional<TypeMerge>> merge) {
        return merge.apply(schema.type(element.type()).orElseThrow());
    }

    /** Says that what was to resolve these conflicts did not. */
    void leaveOpen(ConflictList list) {
        met.forEach(list::reopen);
    }

    private TypeMerge merges(ElementType type) {
        return Objects.requireNonNull(merges.get(type.name()), type.name());
    }

    private MergeConflict conflict(
            ElementType type,
            String id,
            @Nullable ThreeWayRow row,
            Violation violation,
            BaseState ours,
            BaseState theirs) {
        ElementId element = name(type, id);
        String property = Objects.requireNonNullElse(violation.property(), "");
        String value = Objects.requireNonNullElse(violation.value(), "");
        return switch (violation.rule()) {
            case ENDPOINT, ENDPOINT_REJECTED ->
                new MergeConflict.OrphanEdge(element, List.of(node(type, row, violation)));
            case UNIQUE -> {
                Set<ElementId> others = new LinkedHashSet<>();
                if (row != null && explained < MAX_EXPLAINED) {
                    explained++;
                    addHolders(others, type, row, property, ours);
                    addHolders(others, type, row, property, theirs);
                    others.remove(element);
                }
                yield new MergeConflict.Unique(
                        element,
                        property,
                        value,
                        others.stream()
                                .sorted(Comparator.comparing(ElementId::toString))
                                .toList(),
                        violation.message());
            }
            case CARDINALITY -> new MergeConflict.Cardinality(element, violation.message());
            default ->
                new MergeConflict.Value(
                        element, property, violation.rule(), naming(element, property, violation.message()));
        };
    }

    /** The message of a rule about a property names the type; that of a conflict names the element. */
    private static String naming(ElementId element, String property, String message) {
        String ofType = element.type() + "." + property;
        return message.startsWith(ofType) ? property + " of " + element + message.substring(ofType.length()) : message;
    }

    private Set<ElementId> involved(
            MergeConflict conflict,
            ElementType type,
            String id,
            @Nullable ThreeWayRow row,
            Violation violation,
            BaseState ours,
            BaseState theirs) {
        Set<ElementId> involved = new LinkedHashSet<>();
        switch (conflict) {
            case MergeConflict.OrphanEdge orphan -> {
                involved.add(orphan.edge());
                involved.addAll(orphan.nodes());
            }
            case MergeConflict.Unique unique -> {
                involved.add(unique.element());
                if (row != null) {
                    addHolders(involved, type, row, unique.property(), ours);
                    addHolders(involved, type, row, unique.property(), theirs);
                }
            }
            case MergeConflict.Cardinality cardinality -> {
                involved.add(cardinality.element());
                switch (type) {
                    case EdgeType edge -> {
                        boolean source = TableLayout.SOURCE.equals(violation.property());
                        String node = end(type, row, violation);
                        addEdges(involved, edge, source, node, ours);
                        addEdges(involved, edge, source, node, theirs);
                    }
                    case NodeType node -> addEdgesOf(involved, node, id, ours, theirs);
                }
            }
            default -> involved.add(name(type, id));
        }
        return involved;
    }

    /** The elements of a state that hold the values that have to be unique. */
    private void addHolders(
            Set<ElementId> involved, ElementType type, ThreeWayRow row, String properties, BaseState state) {
        @Nullable Object @Nullable [] result = merges(type).result(row);
        if (result == null) {
            return;
        }
        List<String> declared =
                type.properties().stream().map(property -> property.name()).toList();
        int system = result.length - declared.size();
        for (List<String> unique : type.uniques()) {
            if (!String.join(", ", unique).equals(properties)) {
                continue;
            }
            List<Object> tuple = new ArrayList<>();
            unique.forEach(name -> tuple.add(Objects.requireNonNull(result[system + declared.indexOf(name)])));
            state.findByValues(type, unique, List.of(tuple), (address, id, source, destination, values) -> {
                for (int i = 0; i < values.length; i++) {
                    if (!SameValue.test(tuple.get(i), values[i])) {
                        return;
                    }
                }
                involved.add(name(type, id));
            });
        }
    }

    /** The edges at a node that has too few of them, of every type that asks for some. */
    private void addEdgesOf(Set<ElementId> involved, NodeType node, String id, BaseState ours, BaseState theirs) {
        for (EdgeType edge : schema.edgeTypes()) {
            if (edge.source().equals(node.name()) && edge.outgoing().minimum() > 0) {
                addEdges(involved, edge, true, id, ours);
                addEdges(involved, edge, true, id, theirs);
            }
            if (edge.destination().equals(node.name()) && edge.incoming().minimum() > 0) {
                addEdges(involved, edge, false, id, ours);
                addEdges(involved, edge, false, id, theirs);
            }
        }
    }

    private static void addEdges(
            Set<ElementId> involved, EdgeType type, boolean bySource, String node, BaseState state) {
        state.findEdges(type, bySource, List.of(node), (address, id, source, destination, values) -> {
            if (node.equals(bySource ? source : destination)) {
                involved.add(name(type, id));
            }
        });
    }

    /** The node an edge lacks. */
    private ElementId node(ElementType type, @Nullable ThreeWayRow row, Violation violation) {
        if (!(type instanceof EdgeType edge)) {
            throw new IllegalStateException(type.name() + " has no endpoints: " + violation.message());
        }
        boolean source = TableLayout.SOURCE.equals(violation.property());
        return new NodeId(source ? edge.source() : edge.destination(), end(type, row, violation));
    }

    private String end(ElementType type, @Nullable ThreeWayRow row, Violation violation) {
        if (row == null) {
            return Objects.requireNonNull(violation.value());
        }
        @Nullable Object @Nullable [] values = merges(type).result(row);
        if (values == null) {
            // What was decided a moment ago of another rule it breaks has taken it away already.
            values = row.theirs() != null ? row.theirs() : row.ours();
        }
        int place = TableLayout.SOURCE.equals(violation.property()) ? 1 : 2;
        if (values == null || !(values[place] instanceof String end)) {
            throw new IllegalStateException("an edge without ends: " + violation.message());
        }
        return end;
    }

    private static ElementId name(ElementType type, String id) {
        return type instanceof EdgeType ? new EdgeId(type.name(), id) : new NodeId(type.name(), id);
    }
}
