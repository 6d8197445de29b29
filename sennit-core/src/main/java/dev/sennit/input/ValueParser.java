package dev.sennit.input;

import dev.sennit.model.CalendarDuration;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.InvalidDataException;
import dev.sennit.model.PropertyType;
import dev.sennit.model.Rule;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads cells as values of one property type, exactly: nothing is rounded to fit, cut off or guessed, only FLOAT32 and
 * FLOAT64 take the nearest number. The result is null for a null cell, a value of the class {@link PropertyType} names,
 * or a {@link ValueProblem}, which is the class of no value:
 *
 * <pre>{@code
 * switch (parser.parse(row.cells(), column)) {
 *     case null -> ...
 *     case ValueProblem problem -> report(problem.violation(...));
 *     case Object value -> ...
 * }
 * }</pre>
 *
 * <table>
 * <caption>How values are written</caption>
 * <tr><th>type</th><th>CSV</th><th>JSON</th></tr>
 * <tr><td>BOOL</td><td>true, false in any case</td><td>true, false</td></tr>
 * <tr><td>INT*</td><td>digits, no fraction or exponent</td><td>such a number</td></tr>
 * <tr><td>FLOAT*</td><td>number, NaN, Infinity, -Infinity</td><td>number, or those as strings</td></tr>
 * <tr><td>DECIMAL</td><td>number</td><td>number or string</td></tr>
 * <tr><td>STRING, ENUM</td><td>the cell</td><td>string</td></tr>
 * <tr><td>BYTES</td><td>base64</td><td>base64 string</td></tr>
 * <tr><td>dates, times, DURATION</td><td>ISO 8601</td><td>such a string</td></tr>
 * <tr><td>LIST</td><td>elements separated by {@code ;}; {@code \;} and {@code \\} inside them</td><td>array</td></tr>
 * <tr><td>VECTOR</td><td>JSON array, or numbers separated by {@code ;}</td><td>array of numbers</td></tr>
 * <tr><td>JSON</td><td>object or array</td><td>object or array</td></tr>
 * </table>
 *
 * <p>Spaces around CSV texts of types other than STRING and ENUM are ignored. Immutable and thread-safe.
 */
public final class ValueParser {
    private final Conversion conversion;

    private ValueParser(Conversion conversion) {
        this.conversion = conversion;
    }

    /** A parser that reads dates as ISO 8601. */
    public static ValueParser of(PropertyType type) {
        return of(type, Optional.empty());
    }

    /**
     * A parser that reads DATE as the pattern says, in CSV and JSON.
     *
     * @param datePattern a pattern of {@link DateTimeFormatter}, for example {@code dd.MM.yyyy} or {@code d MMM uuuu}
     * @throws InvalidArgumentException if it is no such pattern
     */
    public static ValueParser of(PropertyType type, Optional<String> datePattern) {
        return new ValueParser(conversionOf(type, datePattern));
    }

    /** The type of the values. */
    public PropertyType type() {
        return conversion.type;
    }

    /** The cell's value: null, a value, or a {@link ValueProblem}. */
    @Nullable
    public Object parse(Cells cells, int column) {
        if (cells.isNull(column)) {
            return null;
        }
        return switch (cells) {
            case CsvCells csv -> {
                if (csv.isDoubled(column)) {
                    byte[] text = csv.undoubled(column);
                    yield conversion.fromText(text, 0, text.length);
                }
                yield conversion.fromText(csv.record, csv.from(column), csv.to(column));
            }
            case JsonCells json -> conversion.fromJson(json.record, json.from(column), json.to(column));
        };
    }

    /** The value of a text, by the rules of CSV: a value or a {@link ValueProblem}, never null. */
    public Object parseText(String text) {
        try {
            JsonText.requirePaired(text);
        } catch (InvalidDataException e) {
            return conversion.problem(Rule.TYPE, text, e.text().message());
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return conversion.fromText(bytes, 0, bytes.length);
    }

    /** The value of a JSON text: null, a value, or a {@link ValueProblem}. */
    @Nullable
    public Object parseJson(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        int from = Conversion.skipSpace(bytes, 0, bytes.length);
        int to = Conversion.trimEnd(bytes, from, bytes.length);
        try {
            JsonText.requireWellFormed(bytes, from, to);
        } catch (InvalidDataException e) {
            return conversion.problem(Rule.TYPE, json, e.text().message());
        }
        return bytes[from] == 'n' ? null : conversion.fromJson(bytes, from, to);
    }

    private static Conversion conversionOf(PropertyType type, Optional<String> datePattern) {
        return switch (type) {
            case PropertyType.Scalar scalar -> scalarConversion(scalar, datePattern);
            case PropertyType.Decimal decimal -> new DecimalConversion(decimal);
            case PropertyType.Enumeration enumeration -> new StringConversion.Listed(enumeration);
            case PropertyType.ListOf list -> new ListConversion(list, conversionOf(list.element(), datePattern));
            case PropertyType.Vector vector -> new VectorConversion(vector);
        };
    }

    private static Conversion scalarConversion(PropertyType.Scalar type, Optional<String> datePattern) {
        return switch (type) {
            case BOOL -> new BoolConversion();
            case INT8, INT16, INT32, INT64 -> new IntegerConversion(type);
            case FLOAT32, FLOAT64 -> new FloatConversion(type);
            case STRING -> new StringConversion.Text();
            case BYTES -> new ParsedConversion(type, Base64.getDecoder()::decode, "write it in base64");
            case DATE -> dateConversion(datePattern);
            case LOCAL_TIME -> new ParsedConversion(type, TemporalText::time, "write a time such as 23:59:30.5");
            case ZONED_TIME ->
                new ParsedConversion(type, TemporalText::offsetTime, "write a time and offset such as 23:59:30+01:00");
            case LOCAL_DATETIME ->
                new ParsedConversion(
                        type,
                        TemporalText::dateTime,
                        "write a date and time without offset such as 2026-11-29T23:59:30");
            case ZONED_DATETIME ->
                new ParsedConversion(
                        type,
                        TemporalText::zonedDateTime,
                        "write a date and time with an offset, a zone, or an offset valid in the zone, such as"
                                + " 2026-11-29T23:59:30+01:00[Europe/Paris]");
            case DURATION ->
                new ParsedConversion(type, CalendarDuration::parse, "write a duration such as P1Y2M3DT4H5M6.7S");
            case JSON -> new JsonConversion();
        };
    }

    private static Conversion dateConversion(Optional<String> pattern) {
        if (pattern.isEmpty()) {
            return new ParsedConversion(
                    PropertyType.Scalar.DATE,
                    text -> TemporalText.date(text, DateTimeFormatter.ISO_LOCAL_DATE),
                    "write a date such as 2026-11-29, or give --date-format");
        }
        DateTimeFormatter format;
        try {
            format = TemporalText.dateFormat(pattern.get());
        } catch (IllegalArgumentException e) {
            throw new InvalidArgumentException(ErrorText.of("date format '" + pattern.get() + "'")
                    .cause(String.valueOf(e.getMessage()))
                    .remedy("write a pattern such as dd.MM.yyyy"));
        }
        return new ParsedConversion(
                PropertyType.Scalar.DATE,
                text -> TemporalText.date(text, format),
                "it is not written as " + pattern.get() + " says");
    }
}
