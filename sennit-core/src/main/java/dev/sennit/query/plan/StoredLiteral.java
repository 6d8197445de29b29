package dev.sennit.query.plan;

import dev.sennit.model.PropertyType;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Optional;

/** Brings a literal to the class and width of a column, if nothing is lost on the way. */
final class StoredLiteral {
    private static final long EXACT_IN_DOUBLE = 1L << 53;
    private static final long EXACT_IN_FLOAT = 1L << 24;

    private StoredLiteral() {}

    /**
     * The literal as the column would hold it; empty if the column cannot hold it exactly, or if the store's comparison
     * of such columns is not ours.
     */
    static Optional<Object> of(PropertyType type, Object value) {
        return switch (type) {
            case PropertyType.Scalar scalar ->
                switch (scalar) {
                    case BOOL -> onlyIf(value instanceof Boolean, value);
                    case INT8 -> integer(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
                    case INT16 -> integer(value, Short.MIN_VALUE, Short.MAX_VALUE);
                    case INT32 -> integer(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
                    case INT64 -> integer(value, Long.MIN_VALUE, Long.MAX_VALUE);
                    case FLOAT32 ->
                        floating(value, EXACT_IN_FLOAT)
                                .filter(d -> (double) (float) (double) d == d)
                                .map(Object.class::cast);
                    case FLOAT64 -> floating(value, EXACT_IN_DOUBLE).map(Object.class::cast);
                    case STRING -> onlyIf(value instanceof String, value);
                    case DATE -> onlyIf(value instanceof LocalDate, value);
                    case LOCAL_DATETIME ->
                        onlyIf(
                                value instanceof LocalDateTime time
                                        && time.toLocalTime().toNanoOfDay() % 1000 == 0,
                                value);
                    case BYTES, LOCAL_TIME, ZONED_TIME, ZONED_DATETIME, DURATION, JSON -> Optional.empty();
                };
            case PropertyType.Enumeration ignored -> onlyIf(value instanceof String, value);
            case PropertyType.Decimal ignored -> Optional.empty();
            case PropertyType.ListOf ignored -> Optional.empty();
            case PropertyType.Vector ignored -> Optional.empty();
        };
    }

    static boolean isFloat(PropertyType type) {
        return type instanceof PropertyType.Scalar scalar && scalar.isFloat();
    }

    private static Optional<Object> onlyIf(boolean fits, Object value) {
        return fits ? Optional.of(value) : Optional.empty();
    }

    private static Optional<Object> integer(Object value, long least, long most) {
        if (value instanceof Long number) {
            return onlyIf(number >= least && number <= most, number);
        }
        if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) <= EXACT_IN_DOUBLE) {
            long whole = (long) (double) number;
            return onlyIf(whole >= least && whole <= most, whole);
        }
        return Optional.empty();
    }

    private static Optional<Double> floating(Object value, long exact) {
        if (value instanceof Double number && Double.isFinite(number)) {
            return Optional.of(number == 0 ? 0.0 : number);
        }
        if (value instanceof Long number && Math.abs(number) <= exact) {
            return Optional.of((double) (long) number);
        }
        return Optional.empty();
    }
}
