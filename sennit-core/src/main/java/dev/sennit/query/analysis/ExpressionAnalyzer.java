package dev.sennit.query.analysis;

import dev.sennit.model.ErrorText;
import dev.sennit.model.SourcePosition;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.Name;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Resolves expressions. */
final class ExpressionAnalyzer {
    private final GraphSchema schema;
    private final QueryErrors errors;
    private final Parameters parameters;
    private final VariableSource variables;
    private final LabelMatcher labels;
    private final TypeRules rules;
    private final FunctionAnalyzer functions;
    private final TypeNameAnalyzer types;
    private final Supplier<SubqueryAnalyzer> subqueries;
    private final Runnable stop;

    /** The types of what comes before the links of chains that are being resolved, the innermost chain first. */
    private final Deque<ValueType> before = new ArrayDeque<>();

    ExpressionAnalyzer(
            GraphSchema schema,
            QueryErrors errors,
            Parameters parameters,
            VariableSource variables,
            LabelMatcher labels,
            Supplier<SubqueryAnalyzer> subqueries,
            Runnable stop) {
        this.subqueries = subqueries;
        this.stop = stop;
        this.schema = schema;
        this.errors = errors;
        this.parameters = parameters;
        this.variables = variables;
        this.labels = labels;
        this.rules = new TypeRules(errors);
        this.functions = new FunctionAnalyzer(schema, errors, rules);
        this.types = new TypeNameAnalyzer(errors);
    }

    /** Where an expression stands decides whether it may aggregate. */
    enum Aggregates {
        ALLOWED,
        FORBIDDEN
    }

    BoundExpression analyze(Expression expression, Scope scope) {
        return analyze(expression, scope, Aggregates.FORBIDDEN);
    }

    /** A condition, as operands of AND. */
    List<BoundExpression> conjuncts(Expression expression, Scope scope, String user) {
        List<BoundExpression> conjuncts = new ArrayList<>();
        BoundExpression condition = analyze(expression, scope);
        rules.require(ValueType.BOOLEAN, condition, user);
        flatten(condition, conjuncts);
        return conjuncts;
    }

    private static void flatten(BoundExpression condition, List<BoundExpression> conjuncts) {
        if (condition instanceof BoundExpression.And and) {
            and.operands().forEach(operand -> flatten(operand, conjuncts));
        } else {
            conjuncts.add(condition);
        }
    }

    BoundExpression analyze(Expression expression, Scope scope, Aggregates aggregates) {
        stop.run();
        SourcePosition position = expression.position();
        Place place = new Place(position);
        return switch (expression) {
            case Expression.Literal literal ->
                new BoundExpression.Constant(literal.value(), ParameterValues.typeOf(literal.value()), place);
            case Expression.Parameter parameter -> parameters.bind(parameter.name(), position, errors);
            case Expression.Variable variable -> {
                Scope.Symbol symbol = scope.require(new Name(variable.name(), position), errors);
                yield new BoundExpression.Reference(symbol.variable(), symbol.type(), place);
            }
            case Expression.Property property ->
                property(analyze(property.subject(), scope, aggregates), property.key(), place);
            case Expression.HasLabels hasLabels -> hasLabels(hasLabels, scope, aggregates, place);
            case Expression.ListLiteral list -> list(all(list.elements(), scope, aggregates), place);
            case Expression.MapLiteral map -> map(map, scope, aggregates, place);
            case Expression.Index index ->
                elementAt(
                        analyze(index.subject(), scope, aggregates), analyze(index.index(), scope, aggregates), place);
            case Expression.Slice slice -> slice(slice, scope, aggregates, place);
            case Expression.Sign sign -> {
                BoundExpression operand = analyze(sign.operand(), scope, aggregates);
                rules.require(ValueType.NUMBER, operand, sign.negative() ? "'-'" : "'+'");
                yield sign.negative()
                        ? new BoundExpression.Negation(operand, numberType(operand.type()), place)
                        : operand;
            }
            case Expression.Arithmetic arithmetic -> {
                BoundExpression left = analyze(arithmetic.left(), scope, aggregates);
                BoundExpression right = analyze(arithmetic.right(), scope, aggregates);
                ValueType type = rules.arithmetic(arithmetic.operator(), left.type(), right.type(), position);
                yield new BoundExpression.Arithmetic(arithmetic.operator(), left, right, type, place);
            }
            case Expression.Chain chain -> chain(chain, scope, aggregates, place);
            case Expression.Before ignored -> new BoundExpression.Before(before.element(), place);
            case Expression.Comparison comparison -> comparison(comparison, scope, aggregates, place);
            case Expression.In in -> {
                BoundExpression element = analyze(in.element(), scope, aggregates);
                BoundExpression list = analyze(in.list(), scope, aggregates);
                rules.memberOf(element, list, position);
                yield new BoundExpression.Membership(element, list, ValueType.BOOLEAN, place);
            }
            case Expression.StringMatch match -> {
                BoundExpression subject = analyze(match.subject(), scope, aggregates);
                BoundExpression pattern = analyze(match.pattern(), scope, aggregates);
                rules.text(subject, match.operator());
                rules.text(pattern, match.operator());
                yield new BoundExpression.TextMatch(match.operator(), subject, pattern, ValueType.BOOLEAN, place);
            }
            case Expression.IsNull isNull ->
                new BoundExpression.NullCheck(
                        analyze(isNull.operand(), scope, aggregates), isNull.negated(), ValueType.BOOLEAN, place);
            case Expression.IsTyped typed ->
                new BoundExpression.TypeTest(
                        analyze(typed.operand(), scope, aggregates),
                        types.resolve(typed.type()),
                        typed.negated(),
                        ValueType.BOOLEAN,
                        place);
            case Expression.IsNormalized normalized -> {
                BoundExpression operand = analyze(normalized.operand(), scope, aggregates);
                rules.require(ValueType.STRING, operand, "NORMALIZED");
                yield functions.isNormalized(operand, normalized.form(), normalized.negated(), place);
            }
            case Expression.Not not ->
                new BoundExpression.Not(condition(not.operand(), scope, aggregates, "NOT"), ValueType.BOOLEAN, place);
            case Expression.And and ->
                new BoundExpression.And(conditions(and.operands(), scope, aggregates, "AND"), ValueType.BOOLEAN, place);
            case Expression.Or or ->
                new BoundExpression.Or(conditions(or.operands(), scope, aggregates, "OR"), ValueType.BOOLEAN, place);
            case Expression.Xor xor ->
                new BoundExpression.Xor(
                        condition(xor.left(), scope, aggregates, "XOR"),
                        condition(xor.right(), scope, aggregates, "XOR"),
                        ValueType.BOOLEAN,
                        place);
            case Expression.CountStar ignored ->
                functions.aggregate(
                        AggregateFunction.COUNT, false, Optional.empty(), Optional.empty(), aggregates, place);
            case Expression.Function function -> function(function, scope, aggregates, place);
            case Expression.Case cases -> cases(cases, scope, aggregates, place);
            case Expression.ListComprehension comprehension -> comprehension(comprehension, scope, aggregates, place);
            case Expression.Quantifier quantifier -> quantifier(quantifier, scope, aggregates, place);
            case Expression.Reduce reduce -> reduce(reduce, scope, aggregates, place);
            case Expression.PatternPredicate predicate -> subqueries.get().condition(predicate, scope, place);
            case Expression.PatternComprehension comprehension ->
                subqueries.get().comprehension(comprehension, scope, place);
            case Expression.ShortestPath shortest -> subqueries.get().shortest(shortest, scope, place);
            case Expression.Subquery subquery -> subqueries.get().subquery(subquery, scope, place);
            case Expression.MapProjection projection -> mapProjection(projection, scope, aggregates, place);
        };
    }

    private List<BoundExpression> all(List<Expression> expressions, Scope scope, Aggregates aggregates) {
        return expressions.stream().map(e -> analyze(e, scope, aggregates)).toList();
    }

    private List<BoundExpression> conditions(
            List<Expression> operands, Scope scope, Aggregates aggregates, String user) {
        return operands.stream().map(o -> condition(o, scope, aggregates, user)).toList();
    }

    private BoundExpression condition(Expression operand, Scope scope, Aggregates aggregates, String user) {
        BoundExpression condition = analyze(operand, scope, aggregates);
        rules.require(ValueType.BOOLEAN, condition, user);
        return condition;
    }

    /** A property of an element or an entry of a map. */
    BoundExpression property(BoundExpression subject, Name key, Place place) {
        if (subject.type().kinds().stream().noneMatch(Kind::isTemporal)) {
            rules.require(ValueType.of(Kind.NODE, Kind.EDGE, Kind.MAP), subject, "'." + key.text() + "'");
        }
        ValueType type = subject.type();
        if (type.isNull()) {
            return new BoundExpression.PropertyOf(subject, key.text(), ValueType.NULL, place);
        }
        if (!type.mayBe(Kind.NODE) && !type.mayBe(Kind.EDGE)) {
            return new BoundExpression.PropertyOf(subject, key.text(), ValueType.ANY, place);
        }
        List<ElementType> elements = type.elementTypes();
        if (elements.isEmpty() || type.mayBe(Kind.MAP)) {
            if (!type.mayBe(Kind.MAP)) {
                elements = schema.types().toList();
            } else {
                return new BoundExpression.PropertyOf(subject, key.text(), ValueType.ANY, place);
            }
        }
        ValueType found = ValueType.NULL;
        for (ElementType element : elements) {
            found = found.or(element.propertyType(key.text()).map(ValueType::of).orElse(ValueType.NULL));
        }
        if (found.isNull()) {
            throw noProperty(subject, elements, key);
        }
        return new BoundExpression.PropertyOf(subject, key.text(), found, place);
    }

    private RuntimeException noProperty(BoundExpression subject, List<ElementType> elements, Name key) {
        List<String> known = elements.stream()
                .flatMap(e -> e.properties().stream())
                .map(p -> p.name())
                .distinct()
                .toList();
        String holder = elements.size() == 1
                ? elements.getFirst().name()
                : "none of the types " + errors.textOf(subject) + " may have (" + TypeNames.of(elements) + ")";
        return errors.unknown(
                (elements.size() == 1 ? holder + " has no property '" : holder + " has a property '") + key.text()
                        + "'",
                key.text(),
                known,
                key.position());
    }

    private BoundExpression hasLabels(
            Expression.HasLabels expression, Scope scope, Aggregates aggregates, Place place) {
        BoundExpression subject = analyze(expression.subject(), scope, aggregates);
        rules.require(ValueType.of(Kind.NODE, Kind.EDGE), subject, "a label");
        return new BoundExpression.HasType(
                subject, labels.elements(expression.labels(), subject.type()), ValueType.BOOLEAN, place);
    }

    private static BoundExpression list(List<BoundExpression> elements, Place place) {
        ValueType element = elements.stream().map(BoundExpression::type).reduce(ValueType.NULL, ValueType::or);
        return new BoundExpression.ListOf(elements, ValueType.listOf(element), place);
    }

    private BoundExpression map(Expression.MapLiteral map, Scope scope, Aggregates aggregates, Place place) {
        Map<String, BoundExpression> entries = new LinkedHashMap<>();
        map.entries().forEach(entry -> put(entries, entry.key(), analyze(entry.value(), scope, aggregates)));
        return new BoundExpression.MapOf(entries, ValueType.MAP, place);
    }

    private BoundExpression mapProjection(
            Expression.MapProjection projection, Scope scope, Aggregates aggregates, Place place) {
        Scope.Symbol symbol = scope.require(projection.subject(), errors);
        Place subjectPlace = new Place(projection.subject().position());
        BoundExpression subject = new BoundExpression.Reference(symbol.variable(), symbol.type(), subjectPlace);
        rules.require(ValueType.of(Kind.NODE, Kind.EDGE, Kind.MAP), subject, "a map projection");
        Optional<BoundExpression> all = Optional.empty();
        Map<String, BoundExpression> entries = new LinkedHashMap<>();
        for (Expression.ProjectionEntry entry : projection.entries()) {
            switch (entry) {
                case Expression.ProjectionEntry.AllProperties star ->
                    all = Optional.of(new BoundExpression.Call(
                            ScalarFunction.PROPERTIES, List.of(subject), ValueType.MAP, new Place(star.position())));
                case Expression.ProjectionEntry.OneProperty one ->
                    put(
                            entries,
                            one.key(),
                            property(subject, one.key(), new Place(one.key().position())));
                case Expression.ProjectionEntry.Named named ->
                    put(entries, named.key(), analyze(named.value(), scope, aggregates));
            }
        }
        ValueType type = subject.type().isNull() ? ValueType.NULL : ValueType.MAP;
        return new BoundExpression.MapProjection(subject, all, entries, type, place);
    }

    private void put(Map<String, BoundExpression> entries, Name key, BoundExpression value) {
        if (entries.put(key.text(), value) != null) {
            throw errors.syntax(ErrorText.of("the map has '" + key.text() + "' twice"), key.position());
        }
    }

    private BoundExpression elementAt(BoundExpression subject, BoundExpression index, Place place) {
        rules.require(ValueType.of(Kind.LIST, Kind.VECTOR, Kind.MAP, Kind.NODE, Kind.EDGE), subject, "'[...]'");
        ValueType type = subject.type();
        boolean byKey = type.mayBe(Kind.MAP) || type.mayBe(Kind.NODE) || type.mayBe(Kind.EDGE);
        if (!byKey && !type.isNull()) {
            rules.require(ValueType.INTEGER, index, "an index of a list");
        } else if (byKey && !type.mayBe(Kind.LIST) && !type.mayBe(Kind.VECTOR)) {
            rules.require(ValueType.STRING, index, "a key of a map");
        }
        ValueType element = type.isOnly(Kind.LIST)
                ? type.element().orElse(ValueType.ANY)
                : type.isOnly(Kind.VECTOR) ? ValueType.FLOAT : ValueType.ANY;
        return new BoundExpression.ElementAt(subject, index, element, place);
    }

    private BoundExpression slice(Expression.Slice slice, Scope scope, Aggregates aggregates, Place place) {
        BoundExpression subject = analyze(slice.subject(), scope, aggregates);
        rules.require(ValueType.of(Kind.LIST, Kind.VECTOR), subject, "'[..]'");
        Optional<BoundExpression> from = slice.from().map(e -> analyze(e, scope, aggregates));
        Optional<BoundExpression> to = slice.to().map(e -> analyze(e, scope, aggregates));
        from.ifPresent(e -> rules.require(ValueType.INTEGER, e, "an index of a list"));
        to.ifPresent(e -> rules.require(ValueType.INTEGER, e, "an index of a list"));
        return new BoundExpression.SliceOf(
                subject, from, to, subject.type().isOnly(Kind.LIST) ? subject.type() : ValueType.of(Kind.LIST), place);
    }

    private static ValueType numberType(ValueType type) {
        return type.isNumber() || type.isNull() ? type : ValueType.NUMBER;
    }

    private BoundExpression chain(Expression.Chain chain, Scope scope, Aggregates aggregates, Place place) {
        BoundExpression first = analyze(chain.first(), scope, aggregates);
        ValueType type = first.type();
        List<BoundExpression> links = new ArrayList<>();
        for (Expression link : chain.links()) {
            before.push(type);
            BoundExpression bound = analyze(link, scope, aggregates);
            before.pop();
            links.add(bound);
            type = bound.type();
        }
        return new BoundExpression.Chain(first, links, type, place);
    }

    /** A chain becomes an AND of its comparisons; what stands in the middle is compared twice and has one value. */
    private BoundExpression comparison(
            Expression.Comparison comparison, Scope scope, Aggregates aggregates, Place place) {
        List<BoundExpression> comparisons = new ArrayList<>();
        BoundExpression left = analyze(comparison.first(), scope, aggregates);
        for (Expression.Step step : comparison.steps()) {
            BoundExpression right = analyze(step.operand(), scope, aggregates);
            rules.comparable(step.operator(), left, right, comparison.position());
            comparisons.add(new BoundExpression.Comparison(step.operator(), left, right, ValueType.BOOLEAN, place));
            left = right;
        }
        return comparisons.size() == 1
                ? comparisons.getFirst()
                : new BoundExpression.And(comparisons, ValueType.BOOLEAN, place);
    }

    /** An equality the user wrote as an entry of a map of properties. */
    BoundExpression equality(BoundExpression left, BoundExpression right, Place place) {
        rules.comparable(Expression.ComparisonOperator.EQ, left, right, place.position());
        return new BoundExpression.Comparison(Expression.ComparisonOperator.EQ, left, right, ValueType.BOOLEAN, place);
    }

    private BoundExpression function(Expression.Function function, Scope scope, Aggregates aggregates, Place place) {
        Optional<AggregateFunction> aggregate = functions.aggregateNamed(function.name());
        if (aggregate.isPresent()) {
            int wanted = aggregate.get().arguments();
            if (function.arguments().size() != wanted) {
                throw errors.syntax(
                        ErrorText.of(aggregate.get().text() + " takes " + wanted
                                + (wanted == 1 ? " argument" : " arguments") + ", not "
                                + function.arguments().size()),
                        function.position());
            }
            if (aggregates == Aggregates.FORBIDDEN) {
                throw functions.misplaced(place);
            }
            BoundExpression argument = analyze(function.arguments().getFirst(), scope, Aggregates.FORBIDDEN);
            Optional<BoundExpression> parameter = wanted == 1
                    ? Optional.empty()
                    : Optional.of(analyze(function.arguments().getLast(), scope, Aggregates.FORBIDDEN));
            return functions.aggregate(
                    aggregate.get(), function.distinct(), Optional.of(argument), parameter, aggregates, place);
        }
        List<Expression> arguments = functions.arguments(function, scope);
        return functions.call(function, all(arguments, scope, aggregates), place);
    }

    private BoundExpression cases(Expression.Case cases, Scope scope, Aggregates aggregates, Place place) {
        Optional<BoundExpression> subject = cases.subject().map(s -> analyze(s, scope, aggregates));
        List<BoundExpression.Branch> branches = new ArrayList<>();
        ValueType type = ValueType.NULL;
        for (Expression.Branch branch : cases.branches()) {
            BoundExpression when;
            if (subject.isPresent()) {
                BoundExpression value = analyze(branch.when(), scope, aggregates);
                when = equality(subject.get(), value, value.place());
            } else {
                when = condition(branch.when(), scope, aggregates, "WHEN");
            }
            BoundExpression then = analyze(branch.then(), scope, aggregates);
            type = type.or(then.type());
            branches.add(new BoundExpression.Branch(when, then));
        }
        Optional<BoundExpression> otherwise = cases.otherwise().map(o -> analyze(o, scope, aggregates));
        if (otherwise.isPresent()) {
            type = type.or(otherwise.get().type());
        }
        return new BoundExpression.Case(branches, otherwise, type, place);
    }

    private BoundExpression comprehension(
            Expression.ListComprehension comprehension, Scope scope, Aggregates aggregates, Place place) {
        BoundExpression list = listOperand(comprehension.list(), scope, aggregates);
        Scope inner = scope.inner();
        Variable variable = variables.named(comprehension.variable().text());
        ValueType element = list.type().element().orElse(ValueType.ANY);
        inner.put(variable, element);
        Optional<BoundExpression> where =
                comprehension.where().map(w -> condition(w, inner, Aggregates.FORBIDDEN, "WHERE"));
        Optional<BoundExpression> projection =
                comprehension.projection().map(p -> analyze(p, inner, Aggregates.FORBIDDEN));
        return new BoundExpression.Comprehension(
                variable,
                list,
                where,
                projection,
                ValueType.listOf(projection.map(BoundExpression::type).orElse(element)),
                place);
    }

    private BoundExpression quantifier(
            Expression.Quantifier quantifier, Scope scope, Aggregates aggregates, Place place) {
        BoundExpression list = listOperand(quantifier.list(), scope, aggregates);
        Scope inner = scope.inner();
        Variable variable = variables.named(quantifier.variable().text());
        inner.put(variable, list.type().element().orElse(ValueType.ANY));
        return new BoundExpression.Quantified(
                quantifier.kind(),
                variable,
                list,
                condition(quantifier.where(), inner, Aggregates.FORBIDDEN, "WHERE"),
                ValueType.BOOLEAN,
                place);
    }

    private BoundExpression reduce(Expression.Reduce reduce, Scope scope, Aggregates aggregates, Place place) {
        BoundExpression initial = analyze(reduce.initial(), scope, aggregates);
        BoundExpression list = listOperand(reduce.list(), scope, aggregates);
        Scope inner = scope.inner();
        Variable accumulator = variables.named(reduce.accumulator().text());
        Variable variable = variables.named(reduce.variable().text());
        inner.put(accumulator, ValueType.ANY);
        inner.put(variable, list.type().element().orElse(ValueType.ANY));
        BoundExpression step = analyze(reduce.step(), inner, Aggregates.FORBIDDEN);
        return new BoundExpression.Reduction(
                accumulator, initial, variable, list, step, initial.type().or(step.type()), place);
    }

    private BoundExpression listOperand(Expression expression, Scope scope, Aggregates aggregates) {
        return list(analyze(expression, scope, aggregates), "IN");
    }

    /** @param user what needs a list */
    BoundExpression list(Expression expression, Scope scope, String user) {
        return list(analyze(expression, scope), user);
    }

    private BoundExpression list(BoundExpression list, String user) {
        rules.require(ValueType.of(Kind.LIST, Kind.VECTOR), list, user);
        return list;
    }
}
