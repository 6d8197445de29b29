package dev.sennit.write;

import dev.sennit.merge.SameValue;
import dev.sennit.model.CalendarDuration;
import dev.sennit.model.PropertyType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Brings values that callers give to the classes {@link PropertyType} names, where nothing is lost by it. */
final class StoredValues {
    /** Numbers with more digits are refused by readers of JSON. */
    private static final int MAX_JSON_DIGITS = 1000;

    /** More than any DECIMAL's digits. */
    private static final int MAX_DECIMAL_CHARS = 100;

    private StoredValues() {}

    /**
     * The value as it would be stored. One that is not of the type comes back as it is: the row's check names the rule
     * it breaks.
     */
    @Nullable
    static Object of(PropertyType type, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        return switch (type) {
            case PropertyType.Scalar scalar -> scalar(scalar, value);
            case PropertyType.Decimal decimal -> decimal(decimal, value);
            case PropertyType.Enumeration ignored -> value instanceof Enum<?> constant ? constant.name() : value;
            case PropertyType.ListOf list -> list(list.element(), value);
            case PropertyType.Vector ignored -> vector(value);
        };
    }

    /** Whether two values are stored alike: arrays by content, floats by bits. */
    static boolean same(@Nullable Object a, @Nullable Object b) {
        return SameValue.test(a, b);
    }

    private static Object scalar(PropertyType.Scalar type, Object value) {
        if (type.isInteger()) {
            return integer(value);
        }
        if (type == PropertyType.Scalar.FLOAT32
                && scalar(PropertyType.Scalar.FLOAT64, value) instanceof Double number) {
            double stored = number.floatValue();
            return Double.isInfinite(stored) ? number : (Object) stored; // out of range is for the row's check
        }
        if (type.isFloat()) {
            return switch (value) {
                case Float number -> number.doubleValue();
                case Long number when (long) (double) number == number -> (double) number;
                case Integer number -> number.doubleValue();
                case Short number -> number.doubleValue();
                case Byte number -> number.doubleValue();
                default -> value;
            };
        }
        return switch (value) {
            case Character character when type == PropertyType.Scalar.STRING -> character.toString();
            case Enum<?> constant when type == PropertyType.Scalar.STRING -> constant.name();
            case OffsetDateTime time -> time.toZonedDateTime();
            case Instant instant -> instant.atZone(ZoneOffset.UTC);
            case Duration duration -> new CalendarDuration(0, 0, duration.toNanos());
            case Period period -> new CalendarDuration(period.toTotalMonths(), period.getDays(), 0);
            case Map<?, ?> map when type == PropertyType.Scalar.JSON -> json(map);
            case Collection<?> collection when type == PropertyType.Scalar.JSON -> json(collection);
            default -> value;
        };
    }

    private static Object integer(Object value) {
        return switch (value) {
            case Integer number -> number.longValue();
            case Short number -> number.longValue();
            case Byte number -> number.longValue();
            case BigInteger number when number.bitLength() <= 63 -> number.longValue();
            default -> value;
        };
    }

    private static Object decimal(PropertyType.Decimal type, Object value) {
        BigDecimal exact = switch (value) {
            case BigDecimal number -> number;
            case BigInteger number -> new BigDecimal(number);
            case Long number -> BigDecimal.valueOf(number);
            case Integer number -> BigDecimal.valueOf(number);
            case Short number -> BigDecimal.valueOf(number);
            case Byte number -> BigDecimal.valueOf(number);
            case String text -> written(text);
            default -> null;
        };
        if (exact == null) {
            return value;
        }
        BigDecimal plain = exact.stripTrailingZeros();
        boolean fits = plain.scale() <= type.scale() && (long) plain.precision() - plain.scale() <= type.precision();
        return fits ? plain.setScale(type.scale()) : exact;
    }

    /** The number a text is, which is how results of queries show decimals as JSON; null if it is none. */
    @Nullable
    private static BigDecimal written(String text) {
        try {
            return text.length() > MAX_DECIMAL_CHARS ? null : new BigDecimal(text);
        } catch (NumberFormatException noNumber) {
            return null;
        }
    }

    private static Object list(PropertyType element, Object value) {
        Collection<?> elements = switch (value) {
            case Collection<?> collection -> collection;
            case Object[] array -> Arrays.asList(array);
            case int[] array -> Arrays.stream(array).boxed().toList();
            case long[] array -> Arrays.stream(array).boxed().toList();
            case double[] array -> Arrays.stream(array).boxed().toList();
            default -> null;
        };
        if (elements == null) {
            return value;
        }
        List<@Nullable Object> stored = new ArrayList<>(elements.size());
        for (Object each : elements) {
            stored.add(of(element, each));
        }
        return stored;
    }

    private static Object vector(Object value) {
        return switch (value) {
            case float[] vector -> vector.clone();
            case double[] vector -> floats(Arrays.stream(vector).boxed().toList(), value);
            case Collection<?> collection -> floats(collection, value);
            default -> value;
        };
    }

    /** The numbers as floats; the value itself if they are none. */
    private static Object floats(Collection<?> numbers, Object value) {
        float[] vector = new float[numbers.size()];
        int i = 0;
        for (Object number : numbers) {
            if (!(number instanceof Number finite)) {
                return value;
            }
            vector[i++] = finite.floatValue();
        }
        return vector;
    }

    private static Map<String, @Nullable Object> json(Map<?, ?> map) {
        Map<String, @Nullable Object> stored = new LinkedHashMap<>();
        map.forEach((name, value) -> stored.put(String.valueOf(name), jsonValue(value)));
        return stored;
    }

    private static List<@Nullable Object> json(Collection<?> collection) {
        List<@Nullable Object> stored = new ArrayList<>(collection.size());
        for (Object each : collection) {
            stored.add(jsonValue(each));
        }
        return stored;
    }

    @Nullable
    private static Object jsonValue(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Map<?, ?> map -> json(map);
            case Collection<?> collection -> json(collection);
            case Float number -> number.doubleValue();
            case BigDecimal number -> jsonNumber(number);
            case Character character -> character.toString();
            case Enum<?> constant -> constant.name();
            default -> integer(value);
        };
    }

    /** The integer or the float that JSON writes as this number; the decimal itself if there is none. */
    private static Object jsonNumber(BigDecimal decimal) {
        BigDecimal plain = decimal.stripTrailingZeros();
        if (plain.scale() <= 0 && plain.precision() - plain.scale() <= MAX_JSON_DIGITS) {
            return integer(plain.toBigInteger());
        }
        double number = plain.doubleValue();
        boolean exact = Double.isFinite(number) && new BigDecimal(Double.toString(number)).compareTo(plain) == 0;
        return exact ? (Object) number : decimal;
    }
}
