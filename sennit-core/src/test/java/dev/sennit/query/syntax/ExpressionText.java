package dev.sennit.query.syntax;

import dev.sennit.query.ast.Expression;
import java.util.stream.Collectors;

/** Writes an expression with every bracket, to show how operators bind. */
final class ExpressionText {
    private ExpressionText() {}

    static String of(Expression expression) {
        return switch (expression) {
            case Expression.Literal literal ->
                literal.value() instanceof String text ? "'" + text + "'" : String.valueOf(literal.value());
            case Expression.Variable variable -> variable.name();
            case Expression.Parameter parameter -> "$" + parameter.name();
            case Expression.Property property -> of(property.subject()) + "." + property.key();
            case Expression.Sign sign -> "(" + (sign.negative() ? "-" : "+") + of(sign.operand()) + ")";
            case Expression.Arithmetic arithmetic ->
                "(" + of(arithmetic.left()) + arithmetic.operator().text() + of(arithmetic.right()) + ")";
            case Expression.Comparison comparison ->
                "(" + of(comparison.first())
                        + comparison.steps().stream()
                                .map(s -> s.operator().text() + of(s.operand()))
                                .collect(Collectors.joining())
                        + ")";
            case Expression.Not not -> "(NOT " + of(not.operand()) + ")";
            case Expression.And and ->
                and.operands().stream().map(ExpressionText::of).collect(Collectors.joining(" AND ", "(", ")"));
            case Expression.Or or ->
                or.operands().stream().map(ExpressionText::of).collect(Collectors.joining(" OR ", "(", ")"));
            case Expression.Xor xor -> "(" + of(xor.left()) + " XOR " + of(xor.right()) + ")";
            case Expression.In in -> "(" + of(in.element()) + " IN " + of(in.list()) + ")";
            case Expression.IsTyped typed ->
                "(" + of(typed.operand()) + " IS " + (typed.negated() ? "NOT " : "") + ":: "
                        + typed.type().alternatives().getFirst().name() + ")";
            case Expression.IsNull isNull ->
                "(" + of(isNull.operand()) + " IS " + (isNull.negated() ? "NOT " : "") + "NULL)";
            case Expression.StringMatch match ->
                "(" + of(match.subject()) + " " + match.operator().text() + " " + of(match.pattern()) + ")";
            case Expression.ListLiteral list ->
                list.elements().stream().map(ExpressionText::of).collect(Collectors.joining(",", "[", "]"));
            case Expression.MapLiteral map ->
                map.entries().stream()
                        .map(e -> e.key() + ":" + of(e.value()))
                        .collect(Collectors.joining(",", "{", "}"));
            case Expression.Function function ->
                function.name()
                        + function.arguments().stream()
                                .map(ExpressionText::of)
                                .collect(Collectors.joining(",", function.distinct() ? "(DISTINCT " : "(", ")"));
            case Expression.CountStar ignored -> "count(*)";
            case Expression.Index index -> of(index.subject()) + "[" + of(index.index()) + "]";
            case Expression.Slice slice ->
                of(slice.subject()) + "[" + slice.from().map(ExpressionText::of).orElse("") + ".."
                        + slice.to().map(ExpressionText::of).orElse("") + "]";
            default -> expression.getClass().getSimpleName();
        };
    }
}
