package dev.sennit.query.value;

import dev.sennit.model.CalendarDuration;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;

/** Kinds of values in the order in which ORDER BY puts them, the smallest first. Null comes after all of them. */
enum ValueClass {
    MAP,
    NODE,
    EDGE,
    LIST,
    PATH,
    ZONED_DATETIME,
    LOCAL_DATETIME,
    DATE,
    ZONED_TIME,
    LOCAL_TIME,
    DURATION,
    BYTES,
    STRING,
    BOOLEAN,
    NUMBER;

    static ValueClass of(Object value) {
        return switch (value) {
            case String ignored -> STRING;
            case Long ignored -> NUMBER;
            case Double ignored -> NUMBER;
            case Boolean ignored -> BOOLEAN;
            case BigDecimal ignored -> NUMBER;
            case NodeRef ignored -> NODE;
            case EdgeRef ignored -> EDGE;
            case PathRef ignored -> PATH;
            case List<?> ignored -> LIST;
            case float[] ignored -> LIST;
            case Map<?, ?> ignored -> MAP;
            case LocalDate ignored -> DATE;
            case LocalDateTime ignored -> LOCAL_DATETIME;
            case ZonedDateTime ignored -> ZONED_DATETIME;
            case LocalTime ignored -> LOCAL_TIME;
            case OffsetTime ignored -> ZONED_TIME;
            case CalendarDuration ignored -> DURATION;
            case byte[] ignored -> BYTES;
            default -> throw new IllegalArgumentException("not a value of a query: " + value.getClass());
        };
    }
}
