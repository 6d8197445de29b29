package dev.sennit.query.plan;

import dev.sennit.model.PropertyType;
import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.ScalarFunction;
import dev.sennit.query.analysis.Variable;
import dev.sennit.query.ast.Expression.ComparisonOperator;
import dev.sennit.query.ast.Expression.StringOperator;
import dev.sennit.schema.ElementType;
import dev.sennit.store.ScanFilter;
import dev.sennit.store.TableLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns a condition on one element into a filter of its table. A filter has two values where a condition has three: it
 * lets through the rows for which the condition is true. A negation is therefore carried down to the comparisons, where
 * the rows for which one is false can be named.
 *
 * <p>Negated comparisons of floats are never pushed, because NaN is neither less nor greater; nor are long lists of
 * alternatives, because the native engine evaluates them recursively.
 */
final class FilterPushdown {
    private static final int MAX_OPERANDS = 64;
    private static final int MAX_LIST = 10_000;

    private final Variable element;
    private final ElementType type;

    FilterPushdown(Variable element, ElementType type) {
        this.element = element;
        this.type = type;
    }

    PushedCondition push(BoundExpression condition) {
        return push(condition, true);
    }

    /** @param wanted the value of the condition for which rows are let through */
    private PushedCondition push(BoundExpression condition, boolean wanted) {
        return switch (condition) {
            case BoundExpression.Constant constant -> constant(constant, wanted);
            case BoundExpression.Not not -> push(not.operand(), !wanted);
            case BoundExpression.And and -> combine(and.operands(), wanted, wanted);
            case BoundExpression.Or or -> combine(or.operands(), !wanted, wanted);
            case BoundExpression.HasType hasType
            when isElement(hasType.subject()) ->
                hasType.types().contains(type) == wanted ? PushedCondition.ALWAYS : PushedCondition.NEVER;
            case BoundExpression.PropertyOf property -> compare(property, ComparisonOperator.EQ, wanted);
            case BoundExpression.NullCheck check
            when check.operand() instanceof BoundExpression.PropertyOf property ->
                nullCheck(property, check.negated() != wanted);
            case BoundExpression.Comparison comparison -> comparison(comparison, wanted);
            case BoundExpression.Membership membership -> membership(membership, wanted);
            case BoundExpression.TextMatch match -> textMatch(match, wanted);
            default -> PushedCondition.UNKNOWN;
        };
    }

    private static PushedCondition constant(BoundExpression.Constant constant, boolean wanted) {
        return constant.value() instanceof Boolean value && value == wanted
                ? PushedCondition.ALWAYS
                : PushedCondition.NEVER;
    }

    /** @param all whether every operand must have the wanted value, or one of them */
    private PushedCondition combine(List<BoundExpression> operands, boolean all, boolean wanted) {
        if (operands.size() > MAX_OPERANDS) {
            return PushedCondition.UNKNOWN;
        }
        List<ScanFilter> filters = new ArrayList<>();
        boolean unknown = false;
        for (BoundExpression operand : operands) {
            switch (push(operand, wanted)) {
                case PushedCondition.Exact exact -> filters.add(exact.filter());
                case PushedCondition.Always ignored -> {
                    if (!all) {
                        return PushedCondition.ALWAYS;
                    }
                }
                case PushedCondition.Never ignored -> {
                    if (all) {
                        return PushedCondition.NEVER;
                    }
                }
                case PushedCondition.Unknown ignored -> unknown = true;
            }
        }
        if (unknown) {
            return PushedCondition.UNKNOWN;
        }
        return switch (filters.size()) {
            case 0 -> all ? PushedCondition.ALWAYS : PushedCondition.NEVER;
            case 1 -> new PushedCondition.Exact(filters.getFirst());
            default -> new PushedCondition.Exact(all ? new ScanFilter.And(filters) : new ScanFilter.Or(filters));
        };
    }

    private PushedCondition nullCheck(BoundExpression.PropertyOf property, boolean wantNull) {
        if (!isElement(property.subject())) {
            return PushedCondition.UNKNOWN;
        }
        if (type.property(property.key()).isEmpty()) {
            return wantNull ? PushedCondition.ALWAYS : PushedCondition.NEVER;
        }
        return new PushedCondition.Exact(
                wantNull ? new ScanFilter.IsNull(property.key()) : new ScanFilter.IsNotNull(property.key()));
    }

    private PushedCondition comparison(BoundExpression.Comparison comparison, boolean wanted) {
        ComparisonOperator operator = wanted ? comparison.operator() : negated(comparison.operator());
        boolean mirrored = comparison.left() instanceof BoundExpression.Constant;
        BoundExpression subject = mirrored ? comparison.right() : comparison.left();
        BoundExpression other = mirrored ? comparison.left() : comparison.right();
        if (!(other instanceof BoundExpression.Constant constant)) {
            return PushedCondition.UNKNOWN;
        }
        if (isIdOf(subject)) {
            return byId(operator, constant.value());
        }
        if (!(subject instanceof BoundExpression.PropertyOf property) || !isElement(property.subject())) {
            return PushedCondition.UNKNOWN;
        }
        Optional<PropertyType> column = type.propertyType(property.key());
        if (constant.value() == null || column.isEmpty()) {
            return PushedCondition.NEVER;
        }
        if (!wanted && comparison.operator().isOrder() && StoredLiteral.isFloat(column.get())) {
            return PushedCondition.UNKNOWN;
        }
        if (operator.isOrder() && column.get() == PropertyType.Scalar.BOOL) {
            return PushedCondition.UNKNOWN;
        }
        ScanFilter.Operator stored = stored(mirrored ? mirrored(operator) : operator);
        return StoredLiteral.of(column.get(), constant.value())
                .<PushedCondition>map(literal ->
                        new PushedCondition.Exact(new ScanFilter.Comparison(property.key(), stored, literal)))
                .orElse(PushedCondition.UNKNOWN);
    }

    /** A property that is a condition by itself. */
    private PushedCondition compare(BoundExpression.PropertyOf property, ComparisonOperator operator, boolean wanted) {
        if (!isElement(property.subject())) {
            return PushedCondition.UNKNOWN;
        }
        Optional<PropertyType> column = type.propertyType(property.key());
        if (column.isEmpty()) {
            return PushedCondition.NEVER;
        }
        return column.get() == PropertyType.Scalar.BOOL
                ? new PushedCondition.Exact(new ScanFilter.Comparison(property.key(), stored(operator), wanted))
                : PushedCondition.UNKNOWN;
    }

    private PushedCondition byId(ComparisonOperator operator, @Nullable Object value) {
        if (value == null) {
            return PushedCondition.NEVER;
        }
        if (operator != ComparisonOperator.EQ) {
            return PushedCondition.UNKNOWN;
        }
        return idWithin(value)
                .<PushedCondition>map(id -> new PushedCondition.Exact(
                        new ScanFilter.Comparison(TableLayout.ID, ScanFilter.Operator.EQ, id)))
                .orElse(PushedCondition.NEVER);
    }

    /** The {@code _id} in this type that an element id names, if it names one. */
    private Optional<String> idWithin(Object elementId) {
        String prefix = type.name() + ":";
        return elementId instanceof String text && text.startsWith(prefix)
                ? Optional.of(text.substring(prefix.length()))
                : Optional.empty();
    }

    private PushedCondition membership(BoundExpression.Membership membership, boolean wanted) {
        Optional<List<?>> values = ConstantList.of(membership.list());
        if (values.isEmpty() || values.get().size() > MAX_LIST) {
            return PushedCondition.UNKNOWN;
        }
        if (values.get().isEmpty()) {
            return wanted ? PushedCondition.NEVER : PushedCondition.ALWAYS;
        }
        boolean openEnded = values.get().stream().anyMatch(Objects::isNull);
        if (isIdOf(membership.element())) {
            return wanted ? byIds(values.get()) : PushedCondition.UNKNOWN;
        }
        if (!(membership.element() instanceof BoundExpression.PropertyOf property) || !isElement(property.subject())) {
            return PushedCondition.UNKNOWN;
        }
        Optional<PropertyType> column = type.propertyType(property.key());
        if (column.isEmpty() || openEnded && !wanted) {
            return PushedCondition.NEVER;
        }
        if (!wanted && StoredLiteral.isFloat(column.get())) {
            return PushedCondition.UNKNOWN;
        }
        List<Object> literals = new ArrayList<>();
        for (Object value : values.get()) {
            if (value != null) {
                Optional<Object> literal = StoredLiteral.of(column.get(), value);
                if (literal.isEmpty()) {
                    return PushedCondition.UNKNOWN;
                }
                literals.add(literal.get());
            }
        }
        if (literals.isEmpty()) {
            return PushedCondition.NEVER;
        }
        if (StoredLiteral.isFloat(column.get())) {
            return anyOf(property.key(), literals);
        }
        ScanFilter in = new ScanFilter.In(property.key(), literals);
        return new PushedCondition.Exact(wanted ? in : knownNot(property.key(), in));
    }

    /** Floats are compared one by one: only comparisons promise that both zeros are equal. */
    private static PushedCondition anyOf(String column, List<Object> literals) {
        if (literals.size() > MAX_OPERANDS) {
            return PushedCondition.UNKNOWN;
        }
        List<ScanFilter> equalities = literals.stream()
                .<ScanFilter>map(l -> new ScanFilter.Comparison(column, ScanFilter.Operator.EQ, l))
                .toList();
        return new PushedCondition.Exact(
                equalities.size() == 1 ? equalities.getFirst() : new ScanFilter.Or(equalities));
    }

    private PushedCondition byIds(List<?> values) {
        List<String> ids = values.stream()
                .filter(Objects::nonNull)
                .flatMap(v -> idWithin(v).stream())
                .toList();
        return ids.isEmpty()
                ? PushedCondition.NEVER
                : new PushedCondition.Exact(new ScanFilter.In(TableLayout.ID, ids));
    }

    private PushedCondition textMatch(BoundExpression.TextMatch match, boolean wanted) {
        if (match.operator() == StringOperator.MATCHES
                || !(match.subject() instanceof BoundExpression.PropertyOf property)
                || !isElement(property.subject())
                || !(match.pattern() instanceof BoundExpression.Constant pattern)) {
            return PushedCondition.UNKNOWN;
        }
        Optional<PropertyType> column = type.propertyType(property.key());
        if (column.isEmpty() || pattern.value() == null) {
            return PushedCondition.NEVER;
        }
        boolean isText = column.get() == PropertyType.Scalar.STRING || column.get() instanceof PropertyType.Enumeration;
        if (!isText || !(pattern.value() instanceof String text)) {
            return PushedCondition.UNKNOWN;
        }
        ScanFilter filter = new ScanFilter.StringMatch(property.key(), kind(match.operator()), text);
        return new PushedCondition.Exact(wanted ? filter : knownNot(property.key(), filter));
    }

    private static ScanFilter knownNot(String column, ScanFilter filter) {
        return new ScanFilter.And(List.of(new ScanFilter.IsNotNull(column), new ScanFilter.Not(filter)));
    }

    private boolean isElement(BoundExpression expression) {
        return expression instanceof BoundExpression.Reference reference
                && reference.variable().equals(element);
    }

    private boolean isIdOf(BoundExpression expression) {
        return expression instanceof BoundExpression.Call call
                && (call.function() == ScalarFunction.ID || call.function() == ScalarFunction.ELEMENT_ID)
                && isElement(call.arguments().getFirst());
    }

    private static ScanFilter.StringMatch.Kind kind(StringOperator operator) {
        return switch (operator) {
            case STARTS_WITH -> ScanFilter.StringMatch.Kind.STARTS_WITH;
            case ENDS_WITH -> ScanFilter.StringMatch.Kind.ENDS_WITH;
            case CONTAINS -> ScanFilter.StringMatch.Kind.CONTAINS;
            case MATCHES -> throw new IllegalArgumentException("a pattern is not pushed");
        };
    }

    private static ComparisonOperator negated(ComparisonOperator operator) {
        return switch (operator) {
            case EQ -> ComparisonOperator.NE;
            case NE -> ComparisonOperator.EQ;
            case LT -> ComparisonOperator.GE;
            case LE -> ComparisonOperator.GT;
            case GT -> ComparisonOperator.LE;
            case GE -> ComparisonOperator.LT;
        };
    }

    private static ComparisonOperator mirrored(ComparisonOperator operator) {
        return switch (operator) {
            case EQ, NE -> operator;
            case LT -> ComparisonOperator.GT;
            case LE -> ComparisonOperator.GE;
            case GT -> ComparisonOperator.LT;
            case GE -> ComparisonOperator.LE;
        };
    }

    private static ScanFilter.Operator stored(ComparisonOperator operator) {
        return switch (operator) {
            case EQ -> ScanFilter.Operator.EQ;
            case NE -> ScanFilter.Operator.NE;
            case LT -> ScanFilter.Operator.LT;
            case LE -> ScanFilter.Operator.LE;
            case GT -> ScanFilter.Operator.GT;
            case GE -> ScanFilter.Operator.GE;
        };
    }
}
