package dev.sennit.validate;

import dev.sennit.model.CalendarDuration;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.Rule;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether values are of their types: of the class {@link PropertyType} names, and within the type's bounds. */
final class ValueTypes {
    private ValueTypes() {}

    /** The rule a value breaks by not being of its type; null if it is of its type. */
    @Nullable
    static Rule broken(PropertyType type, Object value) {
        return switch (type) {
            case Scalar scalar -> brokenScalar(scalar, value);
            case PropertyType.Decimal decimal -> {
                if (!(value instanceof BigDecimal number)) {
                    yield Rule.TYPE;
                }
                boolean fits = number.scale() <= decimal.scale()
                        && number.precision() - number.scale() <= decimal.precision() - decimal.scale();
                yield fits || number.signum() == 0 && number.scale() <= decimal.scale() ? null : Rule.VALUE_RANGE;
            }
            case PropertyType.Enumeration enumeration -> {
                if (!(value instanceof String text)) {
                    yield Rule.TYPE;
                }
                yield enumeration.values().contains(text) ? null : Rule.ENUM;
            }
            case PropertyType.ListOf list ->
                value instanceof List<?> elements ? brokenElement(list, elements) : Rule.TYPE;
            case PropertyType.Vector vector -> {
                if (!(value instanceof float[] numbers)) {
                    yield Rule.TYPE;
                }
                yield numbers.length == vector.dimension() && isFinite(numbers) ? null : Rule.VALUE_RANGE;
            }
        };
    }

    /** Whether NaN is the value or in it. */
    static boolean hasNaN(Object value) {
        return value instanceof Double number && number.isNaN()
                || value instanceof List<?> list
                        && list.stream().anyMatch(element -> element != null && hasNaN(element));
    }

    @Nullable
    private static Rule brokenScalar(Scalar type, Object value) {
        return switch (type) {
            case BOOL -> require(value instanceof Boolean);
            case INT8 -> integer(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case INT16 -> integer(value, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT32 -> integer(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case INT64 -> integer(value, Long.MIN_VALUE, Long.MAX_VALUE);
            case FLOAT32 -> {
                if (!(value instanceof Double number)) {
                    yield Rule.TYPE;
                }
                yield Double.isFinite(number) && Math.abs(number) > Float.MAX_VALUE ? Rule.VALUE_RANGE : null;
            }
            case FLOAT64 -> require(value instanceof Double);
            case STRING -> require(value instanceof String);
            case BYTES -> require(value instanceof byte[]);
            case DATE -> require(value instanceof LocalDate);
            case LOCAL_TIME -> value instanceof LocalTime time ? micros(time) : Rule.TYPE;
            case ZONED_TIME -> value instanceof OffsetTime time ? micros(time) : Rule.TYPE;
            case LOCAL_DATETIME -> value instanceof LocalDateTime time ? micros(time) : Rule.TYPE;
            case ZONED_DATETIME -> value instanceof ZonedDateTime time ? micros(time) : Rule.TYPE;
            case DURATION -> require(value instanceof CalendarDuration);
            case JSON -> require((value instanceof Map || value instanceof List) && Misfit.inJson(value, 0) == null);
        };
    }

    @Nullable
    private static Rule brokenElement(PropertyType.ListOf type, List<?> elements) {
        for (Object element : elements) {
            Rule rule = element == null ? Rule.TYPE : broken(type.element(), element);
            if (rule != null) {
                return rule;
            }
        }
        return null;
    }

    @Nullable
    private static Rule require(boolean fits) {
        return fits ? null : Rule.TYPE;
    }

    @Nullable
    private static Rule integer(Object value, long minimum, long maximum) {
        if (!(value instanceof Long integer)) {
            return Rule.TYPE;
        }
        return integer >= minimum && integer <= maximum ? null : Rule.VALUE_RANGE;
    }

    @Nullable
    private static Rule micros(TemporalAccessor time) {
        return time.get(ChronoField.NANO_OF_SECOND) % 1000 == 0 ? null : Rule.VALUE_RANGE;
    }

    private static boolean isFinite(float[] numbers) {
        for (float number : numbers) {
            if (!Float.isFinite(number)) {
                return false;
            }
        }
        return true;
    }
}
