package dev.sennit.query.analysis;

import dev.sennit.model.ErrorText;
import dev.sennit.model.SourcePosition;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.Projection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Resolves what WITH and RETURN have in common. */
final class ProjectionAnalyzer {
    private final QueryErrors errors;
    private final VariableSource variables;
    private final ExpressionAnalyzer expressions;

    ProjectionAnalyzer(QueryErrors errors, VariableSource variables, ExpressionAnalyzer expressions) {
        this.errors = errors;
        this.variables = variables;
        this.expressions = expressions;
    }

    /** A resolved projection and the variables that exist after it. */
    record Result(BoundQuery.Project step, List<BoundQuery.Column> columns, Scope after) {}

    /** One column before its variable is chosen. */
    private record Item(String name, BoundExpression expression) {}

    /** @param clause the clause's name, for messages */
    Result project(Projection projection, Optional<Expression> where, Scope scope, String clause) {
        List<Item> items = items(projection, scope, clause);
        boolean aggregated = items.stream().anyMatch(i -> i.expression.isAggregated());
        Outputs outputs = new Outputs();
        Optional<BoundQuery.Grouping> grouping = Optional.empty();
        if (aggregated) {
            grouping = Optional.of(group(items, outputs));
        } else {
            items.forEach(item -> outputs.add(item, item.expression, variableFor(item)));
        }
        Scope after = outputs.scope(scope);
        List<BoundQuery.SortKey> order = order(projection, scope, outputs, aggregated || projection.distinct());
        List<BoundExpression> conditions = where.map(
                        w -> conditions(w, scope, outputs, aggregated || projection.distinct()))
                .orElse(List.of());
        return new Result(
                new BoundQuery.Project(
                        grouping,
                        outputs.bindings,
                        projection.distinct(),
                        order,
                        projection.skip().map(e -> rowCount(e, "SKIP")),
                        projection.limit().map(e -> rowCount(e, "LIMIT")),
                        conjunction(conditions)),
                outputs.columns,
                after);
    }

    private static Optional<BoundExpression> conjunction(List<BoundExpression> conditions) {
        return switch (conditions.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(conditions.getFirst());
            default ->
                Optional.of(new BoundExpression.And(
                        conditions, ValueType.BOOLEAN, conditions.getFirst().place()));
        };
    }

    private List<Item> items(Projection projection, Scope scope, String clause) {
        List<Item> items = new ArrayList<>();
        if (projection.all()) {
            for (Scope.Symbol symbol : scope.named()) {
                items.add(new Item(
                        symbol.variable().name(),
                        new BoundExpression.Reference(
                                symbol.variable(), symbol.type(), new Place(projection.position()))));
            }
            if (items.isEmpty() && projection.items().isEmpty() && clause.equals("RETURN")) {
                throw errors.syntax(
                        ErrorText.of(clause + " * has nothing to take").cause("no variable is bound"),
                        projection.position());
            }
        }
        for (Projection.Item item : projection.items()) {
            if (clause.equals("WITH")
                    && item.alias().isEmpty()
                    && !(item.expression() instanceof Expression.Variable)) {
                throw errors.syntax(
                        ErrorText.of("an expression in WITH needs a name").remedy("write " + item.text() + " AS name"),
                        item.expression().position());
            }
            String name = item.alias()
                    .map(a -> a.text())
                    .orElseGet(() -> item.expression() instanceof Expression.Variable v ? v.name() : item.text());
            if (items.stream().anyMatch(i -> i.name.equals(name))) {
                throw errors.syntax(
                        ErrorText.of(clause + " has two columns named '" + name + "'")
                                .remedy("give one of them another name with AS"),
                        item.alias()
                                .map(a -> a.position())
                                .orElse(item.expression().position()));
            }
            requireNoPattern(item.expression());
            items.add(new Item(
                    name, expressions.analyze(item.expression(), scope, ExpressionAnalyzer.Aggregates.ALLOWED)));
        }
        return items;
    }

    private void requireNoPattern(Expression expression) {
        if (expression instanceof Expression.PatternPredicate pattern) {
            throw errors.syntax(
                    ErrorText.of("a pattern is no value by itself")
                            .cause("it is a condition of WHERE")
                            .remedy("write EXISTS { ... }, COUNT { ... } or [pattern | expression]"),
                    pattern.position());
        }
    }

    /** A variable that keeps its name stays the variable it is. */
    private Variable variableFor(Item item) {
        return item.expression instanceof BoundExpression.Reference reference
                        && reference.variable().name().equals(item.name)
                ? reference.variable()
                : variables.named(item.name);
    }

    /** Columns without an aggregate function are the keys; the others are computed from keys and aggregates. */
    private BoundQuery.Grouping group(List<Item> items, Outputs outputs) {
        Map<BoundExpression, BoundExpression> replacements = new LinkedHashMap<>();
        List<BoundQuery.Binding> keys = new ArrayList<>();
        List<BoundQuery.Aggregate> aggregates = new ArrayList<>();
        for (Item item : items) {
            if (!item.expression.isAggregated()) {
                Variable variable = variableFor(item);
                keys.add(new BoundQuery.Binding(variable, item.expression));
                if (isSimple(item.expression)) {
                    replacements.putIfAbsent(item.expression, reference(variable, item.expression));
                }
            }
        }
        for (Item item : items) {
            item.expression
                    .all()
                    .filter(BoundExpression.Aggregation.class::isInstance)
                    .forEach(aggregation -> {
                        if (!replacements.containsKey(aggregation)) {
                            Variable variable = variables.anonymous();
                            aggregates.add(
                                    new BoundQuery.Aggregate(variable, (BoundExpression.Aggregation) aggregation));
                            replacements.put(aggregation, reference(variable, aggregation));
                        }
                    });
        }
        int key = 0;
        for (Item item : items) {
            if (item.expression.isAggregated()) {
                BoundExpression computed = Substitution.replace(item.expression, replacements);
                requireGrouped(computed, keys, aggregates);
                outputs.add(item, computed, variables.named(item.name));
            } else {
                Variable variable = keys.get(key++).variable();
                outputs.add(item, reference(variable, item.expression), variable);
            }
        }
        return new BoundQuery.Grouping(keys, aggregates);
    }

    /** Only a variable and a property of one are recognised inside of another column. */
    private static boolean isSimple(BoundExpression key) {
        return switch (key) {
            case BoundExpression.Reference ignored -> true;
            case BoundExpression.PropertyOf property -> isSimple(property.subject());
            default -> false;
        };
    }

    private void requireGrouped(
            BoundExpression computed, List<BoundQuery.Binding> keys, List<BoundQuery.Aggregate> aggregates) {
        List<Variable> known = new ArrayList<>();
        keys.forEach(k -> known.add(k.variable()));
        aggregates.forEach(a -> known.add(a.variable()));
        Substitution.freeVariables(computed).forEach(reference -> {
            if (!known.contains(reference.variable())) {
                throw errors.syntax(
                        ErrorText.of("'" + reference.variable() + "' is neither aggregated nor a grouping key")
                                .cause("it may have many values within a group")
                                .remedy("return it as a column of its own, or aggregate it"),
                        reference.place().position());
            }
        });
    }

    private static BoundExpression reference(Variable variable, BoundExpression expression) {
        return new BoundExpression.Reference(variable, expression.type(), expression.place());
    }

    private List<BoundQuery.SortKey> order(Projection projection, Scope scope, Outputs outputs, boolean onlyOutputs) {
        Scope combined = scope.inner();
        outputs.columns.forEach(c -> combined.put(c.variable(), c.type()));
        List<BoundQuery.SortKey> keys = new ArrayList<>();
        for (Projection.SortItem item : projection.order()) {
            BoundExpression written =
                    expressions.analyze(item.expression(), combined, ExpressionAnalyzer.Aggregates.ALLOWED);
            BoundExpression expression = Substitution.replace(
                    written, written.isAggregated() ? outputs.recognised(written) : outputs.replacements);
            if (expression.isAggregated()) {
                throw errors.syntax(
                        ErrorText.of("ORDER BY can only use an aggregate function that is returned")
                                .remedy("return it as a column, and order by that column"),
                        item.expression().position());
            }
            if (onlyOutputs) {
                requireOutputs(expression, outputs, "ORDER BY");
            }
            keys.add(new BoundQuery.SortKey(expression, item.descending()));
        }
        return keys;
    }

    private void requireOutputs(BoundExpression expression, Outputs outputs, String clause) {
        Substitution.freeVariables(expression).forEach(reference -> {
            if (outputs.columns.stream().noneMatch(c -> c.variable().equals(reference.variable()))) {
                throw errors.syntax(
                        ErrorText.of(clause + " cannot use '" + reference.variable() + "' here")
                                .cause("after DISTINCT or an aggregate function only the columns are left")
                                .remedy(
                                        clause.equals("WHERE")
                                                ? "use a column, or make one of what you need"
                                                : "order by a column, or return what you order by"),
                        reference.place().position());
            }
        });
    }

    /** WHERE sees the columns, and what was bound before; a column may also be written as what it is. */
    private List<BoundExpression> conditions(Expression where, Scope scope, Outputs outputs, boolean onlyOutputs) {
        List<BoundExpression> conditions = expressions.conjuncts(where, scope.under(outputs.scope(scope)), "WHERE");
        if (!onlyOutputs) {
            return conditions;
        }
        List<BoundExpression> replaced = conditions.stream()
                .map(c -> Substitution.replace(c, outputs.replacements))
                .toList();
        replaced.forEach(c -> requireOutputs(c, outputs, "WHERE"));
        return replaced;
    }

    private BoundExpression rowCount(Expression expression, String clause) {
        SourcePosition position = expression.position();
        BoundExpression count = expressions.analyze(expression, new Scope());
        if (!count.type().isNull() && !count.type().mayBe(Kind.INTEGER)) {
            throw errors.mismatch(
                    ErrorText.of(clause + " needs a number of rows, but " + errors.textAt(position) + " is "
                            + count.type().text()),
                    position);
        }
        return count;
    }

    /** The columns as they are chosen. */
    private static final class Outputs {
        private final List<BoundQuery.Binding> bindings = new ArrayList<>();
        private final List<BoundQuery.Column> columns = new ArrayList<>();
        private final Map<BoundExpression, BoundExpression> replacements = new LinkedHashMap<>();

        void add(Item item, BoundExpression computed, Variable variable) {
            bindings.add(new BoundQuery.Binding(variable, computed));
            columns.add(new BoundQuery.Column(item.name, variable, item.expression.type()));
            replacements.putIfAbsent(item.expression, reference(variable, item.expression));
        }

        /** What stands for columns in an expression that aggregates and is not a column itself. */
        Map<BoundExpression, BoundExpression> recognised(BoundExpression expression) {
            if (replacements.containsKey(expression)) {
                return replacements;
            }
            Map<BoundExpression, BoundExpression> some = new LinkedHashMap<>();
            replacements.forEach((column, reference) -> {
                if (column.isAggregated() || isSimple(column)) {
                    some.put(column, reference);
                }
            });
            return some;
        }

        Scope scope(Scope before) {
            return before.next(columns);
        }
    }
}
