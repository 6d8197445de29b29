package dev.sennit.query.syntax;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.LimitException;
import dev.sennit.model.SourcePosition;
import dev.sennit.query.ast.Clause;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.Name;
import dev.sennit.query.ast.Projection;
import dev.sennit.query.ast.Query;
import dev.sennit.query.ast.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.TerminalNode;

/** Builds clauses and says which orders of clauses make no sense. */
final class StatementBuilder {
    private static final int MAX_CLAUSES = 800;
    private static final int MAX_ITEMS = 2_000;

    private final SourceText source;
    private final LiteralReader literals;
    private final ExpressionBuilder expressions;
    private final PatternBuilder patterns;

    StatementBuilder(SourceText source, int maxDepth) {
        this.source = source;
        this.literals = new LiteralReader(source);
        this.expressions = new ExpressionBuilder(source, literals, this, maxDepth);
        this.patterns = expressions.patterns();
    }

    Statement build(CypherParser.StatementContext rule) {
        Statement.Mode mode = rule.prefix == null
                ? Statement.Mode.RUN
                : rule.prefix.getType() == CypherParser.EXPLAIN ? Statement.Mode.EXPLAIN : Statement.Mode.PROFILE;
        return new Statement(mode, query(rule.query(), true), source.position(rule.query()));
    }

    /** A query in EXISTS or COUNT, which need not return anything. */
    Query subquery(CypherParser.QueryContext rule) {
        return query(rule, false);
    }

    /** A query in COLLECT, which must. */
    Query subqueryWithResult(CypherParser.QueryContext rule) {
        return query(rule, true);
    }

    private Query query(CypherParser.QueryContext rule, boolean mustEnd) {
        List<Query.Union> unions = new ArrayList<>();
        for (CypherParser.UnionPartContext union : rule.unionPart()) {
            unions.add(new Query.Union(
                    union.ALL() != null,
                    single(union.singleQuery(), mustEnd),
                    source.position(union.UNION().getSymbol())));
        }
        return new Query(single(rule.singleQuery(), mustEnd), unions, source.position(rule));
    }

    private Query.Single single(CypherParser.SingleQueryContext rule, boolean mustEnd) {
        requireFew(rule.clause().size(), MAX_CLAUSES, "clauses in a row", rule);
        List<Clause> clauses = rule.clause().stream().map(this::clause).toList();
        checkOrder(clauses, mustEnd);
        return new Query.Single(clauses, source.position(rule));
    }

    /** Each clause lies on those before it when a query runs; and all parts are looked at together when it is planned. */
    private void requireFew(int number, int most, String what, ParserRuleContext rule) {
        if (number > most) {
            throw new LimitException(
                    ErrorCode.RESOURCE_LIMIT,
                    ErrorText.of("the query has " + number + " " + what + " at " + source.position(rule))
                            .cause("at most " + most + " are accepted")
                            .remedy("pass data as parameters, or ask several queries")
                            .detail("limit", most));
        }
    }

    private void checkOrder(List<Clause> clauses, boolean mustEnd) {
        Optional<Clause> writeBefore = Optional.empty();
        for (int i = 0; i < clauses.size(); i++) {
            Clause clause = clauses.get(i);
            if (clause instanceof Clause.Return && i < clauses.size() - 1) {
                throw source.syntaxError(
                        ErrorText.of("RETURN is not the last clause").remedy("use WITH to go on after a projection"),
                        keyword(clauses.get(i + 1)));
            }
            if (isWrite(clause)) {
                writeBefore = Optional.of(clause);
            } else if (writeBefore.isPresent()
                    && (clause instanceof Clause.Match
                            || clause instanceof Clause.Unwind
                            || clause instanceof Clause.CallSubquery)) {
                throw source.syntaxError(
                        ErrorText.of("reading after writing needs a WITH in between")
                                .remedy("put WITH * before this clause"),
                        keyword(clause));
            } else if (clause instanceof Clause.With) {
                writeBefore = Optional.empty();
            }
        }
        Clause last = clauses.getLast();
        boolean ends = isWrite(last)
                || last instanceof Clause.Return
                || last instanceof Clause.CallProcedure
                || last instanceof Clause.CallSubquery;
        if (mustEnd && !ends) {
            throw source.syntaxError(
                    ErrorText.of("the query ends without a result")
                            .remedy("end it with RETURN, or with a clause that writes"),
                    keyword(last));
        }
    }

    /** A subquery that writes is still read after, like any other. */
    private static boolean isWrite(Clause clause) {
        return clause.writes() && !(clause instanceof Clause.CallSubquery);
    }

    /** The first word of a clause, which is what errors about the clause as a whole point at. */
    private static SourcePosition keyword(Clause clause) {
        return clause.position();
    }

    private Clause clause(CypherParser.ClauseContext rule) {
        SourcePosition position = source.position(rule.getStart());
        return switch (rule) {
            case CypherParser.MatchClauseContext match ->
                new Clause.Match(
                        match.OPTIONAL() != null,
                        patterns.pattern(match.pattern()),
                        expressions.where(match.where()),
                        position);
            case CypherParser.UnwindClauseContext unwind ->
                new Clause.Unwind(expressions.build(unwind.expression()), literals.name(unwind.variable()), position);
            case CypherParser.WithClauseContext with ->
                new Clause.With(projection(with.projection()), expressions.where(with.where()), position);
            case CypherParser.ReturnClauseContext returns ->
                new Clause.Return(projection(returns.projection()), position);
            case CypherParser.CallSubqueryClauseContext call ->
                new Clause.CallSubquery(
                        hasImports(call)
                                ? Optional.of(call.variable().stream()
                                        .map(literals::name)
                                        .toList())
                                : Optional.empty(),
                        query(call.query(), true),
                        position);
            case CypherParser.CallProcedureClauseContext call -> procedure(call, position);
            case CypherParser.CreateClauseContext create ->
                new Clause.Create(patterns.pattern(create.pattern()), position);
            case CypherParser.MergeClauseContext merge -> merge(merge, position);
            case CypherParser.SetClauseContext set -> new Clause.Set(setItems(set.setItem()), position);
            case CypherParser.RemoveClauseContext remove ->
                new Clause.Remove(
                        remove.removeItem().stream().map(this::removeItem).toList(), position);
            case CypherParser.DeleteClauseContext delete ->
                new Clause.Delete(delete.DETACH() != null, expressions.all(delete.expression()), position);
            case CypherParser.ForeachClauseContext foreach -> foreach(foreach, position);
            default -> throw new IllegalStateException("no builder for " + rule.getClass());
        };
    }

    private Clause foreach(CypherParser.ForeachClauseContext rule, SourcePosition position) {
        requireFew(rule.clause().size(), MAX_CLAUSES, "clauses in a row", rule);
        List<Clause> clauses = rule.clause().stream().map(this::clause).toList();
        clauses.stream().filter(clause -> !isWrite(clause)).findFirst().ifPresent(reading -> {
            throw source.syntaxError(
                    ErrorText.of("a clause that does not write stands in FOREACH")
                            .cause("it takes CREATE, MERGE, SET, REMOVE, DELETE and FOREACH")
                            .remedy("read before it, or use UNWIND or CALL {...} in its place"),
                    keyword(reading));
        });
        return new Clause.Foreach(
                literals.name(rule.variable()), expressions.build(rule.expression()), clauses, position);
    }

    private static boolean hasImports(CypherParser.CallSubqueryClauseContext call) {
        return call.getStart().getTokenIndex() + 1 < call.query().getStart().getTokenIndex() - 1;
    }

    private Clause procedure(CypherParser.CallProcedureClauseContext call, SourcePosition position) {
        Name name = expressions.qualifiedName(call.qualifiedName());
        boolean parentheses = call.getChildCount() > 2 && call.getChild(2) instanceof TerminalNode;
        CypherParser.YieldPartContext yields = call.yieldPart();
        return new Clause.CallProcedure(
                name,
                parentheses ? Optional.of(expressions.all(call.expression())) : Optional.empty(),
                yields != null && yields.yieldItem().isEmpty(),
                yields == null
                        ? List.of()
                        : yields.yieldItem().stream().map(this::yieldItem).toList(),
                yields == null ? Optional.empty() : expressions.where(yields.where()),
                position);
    }

    private Clause.YieldItem yieldItem(CypherParser.YieldItemContext rule) {
        Name variable = literals.name(rule.variable());
        return new Clause.YieldItem(rule.name() == null ? variable : literals.name(rule.name()), variable);
    }

    private Clause merge(CypherParser.MergeClauseContext merge, SourcePosition position) {
        List<Clause.SetItem> onCreate = new ArrayList<>();
        List<Clause.SetItem> onMatch = new ArrayList<>();
        for (CypherParser.MergeActionContext action : merge.mergeAction()) {
            (action.on.getType() == CypherParser.CREATE ? onCreate : onMatch).addAll(setItems(action.setItem()));
        }
        return new Clause.Merge(patterns.part(merge.patternPart()), onCreate, onMatch, position);
    }

    private List<Clause.SetItem> setItems(List<CypherParser.SetItemContext> rules) {
        return rules.stream().map(this::setItem).toList();
    }

    private Clause.SetItem setItem(CypherParser.SetItemContext rule) {
        return switch (rule) {
            case CypherParser.SetAllContext set ->
                new Clause.SetItem.OfAll(literals.name(set.variable()), expressions.build(set.expression()), false);
            case CypherParser.SetMergeContext set ->
                new Clause.SetItem.OfAll(literals.name(set.variable()), expressions.build(set.expression()), true);
            case CypherParser.SetLabelsContext set ->
                new Clause.SetItem.OfLabels(
                        literals.name(set.variable()),
                        set.name().stream().map(literals::name).toList());
            case CypherParser.SetPropertyContext set ->
                new Clause.SetItem.OfProperty(
                        expressions.subject(set.propertyTarget()),
                        literals.name(set.propertyTarget().name().getLast()),
                        expressions.build(set.expression()));
            default -> throw new IllegalStateException("no builder for " + rule.getClass());
        };
    }

    private Clause.RemoveItem removeItem(CypherParser.RemoveItemContext rule) {
        return switch (rule) {
            case CypherParser.RemoveLabelsContext remove ->
                new Clause.RemoveItem.OfLabels(
                        literals.name(remove.variable()),
                        remove.name().stream().map(literals::name).toList());
            case CypherParser.RemovePropertyContext remove ->
                new Clause.RemoveItem.OfProperty(
                        expressions.subject(remove.propertyTarget()),
                        literals.name(remove.propertyTarget().name().getLast()));
            default -> throw new IllegalStateException("no builder for " + rule.getClass());
        };
    }

    private Projection projection(CypherParser.ProjectionContext rule) {
        requireFew(rule.projectionItem().size(), MAX_ITEMS, "columns", rule);
        if (rule.order() != null) {
            requireFew(rule.order().sortItem().size(), MAX_ITEMS, "criteria of ORDER BY", rule);
        }
        boolean all = rule.getChild(rule.DISTINCT() == null ? 0 : 1) instanceof TerminalNode;
        return new Projection(
                rule.DISTINCT() != null,
                all,
                rule.projectionItem().stream().map(this::item).toList(),
                rule.order() == null
                        ? List.of()
                        : rule.order().sortItem().stream().map(this::sortItem).toList(),
                rule.skip() == null
                        ? Optional.empty()
                        : Optional.of(expressions.build(rule.skip().expression())),
                rule.limit() == null
                        ? Optional.empty()
                        : Optional.of(expressions.build(rule.limit().expression())),
                source.position(rule));
    }

    private Projection.Item item(CypherParser.ProjectionItemContext rule) {
        Expression expression = expressions.build(rule.expression());
        return new Projection.Item(
                expression, Optional.ofNullable(rule.alias()).map(literals::name), source.textOf(rule.expression()));
    }

    private Projection.SortItem sortItem(CypherParser.SortItemContext rule) {
        boolean descending = rule.direction != null
                && (rule.direction.getType() == CypherParser.DESC
                        || rule.direction.getType() == CypherParser.DESCENDING);
        return new Projection.SortItem(expressions.build(rule.expression()), descending);
    }
}
