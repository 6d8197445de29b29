package dev.sennit.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sennit.model.CalendarDuration;
import dev.sennit.model.Edge;
import dev.sennit.model.JsonValues;
import dev.sennit.model.Node;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Decimal;
import dev.sennit.model.PropertyType.Enumeration;
import dev.sennit.model.PropertyType.ListOf;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.PropertyType.Vector;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ValueRoundTripTest {
    private static final int VALUES = 2_000;

    static Stream<PropertyType> types() {
        List<PropertyType> types = new ArrayList<>(List.of(Scalar.values()));
        types.add(new Decimal(38, 10));
        types.add(new Decimal(5, 5));
        types.add(new Enumeration(List.of("large", "it's", "")));
        types.add(new Vector(7));
        for (Scalar scalar : Scalar.values()) {
            if (scalar != Scalar.JSON) {
                types.add(new ListOf(scalar));
            }
        }
        types.add(new ListOf(new Decimal(10, 2)));
        return types.stream();
    }

    @ParameterizedTest
    @MethodSource("types")
    void whatIsWrittenAsJsonReadsBackEqual(PropertyType type) throws IOException {
        ValueParser parser = ValueParser.of(type);
        for (long seed = 0; seed < VALUES; seed++) {
            Object value = random(type, new Random(seed));
            String json = json(value);
            assertThat(comparable(parser.parseJson(json)))
                    .as("seed %d, %s", seed, json)
                    .isEqualTo(comparable(value));
        }
    }

    @Test
    void elementsAreRows() throws IOException {
        Node node = new Node("Airport", List.of("Airport", "Place"), "AMS", Map.of("code", "AMS"));
        assertThat(json(node))
                .isEqualTo("{\"node\":\"Airport\",\"id\":\"AMS\",\"labels\":[\"Airport\",\"Place\"],"
                        + "\"properties\":{\"code\":\"AMS\"}}");
        Edge edge = new Edge("ROUTE", "1", "Airport", "AMS", "Airport", "LHR", Map.of());
        assertThat(json(edge))
                .isEqualTo("{\"edge\":\"ROUTE\",\"id\":\"1\",\"from\":{\"type\":\"Airport\",\"id\":\"AMS\"},"
                        + "\"to\":{\"type\":\"Airport\",\"id\":\"LHR\"},\"properties\":{}}");
        InputRow row = InputTestFiles.read("e.jsonl", json(edge), InputTarget.SELF_DESCRIBED, InputOptions.DEFAULTS)
                .getFirst();
        assertThat(InputTestFiles.edge(row).to()).isEqualTo(new EndpointRef.Id("Airport", "LHR"));
    }

    @Test
    void floatsThatAreNoNumbersAndDecimalsAreStrings_bigIntegersNumbers() throws IOException {
        assertThat(json(Double.NaN)).isEqualTo("\"NaN\"");
        assertThat(json(Double.NEGATIVE_INFINITY)).isEqualTo("\"-Infinity\"");
        assertThat(json(new BigDecimal("1E+3"))).isEqualTo("\"1000\"");
        assertThat(json(new BigInteger("12345678901234567890"))).isEqualTo("12345678901234567890");
        assertThat(json(null)).isEqualTo("null");
    }

    private static String json(@Nullable Object value) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
            JsonValues.write(out, value);
        }
        return text.toString();
    }

    /** Lists as arrays, whose elements are compared deeply: arrays of bytes in a list are not. */
    @Nullable
    private static Object comparable(@Nullable Object value) {
        return value instanceof List<?> list ? list.toArray() : value;
    }

    private static Object random(PropertyType type, Random random) {
        return switch (type) {
            case Scalar scalar -> randomScalar(scalar, random);
            case Decimal decimal ->
                new BigDecimal(
                        new BigInteger(random.nextInt(1, (int) (decimal.precision() * 3.3) + 1), random)
                                .multiply(BigInteger.valueOf(random.nextBoolean() ? 1 : -1))
                                .remainder(BigInteger.TEN.pow(decimal.precision())),
                        decimal.scale());
            case Enumeration enumeration ->
                enumeration.values().get(random.nextInt(enumeration.values().size()));
            case Vector vector -> {
                float[] numbers = new float[vector.dimension()];
                for (int i = 0; i < numbers.length; i++) {
                    numbers[i] = (float) finite(Float.intBitsToFloat(random.nextInt()));
                }
                yield numbers;
            }
            case ListOf list ->
                Stream.generate(() -> random(list.element(), random))
                        .limit(random.nextInt(4))
                        .toList();
        };
    }

    private static Object randomScalar(Scalar type, Random random) {
        long micros = random.nextLong() >> random.nextInt(2, 40);
        LocalTime time = LocalTime.ofNanoOfDay(Math.floorMod(micros, 86_400_000_000L) * 1000);
        ZoneOffset offset = ZoneOffset.ofTotalSeconds(random.nextInt(-64_800, 64_801));
        Instant instant = Instant.EPOCH
                .plusSeconds(Math.floorDiv(micros, 1_000_000L))
                .plusNanos(Math.floorMod(micros, 1_000_000L) * 1000);
        return switch (type) {
            case BOOL -> random.nextBoolean();
            case INT8 -> (long) (byte) random.nextInt();
            case INT16 -> (long) (short) random.nextInt();
            case INT32 -> (long) random.nextInt();
            case INT64 -> random.nextLong() >> random.nextInt(64);
            case FLOAT32 -> (double) Float.intBitsToFloat(random.nextInt());
            case FLOAT64 -> Double.longBitsToDouble(random.nextLong());
            case STRING -> randomText(random);
            case BYTES -> {
                byte[] bytes = new byte[random.nextInt(20)];
                random.nextBytes(bytes);
                yield bytes;
            }
            case DATE -> LocalDate.ofEpochDay(random.nextInt() >> random.nextInt(20));
            case LOCAL_TIME -> time;
            case ZONED_TIME -> OffsetTime.of(time, offset);
            case LOCAL_DATETIME -> LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
            case ZONED_DATETIME -> ZonedDateTime.ofInstant(instant, randomZone(random, offset));
            case DURATION ->
                new CalendarDuration(
                        random.nextInt() >> random.nextInt(31),
                        random.nextInt() >> random.nextInt(31),
                        random.nextLong() >> random.nextInt(63));
            case JSON -> randomJson(random, 3);
        };
    }

    private static ZoneId randomZone(Random random, ZoneOffset offset) {
        return switch (random.nextInt(4)) {
            case 0 -> ZoneId.of("Europe/Paris");
            case 1 -> ZoneId.of("America/St_Johns");
            case 2 -> ZoneOffset.UTC;
            default -> offset;
        };
    }

    private static Object randomJson(Random random, int depth) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            Object value = switch (random.nextInt(depth > 0 ? 7 : 6)) {
                case 0 -> null;
                case 1 -> random.nextBoolean();
                case 2 -> random.nextLong();
                case 3 -> new BigInteger(80, random).add(BigInteger.ONE.shiftLeft(64));
                case 4 -> finite(Double.longBitsToDouble(random.nextLong()));
                case 5 -> randomText(random);
                default -> randomJson(random, depth - 1);
            };
            map.put(randomText(random) + i, value);
            list.add(value);
        }
        return random.nextBoolean() ? map : list;
    }

    private static double finite(double number) {
        return Double.isFinite(number) ? number : 0;
    }

    private static String randomText(Random random) {
        int[] alphabet = "ab;\\\"|'\n\t\u0000é€\uD83D\uDE00/".codePoints().toArray();
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.appendCodePoint(alphabet[random.nextInt(alphabet.length)]);
        }
        return text.toString();
    }
}
