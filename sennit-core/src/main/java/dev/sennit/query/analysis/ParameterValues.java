package dev.sennit.query.analysis;

import dev.sennit.model.CalendarDuration;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.InvalidDataException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Brings the values a caller passes to the closed set of classes queries work with. */
final class ParameterValues {
    private ParameterValues() {}

    /**
     * The value as a query sees it.
     *
     * @param name the parameter's name, for messages
     * @throws InvalidArgumentException if it is of no class that has a meaning in a query
     */
    @Nullable
    static Object normalize(String name, @Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Boolean ignored -> value;
            case String ignored -> value;
            case Long ignored -> value;
            case Integer number -> number.longValue();
            case Short number -> number.longValue();
            case Byte number -> number.longValue();
            case Double ignored -> value;
            case Float number -> number.doubleValue();
            case BigDecimal ignored -> value;
            case BigInteger number -> integer(name, number);
            case Character character -> character.toString();
            case Enum<?> constant -> constant.name();
            case byte[] ignored -> value;
            case float[] ignored -> value;
            case LocalDate ignored -> value;
            case LocalTime ignored -> value;
            case OffsetTime ignored -> value;
            case LocalDateTime ignored -> value;
            case ZonedDateTime ignored -> value;
            case OffsetDateTime dateTime -> dateTime.toZonedDateTime();
            case Instant instant -> instant.atZone(ZoneOffset.UTC);
            case CalendarDuration ignored -> value;
            case Duration duration -> new CalendarDuration(0, 0, duration.toNanos());
            case Period period -> new CalendarDuration(period.toTotalMonths(), period.getDays(), 0);
            case Collection<?> elements -> list(name, elements);
            case Object[] elements -> list(name, Arrays.asList(elements));
            case int[] elements ->
                Arrays.stream(elements).asLongStream().boxed().toList();
            case long[] elements -> Arrays.stream(elements).boxed().toList();
            case double[] elements -> Arrays.stream(elements).boxed().toList();
            case Map<?, ?> entries -> map(name, entries);
            default ->
                throw new InvalidArgumentException(ErrorText.of("parameter $" + name + " holds a "
                                + value.getClass().getName())
                        .cause("that class has no meaning in a query")
                        .detail("parameter", name));
        };
    }

    private static Long integer(String name, BigInteger number) {
        if (number.bitLength() > 63) {
            throw new InvalidDataException(
                    ErrorCode.VALUE_OUT_OF_RANGE,
                    ErrorText.of("parameter $" + name + " is " + number + ", which is out of range")
                            .cause("integers are " + Long.MIN_VALUE + " to " + Long.MAX_VALUE)
                            .detail("parameter", name));
        }
        return number.longValue();
    }

    private static List<@Nullable Object> list(String name, Collection<?> elements) {
        List<@Nullable Object> values = new ArrayList<>(elements.size());
        for (Object element : elements) {
            values.add(normalize(name, element));
        }
        return values;
    }

    private static Map<String, @Nullable Object> map(String name, Map<?, ?> entries) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        entries.forEach((key, value) -> values.put(String.valueOf(key), normalize(name, value)));
        return values;
    }

    /** The static type of a value of the closed set. */
    static ValueType typeOf(@Nullable Object value) {
        return switch (value) {
            case null -> ValueType.NULL;
            case Boolean ignored -> ValueType.BOOLEAN;
            case Long ignored -> ValueType.INTEGER;
            case Double ignored -> ValueType.FLOAT;
            case BigDecimal ignored -> ValueType.of(Kind.DECIMAL);
            case String ignored -> ValueType.STRING;
            case byte[] ignored -> ValueType.of(Kind.BYTES);
            case float[] ignored -> ValueType.of(Kind.VECTOR);
            case LocalDate ignored -> ValueType.of(Kind.DATE);
            case LocalTime ignored -> ValueType.of(Kind.LOCAL_TIME);
            case OffsetTime ignored -> ValueType.of(Kind.ZONED_TIME);
            case LocalDateTime ignored -> ValueType.of(Kind.LOCAL_DATETIME);
            case ZonedDateTime ignored -> ValueType.of(Kind.ZONED_DATETIME);
            case CalendarDuration ignored -> ValueType.of(Kind.DURATION);
            case Map<?, ?> ignored -> ValueType.MAP;
            case List<?> list -> {
                ValueType element = ValueType.NULL;
                for (Object member : list) {
                    element = element.or(typeOf(member));
                }
                yield ValueType.listOf(element);
            }
            default -> ValueType.ANY;
        };
    }
}
