package dev.sennit.query.plan;

import dev.sennit.model.KeyText;
import dev.sennit.model.PropertyType;
import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.Variable;
import dev.sennit.query.ast.Expression.ComparisonOperator;
import dev.sennit.schema.NodeType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds conditions that name a node's key: the id follows from the key, so no other row needs to be looked at. */
final class KeyLookup {
    private KeyLookup() {}

    /**
     * @param ids the only nodes for which the conditions can hold
     * @param used the conditions, which hold for exactly those
     */
    record Found(List<String> ids, List<BoundExpression> used) {}

    static Optional<Found> find(Variable node, NodeType type, List<BoundExpression> conditions) {
        if (!type.isKeyed()) {
            return Optional.empty();
        }
        if (type.key().size() == 1) {
            Optional<Found> list = membership(node, type, conditions);
            if (list.isPresent()) {
                return list;
            }
        }
        List<Object> components = new ArrayList<>();
        List<BoundExpression> used = new ArrayList<>();
        for (String key : type.key()) {
            Optional<BoundExpression> equality = conditions.stream()
                    .filter(c -> equalTo(node, type, key, c).isPresent())
                    .findFirst();
            if (equality.isEmpty()) {
                return Optional.empty();
            }
            used.add(equality.get());
            components.add(equalTo(node, type, key, equality.get()).orElseThrow());
        }
        return Optional.of(new Found(List.of(KeyText.of(components)), used));
    }

    private static Optional<Found> membership(Variable node, NodeType type, List<BoundExpression> conditions) {
        String key = type.key().getFirst();
        for (BoundExpression condition : conditions) {
            if (condition instanceof BoundExpression.Membership membership
                    && isProperty(membership.element(), node, key)) {
                Optional<List<?>> values = ConstantList.of(membership.list());
                if (values.isPresent()) {
                    Optional<List<String>> ids = ids(type, key, values.get());
                    if (ids.isPresent()) {
                        return Optional.of(new Found(ids.get(), List.of(condition)));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<List<String>> ids(NodeType type, String key, List<?> values) {
        Set<String> ids = new LinkedHashSet<>();
        for (Object value : values) {
            if (Objects.nonNull(value)) {
                Optional<Object> component = component(type, key, value);
                if (component.isEmpty()) {
                    return Optional.empty();
                }
                ids.add(KeyText.of(List.of(component.get())));
            }
        }
        return Optional.of(List.copyOf(ids));
    }

    private static Optional<Object> equalTo(Variable node, NodeType type, String key, BoundExpression condition) {
        if (!(condition instanceof BoundExpression.Comparison comparison)
                || comparison.operator() != ComparisonOperator.EQ) {
            return Optional.empty();
        }
        BoundExpression value;
        if (isProperty(comparison.left(), node, key)) {
            value = comparison.right();
        } else if (isProperty(comparison.right(), node, key)) {
            value = comparison.left();
        } else {
            return Optional.empty();
        }
        return value instanceof BoundExpression.Constant constant && constant.value() != null
                ? component(type, key, constant.value())
                : Optional.empty();
    }

    /** The value as the key holds it, if equal values have equal texts. */
    private static Optional<Object> component(NodeType type, String key, Object value) {
        PropertyType column = type.propertyType(key).orElseThrow();
        return KeyText.isKeyType(column) ? StoredLiteral.of(column, value) : Optional.empty();
    }

    private static boolean isProperty(BoundExpression expression, Variable node, String key) {
        return expression instanceof BoundExpression.PropertyOf property
                && property.key().equals(key)
                && property.subject() instanceof BoundExpression.Reference reference
                && reference.variable().equals(node);
    }

    /** Conditions that say, for each row, what a node's key is. */
    record Sought(List<BoundExpression> key, List<BoundExpression> used) {}

    /**
     * Finds what a node's key equals, in terms of variables that are bound already.
     *
     * @param bound those variables
     */
    static Optional<Sought> seek(Variable node, NodeType type, List<BoundExpression> conditions, Set<Variable> bound) {
        if (!type.isKeyed()
                || !type.key().stream()
                        .allMatch(k -> isExact(type.propertyType(k).orElseThrow()))) {
            return Optional.empty();
        }
        List<BoundExpression> key = new ArrayList<>();
        List<BoundExpression> used = new ArrayList<>();
        for (String property : type.key()) {
            Optional<BoundExpression> condition = conditions.stream()
                    .filter(c -> equalInRow(node, property, c, bound).isPresent())
                    .findFirst();
            if (condition.isEmpty()) {
                return Optional.empty();
            }
            used.add(condition.get());
            key.add(equalInRow(node, property, condition.get(), bound).orElseThrow());
        }
        return Optional.of(new Sought(key, used));
    }

    private static Optional<BoundExpression> equalInRow(
            Variable node, String property, BoundExpression condition, Set<Variable> bound) {
        if (!(condition instanceof BoundExpression.Comparison comparison)
                || comparison.operator() != ComparisonOperator.EQ) {
            return Optional.empty();
        }
        BoundExpression value = isProperty(comparison.left(), node, property)
                ? comparison.right()
                : isProperty(comparison.right(), node, property) ? comparison.left() : null;
        return value != null && bound.containsAll(FreeVariables.of(value)) ? Optional.of(value) : Optional.empty();
    }

    /** Whether a literal that {@link StoredLiteral} cannot bring to the type equals no value of it. */
    static boolean isExact(PropertyType type) {
        return switch (type) {
            case PropertyType.Scalar scalar ->
                switch (scalar) {
                    case STRING, INT8, INT16, INT32, INT64, DATE, LOCAL_DATETIME -> true;
                    default -> false;
                };
            case PropertyType.Enumeration ignored -> true;
            default -> false;
        };
    }

    /** The {@code _id} of the node whose key has these values; empty if no node can. */
    static Optional<String> id(NodeType type, List<@Nullable Object> values) {
        List<Object> components = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            Optional<Object> component = value == null
                    ? Optional.empty()
                    : StoredLiteral.of(type.propertyType(type.key().get(i)).orElseThrow(), value);
            if (component.isEmpty()) {
                return Optional.empty();
            }
            components.add(component.get());
        }
        return Optional.of(KeyText.of(components));
    }
}
