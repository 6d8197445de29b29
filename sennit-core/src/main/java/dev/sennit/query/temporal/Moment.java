package dev.sennit.query.temporal;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Optional;

/** A point in time as the parts it has. */
record Moment(Optional<LocalDate> date, Optional<LocalTime> time, Optional<ZoneId> zone) {
    static Moment of(Temporal value) {
        return switch (value) {
            case LocalDate date -> new Moment(Optional.of(date), Optional.empty(), Optional.empty());
            case LocalTime time -> new Moment(Optional.empty(), Optional.of(time), Optional.empty());
            case OffsetTime time ->
                new Moment(Optional.empty(), Optional.of(time.toLocalTime()), Optional.of(time.getOffset()));
            case LocalDateTime dateTime ->
                new Moment(Optional.of(dateTime.toLocalDate()), Optional.of(dateTime.toLocalTime()), Optional.empty());
            case ZonedDateTime dateTime ->
                new Moment(
                        Optional.of(dateTime.toLocalDate()),
                        Optional.of(dateTime.toLocalTime()),
                        Optional.of(dateTime.getZone()));
            default -> throw new IllegalArgumentException("not a value of a query: " + value.getClass());
        };
    }

    /** The value of a kind; what is missing is midnight, and UTC. A missing date has no default. */
    Temporal as(TemporalKind kind) {
        if (kind.hasDate() && date.isEmpty()) {
            throw new DateTimeException("a time alone has no date");
        }
        LocalTime clock = time.orElse(LocalTime.MIDNIGHT);
        return switch (kind) {
            case DATE -> date.orElseThrow();
            case LOCAL_TIME -> {
                requireTime();
                yield clock;
            }
            case ZONED_TIME -> {
                requireTime();
                yield OffsetTime.of(clock, offset());
            }
            case LOCAL_DATETIME -> LocalDateTime.of(date.orElseThrow(), clock);
            case ZONED_DATETIME -> ZonedDateTime.of(date.orElseThrow(), clock, zone.orElse(ZoneOffset.UTC));
        };
    }

    private void requireTime() {
        if (time.isEmpty()) {
            throw new DateTimeException("a date alone has no time");
        }
    }

    /** The offset at this moment; of a region without a date, the one it has in its standard time. */
    ZoneOffset offset() {
        ZoneId id = zone.orElse(ZoneOffset.UTC);
        if (id instanceof ZoneOffset offset) {
            return offset;
        }
        if (date.isPresent()) {
            return ZonedDateTime.of(date.get(), time.orElse(LocalTime.MIDNIGHT), id)
                    .getOffset();
        }
        throw new DateTimeException("the offset of " + id + " depends on the date, and a time has none");
    }
}
