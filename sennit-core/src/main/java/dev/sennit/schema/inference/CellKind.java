package dev.sennit.schema.inference;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.function.Function;
import java.util.regex.Pattern;

/** What a text looks like. Cautious: what could be read in two ways is TEXT. */
enum CellKind {
    BOOL,
    INTEGER,
    FLOAT,
    DATE,
    LOCAL_DATETIME,
    ZONED_DATETIME,
    TEXT,
    LIST,
    MAP;

    /** A code such as 007 is no number: reading it as one would lose the zeros. */
    private static final Pattern INTEGER_TEXT = Pattern.compile("0|-?[1-9][0-9]*");

    private static final Pattern FLOAT_TEXT =
            Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+(?:[eE][+-]?[0-9]+)?|[eE][+-]?[0-9]+)");
    private static final int DATE_CHARS = 10;

    /** What the text of a CSV cell looks like. */
    static CellKind ofCell(String cell) {
        String text = cell.strip();
        if (text.isEmpty()) {
            return TEXT;
        }
        char first = text.charAt(0);
        if (first >= '0' && first <= '9' || first == '-') {
            if (isInteger(text)) {
                return INTEGER;
            }
            if (FLOAT_TEXT.matcher(text).matches()) {
                return Double.isInfinite(Double.parseDouble(text)) ? TEXT : FLOAT;
            }
            return temporal(text);
        }
        return text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false") ? BOOL : TEXT;
    }

    /** What a JSON string looks like: a number in quotes is a string. */
    static CellKind ofJsonString(String text) {
        return !text.isEmpty() && text.charAt(0) >= '0' && text.charAt(0) <= '9' ? temporal(text) : TEXT;
    }

    private static boolean isInteger(String text) {
        return INTEGER_TEXT.matcher(text).matches();
    }

    private static CellKind temporal(String text) {
        if (text.length() < DATE_CHARS || text.charAt(4) != '-' || text.charAt(7) != '-') {
            return TEXT;
        }
        if (text.length() == DATE_CHARS) {
            return parses(text, LocalDate::parse) ? DATE : TEXT;
        }
        String withT = text.charAt(DATE_CHARS) == ' '
                ? text.substring(0, DATE_CHARS) + "T" + text.substring(DATE_CHARS + 1)
                : text;
        if (parses(withT, LocalDateTime::parse)) {
            return LOCAL_DATETIME;
        }
        return parses(withT, ZonedDateTime::parse) ? ZONED_DATETIME : TEXT;
    }

    private static boolean parses(String text, Function<String, TemporalAccessor> parser) {
        try {
            TemporalAccessor value = parser.apply(text);
            return !value.isSupported(ChronoField.NANO_OF_SECOND) || value.get(ChronoField.NANO_OF_SECOND) % 1000 == 0;
        } catch (DateTimeException e) {
            return false;
        }
    }
}
