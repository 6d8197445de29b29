package dev.sennit.schema.migration;

import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Decimal;
import dev.sennit.model.PropertyType.Enumeration;
import dev.sennit.model.PropertyType.ListOf;
import dev.sennit.model.PropertyType.Scalar;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the values of a property become values of another type. Only the very same value does: a number that is exactly as
 * large, a text that is the same, a list of such. Whether the result obeys the bounds of its type (the width of an
 * integer, the values of an ENUM) is for the evaluator of constraints to say. Stateless; thread-safe.
 *
 * @param from the type of the values that are there
 * @param to the type they become
 */
public record ValueConversion(PropertyType from, PropertyType to) {
    /** How much of a conversion the types alone can tell. */
    public enum Kind {
        /** No value of the one type is one of the other. */
        IMPOSSIBLE,
        /** It depends on the value. */
        SOME_VALUES,
        /** Every value of the one is one of the other. */
        EVERY_VALUE
    }

    /** Which values can be converted. */
    public Kind kind() {
        return kind(from, to);
    }

    /** Whether values are stored in another way afterwards; texts are not, whatever list of values they are from. */
    public boolean changesStorage() {
        return !stored(from).equals(stored(to));
    }

    /**
     * The value as one of the other type, of the class that type has; null if it is none.
     *
     * @param value of the type {@link #from}
     */
    @Nullable
    public Object convert(Object value) {
        return convert(from, to, value);
    }

    private static Kind kind(PropertyType from, PropertyType to) {
        if (from.equals(to)) {
            return Kind.EVERY_VALUE;
        }
        if (from instanceof ListOf(PropertyType element) && to instanceof ListOf(PropertyType other)) {
            Kind elements = kind(element, other);
            return elements == Kind.IMPOSSIBLE ? Kind.SOME_VALUES : elements; // an empty list has any type
        }
        if (isText(from) && isText(to)) {
            boolean every = !(to instanceof Enumeration narrow)
                    || from instanceof Enumeration wide && narrow.values().containsAll(wide.values());
            return every ? Kind.EVERY_VALUE : Kind.SOME_VALUES;
        }
        if (isNumber(from) && isNumber(to)) {
            return holdsEveryNumberOf(to, from) ? Kind.EVERY_VALUE : Kind.SOME_VALUES;
        }
        return Kind.IMPOSSIBLE;
    }

    @Nullable
    private static Object convert(PropertyType from, PropertyType to, Object value) {
        if (from.equals(to) || isText(from) && isText(to)) {
            return value;
        }
        if (from instanceof ListOf(PropertyType element) && to instanceof ListOf(PropertyType other)) {
            List<Object> converted = new ArrayList<>();
            for (Object each : (List<?>) value) {
                Object result = convert(element, other, each);
                if (result == null) {
                    return null;
                }
                converted.add(result);
            }
            return converted;
        }
        return isNumber(from) && isNumber(to) ? convertNumber(to, value) : null;
    }

    @Nullable
    private static Object convertNumber(PropertyType to, Object value) {
        if (value instanceof Double number && !Double.isFinite(number)) {
            return isFloat(to) ? value : null;
        }
        BigDecimal exact = switch (value) {
            case Long integer -> BigDecimal.valueOf(integer);
            case Double number -> new BigDecimal(number);
            case BigDecimal decimal -> decimal;
            default -> throw new IllegalArgumentException("not a number: " + value.getClass());
        };
        if (to instanceof Decimal decimal) {
            BigDecimal stripped = exact.stripTrailingZeros();
            return stripped.scale() > decimal.scale()
                    ? null
                    : stripped.setScale(decimal.scale(), RoundingMode.UNNECESSARY);
        }
        if (isFloat(to)) {
            boolean negativeZero = value instanceof Double && exact.signum() == 0;
            double rounded = to == Scalar.FLOAT32 ? exact.floatValue() : exact.doubleValue();
            boolean same = Double.isFinite(rounded) && new BigDecimal(rounded).compareTo(exact) == 0;
            return negativeZero ? value : same ? (Object) rounded : null;
        }
        try {
            return exact.longValueExact();
        } catch (ArithmeticException e) {
            return null;
        }
    }

    private static PropertyType stored(PropertyType type) {
        return switch (type) {
            case Enumeration ignored -> Scalar.STRING;
            case ListOf list -> new ListOf(stored(list.element()));
            case Scalar scalar -> scalar;
            case Decimal decimal -> decimal;
            case PropertyType.Vector vector -> vector;
        };
    }

    private static boolean isText(PropertyType type) {
        return type == Scalar.STRING || type instanceof Enumeration;
    }

    private static boolean isNumber(PropertyType type) {
        return type instanceof Decimal || type instanceof Scalar scalar && (scalar.isInteger() || scalar.isFloat());
    }

    private static boolean isFloat(PropertyType type) {
        return type instanceof Scalar scalar && scalar.isFloat();
    }

    private static boolean holdsEveryNumberOf(PropertyType wide, PropertyType narrow) {
        return switch (wide) {
            case Decimal to ->
                switch (narrow) {
                    case Decimal from ->
                        to.scale() >= from.scale() && to.precision() - to.scale() >= from.precision() - from.scale();
                    case Scalar from -> from.isInteger() && to.precision() - to.scale() >= decimalDigits(from);
                    default -> false;
                };
            case Scalar to ->
                switch (narrow) {
                    case Decimal from -> from.scale() == 0 && from.precision() <= wholeDigits(to);
                    case Scalar from -> holdsEveryNumberOf(to, from);
                    default -> false;
                };
            default -> false;
        };
    }

    private static boolean holdsEveryNumberOf(Scalar wide, Scalar narrow) {
        if (narrow.isFloat()) {
            return wide == Scalar.FLOAT64;
        }
        return narrow.isInteger() && bits(wide) >= bits(narrow);
    }

    /** Bits of the integers around zero that a type of numbers holds without gaps, the sign among them. */
    private static int bits(Scalar type) {
        return switch (type) {
            case INT8 -> 8;
            case INT16 -> 16;
            case INT32 -> 32;
            case INT64 -> 64;
            case FLOAT32 -> 25;
            case FLOAT64 -> 54;
            default -> throw new IllegalArgumentException(type + " has no numbers");
        };
    }

    /** Whole numbers of up to so many digits are all among a type's numbers. */
    private static int wholeDigits(Scalar type) {
        return switch (type) {
            case INT8 -> 2;
            case INT16 -> 4;
            case INT32 -> 9;
            case INT64 -> 18;
            case FLOAT32 -> 7;
            case FLOAT64 -> 15;
            default -> throw new IllegalArgumentException(type + " has no numbers");
        };
    }

    private static int decimalDigits(Scalar integer) {
        return switch (integer) {
            case INT8 -> 3;
            case INT16 -> 5;
            case INT32 -> 10;
            case INT64 -> 19;
            default -> throw new IllegalArgumentException(integer + " is no integer");
        };
    }
}
