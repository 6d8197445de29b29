package dev.sennit.query.analysis;

import dev.sennit.query.ast.LabelExpression;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Turns label expressions into sets of types. */
final class LabelMatcher {
    private final GraphSchema schema;
    private final QueryErrors errors;
    private final Set<String> nodeLabels = new LinkedHashSet<>();
    private final Set<String> edgeLabels = new LinkedHashSet<>();

    LabelMatcher(GraphSchema schema, QueryErrors errors) {
        this.schema = schema;
        this.errors = errors;
        schema.nodeTypes().forEach(t -> nodeLabels.addAll(t.labels()));
        schema.edgeTypes().forEach(t -> edgeLabels.add(t.label()));
    }

    List<NodeType> nodes(LabelExpression labels, Collection<NodeType> among) {
        checkNames(labels, nodeLabels, edgeLabels, "node label", "an edge label");
        return among.stream()
                .filter(t -> matches(labels, Set.copyOf(t.labels())))
                .toList();
    }

    List<EdgeType> edges(LabelExpression labels, Collection<EdgeType> among) {
        checkNames(labels, edgeLabels, nodeLabels, "edge label", "a node label");
        return among.stream().filter(t -> matches(labels, Set.of(t.label()))).toList();
    }

    /** The types that match, of nodes and edges alike. */
    Set<ElementType> elements(LabelExpression labels, ValueType type) {
        boolean node = type.mayBe(Kind.NODE);
        boolean edge = type.mayBe(Kind.EDGE);
        Set<String> known = new LinkedHashSet<>();
        if (node) {
            known.addAll(nodeLabels);
        }
        if (edge) {
            known.addAll(edgeLabels);
        }
        checkNames(
                labels,
                known,
                node ? edgeLabels : nodeLabels,
                node && edge ? "label" : node ? "node label" : "edge label",
                node ? "an edge label" : "a node label");
        Set<ElementType> types = new LinkedHashSet<>();
        if (node) {
            schema.nodeTypes().stream()
                    .filter(t -> matches(labels, Set.copyOf(t.labels())))
                    .forEach(types::add);
        }
        if (edge) {
            schema.edgeTypes().stream()
                    .filter(t -> matches(labels, Set.of(t.label())))
                    .forEach(types::add);
        }
        return types;
    }

    private void checkNames(
            LabelExpression labels, Set<String> known, Set<String> others, String what, String otherwise) {
        switch (labels) {
            case LabelExpression.Label label -> {
                String name = label.name().text();
                if (!known.contains(name)) {
                    String problem = "the schema has no " + what + " '" + name + "'"
                            + (others.contains(name) ? "; it is " + otherwise : "");
                    throw errors.unknown(problem, name, known, label.position());
                }
            }
            case LabelExpression.Any ignored -> {}
            case LabelExpression.Not not -> checkNames(not.operand(), known, others, what, otherwise);
            case LabelExpression.And and -> {
                checkNames(and.left(), known, others, what, otherwise);
                checkNames(and.right(), known, others, what, otherwise);
            }
            case LabelExpression.Or or -> {
                checkNames(or.left(), known, others, what, otherwise);
                checkNames(or.right(), known, others, what, otherwise);
            }
        }
    }

    private static boolean matches(LabelExpression labels, Set<String> present) {
        return switch (labels) {
            case LabelExpression.Label label -> present.contains(label.name().text());
            case LabelExpression.Any ignored -> true;
            case LabelExpression.Not not -> !matches(not.operand(), present);
            case LabelExpression.And and -> matches(and.left(), present) && matches(and.right(), present);
            case LabelExpression.Or or -> matches(or.left(), present) || matches(or.right(), present);
        };
    }
}
