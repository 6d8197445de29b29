package dev.sennit.query.analysis;

import dev.sennit.query.analysis.BoundExpression.Branch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Replaces expressions within expressions. */
final class Substitution {
    private final Map<BoundExpression, BoundExpression> replacements;

    private Substitution(Map<BoundExpression, BoundExpression> replacements) {
        this.replacements = replacements;
    }

    /** The expression with every part that equals a key replaced by its value, largest parts first. */
    static BoundExpression replace(BoundExpression expression, Map<BoundExpression, BoundExpression> replacements) {
        return replacements.isEmpty() ? expression : new Substitution(replacements).apply(expression);
    }

    /** References to variables that are not bound inside the expression itself. */
    static List<BoundExpression.Reference> freeVariables(BoundExpression expression) {
        Set<Variable> inner = expression
                .all()
                .flatMap(e -> switch (e) {
                    case BoundExpression.Comprehension comprehension -> Stream.of(comprehension.variable());
                    case BoundExpression.Quantified quantified -> Stream.of(quantified.variable());
                    case BoundExpression.Reduction reduction ->
                        Stream.of(reduction.accumulator(), reduction.variable());
                    default -> Stream.<Variable>of();
                })
                .collect(Collectors.toSet());
        return expression
                .all()
                .flatMap(e -> switch (e) {
                    case BoundExpression.Reference reference -> Stream.of(reference);
                    case BoundExpression.Subquery subquery ->
                        subquery.free().stream()
                                .map(v -> new BoundExpression.Reference(v, ValueType.ANY, subquery.place()));
                    default -> Stream.<BoundExpression.Reference>of();
                })
                .filter(r -> !inner.contains(r.variable()))
                .toList();
    }

    private List<BoundExpression> all(List<BoundExpression> expressions) {
        return expressions.stream().map(this::apply).toList();
    }

    /** A chain of which a shorter one that is replaced may be the beginning: what is shorter still is within its first part. */
    private BoundExpression chain(BoundExpression.Chain chain) {
        BoundExpression first = apply(chain.first());
        int replaced = 0;
        for (Map.Entry<BoundExpression, BoundExpression> replacement : replacements.entrySet()) {
            if (replacement.getKey() instanceof BoundExpression.Chain shorter
                    && shorter.links().size() > replaced
                    && isBeginning(shorter, chain)) {
                first = replacement.getValue();
                replaced = shorter.links().size();
            }
        }
        List<BoundExpression> rest =
                chain.links().subList(replaced, chain.links().size());
        return new BoundExpression.Chain(first, all(rest), chain.type(), chain.place());
    }

    private static boolean isBeginning(BoundExpression.Chain shorter, BoundExpression.Chain chain) {
        int length = shorter.links().size();
        return length < chain.links().size()
                && shorter.first().equals(chain.first())
                && shorter.links().equals(chain.links().subList(0, length));
    }

    private Map<String, BoundExpression> all(Map<String, BoundExpression> entries) {
        Map<String, BoundExpression> replaced = new LinkedHashMap<>();
        entries.forEach((key, value) -> replaced.put(key, apply(value)));
        return replaced;
    }

    private BoundExpression apply(BoundExpression expression) {
        BoundExpression replacement = replacements.get(expression);
        if (replacement != null) {
            return replacement;
        }
        return switch (expression) {
            case BoundExpression.Constant e -> e;
            case BoundExpression.OpenParameter e -> e;
            case BoundExpression.Reference e -> e;
            case BoundExpression.PathOf e -> e;
            case BoundExpression.Subquery e -> e;
            case BoundExpression.PropertyOf e ->
                new BoundExpression.PropertyOf(apply(e.subject()), e.key(), e.type(), e.place());
            case BoundExpression.ElementAt e ->
                new BoundExpression.ElementAt(apply(e.subject()), apply(e.index()), e.type(), e.place());
            case BoundExpression.SliceOf e ->
                new BoundExpression.SliceOf(
                        apply(e.subject()), e.from().map(this::apply), e.to().map(this::apply), e.type(), e.place());
            case BoundExpression.HasType e ->
                new BoundExpression.HasType(apply(e.subject()), e.types(), e.type(), e.place());
            case BoundExpression.Negation e -> new BoundExpression.Negation(apply(e.operand()), e.type(), e.place());
            case BoundExpression.Arithmetic e ->
                new BoundExpression.Arithmetic(e.operator(), apply(e.left()), apply(e.right()), e.type(), e.place());
            case BoundExpression.Before e -> e;
            case BoundExpression.Chain e -> chain(e);
            case BoundExpression.Comparison e ->
                new BoundExpression.Comparison(e.operator(), apply(e.left()), apply(e.right()), e.type(), e.place());
            case BoundExpression.Membership e ->
                new BoundExpression.Membership(apply(e.element()), apply(e.list()), e.type(), e.place());
            case BoundExpression.TextMatch e ->
                new BoundExpression.TextMatch(
                        e.operator(), apply(e.subject()), apply(e.pattern()), e.type(), e.place());
            case BoundExpression.NullCheck e ->
                new BoundExpression.NullCheck(apply(e.operand()), e.negated(), e.type(), e.place());
            case BoundExpression.TypeTest e ->
                new BoundExpression.TypeTest(apply(e.operand()), e.pattern(), e.negated(), e.type(), e.place());
            case BoundExpression.Not e -> new BoundExpression.Not(apply(e.operand()), e.type(), e.place());
            case BoundExpression.And e -> new BoundExpression.And(all(e.operands()), e.type(), e.place());
            case BoundExpression.Or e -> new BoundExpression.Or(all(e.operands()), e.type(), e.place());
            case BoundExpression.Xor e ->
                new BoundExpression.Xor(apply(e.left()), apply(e.right()), e.type(), e.place());
            case BoundExpression.Call e ->
                new BoundExpression.Call(e.function(), all(e.arguments()), e.type(), e.place());
            case BoundExpression.Aggregation e ->
                new BoundExpression.Aggregation(
                        e.function(),
                        e.distinct(),
                        e.argument().map(this::apply),
                        e.parameter().map(this::apply),
                        e.type(),
                        e.place());
            case BoundExpression.ListOf e -> new BoundExpression.ListOf(all(e.elements()), e.type(), e.place());
            case BoundExpression.MapOf e -> new BoundExpression.MapOf(all(e.entries()), e.type(), e.place());
            case BoundExpression.MapProjection e ->
                new BoundExpression.MapProjection(
                        apply(e.subject()), e.properties().map(this::apply), all(e.entries()), e.type(), e.place());
            case BoundExpression.Case e ->
                new BoundExpression.Case(
                        e.branches().stream()
                                .map(b -> new Branch(apply(b.when()), apply(b.then())))
                                .toList(),
                        e.otherwise().map(this::apply),
                        e.type(),
                        e.place());
            case BoundExpression.Comprehension e ->
                new BoundExpression.Comprehension(
                        e.variable(),
                        apply(e.list()),
                        e.where().map(this::apply),
                        e.projection().map(this::apply),
                        e.type(),
                        e.place());
            case BoundExpression.Quantified e ->
                new BoundExpression.Quantified(
                        e.kind(), e.variable(), apply(e.list()), apply(e.where()), e.type(), e.place());
            case BoundExpression.Reduction e ->
                new BoundExpression.Reduction(
                        e.accumulator(),
                        apply(e.initial()),
                        e.variable(),
                        apply(e.list()),
                        apply(e.step()),
                        e.type(),
                        e.place());
        };
    }
}
