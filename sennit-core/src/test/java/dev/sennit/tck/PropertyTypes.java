package dev.sennit.tck;

import dev.sennit.model.CalendarDuration;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.query.ast.Expression;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The types of the properties that values are stored in. */
final class PropertyTypes {
    private PropertyTypes() {}

    /** The type of a value; empty if it has none of its own, as null and a list without elements. */
    static Optional<PropertyType> of(@Nullable Object value) {
        return switch (value) {
            case null -> Optional.empty();
            case Boolean ignored -> Optional.of(Scalar.BOOL);
            case Long ignored -> Optional.of(Scalar.INT64);
            case Double ignored -> Optional.of(Scalar.FLOAT64);
            case String ignored -> Optional.of(Scalar.STRING);
            case LocalDate ignored -> Optional.of(Scalar.DATE);
            case LocalTime time -> fine(time, Scalar.LOCAL_TIME);
            case OffsetTime time -> fine(time, Scalar.ZONED_TIME);
            case LocalDateTime time -> fine(time, Scalar.LOCAL_DATETIME);
            case ZonedDateTime time -> fine(time, Scalar.ZONED_DATETIME);
            case CalendarDuration ignored -> Optional.of(Scalar.DURATION);
            case List<?> list -> ofList(list);
            default -> Optional.empty();
        };
    }

    private static Optional<PropertyType> fine(Temporal time, Scalar type) {
        if (time.get(ChronoField.NANO_OF_SECOND) % 1000 != 0) {
            throw new NotExpressibleException("a stored time finer than a microsecond");
        }
        return Optional.of(type);
    }

    private static Optional<PropertyType> ofList(List<?> list) {
        Set<Optional<PropertyType>> elements =
                list.stream().map(PropertyTypes::of).collect(Collectors.toSet());
        if (elements.size() > 1) {
            throw new NotExpressibleException("a mixed list");
        }
        return elements.stream()
                .flatMap(Optional::stream)
                .filter(e -> !(e instanceof PropertyType.ListOf))
                .findFirst()
                .map(PropertyType.ListOf::new);
    }

    /** Whether a list without elements, which fits every list. */
    static boolean isEmptyList(@Nullable Object value) {
        return value instanceof List<?> list && list.isEmpty();
    }

    /** What a literal, or a call that makes a value of a certain type, is stored in. */
    static Optional<PropertyType> of(Expression expression) {
        return switch (expression) {
            case Expression.Literal literal -> of(literal.value());
            case Expression.Sign sign -> of(sign.operand());
            case Expression.ListLiteral list -> {
                Set<Optional<PropertyType>> elements =
                        list.elements().stream().map(PropertyTypes::of).collect(Collectors.toSet());
                yield elements.size() == 1
                        ? elements.iterator()
                                .next()
                                .filter(e -> !(e instanceof PropertyType.ListOf))
                                .map(PropertyType.ListOf::new)
                        : Optional.empty();
            }
            case Expression.Function function ->
                switch (function.name().text().toLowerCase(Locale.ROOT)) {
                    case "date" -> Optional.of(Scalar.DATE);
                    case "localtime" -> Optional.of(Scalar.LOCAL_TIME);
                    case "time" -> Optional.of(Scalar.ZONED_TIME);
                    case "localdatetime" -> Optional.of(Scalar.LOCAL_DATETIME);
                    case "datetime" -> Optional.of(Scalar.ZONED_DATETIME);
                    case "duration" -> Optional.of(Scalar.DURATION);
                    default -> Optional.empty();
                };
            default -> Optional.empty();
        };
    }
}
