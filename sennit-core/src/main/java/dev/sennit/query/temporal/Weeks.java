package dev.sennit.query.temporal;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;

/** Dates by the weeks of ISO 8601. */
final class Weeks {
    private Weeks() {}

    static LocalDate date(long year, long week, long dayOfWeek) {
        LocalDate inFirst = LocalDate.of(Math.toIntExact(year), 1, 4);
        long weeks = IsoFields.WEEK_OF_WEEK_BASED_YEAR.rangeRefinedBy(inFirst).getMaximum();
        if (week < 1 || week > weeks) {
            throw new DateTimeException(year + " has " + weeks + " weeks, and no week " + week);
        }
        ChronoField.DAY_OF_WEEK.checkValidValue(dayOfWeek);
        return inFirst.with(ChronoField.DAY_OF_WEEK, 1)
                .plus(week - 1, ChronoUnit.WEEKS)
                .plusDays(dayOfWeek - 1);
    }
}
