package dev.sennit.query;

import dev.sennit.query.NaiveInterpreter.Thing;
import dev.sennit.query.NaiveInterpreter.Walk;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.LabelExpression;
import dev.sennit.query.ast.Name;
import dev.sennit.query.ast.Pattern;
import dev.sennit.query.ast.Query;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Values of the expressions that random queries are made of, on one row, in three-valued logic. */
final class NaiveExpressions {
    /** What expressions ask the graph. */
    interface Subqueries {
        /** The rows of a query that begins with a row. */
        List<Map<String, @Nullable Object>> rows(Query query, Map<String, @Nullable Object> row);

        List<Map<String, @Nullable Object>> rows(
                Pattern pattern, Optional<Expression> where, Map<String, @Nullable Object> row);
    }

    private final Subqueries subqueries;

    NaiveExpressions(Subqueries subqueries) {
        this.subqueries = subqueries;
    }

    @Nullable
    Object value(Expression expression, Map<String, @Nullable Object> row) {
        return switch (expression) {
            case Expression.Literal literal -> literal.value();
            case Expression.Variable variable -> row.get(variable.name());
            case Expression.Property property -> {
                Object subject = value(property.subject(), row);
                yield subject == null
                        ? null
                        : ((Thing) subject).property(property.key().text());
            }
            case Expression.ListLiteral list -> {
                List<@Nullable Object> values = new ArrayList<>();
                list.elements().forEach(e -> values.add(value(e, row)));
                yield values;
            }
            case Expression.Comparison comparison -> comparison(comparison, row);
            case Expression.In in -> in(value(in.element(), row), (List<?>) value(in.list(), row));
            case Expression.StringMatch match -> {
                Object text = value(match.subject(), row);
                Object wanted = value(match.pattern(), row);
                if (text == null || wanted == null) {
                    yield null;
                }
                yield switch (match.operator()) {
                    case STARTS_WITH -> ((String) text).startsWith((String) wanted);
                    case ENDS_WITH -> ((String) text).endsWith((String) wanted);
                    case CONTAINS -> ((String) text).contains((String) wanted);
                    case MATCHES -> throw new IllegalArgumentException("not in the subset");
                };
            }
            case Expression.IsNull isNull -> (value(isNull.operand(), row) == null) != isNull.negated();
            case Expression.Not not -> not((Boolean) value(not.operand(), row));
            case Expression.And and -> {
                boolean open = false;
                for (Expression operand : and.operands()) {
                    Boolean one = (Boolean) value(operand, row);
                    if (one != null && !one) {
                        yield false;
                    }
                    open |= one == null;
                }
                yield open ? null : true;
            }
            case Expression.Or or -> {
                boolean open = false;
                for (Expression operand : or.operands()) {
                    Boolean one = (Boolean) value(operand, row);
                    if (one != null && one) {
                        yield true;
                    }
                    open |= one == null;
                }
                yield open ? null : false;
            }
            case Expression.Xor xor -> {
                Boolean left = (Boolean) value(xor.left(), row);
                Boolean right = (Boolean) value(xor.right(), row);
                yield left == null || right == null ? null : !left.equals(right);
            }
            case Expression.HasLabels labels -> {
                Object subject = value(labels.subject(), row);
                yield subject == null ? null : isLabelled(labels.labels(), (Thing) subject);
            }
            case Expression.Quantifier quantifier -> quantified(quantifier, row);
            case Expression.ListComprehension comprehension -> {
                List<?> list = (List<?>) value(comprehension.list(), row);
                if (list == null) {
                    yield null;
                }
                List<@Nullable Object> values = new ArrayList<>();
                for (Object element : list) {
                    Map<String, @Nullable Object> inner =
                            with(row, comprehension.variable().text(), element);
                    if (comprehension.where().isEmpty()
                            || Boolean.TRUE.equals(value(comprehension.where().get(), inner))) {
                        values.add(
                                comprehension.projection().isPresent()
                                        ? value(comprehension.projection().get(), inner)
                                        : element);
                    }
                }
                yield values;
            }
            case Expression.Subquery subquery -> {
                List<Map<String, @Nullable Object>> rows = subqueries.rows(subquery.query(), row);
                yield switch (subquery.kind()) {
                    case EXISTS -> !rows.isEmpty();
                    case COUNT -> (long) rows.size();
                    case COLLECT -> throw new IllegalArgumentException("its list has no order of its own");
                };
            }
            case Expression.PatternPredicate predicate ->
                !subqueries
                        .rows(patternOf(Optional.empty(), predicate.walk()), Optional.empty(), row)
                        .isEmpty();
            case Expression.PatternComprehension comprehension -> {
                List<@Nullable Object> values = new ArrayList<>();
                subqueries
                        .rows(patternOf(comprehension.path(), comprehension.walk()), comprehension.where(), row)
                        .forEach(r -> values.add(value(comprehension.projection(), r)));
                yield values;
            }
            case Expression.Function function ->
                function(function, value(function.arguments().getFirst(), row));
            default -> throw new IllegalArgumentException("not in the subset: " + expression);
        };
    }

    private static Pattern patternOf(Optional<Name> path, Pattern.Walk walk) {
        return new Pattern(List.of(new Pattern.Part(path, Optional.empty(), walk, walk.position())), walk.position());
    }

    @Nullable
    private static Object function(Expression.Function function, @Nullable Object argument) {
        if (argument == null) {
            return null;
        }
        return switch (function.name().text()) {
            case "size" -> (long) ((List<?>) argument).size();
            case "length" -> (long) ((Walk) argument).edges().size();
            case "nodes" -> ((Walk) argument).nodes();
            case "relationships" -> ((Walk) argument).edges();
            case "head" -> ((List<?>) argument).isEmpty() ? null : ((List<?>) argument).getFirst();
            case "last" -> ((List<?>) argument).isEmpty() ? null : ((List<?>) argument).getLast();
            default -> throw new IllegalArgumentException("not in the subset: " + function.name());
        };
    }

    private static boolean isLabelled(LabelExpression labels, Thing thing) {
        ElementType type = thing.type();
        return NaivePatterns.matches(
                labels, type instanceof NodeType node ? Set.copyOf(node.labels()) : Set.of(((EdgeType) type).label()));
    }

    @Nullable
    private Boolean quantified(Expression.Quantifier quantifier, Map<String, @Nullable Object> row) {
        List<?> list = (List<?>) value(quantifier.list(), row);
        if (list == null) {
            return null;
        }
        int yes = 0;
        int open = 0;
        for (Object element : list) {
            Boolean one = (Boolean)
                    value(quantifier.where(), with(row, quantifier.variable().text(), element));
            yes += Boolean.TRUE.equals(one) ? 1 : 0;
            open += one == null ? 1 : 0;
        }
        int no = list.size() - yes - open;
        return switch (quantifier.kind()) {
            case ALL -> no > 0 ? Boolean.FALSE : open > 0 ? null : Boolean.TRUE;
            case ANY -> yes > 0 ? Boolean.TRUE : open > 0 ? null : Boolean.FALSE;
            case NONE -> yes > 0 ? Boolean.FALSE : open > 0 ? null : Boolean.TRUE;
            case SINGLE -> yes > 1 ? Boolean.FALSE : open > 0 ? null : Boolean.valueOf(yes == 1);
        };
    }

    private static Map<String, @Nullable Object> with(
            Map<String, @Nullable Object> row, String name, @Nullable Object value) {
        Map<String, @Nullable Object> inner = new LinkedHashMap<>(row);
        inner.put(name, value);
        return inner;
    }

    @Nullable
    private static Boolean not(@Nullable Boolean operand) {
        return operand == null ? null : !operand;
    }

    @Nullable
    private Object comparison(Expression.Comparison comparison, Map<String, @Nullable Object> row) {
        Object left = value(comparison.first(), row);
        boolean open = false;
        for (Expression.Step step : comparison.steps()) {
            Object right = value(step.operand(), row);
            Boolean one = compare(step.operator(), left, right);
            if (one != null && !one) {
                return false;
            }
            open |= one == null;
            left = right;
        }
        return open ? null : true;
    }

    @Nullable
    private static Boolean compare(
            Expression.ComparisonOperator operator, @Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        Boolean equal = equal(left, right);
        if (!operator.isOrder()) {
            return equal == null ? null : equal == (operator == Expression.ComparisonOperator.EQ);
        }
        if (left instanceof Number a && right instanceof Number b) {
            double x = a.doubleValue();
            double y = b.doubleValue();
            return switch (operator) {
                case LT -> x < y;
                case LE -> x <= y;
                case GT -> x > y;
                default -> x >= y;
            };
        }
        int order = ((String) left).compareTo((String) right);
        return switch (operator) {
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            default -> order >= 0;
        };
    }

    /** Whether two values are equal; null if one is null, or an element of a list of which the others are equal. */
    @Nullable
    static Boolean equal(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        if (left instanceof Number a && right instanceof Number b) {
            return a.doubleValue() == b.doubleValue();
        }
        if (left instanceof Thing a && right instanceof Thing b) {
            return a.is(b);
        }
        if (left instanceof Walk a && right instanceof Walk b) {
            return Boolean.TRUE.equals(equal(a.nodes(), b.nodes())) && Boolean.TRUE.equals(equal(a.edges(), b.edges()));
        }
        if (left instanceof List<?> a && right instanceof List<?> b) {
            if (a.size() != b.size()) {
                return false;
            }
            boolean open = false;
            for (int i = 0; i < a.size(); i++) {
                Boolean one = equal(a.get(i), b.get(i));
                if (one != null && !one) {
                    return false;
                }
                open |= one == null;
            }
            return open ? null : true;
        }
        return left.equals(right);
    }

    @Nullable
    private static Boolean in(@Nullable Object element, @Nullable List<?> list) {
        if (list == null) {
            return null;
        }
        boolean open = false;
        for (Object member : list) {
            Boolean equal = equal(element, member);
            if (equal != null && equal) {
                return true;
            }
            open |= equal == null;
        }
        return open ? null : false;
    }
}
