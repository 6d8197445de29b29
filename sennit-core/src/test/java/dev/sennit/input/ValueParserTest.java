package dev.sennit.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.CalendarDuration;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Decimal;
import dev.sennit.model.PropertyType.Enumeration;
import dev.sennit.model.PropertyType.ListOf;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.PropertyType.Vector;
import dev.sennit.model.Rule;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ValueParserTest {
    @Test
    void integersAreExactAndBoundedByTheirWidth() {
        assertText(Scalar.INT8, "-128", -128L);
        assertText(Scalar.INT8, " +127 ", 127L);
        assertText(Scalar.INT32, "007", 7L);
        assertText(Scalar.INT64, "-9223372036854775808", Long.MIN_VALUE);
        assertText(Scalar.INT64, "9223372036854775807", Long.MAX_VALUE);
        assertText(Scalar.INT64, "-0", 0L);
        assertProblem(Scalar.INT8, "128", Rule.VALUE_RANGE);
        assertProblem(Scalar.INT16, "-32769", Rule.VALUE_RANGE);
        assertProblem(Scalar.INT32, "2147483648", Rule.VALUE_RANGE);
        assertProblem(Scalar.INT64, "9223372036854775808", Rule.VALUE_RANGE);
        assertProblem(Scalar.INT64, "-9223372036854775809", Rule.VALUE_RANGE);
        assertProblem(Scalar.INT64, "99999999999999999999999", Rule.VALUE_RANGE);
    }

    @Test
    void integersAreNeverCutOffFromSomethingElse() {
        for (String text : List.of("2.7", "2.0", "1e3", "", "-", "0x10", "1_000", "1,000", "12a", "١", "true", "1 2")) {
            assertProblem(Scalar.INT32, text, Rule.TYPE);
        }
        for (String json : List.of("2.7", "2.0", "1e3", "\"2\"", "true", "[]", "{}")) {
            assertJsonProblem(Scalar.INT32, json, Rule.TYPE);
        }
        ValueProblem problem = (ValueProblem) ValueParser.of(Scalar.INT32).parseText("2.7");
        assertThat(problem.message()).isEqualTo("'2.7' is not a value of INT32: write a whole number such as 42");
        assertThat(problem.violation("Airport", "runways", "AMS", "a.csv", 7).message())
                .startsWith("Airport.runways: '2.7'");
    }

    @Test
    void floatsTakeTheNearestNumber() {
        assertText(Scalar.FLOAT64, "0.1", 0.1);
        assertText(Scalar.FLOAT64, "-0.0", -0.0);
        assertText(Scalar.FLOAT64, ".5", 0.5);
        assertText(Scalar.FLOAT64, "5.", 5.0);
        assertText(Scalar.FLOAT64, "-1.5E+3", -1500.0);
        assertText(Scalar.FLOAT64, "nan", Double.NaN);
        assertText(Scalar.FLOAT64, "-inf", Double.NEGATIVE_INFINITY);
        assertText(Scalar.FLOAT32, "0.1", (double) 0.1f);
        assertJson(Scalar.FLOAT64, "\"Infinity\"", Double.POSITIVE_INFINITY);
        assertJson(Scalar.FLOAT64, "-0.0", -0.0);
        assertJson(Scalar.FLOAT64, "3", 3.0);
        assertProblem(Scalar.FLOAT32, "1e39", Rule.VALUE_RANGE);
        assertProblem(Scalar.FLOAT64, "1e999", Rule.VALUE_RANGE);
        assertJsonProblem(Scalar.FLOAT64, "1e999", Rule.VALUE_RANGE);
        for (String text : List.of("1d", "0x1p3", "1,5", "", ".", "1e", "e5", "--1", "1.2.3", "1e5x")) {
            assertProblem(Scalar.FLOAT64, text, Rule.TYPE);
        }
        assertJsonProblem(Scalar.FLOAT64, "\"1.5\"", Rule.TYPE);
        assertJsonProblem(Scalar.FLOAT64, "null", null);
    }

    @Test
    void floatsReadTheSameAsTheJdkReadsThem() {
        for (long seed = 0; seed < 200_000; seed++) {
            Random random = new Random(seed);
            String text = randomNumber(random);
            assertThat(ValueParser.of(Scalar.FLOAT64).parseText(text)).as(text).isEqualTo(Double.parseDouble(text));
            assertThat(ValueParser.of(Scalar.FLOAT32).parseText(text)).as(text).isEqualTo((double)
                    Float.parseFloat(text));
        }
    }

    @Test
    void aFloatBetweenTwoFloatsIsRoundedOnce() {
        // exactly between two floats but for its last digit: rounding to double first would round it down
        String text = "1.00000005960464477540";
        assertThat(ValueParser.of(Scalar.FLOAT32).parseText(text)).isEqualTo((double) Float.parseFloat(text));
        assertThat((float) Double.parseDouble(text)).isNotEqualTo(Float.parseFloat(text));
    }

    @Test
    void decimalsAreExactOrRefused() {
        Decimal money = new Decimal(6, 2);
        assertText(money, "12.5", new BigDecimal("12.50"));
        assertText(money, "-9999.99", new BigDecimal("-9999.99"));
        assertText(money, "1e3", new BigDecimal("1000.00"));
        assertText(money, "0.10000", new BigDecimal("0.10"));
        assertText(money, "0e999999999", new BigDecimal("0.00"));
        assertJson(money, "\"12.50\"", new BigDecimal("12.50"));
        assertJson(money, "12.5", new BigDecimal("12.50"));
        assertJson(
                new Decimal(38, 0),
                "12345678901234567890123456789012345678",
                new BigDecimal("12345678901234567890123456789012345678"));
        assertProblem(money, "0.001", Rule.VALUE_RANGE);
        assertProblem(money, "10000", Rule.VALUE_RANGE);
        assertProblem(money, "1e999999999", Rule.VALUE_RANGE);
        assertProblem(money, "1e9999999999", Rule.VALUE_RANGE);
        assertProblem(money, "NaN", Rule.TYPE);
        assertJsonProblem(money, "true", Rule.TYPE);
    }

    @Test
    void truthIsTrueOrFalse() {
        assertText(Scalar.BOOL, "TRUE", true);
        assertText(Scalar.BOOL, "false", false);
        assertJson(Scalar.BOOL, "true", true);
        for (String text : List.of("1", "0", "t", "yes", "Y", "")) {
            assertProblem(Scalar.BOOL, text, Rule.TYPE);
        }
        assertJsonProblem(Scalar.BOOL, "\"true\"", Rule.TYPE);
        assertJsonProblem(Scalar.BOOL, "1", Rule.TYPE);
    }

    @Test
    void stringsAreTakenAsTheyAre_andEnumsExactly() {
        assertText(Scalar.STRING, " a ", " a ");
        assertJson(Scalar.STRING, "\"a\\u00e9\\ud83d\\ude00\\n\"", "a\u00e9\uD83D\uDE00\n");
        assertJsonProblem(Scalar.STRING, "12", Rule.TYPE);
        assertJsonProblem(Scalar.STRING, "\"\\ud83d\"", Rule.TYPE);
        Enumeration size = new Enumeration(List.of("large", "small"));
        assertText(size, "large", "large");
        assertProblem(size, "Large", Rule.ENUM);
        assertThat(((ValueProblem) ValueParser.of(size).parseText("huge")).message())
                .isEqualTo("'huge' does not fit ENUM: it is one of [large, small]");
    }

    @Test
    void bytesAreBase64() {
        assertText(Scalar.BYTES, "AQID", new byte[] {1, 2, 3});
        assertText(Scalar.BYTES, "", new byte[0]);
        assertProblem(Scalar.BYTES, "AQ*D", Rule.TYPE);
        assertJson(Scalar.BYTES, "\"AQ==\"", new byte[] {1});
    }

    @Test
    void datesAreIsoUnlessAFormatIsGiven() {
        assertText(Scalar.DATE, "2024-02-29", LocalDate.of(2024, 2, 29));
        assertText(Scalar.DATE, "-0044-03-15", LocalDate.of(-44, 3, 15));
        assertProblem(Scalar.DATE, "2023-02-29", Rule.TYPE);
        assertProblem(Scalar.DATE, "29.02.2024", Rule.TYPE);
        assertProblem(Scalar.DATE, "+99999999-01-01", Rule.VALUE_RANGE);

        ValueParser german = ValueParser.of(Scalar.DATE, Optional.of("dd.MM.yyyy"));
        assertThat(german.parseText("29.02.2024")).isEqualTo(LocalDate.of(2024, 2, 29));
        assertThat(german.parseText("30.02.2024")).isInstanceOf(ValueProblem.class);
        assertThat(german.parseText("2024-02-29")).isInstanceOf(ValueProblem.class);
        assertThat(ValueParser.of(Scalar.DATE, Optional.of("d MMM uuuu")).parseText("3 oct 2025"))
                .isEqualTo(LocalDate.of(2025, 10, 3));
        assertThatThrownBy(() -> ValueParser.of(Scalar.DATE, Optional.of("bogus")))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("bogus");
    }

    @Test
    void timesAreIsoInMicroseconds() {
        assertText(Scalar.LOCAL_TIME, "23:59", LocalTime.of(23, 59));
        assertText(Scalar.LOCAL_TIME, "23:59:30.123456", LocalTime.of(23, 59, 30, 123_456_000));
        assertText(Scalar.LOCAL_TIME, "23:59:30.123456000", LocalTime.of(23, 59, 30, 123_456_000));
        assertProblem(Scalar.LOCAL_TIME, "23:59:30.1234567", Rule.VALUE_RANGE);
        assertText(Scalar.ZONED_TIME, "23:59:30+01", OffsetTime.parse("23:59:30+01:00"));
        assertProblem(Scalar.ZONED_TIME, "23:59:30", Rule.TYPE);
        assertText(Scalar.LOCAL_DATETIME, "2025-10-22 13:56:29", LocalDateTime.of(2025, 10, 22, 13, 56, 29));
        assertText(
                Scalar.LOCAL_DATETIME,
                "2025-10-22T13:56:29.5",
                LocalDateTime.of(2025, 10, 22, 13, 56, 29, 500_000_000));
        assertProblem(Scalar.LOCAL_DATETIME, "2025-10-22T13:56:29.000000001", Rule.VALUE_RANGE);
        assertProblem(Scalar.LOCAL_DATETIME, "2025-10-22T13:56:29Z", Rule.TYPE);
        assertProblem(Scalar.LOCAL_DATETIME, "2025-02-30T00:00", Rule.TYPE);
        assertProblem(Scalar.LOCAL_DATETIME, "+999999-01-01T00:00", Rule.VALUE_RANGE);
    }

    @Test
    void zonedDatetimesHaveAnOffsetAZoneOrBoth() {
        ZoneId paris = ZoneId.of("Europe/Paris");
        assertText(Scalar.ZONED_DATETIME, "2025-07-01T12:00Z", ZonedDateTime.parse("2025-07-01T12:00Z"));
        assertText(
                Scalar.ZONED_DATETIME,
                "2025-07-01 12:00:00.25+02:00[Europe/Paris]",
                ZonedDateTime.of(2025, 7, 1, 12, 0, 0, 250_000_000, paris));
        assertText(
                Scalar.ZONED_DATETIME,
                "2025-07-01T12:00[Europe/Paris]",
                ZonedDateTime.of(2025, 7, 1, 12, 0, 0, 0, paris));
        // the second of the two half past two of the night the clock goes back
        assertText(
                Scalar.ZONED_DATETIME,
                "2025-10-26T02:30+01:00[Europe/Paris]",
                ZonedDateTime.of(2025, 10, 26, 2, 30, 0, 0, paris).withLaterOffsetAtOverlap());
        assertProblem(Scalar.ZONED_DATETIME, "2025-07-01T12:00+05:00[Europe/Paris]", Rule.TYPE);
        assertProblem(Scalar.ZONED_DATETIME, "2025-03-30T02:30[Europe/Paris]", Rule.TYPE);
        assertProblem(Scalar.ZONED_DATETIME, "2025-07-01T12:00", Rule.TYPE);
        assertProblem(Scalar.ZONED_DATETIME, "2025-07-01T12:00[Nowhere/Land]", Rule.TYPE);
        assertProblem(Scalar.ZONED_DATETIME, "2025-07-01T12:00:00.0000001Z", Rule.VALUE_RANGE);
    }

    @Test
    void durationsAreIso() {
        assertText(Scalar.DURATION, "P1Y2M3DT4H5M6.5S", new CalendarDuration(14, 3, 14_706_500_000_000L));
        assertProblem(Scalar.DURATION, "4 days", Rule.TYPE);
        assertProblem(Scalar.DURATION, "PT9999999999999999H", Rule.TYPE);
    }

    @Test
    void listsSplitOnSemicolons_backslashEscapesThem() {
        ListOf strings = new ListOf(Scalar.STRING);
        assertText(strings, "", List.of());
        assertText(strings, "a;b", List.of("a", "b"));
        assertText(strings, "a;;", List.of("a", "", ""));
        assertText(strings, "a\\;b;c\\\\;C:\\d;é\\;", List.of("a;b", "c\\", "C:\\d", "é;"));
        assertText(new ListOf(Scalar.INT32), "1; 2 ;3", List.of(1L, 2L, 3L));
        assertJson(strings, "[\"a;b\", \"]\", \"\"]", List.of("a;b", "]", ""));
        assertJson(strings, " [ ] ", List.of());
        assertProblem(new ListOf(Scalar.INT32), "1;;3", Rule.TYPE);
        assertProblem(new ListOf(Scalar.INT8), "1;300", Rule.VALUE_RANGE);
        assertJsonProblem(strings, "[\"a\", null]", Rule.TYPE);
        assertJsonProblem(strings, "\"a\"", Rule.TYPE);
        assertThat(((ValueProblem) ValueParser.of(new ListOf(Scalar.INT32)).parseText("1;x")).message())
                .isEqualTo("'x' is not a value of LIST<INT32>: element 2 is no INT32: write a whole number such as 42");
    }

    @Test
    void vectorsHaveExactlyTheirDimensionOfFiniteNumbers() {
        Vector vector = new Vector(3);
        assertText(vector, "1;2.5;-3e-1", new float[] {1, 2.5f, -0.3f});
        assertText(vector, " [1, 2.5, -3e-1] ", new float[] {1, 2.5f, -0.3f});
        assertJson(vector, "[ 0.1 , 2,3 ]", new float[] {0.1f, 2, 3});
        assertProblem(vector, "1;2", Rule.VALUE_RANGE);
        assertProblem(vector, "1;2;3;4", Rule.VALUE_RANGE);
        assertProblem(vector, "", Rule.VALUE_RANGE);
        assertProblem(vector, "1;NaN;3", Rule.TYPE);
        assertProblem(vector, "1;;3", Rule.TYPE);
        assertProblem(vector, "1;1e39;3", Rule.VALUE_RANGE);
        assertJsonProblem(vector, "[1,\"2\",3]", Rule.TYPE);
        assertJsonProblem(vector, "[1,null,3]", Rule.TYPE);
        assertJsonProblem(vector, "[1,[2],3]", Rule.TYPE);
        assertJsonProblem(vector, "3", Rule.TYPE);
    }

    @Test
    void jsonIsAnObjectOrAnArray() {
        assertText(
                Scalar.JSON,
                "{\"a\":[1,2.5,true,null,\"x\"]}",
                Map.of("a", java.util.Arrays.asList(1L, 2.5, true, null, "x")));
        assertJson(Scalar.JSON, "[12345678901234567890]", List.of(new java.math.BigInteger("12345678901234567890")));
        assertProblem(Scalar.JSON, "{\"a\":1,\"a\":2}", Rule.TYPE);
        assertProblem(Scalar.JSON, "12", Rule.TYPE);
        assertProblem(Scalar.JSON, "{", Rule.TYPE);
        assertProblem(Scalar.JSON, "[1e999]", Rule.TYPE);
    }

    @Test
    void whatIsNotJsonIsNoValue() {
        for (String json : List.of("", " ", "1 2", "{", "nul", "\"a", "01")) {
            assertJsonProblem(Scalar.INT64, json, Rule.TYPE);
        }
        assertThat(ValueParser.of(Scalar.INT64).parseJson(" 7 ")).isEqualTo(7L);
    }

    @Test
    void cellsOfFilesAreParsedInPlace() {
        InputRow row = InputTestFiles.nodes("n,q,s,l\n42,\"7\",\"say \"\"x\"\"\",\"a;\"\"b\"\"\"\n")
                .getFirst();
        Cells cells = InputTestFiles.cells(row);
        assertThat(ValueParser.of(Scalar.INT32).parse(cells, 0)).isEqualTo(42L);
        assertThat(ValueParser.of(Scalar.INT32).parse(cells, 1)).isEqualTo(7L);
        assertThat(ValueParser.of(Scalar.STRING).parse(cells, 2)).isEqualTo("say \"x\"");
        assertThat(ValueParser.of(new ListOf(Scalar.STRING)).parse(cells, 3)).isEqualTo(List.of("a", "\"b\""));
        assertThat(ValueParser.of(Scalar.INT32)
                        .parse(
                                InputTestFiles.cells(
                                        InputTestFiles.nodes("x,y\n,1\n").getFirst()),
                                0))
                .isNull();
    }

    private static String randomNumber(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> Double.toString(Double.longBitsToDouble(random.nextLong() >>> 1 & ~(1L << 62)));
            case 1 -> Float.toString(Float.intBitsToFloat(random.nextInt() >>> 1 & 0x3FFFFFFF));
            case 2 -> random.nextInt(1_000_000) + "." + random.nextInt(1_000_000);
            case 3 -> random.nextLong() + "." + random.nextInt(Integer.MAX_VALUE);
            default ->
                "-0." + "0".repeat(random.nextInt(10)) + random.nextInt(Integer.MAX_VALUE) + "e"
                        + random.nextInt(-30, 30);
        };
    }

    private static void assertText(PropertyType type, String text, Object value) {
        assertThat(ValueParser.of(type).parseText(text)).isEqualTo(value);
    }

    private static void assertJson(PropertyType type, String json, Object value) {
        assertThat(ValueParser.of(type).parseJson(json)).isEqualTo(value);
    }

    private static void assertProblem(PropertyType type, String text, Rule rule) {
        assertIsProblem(ValueParser.of(type).parseText(text), rule, type + " " + text);
    }

    private static void assertJsonProblem(
            PropertyType type, String json, @org.jspecify.annotations.Nullable Rule rule) {
        Object value = ValueParser.of(type).parseJson(json);
        if (rule == null) {
            assertThat(value).isNull();
        } else {
            assertIsProblem(value, rule, type + " " + json);
        }
    }

    private static void assertIsProblem(
            @org.jspecify.annotations.Nullable Object value, Rule rule, String description) {
        assertThat(value).as(description).isInstanceOf(ValueProblem.class);
        assertThat(((ValueProblem) java.util.Objects.requireNonNull(value)).rule())
                .as(description)
                .isEqualTo(rule);
    }
}
