package dev.sennit.query.execution;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.query.analysis.ScalarFunction;
import dev.sennit.query.value.Blame;
import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.Equality;
import dev.sennit.query.value.NodeRef;
import dev.sennit.query.value.PathRef;
import dev.sennit.query.value.Sequences;
import dev.sennit.query.value.VectorComponents;
import dev.sennit.schema.NodeType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The functions of one row. */
final class FunctionCompiler {
    private final OpenTables tables;
    private final MemoryBudget memory;
    private final ValueLimits limits;
    private final Temporals temporals;
    private final RandomGenerator random;

    FunctionCompiler(OpenTables tables, MemoryBudget memory, ValueLimits limits, Surroundings surroundings) {
        this.tables = tables;
        this.memory = memory;
        this.limits = limits;
        this.temporals = new Temporals(surroundings.now());
        this.random = surroundings.random();
    }

    /** A function of arguments none of which is null. */
    @FunctionalInterface
    private interface OnValues {
        @Nullable
        Object apply(Object[] arguments);
    }

    Evaluator compile(ScalarFunction function, List<Evaluator> arguments, Blame blame) {
        return switch (function) {
            case COALESCE ->
                row -> {
                    for (Evaluator argument : arguments) {
                        Object value = argument.evaluate(row);
                        if (value != null) {
                            return value;
                        }
                    }
                    return null;
                };
            case EXISTS -> row -> arguments.getFirst().evaluate(row) != null;
            case VALUE_TYPE -> row -> TypeTests.nameOf(arguments.getFirst().evaluate(row));
            case NULL_IF ->
                row -> {
                    Object value = arguments.getFirst().evaluate(row);
                    Boolean same = Equality.test(value, arguments.getLast().evaluate(row));
                    return Boolean.TRUE.equals(same) ? null : value;
                };
            default -> onValues(function, arguments, of(function, blame), blame);
        };
    }

    private static Evaluator onValues(ScalarFunction function, List<Evaluator> arguments, OnValues body, Blame blame) {
        int count = arguments.size();
        return row -> {
            Object[] values = new Object[count];
            for (int i = 0; i < count; i++) {
                Object value = arguments.get(i).evaluate(row);
                if (value == null) {
                    return null;
                }
                values[i] = value;
            }
            try {
                return body.apply(values);
            } catch (ClassCastException wrongClass) {
                throw blame.error(
                        ErrorCode.TYPE_MISMATCH,
                        ErrorText.of(function.user() + " has no meaning for "
                                + (count == 0 ? "a call" : KindNames.of(values[0]))));
            }
        };
    }

    private static double[] vector(Object value, Blame blame) {
        if (value instanceof float[] || value instanceof List<?>) {
            return VectorComponents.of(value, blame);
        }
        throw blame.error(
                ErrorCode.TYPE_MISMATCH,
                ErrorText.of(
                        "a vector, or a list of numbers, is needed here, but the value is " + KindNames.of(value)));
    }

    private OnValues of(ScalarFunction function, Blame blame) {
        return switch (function) {
            case ID, ELEMENT_ID -> a -> ((ElementRef) a[0]).elementId();
            case LABELS -> a -> ((NodeType) present((NodeRef) a[0]).type()).labels();
            case TYPE -> a -> ((EdgeRef) a[0]).edgeType().label();
            case START_NODE -> a -> end((EdgeRef) a[0], true);
            case END_NODE -> a -> end((EdgeRef) a[0], false);
            case PROPERTIES -> a -> properties(a[0]);
            case KEYS -> a -> List.copyOf(properties(a[0]).keySet());
            case NODES -> a -> ((PathRef) a[0]).nodes();
            case RELATIONSHIPS -> a -> ((PathRef) a[0]).edges();
            case LENGTH -> a -> (long) ((PathRef) a[0]).edges().size();
            case SIZE -> a -> size(a[0]);
            case HEAD ->
                a -> {
                    List<@Nullable Object> list = Sequences.elements(a[0]);
                    return list.isEmpty() ? null : list.getFirst();
                };
            case LAST ->
                a -> {
                    List<@Nullable Object> list = Sequences.elements(a[0]);
                    return list.isEmpty() ? null : list.getLast();
                };
            case TAIL ->
                a -> {
                    List<@Nullable Object> list = Sequences.elements(a[0]);
                    return list.isEmpty() ? List.of() : list.subList(1, list.size());
                };
            case REVERSE -> a -> reverse(a[0]);
            case RANGE -> a -> range(a, blame);
            case TO_UPPER -> a -> Texts.upper((String) a[0]);
            case TO_LOWER -> a -> Texts.lower((String) a[0]);
            case TRIM -> a -> ((String) a[0]).strip();
            case L_TRIM ->
                a -> a.length > 1
                        ? Texts.trimmed((String) a[0], (String) a[1], true, false)
                        : ((String) a[0]).stripLeading();
            case R_TRIM ->
                a -> a.length > 1
                        ? Texts.trimmed((String) a[0], (String) a[1], false, true)
                        : ((String) a[0]).stripTrailing();
            case B_TRIM ->
                a -> a.length > 1 ? Texts.trimmed((String) a[0], (String) a[1], true, true) : ((String) a[0]).strip();
            case NORMALIZE ->
                a -> {
                    // The longest that a character becomes in any of the forms.
                    limits.requireRoom(2L * 18 * ((String) a[0]).length());
                    return Texts.normalized((String) a[0], a.length > 1 ? (String) a[1] : "NFC", blame);
                };
            case REPLACE ->
                a -> ((String) a[1]).isEmpty() ? a[0] : replace((String) a[0], (String) a[1], (String) a[2]);
            case SPLIT ->
                a -> {
                    limits.requireRoom(64L * ((String) a[0]).length());
                    return a[1] instanceof String separator
                            ? Texts.split((String) a[0], separator)
                            : Texts.split((String) a[0], Sequences.elements(a[1]));
                };
            case SUBSTRING ->
                a -> Texts.substring((String) a[0], (Long) a[1], a.length > 2 ? (Long) a[2] : Long.MAX_VALUE, blame);
            case LEFT -> a -> Texts.substring((String) a[0], 0, (Long) a[1], blame);
            case RIGHT -> a -> Texts.right((String) a[0], (Long) a[1], blame);
            case ABS -> a -> abs((Number) a[0], blame);
            case SIGN -> a -> (long) Math.signum(((Number) a[0]).doubleValue());
            case CEIL -> a -> Math.ceil(((Number) a[0]).doubleValue());
            case FLOOR -> a -> Math.floor(((Number) a[0]).doubleValue());
            case ROUND -> a -> Rounding.round(a, blame);
            case IS_NAN -> a -> Double.isNaN(number(a[0]));
            case SQRT -> a -> Math.sqrt(((Number) a[0]).doubleValue());
            case EXP -> a -> Math.exp(((Number) a[0]).doubleValue());
            case LOG -> a -> Math.log(((Number) a[0]).doubleValue());
            case LOG10 -> a -> Math.log10(((Number) a[0]).doubleValue());
            case TO_STRING -> a -> Conversions.toText(a[0], blame);
            case TO_INTEGER -> a -> Conversions.toInteger(a[0], blame);
            case TO_FLOAT -> a -> Conversions.toFloat(a[0]);
            case TO_BOOLEAN -> a -> Conversions.toBoolean(a[0]);
            case TO_STRING_OR_NULL -> a -> Conversions.orNull(Conversions::toText, a[0], blame);
            case TO_INTEGER_OR_NULL -> a -> Conversions.orNull(Conversions::toInteger, a[0], blame);
            case TO_FLOAT_OR_NULL -> a -> Conversions.orNull((value, b) -> Conversions.toFloat(value), a[0], blame);
            case TO_BOOLEAN_OR_NULL -> a -> Conversions.orNull((value, b) -> Conversions.toBoolean(value), a[0], blame);
            case TO_STRING_LIST -> a -> limits.checked(Conversions.each(Conversions::toText, a[0], blame));
            case TO_INTEGER_LIST -> a -> limits.checked(Conversions.each(Conversions::toInteger, a[0], blame));
            case TO_FLOAT_LIST ->
                a -> limits.checked(Conversions.each((value, b) -> Conversions.toFloat(value), a[0], blame));
            case TO_BOOLEAN_LIST ->
                a -> limits.checked(Conversions.each((value, b) -> Conversions.toBoolean(value), a[0], blame));
            case SIN -> a -> Math.sin(number(a[0]));
            case COS -> a -> Math.cos(number(a[0]));
            case TAN -> a -> Math.tan(number(a[0]));
            case SINH -> a -> Math.sinh(number(a[0]));
            case COSH -> a -> Math.cosh(number(a[0]));
            case TANH -> a -> Math.tanh(number(a[0]));
            case COTH -> a -> 1 / Math.tanh(number(a[0]));
            case COT -> a -> 1 / Math.tan(number(a[0]));
            case ASIN -> a -> Math.asin(number(a[0]));
            case ACOS -> a -> Math.acos(number(a[0]));
            case ATAN -> a -> Math.atan(number(a[0]));
            case ATAN2 -> a -> Math.atan2(number(a[0]), number(a[1]));
            case DEGREES -> a -> Math.toDegrees(number(a[0]));
            case RADIANS -> a -> Math.toRadians(number(a[0]));
            case HAVERSIN -> a -> (1 - Math.cos(number(a[0]))) / 2;
            case PI -> a -> Math.PI;
            case E -> a -> Math.E;
            case RAND -> a -> random.nextDouble();
            case RANDOM_UUID ->
                a -> new UUID(random.nextLong() & ~0xF000L | 0x4000L, random.nextLong() & ~(3L << 62) | 1L << 63)
                        .toString();
            case VECTOR_COSINE -> a -> Vectors.cosine(vector(a[0], blame), vector(a[1], blame), blame);
            case VECTOR_DOT, NEAR_DOT -> a -> Vectors.dot(vector(a[0], blame), vector(a[1], blame), blame);
            case VECTOR_EUCLIDEAN, NEAR_L2 -> a -> Vectors.euclidean(vector(a[0], blame), vector(a[1], blame), blame);
            case NEAR_COSINE ->
                a -> Vectors.cosine(vector(a[0], blame), Vectors.withDirection(vector(a[1], blame), blame), blame);
            case TIMESTAMP -> a -> temporals.timestamp();
            case IS_EMPTY -> a -> a[0] instanceof Map<?, ?> map ? (Object) map.isEmpty() : (Object) (size(a[0]) == 0);
            case CHAR_LENGTH, CHARACTER_LENGTH -> a -> size((String) a[0]);
            case COALESCE, EXISTS, NULL_IF, VALUE_TYPE -> throw new IllegalStateException(function + " sees nulls");
            default -> a -> temporals.call(function, a, blame);
        };
    }

    private static <T extends ElementRef> T present(T element) {
        if (element.isDeleted()) {
            throw Deleted.error(element);
        }
        return element;
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }

    private NodeRef end(EdgeRef edge, boolean source) {
        return new NodeRef(
                tables.nodeLayout(
                        source ? edge.edgeType().source() : edge.edgeType().destination()),
                source ? edge.source() : edge.destination(),
                ElementRef.NO_ADDRESS);
    }

    private static Map<String, @Nullable Object> properties(Object value) {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, entry) -> properties.put((String) key, entry));
            return properties;
        }
        ElementRef element = present((ElementRef) value);
        element.type().properties().forEach(p -> {
            Object property = element.property(p.name());
            if (property != null) {
                properties.put(p.name(), property);
            }
        });
        return properties;
    }

    private static Long size(Object value) {
        return switch (value) {
            case String text -> (long) text.codePointCount(0, text.length());
            case byte[] bytes -> (long) bytes.length;
            default -> (long) Sequences.elements(value).size();
        };
    }

    private static Object reverse(Object value) {
        if (value instanceof String text) {
            return new StringBuilder(text).reverse().toString();
        }
        List<@Nullable Object> reversed = new ArrayList<>(Sequences.elements(value));
        Collections.reverse(reversed);
        return reversed;
    }

    private String replace(String text, String part, String by) {
        if (by.length() > part.length()) {
            long parts = 0;
            for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
                parts++;
            }
            limits.requireRoom(2L * text.length() + 2L * parts * (by.length() - part.length()));
        }
        return text.replace(part, by);
    }

    private List<Long> range(Object[] arguments, Blame blame) {
        long from = (Long) arguments[0];
        long to = (Long) arguments[1];
        long step = arguments.length > 2 ? (Long) arguments[2] : 1;
        if (step == 0) {
            throw blame.error(ErrorCode.VALUE_OUT_OF_RANGE, ErrorText.of("range needs a step other than 0"));
        }
        List<Long> list = new ArrayList<>();
        long value = from;
        while (step > 0 ? value <= to : value >= to) {
            if ((list.size() & 0xfff) == 0) {
                memory.reserve(0x1000 * 28L);
            }
            limits.step();
            list.add(value);
            long next = value + step;
            if (step > 0 ? next < value : next > value) {
                break;
            }
            value = next;
        }
        memory.release((list.size() + 0xfff) / 0x1000 * 0x1000L * 28L);
        return list;
    }

    private static Object abs(Number number, Blame blame) {
        return switch (number) {
            case Long integer -> {
                if (integer == Long.MIN_VALUE) {
                    throw blame.error(
                            ErrorCode.VALUE_OUT_OF_RANGE,
                            ErrorText.of("abs(" + integer + ") is out of range").cause("integers have 64 bits"));
                }
                yield Math.abs(integer);
            }
            case BigDecimal decimal -> decimal.abs();
            default -> Math.abs(number.doubleValue());
        };
    }
}
