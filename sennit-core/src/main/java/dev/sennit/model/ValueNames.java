package dev.sennit.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;

/** What kinds of values are called in messages. */
public final class ValueNames {
    private ValueNames() {}

    /** The kind of a value as the query language names it; for an object that is no value, what Java names its class. */
    public static String of(Object value) {
        return switch (value) {
            case Boolean ignored -> "BOOLEAN";
            case Long ignored -> "INTEGER";
            case Integer ignored -> "INTEGER";
            case BigInteger ignored -> "INTEGER";
            case Double ignored -> "FLOAT";
            case Float ignored -> "FLOAT";
            case BigDecimal ignored -> "DECIMAL";
            case String ignored -> "STRING";
            case byte[] ignored -> "BYTES";
            case LocalDate ignored -> "DATE";
            case LocalTime ignored -> "LOCAL TIME";
            case OffsetTime ignored -> "ZONED TIME";
            case LocalDateTime ignored -> "LOCAL DATETIME";
            case ZonedDateTime ignored -> "ZONED DATETIME";
            case CalendarDuration ignored -> "DURATION";
            case float[] ignored -> "VECTOR";
            case List<?> ignored -> "LIST";
            case Map<?, ?> ignored -> "MAP";
            case Node ignored -> "NODE";
            case Edge ignored -> "EDGE";
            case GraphPath ignored -> "PATH";
            default -> value.getClass().getName();
        };
    }
}
