package dev.sennit.query.value;

import dev.sennit.model.CalendarDuration;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.query.temporal.Durations;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computing with values. Null in, null out. Integers that leave 64 bits are an error, and so is division of integers by
 * zero; floating-point numbers follow IEEE 754. Integers meet floats as floats, and decimals as decimals.
 */
public final class Arithmetic {
    private static final MathContext DECIMAL = new MathContext(38, RoundingMode.HALF_EVEN);

    private final Blame blame;

    public Arithmetic(Blame blame) {
        this.blame = blame;
    }

    /** {@code +}: sum of numbers, joining of strings, joining of lists and appending to them. */
    @Nullable
    public Object add(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        if (left instanceof Long a && right instanceof Long b) {
            long sum = a + b;
            if (((a ^ sum) & (b ^ sum)) < 0) {
                throw overflow(a, "+", b);
            }
            return sum;
        }
        if (Sequences.isSequence(left) || Sequences.isSequence(right)) {
            List<@Nullable Object> joined = new ArrayList<>();
            append(joined, left);
            append(joined, right);
            return joined;
        }
        if (left instanceof String && isText(right) || right instanceof String && isText(left)) {
            return text(left) + text(right);
        }
        Object moved = temporal("+", left, right);
        if (moved != null) {
            return moved;
        }
        return numbers("+", left, right, Double::sum, (a, b) -> a.add(b, DECIMAL));
    }

    /** {@code ||}: two strings or two lists. */
    @Nullable
    public Object concatenate(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        boolean lists = Sequences.isSequence(left) && Sequences.isSequence(right);
        if (!lists && !(left instanceof String && right instanceof String)) {
            throw wrongTypes("||", left, right);
        }
        return add(left, right);
    }

    private static void append(List<@Nullable Object> list, Object value) {
        if (Sequences.isSequence(value)) {
            list.addAll(Sequences.elements(value));
        } else {
            list.add(value);
        }
    }

    private static boolean isText(Object value) {
        return value instanceof String || Numbers.isNumber(value);
    }

    private static String text(Object value) {
        return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
    }

    @Nullable
    public Object subtract(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        if (left instanceof Long a && right instanceof Long b) {
            long difference = a - b;
            if (((a ^ b) & (a ^ difference)) < 0) {
                throw overflow(a, "-", b);
            }
            return difference;
        }
        Object moved = temporal("-", left, right);
        if (moved != null) {
            return moved;
        }
        return numbers("-", left, right, (a, b) -> a - b, (a, b) -> a.subtract(b, DECIMAL));
    }

    @Nullable
    public Object multiply(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        if (left instanceof Long a && right instanceof Long b) {
            long high = Math.multiplyHigh(a, b);
            long low = a * b;
            if (high != low >> 63) {
                throw overflow(a, "*", b);
            }
            return low;
        }
        Object scaled = temporal("*", left, right);
        if (scaled != null) {
            return scaled;
        }
        return numbers("*", left, right, (a, b) -> a * b, (a, b) -> a.multiply(b, DECIMAL));
    }

    @Nullable
    public Object divide(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        if (left instanceof Long a && right instanceof Long b) {
            requireNonZero(b == 0, left, "/");
            if (a == Long.MIN_VALUE && b == -1) {
                throw overflow(a, "/", b);
            }
            return a / b;
        }
        Object scaled = temporal("/", left, right);
        if (scaled != null) {
            return scaled;
        }
        return numbers("/", left, right, (a, b) -> a / b, (a, b) -> {
            requireNonZero(b.signum() == 0, a, "/");
            return a.divide(b, DECIMAL);
        });
    }

    @Nullable
    public Object modulo(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        if (left instanceof Long a && right instanceof Long b) {
            requireNonZero(b == 0, left, "%");
            return b == -1 ? 0L : a % b;
        }
        return numbers(
                "%",
                left, right, (a, b) -> a % b, (a, b) -> {
                    requireNonZero(b.signum() == 0, a, "%");
                    return a.remainder(b, DECIMAL);
                });
    }

    /** Computing with points in time and durations, null if that is not what the operator does with these values. */
    @Nullable
    private Object temporal(String operator, Object left, Object right) {
        try {
            return switch (operator) {
                case "+" ->
                    left instanceof CalendarDuration a && right instanceof CalendarDuration b
                            ? Durations.plus(a, b)
                            : left instanceof Temporal time && right instanceof CalendarDuration by
                                    ? Durations.plus(time, by)
                                    : left instanceof CalendarDuration by && right instanceof Temporal time
                                            ? Durations.plus(time, by)
                                            : null;
                case "-" ->
                    left instanceof CalendarDuration a && right instanceof CalendarDuration b
                            ? Durations.plus(a, Durations.negate(b))
                            : left instanceof Temporal time && right instanceof CalendarDuration by
                                    ? Durations.plus(time, Durations.negate(by))
                                    : null;
                case "*" ->
                    left instanceof CalendarDuration a && Numbers.isNumber(right)
                            ? Durations.multiply(a, factor(right))
                            : right instanceof CalendarDuration b && Numbers.isNumber(left)
                                    ? Durations.multiply(b, factor(left))
                                    : null;
                default ->
                    left instanceof CalendarDuration a && Numbers.isNumber(right)
                            ? Durations.divide(a, factor(right))
                            : null;
            };
        } catch (DateTimeException | ArithmeticException outOfRange) {
            throw blame.error(
                    ErrorCode.VALUE_OUT_OF_RANGE,
                    ErrorText.of(left + " " + operator + " " + right + " is out of range"));
        }
    }

    private static BigDecimal factor(Object number) {
        return number instanceof Double floating ? BigDecimal.valueOf(floating) : decimal(number);
    }

    /** {@code ^}, always a floating-point number. */
    @Nullable
    public Object power(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        requireNumbers("^", left, right);
        return Math.pow(((Number) left).doubleValue(), ((Number) right).doubleValue());
    }

    @Nullable
    public Object negate(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Long integer -> {
                if (integer == Long.MIN_VALUE) {
                    throw outOfRange("-(" + integer + ")");
                }
                yield -integer;
            }
            case Double floating -> -floating;
            case BigDecimal decimal -> decimal.negate();
            default -> throw wrongTypes("-", value, value);
        };
    }

    @FunctionalInterface
    private interface OnDoubles {
        double apply(double left, double right);
    }

    @FunctionalInterface
    private interface OnDecimals {
        BigDecimal apply(BigDecimal left, BigDecimal right);
    }

    private Object numbers(String operator, Object left, Object right, OnDoubles doubles, OnDecimals decimals) {
        requireNumbers(operator, left, right);
        if (left instanceof Double || right instanceof Double) {
            return doubles.apply(((Number) left).doubleValue(), ((Number) right).doubleValue());
        }
        return decimals.apply(decimal(left), decimal(right));
    }

    private static BigDecimal decimal(Object number) {
        return number instanceof Long integer ? BigDecimal.valueOf(integer) : (BigDecimal) number;
    }

    private void requireNumbers(String operator, Object left, Object right) {
        if (!Numbers.isNumber(left) || !Numbers.isNumber(right)) {
            throw wrongTypes(operator, left, right);
        }
    }

    private RuntimeException wrongTypes(String operator, Object left, Object right) {
        return blame.error(
                ErrorCode.TYPE_MISMATCH,
                ErrorText.of("'" + operator + "' has no meaning between a " + ValueClass.of(left) + " and a "
                        + ValueClass.of(right)));
    }

    private void requireNonZero(boolean zero, Object left, String operator) {
        if (zero) {
            throw blame.error(ErrorCode.DIVISION_BY_ZERO, ErrorText.of(left + " " + operator + " 0 has no value"));
        }
    }

    private RuntimeException overflow(long left, String operator, long right) {
        return outOfRange(left + " " + operator + " " + right);
    }

    private RuntimeException outOfRange(String computed) {
        return blame.error(
                ErrorCode.VALUE_OUT_OF_RANGE,
                ErrorText.of(computed + " is out of range")
                        .cause("integers have 64 bits")
                        .remedy("compute with toFloat(...)"));
    }
}
