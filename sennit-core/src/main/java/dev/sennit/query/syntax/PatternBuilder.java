package dev.sennit.query.syntax;

import dev.sennit.model.ErrorText;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.LabelExpression;
import dev.sennit.query.ast.Pattern;
import dev.sennit.query.syntax.CypherParser.EdgePatternContext;
import dev.sennit.query.syntax.CypherParser.EdgeRangeContext;
import dev.sennit.query.syntax.CypherParser.LabelExpressionContext;
import dev.sennit.query.syntax.CypherParser.MapLiteralContext;
import dev.sennit.query.syntax.CypherParser.NodePatternContext;
import dev.sennit.query.syntax.CypherParser.ParameterContext;
import dev.sennit.query.syntax.CypherParser.PatternContext;
import dev.sennit.query.syntax.CypherParser.PatternElementContext;
import dev.sennit.query.syntax.CypherParser.PatternLinkContext;
import dev.sennit.query.syntax.CypherParser.PatternPartContext;
import dev.sennit.query.syntax.CypherParser.ShortestPathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BinaryOperator;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** Builds patterns and label expressions. */
final class PatternBuilder {
    private final SourceText source;
    private final LiteralReader literals;
    private final ExpressionBuilder expressions;
    private final int maxDepth;

    PatternBuilder(SourceText source, LiteralReader literals, ExpressionBuilder expressions, int maxDepth) {
        this.source = source;
        this.literals = literals;
        this.expressions = expressions;
        this.maxDepth = maxDepth;
    }

    Pattern pattern(PatternContext rule) {
        return new Pattern(rule.patternPart().stream().map(this::part).toList(), source.position(rule));
    }

    Pattern.Part part(PatternPartContext rule) {
        var path = Optional.ofNullable(rule.variable()).map(literals::name);
        if (rule.shortestPath() != null) {
            return new Pattern.Part(
                    path,
                    Optional.of(kind(rule.shortestPath())),
                    walk(rule.shortestPath().patternElement()),
                    source.position(rule));
        }
        return new Pattern.Part(path, Optional.empty(), walk(rule.patternElement()), source.position(rule));
    }

    Pattern.Part shortestPath(ShortestPathContext rule) {
        return new Pattern.Part(
                Optional.empty(), Optional.of(kind(rule)), walk(rule.patternElement()), source.position(rule));
    }

    private static Pattern.Shortest kind(ShortestPathContext rule) {
        return rule.kind.getType() == CypherParser.SHORTESTPATH ? Pattern.Shortest.ONE : Pattern.Shortest.ALL;
    }

    private Pattern.Walk walk(PatternElementContext rule) {
        PatternElementContext inner = rule;
        while (inner.patternElement() != null) {
            inner = inner.patternElement();
        }
        return walk(inner.nodePattern(), inner.patternLink());
    }

    Pattern.Walk walk(NodePatternContext first, List<PatternLinkContext> links) {
        List<Pattern.NodePattern> nodes = new ArrayList<>();
        List<Pattern.EdgePattern> edges = new ArrayList<>();
        nodes.add(node(first));
        for (PatternLinkContext link : links) {
            edges.add(edge(link.edgePattern()));
            nodes.add(node(link.nodePattern()));
        }
        Token last = links.isEmpty() ? first.getStop() : links.getLast().getStop();
        return new Pattern.Walk(nodes, edges, source.position(first.getStart(), last));
    }

    private Pattern.NodePattern node(NodePatternContext rule) {
        return new Pattern.NodePattern(
                Optional.ofNullable(rule.variable()).map(literals::name),
                Optional.ofNullable(rule.labels()).map(l -> labels(l.labelExpression())),
                properties(rule.mapLiteral(), rule.parameter()),
                Optional.ofNullable(rule.where()).map(w -> expressions.build(w.expression())),
                source.position(rule));
    }

    private Pattern.EdgePattern edge(EdgePatternContext rule) {
        boolean left = rule.left != null;
        boolean right = rule.right != null;
        return new Pattern.EdgePattern(
                Optional.ofNullable(rule.variable()).map(literals::name),
                left == right ? Pattern.Direction.EITHER : left ? Pattern.Direction.LEFT : Pattern.Direction.RIGHT,
                Optional.ofNullable(rule.labels()).map(l -> labels(l.labelExpression())),
                Optional.ofNullable(rule.edgeRange()).map(this::range),
                properties(rule.mapLiteral(), rule.parameter()),
                Optional.ofNullable(rule.where()).map(w -> expressions.build(w.expression())),
                source.position(rule));
    }

    private Optional<Expression> properties(@Nullable MapLiteralContext map, @Nullable ParameterContext parameter) {
        if (map != null) {
            return Optional.of(expressions.map(map));
        }
        return Optional.ofNullable(parameter).map(expressions::parameter);
    }

    private Pattern.Range range(EdgeRangeContext rule) {
        if (rule.exactly != null) {
            OptionalInt exactly = bound(rule.exactly);
            return new Pattern.Range(exactly, exactly);
        }
        return new Pattern.Range(bound(rule.least), bound(rule.most));
    }

    private OptionalInt bound(@Nullable Token token) {
        if (token == null) {
            return OptionalInt.empty();
        }
        long value = literals.integer(token, false);
        if (value > Integer.MAX_VALUE) {
            throw source.syntaxError(
                    ErrorText.of("a range of " + value + " edges is longer than any path")
                            .remedy("leave the bound out for any number"),
                    source.position(token));
        }
        return OptionalInt.of((int) value);
    }

    /**
     * Labels with colons between them, all of which are meant.
     *
     * @throws dev.sennit.model.InvalidTextException if there are other operators as well, which would bind nobody knows how
     */
    LabelExpression labels(List<LabelExpressionContext> parts) {
        if (parts.size() > 1) {
            parts.stream()
                    .filter(part -> !(part instanceof CypherParser.LabelNameContext))
                    .findFirst()
                    .ifPresent(mixed -> {
                        throw source.syntaxError(
                                ErrorText.of("':' between labels stands beside other operators")
                                        .remedy("write & in place of the ':' between labels"),
                                source.position(mixed));
                    });
        }
        return joined(
                parts,
                0,
                (left, right) -> new LabelExpression.And(
                        left,
                        right,
                        source.position(
                                parts.getFirst().getStart(), parts.getLast().getStop())));
    }

    /** @param depth of this expression in the whole one */
    LabelExpression labels(LabelExpressionContext rule, int depth) {
        if (depth > maxDepth) {
            throw TokenCheck.tooDeep(source, rule.getStart(), maxDepth);
        }
        int deeper = depth + 1;
        return switch (rule) {
            case CypherParser.LabelNameContext name -> new LabelExpression.Label(literals.name(name.name()));
            case CypherParser.AnyLabelContext any -> new LabelExpression.Any(source.position(any));
            case CypherParser.LabelGroupContext group -> labels(group.labelExpression(), deeper);
            case CypherParser.LabelNotContext not ->
                new LabelExpression.Not(labels(not.labelExpression(), deeper), source.position(not));
            case CypherParser.LabelAndContext and ->
                joined(
                        operands(and),
                        deeper,
                        (left, right) -> new LabelExpression.And(left, right, source.position(and)));
            case CypherParser.LabelOrContext or ->
                joined(operands(or), deeper, (left, right) -> new LabelExpression.Or(left, right, source.position(or)));
            default -> throw new IllegalStateException("no builder for " + rule.getClass());
        };
    }

    /** The operands of a chain of one operator, from the left. */
    private static List<LabelExpressionContext> operands(LabelExpressionContext rule) {
        List<LabelExpressionContext> operands = new ArrayList<>();
        LabelExpressionContext left = rule;
        while (left.getClass() == rule.getClass()) {
            operands.add(left.getRuleContext(LabelExpressionContext.class, 1));
            left = left.getRuleContext(LabelExpressionContext.class, 0);
        }
        operands.add(left);
        return operands.reversed();
    }

    /** Halves that are joined: the operators are associative, and so a long chain is no deep tree. */
    private LabelExpression joined(
            List<LabelExpressionContext> operands, int depth, BinaryOperator<LabelExpression> operator) {
        if (operands.size() == 1) {
            return labels(operands.getFirst(), depth);
        }
        int half = operands.size() / 2;
        return operator.apply(
                joined(operands.subList(0, half), depth, operator),
                joined(operands.subList(half, operands.size()), depth, operator));
    }
}
