package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.Kind;
import dev.sennit.query.analysis.ScalarFunction;
import dev.sennit.query.analysis.Variable;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.Property;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which elements, and which of their properties, expressions read. */
final class PropertyUse {
    private PropertyUse() {}

    /** Variables whose element must be read from its table to evaluate the expression. */
    static Set<Variable> elements(BoundExpression expression) {
        Set<Variable> elements = new LinkedHashSet<>();
        Map<Variable, Variable> listed = new LinkedHashMap<>();
        expression.all().forEach(e -> {
            listOf(e).ifPresent(each -> listed.put(each.variable(), each.list()));
            BoundExpression subject = subject(e);
            if (subject instanceof BoundExpression.Reference reference) {
                elements.add(listed.getOrDefault(reference.variable(), reference.variable()));
            }
        });
        return elements;
    }

    /** A variable that takes the elements of a variable's list one by one. */
    private record Each(Variable variable, Variable list) {}

    private static Optional<Each> listOf(BoundExpression expression) {
        return switch (expression) {
            case BoundExpression.Comprehension e -> each(e.variable(), e.list());
            case BoundExpression.Quantified e -> each(e.variable(), e.list());
            case BoundExpression.Reduction e -> each(e.variable(), e.list());
            default -> Optional.empty();
        };
    }

    private static Optional<Each> each(Variable variable, BoundExpression list) {
        return switch (list) {
            case BoundExpression.Reference reference -> Optional.of(new Each(variable, reference.variable()));
            case BoundExpression.Call call
            when (call.function() == ScalarFunction.NODES || call.function() == ScalarFunction.RELATIONSHIPS)
                    && call.arguments().getFirst() instanceof BoundExpression.Reference path ->
                Optional.of(new Each(variable, path.variable()));
            default -> Optional.empty();
        };
    }

    /** Variables that must be read from their tables to put values in order: edges, whose ids are not in the row. */
    static Set<Variable> ordered(BoundExpression expression) {
        Set<Variable> elements = elements(expression);
        if (expression instanceof BoundExpression.Reference reference
                && reference.type().isOnly(Kind.EDGE)) {
            elements.add(reference.variable());
        }
        return elements;
    }

    @Nullable
    private static BoundExpression subject(BoundExpression expression) {
        return switch (expression) {
            case BoundExpression.PropertyOf property
            when !property.subject().type().isOnly(Kind.MAP) -> property.subject();
            case BoundExpression.Call call
            when readsAll(call.function()) || readsEdgeId(call) ->
                call.arguments().getFirst();
            case BoundExpression.ElementAt at when mayBeElement(at.subject()) -> at.subject();
            default -> null;
        };
    }

    private static boolean mayBeElement(BoundExpression expression) {
        return expression.type().mayBe(Kind.NODE) || expression.type().mayBe(Kind.EDGE);
    }

    private static boolean readsAll(BoundExpression expression) {
        return expression instanceof BoundExpression.Call call && readsAll(call.function())
                || expression instanceof BoundExpression.ElementAt at && mayBeElement(at.subject());
    }

    private static boolean readsAll(ScalarFunction function) {
        return function == ScalarFunction.PROPERTIES || function == ScalarFunction.KEYS;
    }

    private static boolean readsEdgeId(BoundExpression.Call call) {
        return (call.function() == ScalarFunction.ID || call.function() == ScalarFunction.ELEMENT_ID)
                && call.arguments().getFirst().type().mayBe(Kind.EDGE);
    }

    /** The properties read of each type, by type name, in the order the schema declares them. */
    static Map<String, List<String>> properties(Stream<BoundExpression> expressions, GraphSchema schema) {
        Map<String, Set<String>> used = new LinkedHashMap<>();
        expressions.flatMap(BoundExpression::all).forEach(expression -> {
            if (expression instanceof BoundExpression.PropertyOf property) {
                possible(property.subject(), schema)
                        .filter(t -> t.property(property.key()).isPresent())
                        .forEach(t -> used.computeIfAbsent(t.name(), n -> new LinkedHashSet<>())
                                .add(property.key()));
            } else if (readsAll(expression)) {
                possible(expression.parts().findFirst().orElseThrow(), schema)
                        .forEach(t -> t.properties()
                                .forEach(p -> used.computeIfAbsent(t.name(), n -> new LinkedHashSet<>())
                                        .add(p.name())));
            }
        });
        Map<String, List<String>> ordered = new LinkedHashMap<>();
        schema.types()
                .filter(t -> used.containsKey(t.name()))
                .forEach(t -> ordered.put(
                        t.name(),
                        t.properties().stream()
                                .map(Property::name)
                                .filter(used.getOrDefault(t.name(), Set.of())::contains)
                                .toList()));
        return ordered;
    }

    private static Stream<? extends ElementType> possible(BoundExpression element, GraphSchema schema) {
        List<ElementType> known = element.type().elementTypes();
        return known.isEmpty() ? schema.types() : known.stream();
    }
}
