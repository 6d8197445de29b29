package dev.sennit.store;

import dev.sennit.model.CalendarDuration;
import dev.sennit.model.PropertyType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Values of every property type, edge cases well represented. */
final class RandomValues {
    private static final List<String> STRINGS = List.of(
            "",
            "a",
            "A",
            "it's",
            "'",
            "''",
            "a\\b",
            "\\",
            "50%",
            "%",
            "_",
            "x_y",
            "é",
            "e\u0301",
            "😀",
            "a😀b",
            "\uFFFF",
            "\u0000",
            "n\u0000l",
            "\"q\"",
            "`b`",
            "line\nbreak",
            "\r\n\t",
            " ",
            "ÿ",
            "中文",
            "NULL",
            "true",
            "-- c",
            "/*");
    private static final double[] FLOATS = {
        0.0,
        -0.0,
        1,
        -1,
        0.1,
        1.5,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Float.MAX_VALUE,
        Float.MIN_VALUE,
        1e300,
        16_777_217,
        3.0000001
    };
    private static final ZoneId[] ZONES = {
        ZoneId.of("Europe/Berlin"),
        ZoneOffset.UTC,
        ZoneId.of("UTC"),
        ZoneOffset.ofHoursMinutes(-3, -30),
        ZoneId.of("America/New_York"),
        ZoneId.of("UTC+2")
    };

    private final RandomGenerator random;

    RandomValues(RandomGenerator random) {
        this.random = random;
    }

    /** One of every type, and a list of every type a list may hold. */
    static List<PropertyType> types() {
        List<PropertyType> types = new ArrayList<>(List.of(PropertyType.Scalar.values()));
        types.add(new PropertyType.Decimal(10, 2));
        types.add(new PropertyType.Decimal(38, 0));
        types.add(new PropertyType.Enumeration(List.of("x", "it's", "😀")));
        for (PropertyType element : List.copyOf(types)) {
            if (element != PropertyType.Scalar.JSON) {
                types.add(new PropertyType.ListOf(element));
            }
        }
        types.add(new PropertyType.Vector(1));
        types.add(new PropertyType.Vector(7));
        return types;
    }

    @Nullable
    Object valueOrNull(PropertyType type) {
        return random.nextInt(5) == 0 ? null : value(type);
    }

    Object value(PropertyType type) {
        return switch (type) {
            case PropertyType.Scalar scalar ->
                switch (scalar) {
                    case BOOL -> random.nextBoolean();
                    case INT8 -> integer(8);
                    case INT16 -> integer(16);
                    case INT32 -> integer(32);
                    case INT64 -> integer(64);
                    case FLOAT32 -> float32();
                    case FLOAT64 -> float64();
                    case STRING -> STRINGS.get(random.nextInt(STRINGS.size()));
                    case BYTES -> bytes();
                    case DATE -> date();
                    case LOCAL_TIME -> time();
                    case ZONED_TIME ->
                        OffsetTime.of(time(), ZoneOffset.ofTotalSeconds(random.nextInt(-64_800, 64_801)));
                    case LOCAL_DATETIME -> dateTime();
                    case ZONED_DATETIME -> dateTime().atZone(ZONES[random.nextInt(ZONES.length)]);
                    case DURATION -> new CalendarDuration(integer(64), integer(64), integer(64));
                    case JSON -> json();
                };
            case PropertyType.Decimal decimal ->
                new BigDecimal(
                        new BigInteger(
                                        random.nextInt(1, (int) (decimal.precision() * 3.3)),
                                        new java.util.Random(random.nextLong()))
                                .multiply(BigInteger.valueOf(random.nextBoolean() ? 1 : -1)),
                        decimal.scale());
            case PropertyType.Enumeration enumeration ->
                enumeration.values().get(random.nextInt(enumeration.values().size()));
            case PropertyType.ListOf list -> {
                List<Object> elements = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    elements.add(value(list.element()));
                }
                yield elements;
            }
            case PropertyType.Vector vector -> {
                float[] values = new float[vector.dimension()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = (float) random.nextGaussian();
                }
                yield values;
            }
        };
    }

    /** Equality of values as stored: bits of floats, contents of arrays. */
    static boolean same(@Nullable Object one, @Nullable Object other) {
        if (one instanceof List<?> left && other instanceof List<?> right) {
            if (left.size() != right.size()) {
                return false;
            }
            for (int i = 0; i < left.size(); i++) {
                if (!same(left.get(i), right.get(i))) {
                    return false;
                }
            }
            return true;
        }
        return Arrays.deepEquals(new @Nullable Object[] {one}, new @Nullable Object[] {other});
    }

    private Long integer(int bits) {
        long highest = -1L >>> 65 - bits;
        long[] edges = {0, 1, -1, highest, -highest - 1, highest - 1, 42};
        return edges[random.nextInt(edges.length)];
    }

    private Double float64() {
        return FLOATS[random.nextInt(FLOATS.length)];
    }

    private Double float32() {
        double wide = float64();
        float narrow = (float) wide;
        return Float.isInfinite(narrow) && !Double.isInfinite(wide) ? 0.25 : (double) narrow;
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(4)];
        random.nextBytes(bytes);
        return bytes;
    }

    private LocalDate date() {
        long[] edges = {0, -1, 20_000, -719_528, 2_932_897, Integer.MAX_VALUE, Integer.MIN_VALUE, -800_000};
        return LocalDate.ofEpochDay(edges[random.nextInt(edges.length)]);
    }

    private LocalTime time() {
        long[] edges = {0, 86_399_999_999L, 43_200_000_000L, 1};
        return LocalTime.ofNanoOfDay(edges[random.nextInt(edges.length)] * 1_000);
    }

    private LocalDateTime dateTime() {
        LocalDateTime[] edges = {
            LocalDateTime.of(1970, 1, 1, 0, 0),
            LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_000),
            LocalDateTime.of(2026, 11, 29, 12, 0, 0, 1_000),
            LocalDateTime.of(2026, 10, 25, 2, 30),
            LocalDateTime.of(1, 1, 1, 0, 0),
            LocalDateTime.of(-5_000, 1, 1, 0, 0),
            LocalDateTime.of(9_999, 12, 31, 23, 59, 59, 999_999_000),
            LocalDateTime.of(200_000, 6, 1, 0, 0),
        };
        return edges[random.nextInt(edges.length)];
    }

    private Object json() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("text", STRINGS.get(random.nextInt(STRINGS.size())));
        map.put("number", integer(64));
        map.put("real", 0.25);
        map.put("list", List.of(true, "x", Map.of()));
        return random.nextBoolean() ? map : new ArrayList<>(map.values());
    }
}
