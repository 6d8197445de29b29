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
import dev.sennit.query.ast.Expression.ComparisonOperator;
import dev.sennit.query.temporal.TemporalParts;
import dev.sennit.query.value.Arithmetic;
import dev.sennit.query.value.Blame;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.Equality;
import dev.sennit.query.value.MemorySize;
import dev.sennit.query.value.Sequences;
import dev.sennit.query.value.ValueOrder;
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

/** Turns resolved expressions into code. Conditions have three values; null is the third. */
final class ExpressionCompiler {
    /** Shorter texts do no harm that is worth counting them. */
    private static final long LONG_TEXT_BYTES = 1L << 16;

    private final QueryErrors errors;
    private final OpenTables tables;
    private final FunctionCompiler functions;
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
            case BoundExpression.SliceOf e -> slice(e);
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
            case BoundExpression.Comparison e -> comparison(e);
            case BoundExpression.Membership e -> membership(e);
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
            case BoundExpression.Not e -> {
                Evaluator operand = compile(e.operand());
                Blame blame = blame(e.place());
                yield row -> {
                    Boolean value = condition(operand.evaluate(row), blame);
                    return value == null ? null : !value;
                };
            }
            case BoundExpression.And e -> junction(e.operands(), false, blame(e.place()));
            case BoundExpression.Or e -> junction(e.operands(), true, blame(e.place()));
            case BoundExpression.Xor e -> {
                Evaluator left = compile(e.left());
                Evaluator right = compile(e.right());
                Blame blame = blame(e.place());
                yield row -> {
                    Boolean a = condition(left.evaluate(row), blame);
                    Boolean b = condition(right.evaluate(row), blame);
                    return a == null || b == null ? null : a ^ b;
                };
            }
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
            case BoundExpression.Comprehension e -> comprehension(e);
            case BoundExpression.Quantified e -> quantified(e);
            case BoundExpression.Reduction e -> reduction(e);
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

    /** A value where a condition stands. */
    @Nullable
    static Boolean condition(@Nullable Object value, Blame blame) {
        if (value == null || value instanceof Boolean) {
            return (Boolean) value;
        }
        throw blame.error(
                ErrorCode.TYPE_MISMATCH,
                ErrorText.of("a condition needs BOOLEAN, but the value is " + KindNames.of(value)));
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

    private Evaluator slice(BoundExpression.SliceOf slice) {
        Evaluator subject = compile(slice.subject());
        Optional<Evaluator> from = slice.from().map(this::compile);
        Optional<Evaluator> to = slice.to().map(this::compile);
        Blame blame = blame(slice.place());
        return row -> {
            Object value = subject.evaluate(row);
            if (value == null) {
                return null;
            }
            if (!Sequences.isSequence(value)) {
                throw blame.error(ErrorCode.TYPE_MISMATCH, ErrorText.of("'[..]' needs a LIST"));
            }
            List<@Nullable Object> list = Sequences.elements(value);
            Object start = from.isPresent() ? from.get().evaluate(row) : Long.valueOf(0);
            Object end = to.isPresent() ? to.get().evaluate(row) : Long.valueOf(list.size());
            if (start == null || end == null) {
                return null;
            }
            if (!(start instanceof Long first) || !(end instanceof Long last)) {
                throw blame.error(ErrorCode.TYPE_MISMATCH, ErrorText.of("'[..]' needs INTEGER bounds"));
            }
            int low = bound(first, list.size());
            int high = bound(last, list.size());
            return low >= high ? List.of() : list.subList(low, high);
        };
    }

    private static int bound(long index, int size) {
        long position = index < 0 ? size + index : index;
        return Math.clamp(position, 0, size);
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

    private Evaluator comparison(BoundExpression.Comparison comparison) {
        Evaluator left = compile(comparison.left());
        Evaluator right = compile(comparison.right());
        ComparisonOperator operator = comparison.operator();
        return switch (operator) {
            case EQ -> row -> Equality.test(left.evaluate(row), right.evaluate(row));
            case NE ->
                row -> {
                    Boolean equal = Equality.test(left.evaluate(row), right.evaluate(row));
                    return equal == null ? null : !equal;
                };
            case LT, LE, GT, GE -> row -> order(operator, left.evaluate(row), right.evaluate(row));
        };
    }

    /** NaN is neither less nor greater than any number; values of different kinds do not compare. */
    @Nullable
    private static Boolean order(ComparisonOperator operator, @Nullable Object left, @Nullable Object right) {
        Integer order = ValueOrder.comparison(left, right);
        if (order == null) {
            boolean numbers = left instanceof Number && right instanceof Number;
            return numbers ? Boolean.FALSE : null;
        }
        return switch (operator) {
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
            case EQ -> order == 0;
            case NE -> order != 0;
        };
    }

    private Evaluator membership(BoundExpression.Membership membership) {
        Evaluator element = compile(membership.element());
        Evaluator list = compile(membership.list());
        Blame blame = blame(membership.place());
        return row -> {
            Object values = list.evaluate(row);
            if (values == null) {
                return null;
            }
            if (!Sequences.isSequence(values)) {
                throw blame.error(ErrorCode.TYPE_MISMATCH, ErrorText.of("IN needs a LIST"));
            }
            return Equality.contains(Sequences.elements(values), element.evaluate(row));
        };
    }

    /** @param decisive the value of one operand that decides the whole: false for AND, true for OR */
    private Evaluator junction(List<BoundExpression> operands, boolean decisive, Blame blame) {
        List<Evaluator> evaluators = all(operands);
        return row -> {
            boolean open = false;
            for (Evaluator evaluator : evaluators) {
                Boolean value = condition(evaluator.evaluate(row), blame);
                if (value == null) {
                    open = true;
                } else if (value == decisive) {
                    return decisive;
                }
            }
            return open ? null : !decisive;
        };
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
                if (Boolean.TRUE.equals(condition(whens.get(i).evaluate(row), blame))) {
                    return thens.get(i).evaluate(row);
                }
            }
            return otherwise.isPresent() ? otherwise.get().evaluate(row) : null;
        };
    }

    private Evaluator comprehension(BoundExpression.Comprehension comprehension) {
        Evaluator list = compile(comprehension.list());
        Optional<Evaluator> where = comprehension.where().map(this::compile);
        Optional<Evaluator> projection = comprehension.projection().map(this::compile);
        int slot = comprehension.variable().id();
        Blame blame = blame(comprehension.place());
        return row -> {
            List<@Nullable Object> elements = elements(list.evaluate(row), blame);
            if (elements == null) {
                return null;
            }
            List<@Nullable Object> result = new ArrayList<>();
            long bytes = 0;
            for (Object element : elements) {
                limits.step();
                row[slot] = element;
                if (where.isEmpty() || Boolean.TRUE.equals(condition(where.get().evaluate(row), blame))) {
                    Object projected = projection.isPresent() ? projection.get().evaluate(row) : element;
                    long added = 8 + limits.bytes(projected);
                    memory.reserve(added);
                    bytes += added;
                    result.add(projected);
                }
            }
            memory.release(bytes);
            return limits.checked(result);
        };
    }

    private Evaluator quantified(BoundExpression.Quantified quantified) {
        Evaluator list = compile(quantified.list());
        Evaluator where = compile(quantified.where());
        int slot = quantified.variable().id();
        Blame blame = blame(quantified.place());
        return row -> {
            List<@Nullable Object> elements = elements(list.evaluate(row), blame);
            if (elements == null) {
                return null;
            }
            int holds = 0;
            int open = 0;
            for (Object element : elements) {
                limits.step();
                row[slot] = element;
                Boolean value = condition(where.evaluate(row), blame);
                if (value == null) {
                    open++;
                } else if (value) {
                    holds++;
                }
            }
            int fails = elements.size() - holds - open;
            return switch (quantified.kind()) {
                case ALL -> fails > 0 ? Boolean.FALSE : open > 0 ? null : Boolean.TRUE;
                case ANY -> holds > 0 ? Boolean.TRUE : open > 0 ? null : Boolean.FALSE;
                case NONE -> holds > 0 ? Boolean.FALSE : open > 0 ? null : Boolean.TRUE;
                case SINGLE -> holds > 1 ? Boolean.FALSE : open > 0 ? null : Boolean.valueOf(holds == 1);
            };
        };
    }

    private Evaluator reduction(BoundExpression.Reduction reduction) {
        Evaluator initial = compile(reduction.initial());
        Evaluator list = compile(reduction.list());
        Evaluator step = compile(reduction.step());
        int accumulator = reduction.accumulator().id();
        int slot = reduction.variable().id();
        Blame blame = blame(reduction.place());
        return row -> {
            List<@Nullable Object> elements = elements(list.evaluate(row), blame);
            if (elements == null) {
                return null;
            }
            Object value = initial.evaluate(row);
            for (Object element : elements) {
                limits.step();
                row[accumulator] = value;
                row[slot] = element;
                value = step.evaluate(row);
            }
            return value;
        };
    }

    @Nullable
    private static List<@Nullable Object> elements(@Nullable Object list, Blame blame) {
        if (list == null) {
            return null;
        }
        if (!Sequences.isSequence(list)) {
            throw blame.error(ErrorCode.TYPE_MISMATCH, ErrorText.of("IN needs a LIST"));
        }
        return Sequences.elements(list);
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
