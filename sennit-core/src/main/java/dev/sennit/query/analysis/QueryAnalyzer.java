package dev.sennit.query.analysis;

import dev.sennit.model.ErrorText;
import dev.sennit.model.SourcePosition;
import dev.sennit.query.ast.Clause;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.Projection;
import dev.sennit.query.ast.Query;
import dev.sennit.schema.GraphSchema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Resolves queries, clause by clause, each in the scope the clauses before it leave. */
final class QueryAnalyzer {
    private final GraphSchema schema;
    private final QueryErrors errors;
    private final VariableSource variables;
    private final PatternAnalyzer patterns;
    private final ProjectionAnalyzer projections;
    private final ExpressionAnalyzer expressions;
    private final WriteAnalyzer writes;
    private final ProcedureAnalyzer calls;
    private final VectorSearch vectors;

    QueryAnalyzer(
            GraphSchema schema,
            QueryErrors errors,
            VariableSource variables,
            PatternAnalyzer patterns,
            ProjectionAnalyzer projections,
            ExpressionAnalyzer expressions,
            WriteAnalyzer writes,
            ProcedureAnalyzer calls,
            VectorSearch vectors) {
        this.vectors = vectors;
        this.schema = schema;
        this.errors = errors;
        this.variables = variables;
        this.patterns = patterns;
        this.projections = projections;
        this.expressions = expressions;
        this.writes = writes;
        this.calls = calls;
    }

    /** A query that is a statement of its own. */
    BoundQuery whole(Query query) {
        return query(query, new Scope(), Scope.EMPTY, true);
    }

    /** A query inside an expression, which sees what the expression sees, throughout. */
    BoundQuery nested(Query query, Scope outer) {
        Scope inside = outer.subquery();
        return query(query, inside, inside, false);
    }

    /**
     * @param start what its first clause sees
     * @param everywhere what all its clauses see besides
     */
    private BoundQuery query(Query query, Scope start, Scope everywhere, boolean whole) {
        requireOneKindOfUnion(query);
        List<BoundQuery.Branch> branches = new ArrayList<>();
        branches.add(branch(
                query.first(),
                start.inner(),
                everywhere,
                whole && query.unions().isEmpty()));
        query.unions().forEach(u -> branches.add(branch(u.query(), start.inner(), everywhere, false)));
        boolean distinct = query.unions().stream().anyMatch(u -> !u.all());
        return new BoundQuery(branches, distinct, united(query, branches), variables.count());
    }

    private void requireOneKindOfUnion(Query query) {
        for (Query.Union union : query.unions()) {
            if (union.all() != query.unions().getFirst().all()) {
                throw errors.syntax(
                        ErrorText.of("UNION and UNION ALL stand in one query")
                                .cause("which rows are duplicates would depend on the order")
                                .remedy("use the same throughout"),
                        union.position());
            }
        }
    }

    private List<BoundQuery.Column> united(Query query, List<BoundQuery.Branch> branches) {
        List<BoundQuery.Column> first = branches.getFirst().columns();
        if (branches.size() == 1) {
            return first;
        }
        List<BoundQuery.Column> columns = new ArrayList<>();
        List<String> names = first.stream().map(BoundQuery.Column::name).toList();
        for (int i = 0; i < first.size(); i++) {
            ValueType type = first.get(i).type();
            for (int b = 1; b < branches.size(); b++) {
                List<String> others = branches.get(b).columns().stream()
                        .map(BoundQuery.Column::name)
                        .toList();
                if (!others.equals(names)) {
                    throw errors.syntax(
                            ErrorText.of("the parts of a UNION have different columns: " + String.join(", ", names)
                                            + " and " + String.join(", ", others))
                                    .remedy("name the columns alike with AS, in the same order"),
                            query.unions().get(b - 1).position());
                }
                type = type.or(branches.get(b).columns().get(i).type());
            }
            columns.add(new BoundQuery.Column(names.get(i), variables.named(names.get(i)), type));
        }
        return columns;
    }

    private BoundQuery.Branch branch(Query.Single query, Scope start, Scope everywhere, boolean procedureAlone) {
        Scope scope = start;
        List<BoundQuery.Step> steps = new ArrayList<>();
        List<BoundQuery.Column> columns = List.of();
        for (Clause clause : query.clauses()) {
            switch (clause) {
                case Clause.Match match -> {
                    requireTypes(match.position());
                    steps.add(patterns.match(match, scope));
                }
                case Clause.Unwind unwind -> steps.add(unwind(unwind, scope));
                case Clause.With with -> {
                    ProjectionAnalyzer.Result result =
                            projections.project(with.projection(), with.where(), scope, "WITH");
                    steps.add(result.step());
                    scope = everywhere.under(result.after());
                }
                case Clause.Return returns -> {
                    ProjectionAnalyzer.Result result =
                            projections.project(returns.projection(), Optional.empty(), scope, "RETURN");
                    steps.add(result.step());
                    columns = result.columns();
                }
                case Clause.CallSubquery call -> steps.add(callSubquery(call, scope));
                case Clause.CallProcedure call -> {
                    boolean alone = procedureAlone && query.clauses().size() == 1;
                    if (call.procedure().text().equals(VectorSearch.NAME)) {
                        BoundQuery.CallSubquery search = search(call, scope, steps);
                        columns = alone ? search.query().columns() : columns;
                        continue;
                    }
                    ProcedureAnalyzer.Result result = calls.call(call, scope, alone);
                    steps.addAll(result.steps());
                    columns = alone ? result.columns() : columns;
                }
                case Clause.Create create -> steps.add(writes.create(create, scope));
                case Clause.Merge merge -> steps.add(merge(merge, scope));
                case Clause.Set set -> steps.add(writes.set(set, scope));
                case Clause.Remove remove -> steps.add(writes.remove(remove, scope));
                case Clause.Delete delete -> steps.add(writes.delete(delete, scope));
                case Clause.Foreach foreach -> steps.add(foreach(foreach, scope));
            }
        }
        return new BoundQuery.Branch(steps, columns);
    }

    private BoundQuery.Step merge(Clause.Merge merge, Scope scope) {
        requireTypes(merge.position());
        return writes.merge(merge, scope);
    }

    /** What is bound within FOREACH is bound only there. */
    private BoundQuery.Step foreach(Clause.Foreach foreach, Scope scope) {
        BoundExpression list = expressions.list(foreach.list(), scope, "FOREACH");
        requireFree(foreach.variable().text(), foreach.variable().position(), scope);
        Variable variable = variables.named(foreach.variable().text());
        Scope inner = scope.inner();
        inner.put(variable, elementOf(list));
        List<BoundQuery.Step> steps = new ArrayList<>();
        for (Clause clause : foreach.clauses()) {
            steps.add(
                    switch (clause) {
                        case Clause.Create create -> writes.create(create, inner);
                        case Clause.Merge merge -> merge(merge, inner);
                        case Clause.Set set -> writes.set(set, inner);
                        case Clause.Remove remove -> writes.remove(remove, inner);
                        case Clause.Delete delete -> writes.delete(delete, inner);
                        case Clause.Foreach nested -> foreach(nested, inner);
                        default -> throw new IllegalStateException("FOREACH holds " + clause.getClass());
                    });
        }
        return new BoundQuery.Foreach(list, variable, steps);
    }

    private static ValueType elementOf(BoundExpression list) {
        return list.type().isOnly(Kind.LIST) ? list.type().element().orElse(ValueType.ANY) : ValueType.ANY;
    }

    private void requireTypes(SourcePosition position) {
        if (schema.nodeTypes().isEmpty()) {
            throw errors.syntax(
                    ErrorText.of("there is nothing to match").cause("the schema declares no node type"), position);
        }
    }

    private BoundQuery.Step unwind(Clause.Unwind unwind, Scope scope) {
        BoundExpression list = expressions.analyze(unwind.list(), scope);
        requireFree(unwind.variable().text(), unwind.variable().position(), scope);
        Variable variable = variables.named(unwind.variable().text());
        scope.put(variable, elementOf(list));
        return new BoundQuery.Unwind(list, variable);
    }

    private void requireFree(String name, SourcePosition position, Scope scope) {
        if (scope.find(name).isPresent()) {
            throw errors.syntax(
                    ErrorText.of("the variable '" + name + "' is bound already").remedy("use another name"), position);
        }
    }

    private BoundQuery.CallSubquery search(Clause.CallProcedure call, Scope scope, List<BoundQuery.Step> steps) {
        int mark = variables.count();
        BoundQuery query = nested(vectors.query(call), scope);
        for (BoundQuery.Column column : query.columns()) {
            requireFree(column.name(), call.position(), scope);
            scope.put(column.variable(), column.type());
        }
        BoundQuery.CallSubquery search = new BoundQuery.CallSubquery(query, Outside.of(query, mark));
        steps.add(search);
        call.where().ifPresent(where -> steps.add(new BoundQuery.Filter(expressions.conjuncts(where, scope, "WHERE"))));
        return search;
    }

    private BoundQuery.Step callSubquery(Clause.CallSubquery call, Scope scope) {
        Scope visible = new Scope().subquery();
        Scope everywhere = Scope.EMPTY;
        if (call.imports().isPresent()) {
            call.imports().get().forEach(name -> {
                Scope.Symbol symbol = scope.require(name, errors);
                visible.put(symbol.variable(), symbol.type());
            });
            everywhere = visible;
        } else {
            imported(call.query())
                    .forEach(name ->
                            scope.find(name).ifPresent(symbol -> visible.put(symbol.variable(), symbol.type())));
        }
        int mark = variables.count();
        BoundQuery query = query(call.query(), visible, everywhere, false);
        for (BoundQuery.Column column : query.columns()) {
            requireFree(column.name(), call.position(), scope);
            scope.put(column.variable(), column.type());
        }
        return new BoundQuery.CallSubquery(query, Outside.of(query, mark));
    }

    /** The variables that the WITH at the beginning of each part of a subquery takes over from outside. */
    private static Set<String> imported(Query query) {
        List<Query.Single> parts = new ArrayList<>();
        parts.add(query.first());
        query.unions().forEach(u -> parts.add(u.query()));
        Set<String> names = new LinkedHashSet<>();
        for (Query.Single part : parts) {
            if (part.clauses().getFirst() instanceof Clause.With with) {
                for (Projection.Item item : with.projection().items()) {
                    if (item.expression() instanceof Expression.Variable variable
                            && item.alias().isEmpty()) {
                        names.add(variable.name());
                    }
                }
            }
        }
        return names;
    }
}
