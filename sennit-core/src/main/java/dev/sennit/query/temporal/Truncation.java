package dev.sennit.query.temporal;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalUnit;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The units a point in time can be cut down to. */
enum Truncation {
    MILLENNIUM("millennium", d -> d.withDayOfYear(1).withYear(d.getYear() / 1000 * 1000)),
    CENTURY("century", d -> d.withDayOfYear(1).withYear(d.getYear() / 100 * 100)),
    DECADE("decade", d -> d.withDayOfYear(1).withYear(d.getYear() / 10 * 10)),
    YEAR("year", d -> d.withDayOfYear(1)),
    WEEK_YEAR("weekYear", d -> Weeks.date(d.getLong(IsoFields.WEEK_BASED_YEAR), 1, 1)),
    QUARTER("quarter", d -> d.with(IsoFields.DAY_OF_QUARTER, 1)),
    MONTH("month", d -> d.withDayOfMonth(1)),
    WEEK("week", d -> d.with(ChronoField.DAY_OF_WEEK, 1)),
    DAY("day", d -> d),
    HOUR("hour", ChronoUnit.HOURS),
    MINUTE("minute", ChronoUnit.MINUTES),
    SECOND("second", ChronoUnit.SECONDS),
    MILLISECOND("millisecond", ChronoUnit.MILLIS),
    MICROSECOND("microsecond", ChronoUnit.MICROS);

    private final String text;
    private final Optional<UnaryOperator<LocalDate>> ofDate;
    private final Optional<TemporalUnit> ofTime;

    Truncation(String text, UnaryOperator<LocalDate> ofDate) {
        this.text = text;
        this.ofDate = Optional.of(ofDate);
        this.ofTime = Optional.empty();
    }

    Truncation(String text, TemporalUnit ofTime) {
        this.text = text;
        this.ofDate = Optional.empty();
        this.ofTime = Optional.of(ofTime);
    }

    static Truncation named(String text) {
        return Arrays.stream(values())
                .filter(t -> t.text.equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new DateTimeException("there is no unit '" + text + "'"));
    }

    /** @param wanted the kind the result is to have */
    Moment apply(Moment moment, TemporalKind wanted) {
        if (ofTime.isPresent()) {
            if (!wanted.hasTime()) {
                throw new DateTimeException("a date has no " + text);
            }
            Optional<LocalTime> time = moment.time().map(t -> t.truncatedTo(ofTime.get()));
            return new Moment(moment.date(), time, moment.zone());
        }
        if (wanted.hasDate() && moment.date().isEmpty()) {
            throw new DateTimeException("a time alone has no " + text);
        }
        if (!wanted.hasDate() && this != DAY) {
            throw new DateTimeException("a time has no " + text);
        }
        return new Moment(moment.date().map(ofDate.orElseThrow()), Optional.of(LocalTime.MIDNIGHT), moment.zone());
    }
}
