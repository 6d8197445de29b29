package dev.sennit.query.analysis;

import dev.sennit.model.SourcePosition;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.Name;
import java.util.List;

/** Reads the names in a condition as properties of one element. Everything is said to stand where the condition does. */
final class PropertyNames {
    private final Expression element;
    private final SourcePosition position;
    private final QueryErrors errors;

    PropertyNames(Expression element, SourcePosition position, QueryErrors errors) {
        this.element = element;
        this.position = position;
        this.errors = errors;
    }

    Expression of(Expression e) {
        return switch (e) {
            case Expression.Literal literal -> new Expression.Literal(literal.value(), position);
            case Expression.Parameter parameter -> new Expression.Parameter(parameter.name(), position);
            case Expression.Variable name ->
                new Expression.Property(element, new Name(name.name(), position), position);
            case Expression.Property property ->
                new Expression.Property(
                        of(property.subject()), new Name(property.key().text(), position), position);
            case Expression.ListLiteral list -> new Expression.ListLiteral(all(list.elements()), position);
            case Expression.Index index -> new Expression.Index(of(index.subject()), of(index.index()), position);
            case Expression.Sign sign -> new Expression.Sign(sign.negative(), of(sign.operand()), position);
            case Expression.Arithmetic a ->
                new Expression.Arithmetic(a.operator(), of(a.left()), of(a.right()), position);
            case Expression.Chain chain -> new Expression.Chain(of(chain.first()), all(chain.links()), position);
            case Expression.Before ignored -> new Expression.Before(position);
            case Expression.Comparison comparison ->
                new Expression.Comparison(
                        of(comparison.first()),
                        comparison.steps().stream()
                                .map(s -> new Expression.Step(s.operator(), of(s.operand())))
                                .toList(),
                        position);
            case Expression.In in -> new Expression.In(of(in.element()), of(in.list()), position);
            case Expression.StringMatch match ->
                new Expression.StringMatch(match.operator(), of(match.subject()), of(match.pattern()), position);
            case Expression.IsNull isNull -> new Expression.IsNull(of(isNull.operand()), isNull.negated(), position);
            case Expression.IsTyped typed ->
                new Expression.IsTyped(of(typed.operand()), typed.type(), typed.negated(), position);
            case Expression.IsNormalized normalized ->
                new Expression.IsNormalized(
                        of(normalized.operand()),
                        new Name(normalized.form().text(), position),
                        normalized.negated(),
                        position);
            case Expression.Not not -> new Expression.Not(of(not.operand()), position);
            case Expression.And and -> new Expression.And(all(and.operands()), position);
            case Expression.Or or -> new Expression.Or(all(or.operands()), position);
            case Expression.Xor xor -> new Expression.Xor(of(xor.left()), of(xor.right()), position);
            case Expression.Function function ->
                new Expression.Function(
                        new Name(function.name().text(), position),
                        function.distinct(),
                        all(function.arguments()),
                        position);
            case Expression.MapLiteral ignored -> throw unsupported("a map");
            case Expression.MapProjection ignored -> throw unsupported("a map projection");
            case Expression.Slice ignored -> throw unsupported("a part of a list");
            case Expression.HasLabels ignored -> throw unsupported("a label");
            case Expression.CountStar ignored -> throw unsupported("count(*)");
            case Expression.Case ignored -> throw unsupported("CASE");
            case Expression.ListComprehension ignored -> throw unsupported("a list comprehension");
            case Expression.Quantifier ignored -> throw unsupported("a condition on all elements of a list");
            case Expression.Reduce ignored -> throw unsupported("reduce");
            case Expression.PatternPredicate ignored -> throw unsupported("a pattern");
            case Expression.PatternComprehension ignored -> throw unsupported("a pattern comprehension");
            case Expression.ShortestPath ignored -> throw unsupported("a shortest path");
            case Expression.Subquery ignored -> throw unsupported("a subquery");
        };
    }

    private List<Expression> all(List<Expression> expressions) {
        return expressions.stream().map(this::of).toList();
    }

    private RuntimeException unsupported(String what) {
        return errors.unsupported(what + " in the condition of a search", position);
    }
}
