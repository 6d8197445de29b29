package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.Variable;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes resolved expressions for people. */
final class ExpressionText {
    private ExpressionText() {}

    static String of(BoundExpression expression) {
        return switch (expression) {
            case BoundExpression.Constant e -> PlanText.constant(e);
            case BoundExpression.OpenParameter e -> "$" + e.name();
            case BoundExpression.Reference e -> e.variable().toString();
            case BoundExpression.PropertyOf e -> of(e.subject()) + "." + e.key();
            case BoundExpression.ElementAt e -> of(e.subject()) + "[" + of(e.index()) + "]";
            case BoundExpression.SliceOf e ->
                of(e.subject()) + "[" + e.from().map(ExpressionText::of).orElse("") + ".."
                        + e.to().map(ExpressionText::of).orElse("") + "]";
            case BoundExpression.HasType e ->
                of(e.subject()) + ":"
                        + e.types().stream().map(t -> t.name()).sorted().collect(Collectors.joining("|"));
            case BoundExpression.Negation e -> "-" + of(e.operand());
            case BoundExpression.Arithmetic e -> binary(e.left(), e.operator().text(), e.right());
            case BoundExpression.Chain e ->
                "(" + of(e.first())
                        + e.links().stream().map(ExpressionText::link).collect(Collectors.joining()) + ")";
            case BoundExpression.Before ignored -> "_";
            case BoundExpression.Comparison e -> binary(e.left(), e.operator().text(), e.right());
            case BoundExpression.Membership e -> binary(e.element(), "IN", e.list());
            case BoundExpression.TextMatch e -> binary(e.subject(), e.operator().text(), e.pattern());
            case BoundExpression.NullCheck e -> of(e.operand()) + (e.negated() ? " IS NOT NULL" : " IS NULL");
            case BoundExpression.TypeTest e ->
                of(e.operand()) + (e.negated() ? " IS NOT :: " : " IS :: ") + e.pattern();
            case BoundExpression.Not e -> "NOT " + of(e.operand());
            case BoundExpression.And e -> "(" + join(e.operands(), " AND ") + ")";
            case BoundExpression.Or e -> "(" + join(e.operands(), " OR ") + ")";
            case BoundExpression.Xor e -> binary(e.left(), "XOR", e.right());
            case BoundExpression.Call e -> e.function().text().strip() + "(" + join(e.arguments(), ", ") + ")";
            case BoundExpression.Aggregation e ->
                e.function().text() + "(" + (e.distinct() ? "DISTINCT " : "")
                        + e.argument().map(ExpressionText::of).orElse("*") + ")";
            case BoundExpression.ListOf e -> "[" + join(e.elements(), ", ") + "]";
            case BoundExpression.MapOf e -> entries(e.entries()).collect(Collectors.joining(", ", "{", "}"));
            case BoundExpression.MapProjection e ->
                Stream.concat(e.properties().stream().map(all -> ".*"), entries(e.entries()))
                        .collect(Collectors.joining(", ", of(e.subject()) + " {", "}"));
            case BoundExpression.Case e ->
                "CASE "
                        + e.branches().stream()
                                .map(b -> "WHEN " + of(b.when()) + " THEN " + of(b.then()) + " ")
                                .collect(Collectors.joining())
                        + e.otherwise().map(o -> "ELSE " + of(o) + " ").orElse("")
                        + "END";
            case BoundExpression.Comprehension e ->
                "[" + e.variable() + " IN " + of(e.list())
                        + e.where().map(w -> " WHERE " + of(w)).orElse("")
                        + e.projection().map(p -> " | " + of(p)).orElse("") + "]";
            case BoundExpression.Quantified e ->
                e.kind().name().toLowerCase(Locale.ROOT) + "(" + e.variable() + " IN " + of(e.list()) + " WHERE "
                        + of(e.where()) + ")";
            case BoundExpression.Reduction e ->
                "reduce(" + e.accumulator() + " = " + of(e.initial()) + ", " + e.variable() + " IN " + of(e.list())
                        + " | " + of(e.step()) + ")";
            case BoundExpression.Subquery e -> e.result().name() + " {...}";
            case BoundExpression.PathOf e -> "path(" + names(e.nodes()) + "; " + names(e.edges()) + ")";
        };
    }

    /** A link after what comes before it. */
    private static String link(BoundExpression link) {
        return switch (link) {
            case BoundExpression.Arithmetic e -> " " + e.operator().text() + " " + of(e.right());
            case BoundExpression.Comparison e -> " " + e.operator().text() + " " + of(e.right());
            case BoundExpression.Xor e -> " XOR " + of(e.right());
            case BoundExpression.PropertyOf e -> "." + e.key();
            case BoundExpression.ElementAt e -> "[" + of(e.index()) + "]";
            case BoundExpression.NullCheck e -> e.negated() ? " IS NOT NULL" : " IS NULL";
            default -> ", " + of(link);
        };
    }

    private static Stream<String> entries(Map<String, BoundExpression> entries) {
        return entries.entrySet().stream().map(entry -> entry.getKey() + ": " + of(entry.getValue()));
    }

    private static String binary(BoundExpression left, String operator, BoundExpression right) {
        return "(" + of(left) + " " + operator + " " + of(right) + ")";
    }

    private static String join(List<BoundExpression> expressions, String separator) {
        return expressions.stream().map(ExpressionText::of).collect(Collectors.joining(separator));
    }

    private static String names(Collection<Variable> variables) {
        return variables.stream().map(Variable::toString).collect(Collectors.joining(", "));
    }
}
