package dev.sennit.query.execution;

import dev.sennit.model.CalendarDuration;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.BoundExpression.Branch;
import dev.sennit.query.analysis.Place;
import dev.sennit.query.analysis.QueryErrors;
import dev.sennit.query.analysis.Variable;
import dev.sennit.query.ast.Expression.ArithmeticOperator;
import dev.sennit.query.temporal.TemporalParts;
import dev.sennit.query.value.Arithmetic;
import dev.sennit.query.value.Blame;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.MemorySize;
import dev.sennit.query.value.Sequences;
import java.time.temporal.Temporal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns resolved expressions into code. */
final class ExpressionCompiler {
    /** Shorter texts do no harm that is worth counting them. */
    private static final long LONG_TEXT_BYTES = 1L << 16;

    private final QueryErrors errors;
    private final OpenTables tables;
    private final FunctionCompiler functions;
    private final ConditionCompiler conditions;
    private final ListCompiler lists;
    private final TextMatcher texts;
    private final MemoryBudget memory;
    private final ValueLimits limits;
    private final Subqueries subqueries;
    private final Map<BoundExpression, Evaluator> compiled = new IdentityHashMap<>();

    /** The chains whose links are being compiled, the innermost first. */
    private final Deque<Held> chains = new ArrayDeque<>();

    /** Starts the plans of subqueries. */
    @FunctionalInterface
    interface Subqueries {
        Rows start(int id, @Nullable Object[] row);
    }

    ExpressionCompiler(
            QueryErrors errors,
            OpenTables tables,
            MemoryBudget memory,
            Cancellation cancellation,
            Surroundings surroundings,
            Subqueries subqueries) {
        this.subqueries = subqueries;
        this.errors = errors;
        this.memory = memory;
        this.tables = tables;
        this.limits = new ValueLimits(memory, cancellation);
        this.functions = new FunctionCompiler(tables, memory, limits, surroundings);
        this.conditions = new ConditionCompiler(this);
        this.lists = new ListCompiler(this, memory, limits);
        this.texts = new TextMatcher();
    }

    ValueLimits limits() {
        return limits;
    }

    List<Evaluator> all(List<BoundExpression> expressions) {
        return expressions.stream().map(this::compile).toList();
    }

    Blame blame(Place place) {
        return (code, text) -> errors.error(code, text, place.position());
    }

    Evaluator compile(BoundExpression expression) {
        Evaluator known = compiled.get(expression);
        if (known != null) {
            return known;
        }
        if (expression instanceof BoundExpression.Before) {
            // Its value depends on the chain it is compiled for.
            return compileAnew(expression);
        }
        Evaluator evaluator = compileAnew(expression);
        compiled.put(expression, evaluator);
        return evaluator;
    }

    private Evaluator compileAnew(BoundExpression expression) {
        return switch (expression) {
            case BoundExpression.Constant e -> {
                Object value = e.value();
                yield row -> value;
            }
            case BoundExpression.OpenParameter e ->
                throw new IllegalStateException("parameter $" + e.name() + " is not bound");
            case BoundExpression.Reference e -> {
                int slot = e.variable().id();
                yield row -> row[slot];
            }
            case BoundExpression.PropertyOf e -> property(e);
            case BoundExpression.ElementAt e -> elementAt(e);
            case BoundExpression.SliceOf e -> lists.slice(e);
            case BoundExpression.HasType e -> hasType(e);
            case BoundExpression.Negation e -> {
                Evaluator operand = compile(e.operand());
                Arithmetic arithmetic = new Arithmetic(blame(e.place()));
                yield row -> arithmetic.negate(operand.evaluate(row));
            }
            case BoundExpression.Arithmetic e -> arithmetic(e);
            case BoundExpression.Chain e -> chain(e);
            case BoundExpression.Before ignored -> {
                Held held = chains.element();
                yield row -> held.value;
            }
            case BoundExpression.Comparison e -> conditions.comparison(e);
            case BoundExpression.Membership e -> lists.membership(e);
            case BoundExpression.TextMatch e ->
                texts.compile(e, compile(e.subject()), compile(e.pattern()), blame(e.place()));
            case BoundExpression.NullCheck e -> {
                Evaluator operand = compile(e.operand());
                boolean negated = e.negated();
                yield row -> (operand.evaluate(row) == null) != negated;
            }
            case BoundExpression.TypeTest e -> {
                Evaluator operand = compile(e.operand());
                boolean negated = e.negated();
                yield row -> TypeTests.matches(e.pattern(), operand.evaluate(row)) != negated;
            }
            case BoundExpression.MapProjection e -> mapProjection(e);
            case BoundExpression.Not e -> conditions.not(e);
            case BoundExpression.And e -> conditions.junction(e.operands(), false, blame(e.place()));
            case BoundExpression.Or e -> conditions.junction(e.operands(), true, blame(e.place()));
            case BoundExpression.Xor e -> conditions.xor(e);
            case BoundExpression.Call e -> functions.compile(e.function(), all(e.arguments()), blame(e.place()));
            case BoundExpression.Aggregation e ->
                throw new IllegalStateException(e.function() + " outside of a grouping");
            case BoundExpression.ListOf e -> {
                List<Evaluator> elements = all(e.elements());
                yield row -> {
                    List<@Nullable Object> list = new ArrayList<>(elements.size());
                    elements.forEach(element -> list.add(element.evaluate(row)));
                    return limits.checked(list);
                };
            }
            case BoundExpression.MapOf e -> {
                Map<String, Evaluator> entries = new LinkedHashMap<>();
                e.entries().forEach((key, value) -> entries.put(key, compile(value)));
                yield row -> {
                    Map<String, @Nullable Object> map = new LinkedHashMap<>();
                    entries.forEach((key, value) -> map.put(key, value.evaluate(row)));
                    return limits.checked(map);
                };
            }
            case BoundExpression.Case e -> cases(e);
            case BoundExpression.Comprehension e -> lists.comprehension(e);
            case BoundExpression.Quantified e -> lists.quantified(e);
            case BoundExpression.Reduction e -> lists.reduction(e);
            case BoundExpression.PathOf e -> PathBuilder.of(e, tables);
            case BoundExpression.Subquery e -> subquery(e);
        };
    }

    private Evaluator mapProjection(BoundExpression.MapProjection projection) {
        Evaluator subject = compile(projection.subject());
        Optional<Evaluator> all = projection.properties().map(this::compile);
        Map<String, Evaluator> entries = new LinkedHashMap<>();
        projection.entries().forEach((key, value) -> entries.put(key, compile(value)));
        return row -> {
            if (subject.evaluate(row) == null) {
                return null;
            }
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            if (all.isPresent() && all.get().evaluate(row) instanceof Map<?, ?> properties) {
                properties.forEach((key, value) -> map.put((String) key, value));
            }
            entries.forEach((key, value) -> map.put(key, value.evaluate(row)));
            return limits.checked(map);
        };
    }

    private Evaluator property(BoundExpression.PropertyOf property) {
        Evaluator subject = compile(property.subject());
        String key = property.key();
        Blame blame = blame(property.place());
        return row -> {
            Object value = subject.evaluate(row);
            return switch (value) {
                case null -> null;
                case ElementRef element -> propertyOf(element, key);
                case Map<?, ?> map -> map.get(key);
                case Temporal temporal ->
                    TemporalParts.of(temporal, key).orElseThrow(() -> noPart(key, temporal, blame));
                case CalendarDuration duration ->
                    TemporalParts.of(duration, key).orElseThrow(() -> noPart(key, duration, blame));
                default ->
                    throw blame.error(
                            ErrorCode.TYPE_MISMATCH,
                            ErrorText.of("'." + key + "' needs a NODE, an EDGE or a MAP, but the value is "
                                    + KindNames.of(value)));
            };
        };
    }

    private static RuntimeException noPart(String key, Object value, Blame blame) {
        return blame.error(ErrorCode.TYPE_MISMATCH, ErrorText.of(KindNames.of(value) + " has no '" + key + "'"));
    }

    @Nullable
    private static Object propertyOf(ElementRef element, String key) {
        if (element.isDeleted()) {
            throw Deleted.error(element);
        }
        return element.property(key);
    }

    private Evaluator elementAt(BoundExpression.ElementAt access) {
        Evaluator subject = compile(access.subject());
        Evaluator index = compile(access.index());
        Blame blame = blame(access.place());
        return row -> {
            Object value = subject.evaluate(row);
            Object at = index.evaluate(row);
            if (value == null || at == null) {
                return null;
            }
            if (value instanceof Map<?, ?> map && at instanceof String) {
                return map.get(at);
            }
            if (value instanceof ElementRef element && at instanceof String key) {
                return propertyOf(element, key);
            }
            if (Sequences.isSequence(value) && at instanceof Long number) {
                List<@Nullable Object> list = Sequences.elements(value);
                long position = number < 0 ? list.size() + number : number;
                return position < 0 || position >= list.size() ? null : list.get((int) position);
            }
            throw blame.error(
                    ErrorCode.TYPE_MISMATCH, ErrorText.of("'[...]' takes an INTEGER of a LIST or a STRING of a MAP"));
        };
    }

    private Evaluator hasType(BoundExpression.HasType hasType) {
        Evaluator subject = compile(hasType.subject());
        Set<String> names = hasType.types().stream().map(t -> t.name()).collect(Collectors.toSet());
        Blame blame = blame(hasType.place());
        return row -> {
            Object value = subject.evaluate(row);
            return switch (value) {
                case null -> null;
                case ElementRef element -> {
                    if (element.isDeleted()) {
                        throw Deleted.error(element);
                    }
                    yield names.contains(element.type().name());
                }
                default ->
                    throw blame.error(ErrorCode.TYPE_MISMATCH, ErrorText.of("only a NODE or an EDGE has labels"));
            };
        };
    }

    private Evaluator arithmetic(BoundExpression.Arithmetic expression) {
        Evaluator left = compile(expression.left());
        Evaluator right = compile(expression.right());
        Operation operation = operation(expression.operator(), expression.place());
        return row -> operation.apply(left.evaluate(row), right.evaluate(row));
    }

    /** The value of a chain so far. */
    private static final class Held {
        @Nullable
        private Object value;
    }

    private Evaluator chain(BoundExpression.Chain chain) {
        Evaluator first = compile(chain.first());
        Held held = new Held();
        List<Evaluator> links = new ArrayList<>();
        for (BoundExpression link : chain.links()) {
            chains.push(held);
            links.add(compileAnew(link));
            chains.pop();
        }
        return row -> {
            Object value = first.evaluate(row);
            for (Evaluator link : links) {
                limits.step();
                held.value = value;
                value = link.evaluate(row);
            }
            held.value = null;
            return value;
        };
    }

    @FunctionalInterface
    private interface Operation {
        @Nullable
        Object apply(@Nullable Object left, @Nullable Object right);
    }

    private Operation operation(ArithmeticOperator operator, Place place) {
        Arithmetic arithmetic = new Arithmetic(blame(place));
        return switch (operator) {
            case ADD -> (left, right) -> joined(arithmetic::add, left, right);
            case CONCATENATE -> (left, right) -> joined(arithmetic::concatenate, left, right);
            case SUBTRACT -> arithmetic::subtract;
            case MULTIPLY -> arithmetic::multiply;
            case DIVIDE -> arithmetic::divide;
            case MODULO -> arithmetic::modulo;
            case POWER -> arithmetic::power;
        };
    }

    /** A long text or a list must fit beside what the query keeps already, before it is made. */
    @Nullable
    private Object joined(Operation operation, @Nullable Object left, @Nullable Object right) {
        if (left instanceof String text && right instanceof String more) {
            long bytes = 2L * text.length() + 2L * more.length();
            if (bytes > LONG_TEXT_BYTES) {
                limits.requireRoom(bytes);
            }
        } else if (left instanceof List<?> list) {
            limits.requireRoom(8L * list.size() + (right instanceof List<?> more ? 8L * more.size() : 8));
        }
        Object joined = operation.apply(left, right);
        return joined instanceof List<?> ? limits.checked(Sequences.elements(joined)) : joined;
    }

    private Evaluator cases(BoundExpression.Case cases) {
        List<Evaluator> whens =
                cases.branches().stream().map(Branch::when).map(this::compile).toList();
        List<Evaluator> thens =
                cases.branches().stream().map(Branch::then).map(this::compile).toList();
        Optional<Evaluator> otherwise = cases.otherwise().map(this::compile);
        Blame blame = blame(cases.place());
        return row -> {
            for (int i = 0; i < whens.size(); i++) {
                if (Boolean.TRUE.equals(ConditionCompiler.condition(whens.get(i).evaluate(row), blame))) {
                    return thens.get(i).evaluate(row);
                }
            }
            return otherwise.isPresent() ? otherwise.get().evaluate(row) : null;
        };
    }

    private Evaluator subquery(BoundExpression.Subquery subquery) {
        int slot = subquery.value().map(Variable::id).orElse(-1);
        return row -> {
            try (Rows rows = subqueries.start(subquery.id(), row)) {
                return switch (subquery.result()) {
                    case EXISTS -> rows.next() != null;
                    case COUNT -> count(rows);
                    case COLLECT -> collect(rows, slot);
                    case FIRST -> {
                        List<@Nullable Object[]> first = rows.next();
                        yield first == null ? null : first.getFirst()[slot];
                    }
                };
            }
        };
    }

    private static Long count(Rows rows) {
        long count = 0;
        for (List<@Nullable Object[]> batch = rows.next(); batch != null; batch = rows.next()) {
            count += batch.size();
        }
        return count;
    }

    private List<@Nullable Object> collect(Rows rows, int slot) {
        List<@Nullable Object> values = new ArrayList<>();
        long bytes = 0;
        for (List<@Nullable Object[]> batch = rows.next(); batch != null; batch = rows.next()) {
            for (@Nullable Object[] found : batch) {
                long added = 8 + MemorySize.of(found[slot]);
                memory.reserve(added);
                bytes += added;
                values.add(found[slot]);
            }
        }
        memory.release(bytes);
        return limits.checked(values);
    }
}
