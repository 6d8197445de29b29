package dev.sennit.schema;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.Optional;

/**
 * The bounds of a RANGE, both inclusive. Bounds have the Java class of the property's values
 * ({@link dev.sennit.model.PropertyType}).
 */
public record ValueRange(Optional<Object> minimum, Optional<Object> maximum) {
    public ValueRange {
        Objects.requireNonNull(minimum, "minimum");
        Objects.requireNonNull(maximum, "maximum");
    }

    /** Whether every value in another range is in this one. False if their bounds are of different classes. */
    public boolean includes(ValueRange other) {
        boolean low = minimum.isEmpty()
                || other.minimum().map(bound -> isAtMost(minimum.get(), bound)).orElse(false);
        boolean high = maximum.isEmpty()
                || other.maximum().map(bound -> isAtMost(bound, maximum.get())).orElse(false);
        return low && high;
    }

    private static boolean isAtMost(Object left, Object right) {
        return left.getClass().equals(right.getClass()) && compare(left, right) <= 0;
    }

    /** Compares two values of one ordered type. */
    static int compare(Object left, Object right) {
        return switch (left) {
            case Long value -> value.compareTo((Long) right);
            case Double value -> Double.compare(value + 0.0, (Double) right + 0.0);
            case BigDecimal value -> value.compareTo((BigDecimal) right);
            case LocalDate value -> value.compareTo((LocalDate) right);
            case LocalTime value -> value.compareTo((LocalTime) right);
            case OffsetTime value -> value.compareTo((OffsetTime) right);
            case LocalDateTime value -> value.compareTo((LocalDateTime) right);
            case ZonedDateTime value -> value.toInstant().compareTo(((ZonedDateTime) right).toInstant());
            default -> throw new IllegalArgumentException(left.getClass() + " is not ordered");
        };
    }
}
