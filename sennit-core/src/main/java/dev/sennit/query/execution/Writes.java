package dev.sennit.query.execution;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.UnsupportedException;
import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.Variable;
import dev.sennit.query.plan.FreeVariables;
import dev.sennit.query.plan.Operator;
import dev.sennit.query.value.Blame;
import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.NodeRef;
import dev.sennit.query.value.PathRef;
import dev.sennit.schema.NodeType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The clauses that write, as changes of all their rows at once. */
final class Writes {
    private final ExpressionCompiler expressions;
    private final ElementWriter writer;

    Writes(ExpressionCompiler expressions, ElementWriter writer) {
        this.expressions = expressions;
        this.writer = writer;
    }

    /** What is done to one row. */
    interface RowChange extends BiConsumer<@Nullable Object[], ElementPool> {}

    EagerRows.Change create(BoundQuery.Create create) {
        return forEach(creation(create));
    }

    private static EagerRows.Change forEach(RowChange change) {
        return (rows, pool) -> {
            rows.forEach(row -> change.accept(row, pool));
            return rows;
        };
    }

    /** What a CREATE reads of the graph is as it was before: all its properties are known before anything is created. */
    private RowChange creation(BoundQuery.Create create) {
        Set<Variable> created = new LinkedHashSet<>();
        create.nodes().forEach(node -> created.add(node.variable()));
        create.edges().forEach(edge -> created.add(edge.variable()));
        List<Creation> creations = new ArrayList<>();
        for (BoundQuery.NewNode node : create.nodes()) {
            int slot = node.variable().id();
            creations.add(new Creation(
                    properties(node.properties()),
                    isOf(created, node.properties()),
                    (row, pool, properties) -> row[slot] = pool.created(writer.create(node.type(), properties))));
        }
        for (BoundQuery.NewEdge edge : create.edges()) {
            Blame blame = expressions.blame(edge.place());
            int slot = edge.variable().id();
            int from = edge.from().id();
            int to = edge.to().id();
            creations.add(new Creation(
                    properties(edge.properties()),
                    isOf(created, edge.properties()),
                    (row, pool, properties) -> row[slot] =
                            pool.created(writer.create(edge.types(), row[from], row[to], properties, blame))));
        }
        List<RowChange> paths = new ArrayList<>();
        for (BoundQuery.Binding path : create.paths()) {
            Evaluator evaluator = expressions.compile(path.expression());
            int slot = path.variable().id();
            paths.add((row, pool) -> row[slot] = evaluator.evaluate(row));
        }
        return (row, pool) -> {
            List<Map<String, @Nullable Object>> known = new ArrayList<>();
            for (Creation creation : creations) {
                known.add(creation.late ? Map.of() : creation.properties.of(row));
            }
            for (int i = 0; i < creations.size(); i++) {
                Creation creation = creations.get(i);
                creation.create.accept(row, pool, creation.late ? creation.properties.of(row) : known.get(i));
            }
            paths.forEach(path -> path.accept(row, pool));
        };
    }

    /** Whether properties are read of what the same CREATE creates, so that they are known only then. */
    private static boolean isOf(Set<Variable> created, Optional<BoundExpression> properties) {
        return properties
                .map(FreeVariables::of)
                .filter(free -> !Collections.disjoint(free, created))
                .isPresent();
    }

    /**
     * One element of a CREATE.
     *
     * @param late whether its properties are known only when other elements of the CREATE exist
     */
    private record Creation(PropertyMap properties, boolean late, ElementCreation create) {}

    private interface ElementCreation {
        void accept(@Nullable Object[] row, ElementPool pool, Map<String, @Nullable Object> properties);
    }

    /** The properties a map expression gives to what is created: those that are null are absent. */
    @FunctionalInterface
    private interface PropertyMap {
        Map<String, @Nullable Object> of(@Nullable Object[] row);
    }

    private PropertyMap properties(Optional<BoundExpression> map) {
        if (map.isEmpty()) {
            return row -> Map.of();
        }
        Evaluator evaluator = expressions.compile(map.get());
        Blame blame = expressions.blame(map.get().place());
        return row -> {
            Map<String, @Nullable Object> properties = map(evaluator.evaluate(row), blame);
            properties.values().removeIf(value -> value == null);
            return properties;
        };
    }

    private static Map<String, @Nullable Object> map(@Nullable Object value, Blame blame) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        switch (value) {
            case null -> {}
            case Map<?, ?> entries -> entries.forEach((k, v) -> map.put((String) k, v));
            default -> throw blame.error(ErrorCode.TYPE_MISMATCH, ErrorText.of("properties need a MAP"));
        }
        return map;
    }

    EagerRows.Change assign(List<BoundQuery.Assignment> assignments) {
        return forEach(assignment(assignments));
    }

    private RowChange assignment(List<BoundQuery.Assignment> assignments) {
        List<RowChange> changes = assignments.stream().map(this::assignment).toList();
        return (row, pool) -> changes.forEach(c -> c.accept(row, pool));
    }

    private RowChange assignment(BoundQuery.Assignment assignment) {
        Evaluator target = expressions.compile(assignment.target());
        Blame blame = expressions.blame(assignment.target().place());
        return switch (assignment) {
            case BoundQuery.Assignment.OfProperty property -> {
                Evaluator value = expressions.compile(property.value());
                yield (row, pool) -> {
                    ElementRef element = element(target.evaluate(row), pool, blame);
                    if (element != null) {
                        Map<String, @Nullable Object> one = new LinkedHashMap<>();
                        one.put(property.key(), value.evaluate(row));
                        writer.set(element, one);
                    }
                };
            }
            case BoundQuery.Assignment.OfAll all -> {
                Evaluator map = expressions.compile(all.map());
                Blame mapBlame = expressions.blame(all.map().place());
                yield (row, pool) -> {
                    ElementRef element = element(target.evaluate(row), pool, blame);
                    if (element != null) {
                        Map<String, @Nullable Object> values = map(map.evaluate(row), mapBlame);
                        if (all.keepOthers()) {
                            writer.set(element, values);
                        } else {
                            writer.replace(element, values);
                        }
                    }
                };
            }
            case BoundQuery.Assignment.OfLabels labels ->
                (row, pool) -> {
                    ElementRef element = element(target.evaluate(row), pool, blame);
                    if (element != null && !labels.fitting().contains((NodeType) element.type())) {
                        throw labelChange(labels, element);
                    }
                };
        };
    }

    private static UnsupportedException labelChange(BoundQuery.Assignment.OfLabels labels, ElementRef element) {
        return new UnsupportedException(ErrorText.of(labels.text() + " would change the labels of a "
                        + element.type().name())
                .cause("a node has one type for life, and its labels are the type's")
                .remedy("create a node of the other type, and delete this one")
                .detail("construct", "a change of labels"));
    }

    @Nullable
    private static ElementRef element(@Nullable Object value, ElementPool pool, Blame blame) {
        return switch (value) {
            case null -> null;
            case NodeRef node -> pool.node(node);
            case EdgeRef edge -> pool.edge(edge);
            default ->
                throw blame.error(
                        ErrorCode.TYPE_MISMATCH, ErrorText.of("only a NODE or an EDGE has properties that can be set"));
        };
    }

    /** Edges go before nodes, so that a node whose edges all go may go with them. */
    EagerRows.Change delete(BoundQuery.Delete delete) {
        List<Evaluator> targets = expressions.all(delete.targets());
        List<Blame> blames =
                delete.targets().stream().map(t -> expressions.blame(t.place())).toList();
        return (rows, pool) -> {
            Set<ElementRef> edges = new LinkedHashSet<>();
            Set<NodeRef> nodes = new LinkedHashSet<>();
            for (@Nullable Object[] row : rows) {
                for (int i = 0; i < targets.size(); i++) {
                    collect(pool.adopt(targets.get(i).evaluate(row)), edges, nodes, blames.get(i));
                }
            }
            edges.forEach(edge -> writer.delete(edge, false));
            nodes.forEach(node -> {
                boolean going = !node.isDeleted();
                writer.delete(node, delete.detach());
                if (going && delete.detach()) {
                    pool.detached(node);
                }
            });
            return rows;
        };
    }

    private static void collect(@Nullable Object value, Set<ElementRef> edges, Set<NodeRef> nodes, Blame blame) {
        switch (value) {
            case null -> {}
            case NodeRef node -> nodes.add(node);
            case EdgeRef edge -> edges.add(edge);
            case PathRef path -> {
                edges.addAll(path.edges());
                nodes.addAll(path.nodes());
            }
            default ->
                throw blame.error(ErrorCode.TYPE_MISMATCH, ErrorText.of("DELETE needs a NODE, an EDGE or a PATH"));
        }
    }

    /** @param match starts the search for matches of some rows */
    EagerRows.Change merge(
            Operator.Merge operator, Function<List<@Nullable Object[]>, Rows> match, MemoryBudget memory) {
        BoundQuery.Merge merge = operator.merge();
        RowChange create = creation(merge.create());
        RowChange paths = creation(
                new BoundQuery.Create(List.of(), List.of(), merge.match().paths()));
        RowChange onCreate = assignment(merge.onCreate());
        MergeRows.Changes changes = new MergeRows.Changes(
                refuseNulls(merge.create()),
                (row, pool) -> {
                    create.accept(row, pool);
                    paths.accept(row, pool);
                    onCreate.accept(row, pool);
                },
                assignment(merge.onMatch()));
        return new MergeRows(operator, match, changes, expressions, writer, memory);
    }

    /** What is merged by a property that is null would never be found again. */
    private RowChange refuseNulls(BoundQuery.Create create) {
        List<RowChange> checks = new ArrayList<>();
        List<Optional<BoundExpression>> maps = new ArrayList<>();
        create.nodes().forEach(n -> maps.add(n.properties()));
        create.edges().forEach(e -> maps.add(e.properties()));
        for (Optional<BoundExpression> map : maps) {
            if (map.isPresent()) {
                Evaluator evaluator = expressions.compile(map.get());
                Blame blame = expressions.blame(map.get().place());
                checks.add((row, pool) -> map(evaluator.evaluate(row), blame).forEach((key, value) -> {
                    if (value == null) {
                        throw blame.error(
                                ErrorCode.TYPE_MISMATCH,
                                ErrorText.of("MERGE by '" + key + "', which is null")
                                        .cause("nothing equals null, so it would be created each time")
                                        .remedy("leave it out of the pattern, and set it with SET"));
                    }
                }));
            }
        }
        return (row, pool) -> checks.forEach(c -> c.accept(row, pool));
    }
}
