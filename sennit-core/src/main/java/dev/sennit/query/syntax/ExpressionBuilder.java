package dev.sennit.query.syntax;

import dev.sennit.model.ErrorText;
import dev.sennit.model.SourcePosition;
import dev.sennit.query.ast.Clause;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.Expression.ArithmeticOperator;
import dev.sennit.query.ast.Expression.ComparisonOperator;
import dev.sennit.query.ast.Expression.StringOperator;
import dev.sennit.query.ast.Name;
import dev.sennit.query.ast.Query;
import dev.sennit.query.syntax.CypherParser.ExpressionContext;
import dev.sennit.query.syntax.CypherParser.MapLiteralContext;
import dev.sennit.query.syntax.CypherParser.ParameterContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Builds expressions. Chains of operators lean to the left in the parse tree and are walked with a loop; chains of AND,
 * OR and comparisons, and long ones of other operators, become one node.
 */
final class ExpressionBuilder {
    /**
     * So many operators nest at the beginning of a chain: each part of a usual sum is an expression of its own, which may be
     * a column, and a long one begins like a short one.
     */
    private static final int MAX_NESTED = 16;

    private final SourceText source;
    private final LiteralReader literals;
    private final PatternBuilder patterns;
    private final StatementBuilder statements;
    private final TypeBuilder types;
    private final int maxDepth;
    private int depth;

    ExpressionBuilder(SourceText source, LiteralReader literals, StatementBuilder statements, int maxDepth) {
        this.source = source;
        this.literals = literals;
        this.statements = statements;
        this.maxDepth = maxDepth;
        this.types = new TypeBuilder(source);
        this.patterns = new PatternBuilder(source, literals, this, maxDepth);
    }

    PatternBuilder patterns() {
        return patterns;
    }

    Expression build(ExpressionContext rule) {
        Deque<List<ExpressionContext>> chains = new ArrayDeque<>();
        ExpressionContext leaf = rule;
        while (leaf.getChild(0) instanceof ExpressionContext left) {
            List<ExpressionContext> open = chains.peek();
            if (open != null && isOneNode(leaf) && open.getFirst().getClass() == leaf.getClass()) {
                open.add(leaf);
            } else {
                chains.push(new ArrayList<>(List.of(leaf)));
            }
            leaf = left;
        }
        List<List<ExpressionContext>> groups = new ArrayList<>(chains);
        int chained = groups.size();
        while (chained > 0 && isJunction(groups.get(chained - 1).getFirst())) {
            chained--;
        }
        int nested = Math.min(chained, MAX_NESTED);
        int deepened = 1 + nested + (chained > nested ? 1 : 0) + groups.size() - chained;
        depth += deepened;
        if (depth > maxDepth) {
            throw TokenCheck.tooDeep(source, rule.getStart(), maxDepth);
        }
        Expression result = leaf(leaf);
        for (List<ExpressionContext> group : groups.subList(0, nested)) {
            result = linked(result, group);
        }
        if (chained > nested) {
            result = chain(result, groups.subList(nested, chained));
        }
        for (List<ExpressionContext> group : groups.subList(chained, groups.size())) {
            result = linked(result, group);
        }
        depth -= deepened;
        return result;
    }

    private Expression chain(Expression first, List<List<ExpressionContext>> groups) {
        List<Expression> links = new ArrayList<>();
        for (List<ExpressionContext> group : groups) {
            ExpressionContext before = (ExpressionContext) group.getLast().getChild(0);
            links.add(linked(new Expression.Before(source.position(before)), group));
        }
        return new Expression.Chain(
                first, links, source.position(groups.getLast().getFirst()));
    }

    /** @param group one operator, or several that make one node, the outermost first */
    private Expression linked(Expression left, List<ExpressionContext> group) {
        return isOneNode(group.getFirst()) ? joined(left, group.reversed()) : extended(left, group.getFirst());
    }

    /** What the last name of a target is a property of. */
    Expression subject(CypherParser.PropertyTargetContext target) {
        Expression subject = atom(target.atom());
        for (CypherParser.NameContext name :
                target.name().subList(0, target.name().size() - 1)) {
            subject = new Expression.Property(
                    subject, literals.name(name), source.position(target.getStart(), name.getStop()));
        }
        return subject;
    }

    private static boolean isOneNode(ExpressionContext rule) {
        return rule instanceof CypherParser.AndExpressionContext
                || rule instanceof CypherParser.OrExpressionContext
                || rule instanceof CypherParser.LabelPredicateContext
                || rule instanceof CypherParser.ComparisonExpressionContext;
    }

    /** What conditions are taken apart at. */
    private static boolean isJunction(ExpressionContext rule) {
        return rule instanceof CypherParser.AndExpressionContext || rule instanceof CypherParser.OrExpressionContext;
    }

    /** @param chain innermost first */
    private Expression joined(Expression first, List<ExpressionContext> chain) {
        SourcePosition position = source.position(chain.getLast());
        if (chain.getFirst() instanceof CypherParser.ComparisonExpressionContext) {
            List<Expression.Step> steps = new ArrayList<>();
            for (ExpressionContext link : chain) {
                var comparison = (CypherParser.ComparisonExpressionContext) link;
                steps.add(new Expression.Step(
                        comparisonOperator(comparison.op.getText()), build(comparison.expression(1))));
            }
            return new Expression.Comparison(first, steps, position);
        }
        if (chain.getFirst() instanceof CypherParser.LabelPredicateContext) {
            return new Expression.HasLabels(
                    first,
                    patterns.labels(chain.stream()
                            .map(link -> ((CypherParser.LabelPredicateContext) link).labelExpression())
                            .toList()),
                    position);
        }
        List<Expression> operands = new ArrayList<>();
        operands.add(first);
        for (ExpressionContext link : chain) {
            operands.add(build((ExpressionContext) link.getChild(2)));
        }
        return chain.getFirst() instanceof CypherParser.AndExpressionContext
                ? new Expression.And(operands, position)
                : new Expression.Or(operands, position);
    }

    private Expression extended(Expression left, ExpressionContext rule) {
        SourcePosition position = source.position(rule);
        return switch (rule) {
            case CypherParser.PropertyExpressionContext property ->
                new Expression.Property(left, literals.name(property.name()), position);
            case CypherParser.IndexExpressionContext index ->
                new Expression.Index(left, build(index.expression(1)), position);
            case CypherParser.SliceExpressionContext slice ->
                new Expression.Slice(left, optional(slice.least), optional(slice.most), position);
            case CypherParser.PowerExpressionContext power ->
                new Expression.Arithmetic(ArithmeticOperator.POWER, left, build(power.expression(1)), position);
            case CypherParser.MultiplyExpressionContext product ->
                new Expression.Arithmetic(
                        arithmeticOperator(product.op.getText()), left, build(product.expression(1)), position);
            case CypherParser.AddExpressionContext sum ->
                new Expression.Arithmetic(
                        arithmeticOperator(sum.op.getText()), left, build(sum.expression(1)), position);
            case CypherParser.StringPredicateContext match ->
                new Expression.StringMatch(stringOperator(match), left, build(match.expression(1)), position);
            case CypherParser.InPredicateContext in -> new Expression.In(left, build(in.expression(1)), position);
            case CypherParser.TypePredicateContext typed ->
                new Expression.IsTyped(left, types.build(typed.typeExpression()), typed.NOT() != null, position);
            case CypherParser.NormalizedPredicateContext normalized ->
                new Expression.IsNormalized(
                        left,
                        normalized.form == null
                                ? new Name(
                                        "NFC",
                                        source.position(normalized.NORMALIZED().getSymbol()))
                                : new Name(normalized.form.getText(), source.position(normalized.form)),
                        normalized.NOT() != null,
                        position);
            case CypherParser.NullPredicateContext nulls -> new Expression.IsNull(left, nulls.NOT() != null, position);
            case CypherParser.XorExpressionContext xor -> new Expression.Xor(left, build(xor.expression(1)), position);
            default -> throw new IllegalStateException("no builder for " + rule.getClass());
        };
    }

    private Expression leaf(ExpressionContext rule) {
        return switch (rule) {
            case CypherParser.AtomExpressionContext atom -> atom(atom.atom());
            case CypherParser.NotExpressionContext not ->
                new Expression.Not(build(not.expression()), source.position(not));
            case CypherParser.SignExpressionContext sign -> signed(sign);
            default -> throw new IllegalStateException("no builder for " + rule.getClass());
        };
    }

    /** The sign of an integer literal belongs to it, so that the smallest integer can be written. */
    private Expression signed(CypherParser.SignExpressionContext sign) {
        boolean negative = sign.op.getText().equals("-");
        if (negative
                && sign.expression() instanceof CypherParser.AtomExpressionContext atom
                && atom.atom() instanceof CypherParser.LiteralAtomContext literal
                && literal.literal().INTEGER() != null) {
            return new Expression.Literal(
                    literals.integer(literal.literal().INTEGER().getSymbol(), true), source.position(sign));
        }
        return new Expression.Sign(negative, build(sign.expression()), source.position(sign));
    }

    private Expression atom(CypherParser.AtomContext rule) {
        SourcePosition position = source.position(rule);
        return switch (rule) {
            case CypherParser.LiteralAtomContext literal -> literal(literal.literal());
            case CypherParser.ParameterAtomContext parameter -> parameter(parameter.parameter());
            case CypherParser.VariableAtomContext variable ->
                new Expression.Variable(literals.name(variable.variable()).text(), position);
            case CypherParser.GroupAtomContext group -> build(group.expression());
            case CypherParser.FunctionAtomContext function ->
                new Expression.Function(
                        functionName(function.functionName()),
                        function.DISTINCT() != null,
                        all(function.expression()),
                        position);
            case CypherParser.CountStarAtomContext ignored -> new Expression.CountStar(position);
            case CypherParser.ListAtomContext list -> new Expression.ListLiteral(all(list.expression()), position);
            case CypherParser.MapAtomContext map -> map(map.mapLiteral());
            case CypherParser.CaseAtomContext cases ->
                new Expression.Case(
                        optional(cases.subject),
                        cases.caseBranch().stream()
                                .map(b -> new Expression.Branch(build(b.expression(0)), build(b.expression(1))))
                                .toList(),
                        optional(cases.otherwise),
                        position);
            case CypherParser.ComprehensionAtomContext comprehension ->
                new Expression.ListComprehension(
                        literals.name(comprehension.variable()),
                        build(comprehension.expression(0)),
                        where(comprehension.where()),
                        optional(comprehension.expression(1)),
                        position);
            case CypherParser.QuantifierAtomContext quantifier ->
                new Expression.Quantifier(
                        quantifierKind(quantifier.kind.getType()),
                        literals.name(quantifier.variable()),
                        build(quantifier.expression()),
                        build(quantifier.where().expression()),
                        position);
            case CypherParser.ReduceAtomContext reduce ->
                new Expression.Reduce(
                        literals.name(reduce.variable(0)),
                        build(reduce.expression(0)),
                        literals.name(reduce.variable(1)),
                        build(reduce.expression(1)),
                        build(reduce.expression(2)),
                        position);
            case CypherParser.PatternAtomContext pattern ->
                new Expression.PatternPredicate(patterns.walk(pattern.nodePattern(), pattern.patternLink()), position);
            case CypherParser.PatternComprehensionAtomContext comprehension ->
                new Expression.PatternComprehension(
                        Optional.ofNullable(comprehension.variable()).map(literals::name),
                        patterns.walk(comprehension.nodePattern(), comprehension.patternLink()),
                        where(comprehension.where()),
                        build(comprehension.expression()),
                        position);
            case CypherParser.ShortestPathAtomContext shortest ->
                new Expression.ShortestPath(patterns.shortestPath(shortest.shortestPath()), position);
            case CypherParser.SubqueryAtomContext subquery -> subquery(subquery, position);
            case CypherParser.MapProjectionAtomContext projection ->
                new Expression.MapProjection(
                        literals.name(projection.variable()),
                        projection.projectionEntry().stream().map(this::entry).toList(),
                        position);
            case CypherParser.TrimAtomContext trim -> trim(trim, position);
            default -> throw new IllegalStateException("no builder for " + rule.getClass());
        };
    }

    private Expression.ProjectionEntry entry(CypherParser.ProjectionEntryContext rule) {
        return switch (rule) {
            case CypherParser.AllPropertiesContext all ->
                new Expression.ProjectionEntry.AllProperties(source.position(all));
            case CypherParser.OnePropertyContext one ->
                new Expression.ProjectionEntry.OneProperty(literals.name(one.name()));
            case CypherParser.NamedEntryContext named ->
                new Expression.ProjectionEntry.Named(literals.name(named.name()), build(named.expression()));
            case CypherParser.VariableEntryContext variable -> {
                Name name = literals.name(variable.variable());
                yield new Expression.ProjectionEntry.Named(name, new Expression.Variable(name.text(), name.position()));
            }
            default -> throw new IllegalStateException("no builder for " + rule.getClass());
        };
    }

    /** {@code trim(LEADING 'x' FROM s)} is {@code lTrim(s, 'x')}. */
    private Expression trim(CypherParser.TrimAtomContext rule, SourcePosition position) {
        String function = rule.side == null
                ? "bTrim"
                : switch (rule.side.getType()) {
                    case CypherParser.LEADING -> "lTrim";
                    case CypherParser.TRAILING -> "rTrim";
                    default -> "bTrim";
                };
        List<Expression> arguments = new ArrayList<>();
        arguments.add(build(rule.from));
        optional(rule.what).ifPresent(arguments::add);
        return new Expression.Function(
                new Name(function, source.position(rule.TRIM().getSymbol())), false, arguments, position);
    }

    private Expression subquery(CypherParser.SubqueryAtomContext rule, SourcePosition position) {
        Expression.SubqueryKind kind = switch (rule.op.getType()) {
            case CypherParser.EXISTS -> Expression.SubqueryKind.EXISTS;
            case CypherParser.COUNT -> Expression.SubqueryKind.COUNT;
            default -> Expression.SubqueryKind.COLLECT;
        };
        if (rule.query() != null) {
            return new Expression.Subquery(
                    kind,
                    kind == Expression.SubqueryKind.COLLECT
                            ? statements.subqueryWithResult(rule.query())
                            : statements.subquery(rule.query()),
                    position);
        }
        if (kind == Expression.SubqueryKind.COLLECT) {
            throw source.syntaxError(
                    ErrorText.of("COLLECT {...} holds a pattern, which gives no value")
                            .remedy("write COLLECT { MATCH ... RETURN ... }"),
                    source.position(rule.pattern()));
        }
        SourcePosition matchPosition = source.position(rule.pattern());
        Clause match = new Clause.Match(false, patterns.pattern(rule.pattern()), where(rule.where()), matchPosition);
        return new Expression.Subquery(
                kind, new Query(new Query.Single(List.of(match), matchPosition), List.of(), matchPosition), position);
    }

    private Expression literal(CypherParser.LiteralContext rule) {
        SourcePosition position = source.position(rule);
        return new Expression.Literal(
                switch (rule.getStart().getType()) {
                    case CypherParser.TRUE -> true;
                    case CypherParser.FALSE -> false;
                    case CypherParser.INTEGER -> literals.integer(rule.getStart(), false);
                    case CypherParser.FLOAT -> literals.floating(rule.getStart());
                    case CypherParser.STRING -> literals.string(rule.getStart());
                    default -> null;
                },
                position);
    }

    Expression.MapLiteral map(MapLiteralContext rule) {
        return new Expression.MapLiteral(
                rule.mapEntry().stream()
                        .map(e -> new Expression.Entry(literals.name(e.name()), build(e.expression())))
                        .toList(),
                source.position(rule));
    }

    private Name functionName(CypherParser.FunctionNameContext rule) {
        StringBuilder text = new StringBuilder(literals.name(rule.variable()).text());
        rule.name().forEach(n -> text.append('.').append(literals.name(n).text()));
        return new Name(text.toString(), source.position(rule));
    }

    Expression.Parameter parameter(ParameterContext rule) {
        String name = rule.name() != null
                ? literals.name(rule.name()).text()
                : rule.INTEGER().getText();
        return new Expression.Parameter(name, source.position(rule));
    }

    Name qualifiedName(CypherParser.QualifiedNameContext rule) {
        return new Name(
                rule.name().stream().map(n -> literals.name(n).text()).collect(Collectors.joining(".")),
                source.position(rule));
    }

    Optional<Expression> where(CypherParser.@Nullable WhereContext rule) {
        return rule == null ? Optional.empty() : Optional.of(build(rule.expression()));
    }

    List<Expression> all(List<ExpressionContext> rules) {
        return rules.stream().map(this::build).toList();
    }

    Optional<Expression> optional(@Nullable ExpressionContext rule) {
        return Optional.ofNullable(rule).map(this::build);
    }

    private static StringOperator stringOperator(CypherParser.StringPredicateContext rule) {
        if (rule.STARTS() != null) {
            return StringOperator.STARTS_WITH;
        }
        if (rule.ENDS() != null) {
            return StringOperator.ENDS_WITH;
        }
        return rule.CONTAINS() != null ? StringOperator.CONTAINS : StringOperator.MATCHES;
    }

    private static Expression.QuantifierKind quantifierKind(int token) {
        return switch (token) {
            case CypherParser.ALL -> Expression.QuantifierKind.ALL;
            case CypherParser.ANY -> Expression.QuantifierKind.ANY;
            case CypherParser.NONE -> Expression.QuantifierKind.NONE;
            default -> Expression.QuantifierKind.SINGLE;
        };
    }

    private static ArithmeticOperator arithmeticOperator(String text) {
        for (ArithmeticOperator operator : ArithmeticOperator.values()) {
            if (operator.text().equals(text)) {
                return operator;
            }
        }
        throw new IllegalStateException("no operator " + text);
    }

    private static ComparisonOperator comparisonOperator(String text) {
        for (ComparisonOperator operator : ComparisonOperator.values()) {
            if (operator.text().equals(text)) {
                return operator;
            }
        }
        throw new IllegalStateException("no operator " + text);
    }
}
