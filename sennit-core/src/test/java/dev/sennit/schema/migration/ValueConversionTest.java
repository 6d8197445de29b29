package dev.sennit.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Decimal;
import dev.sennit.model.PropertyType.Enumeration;
import dev.sennit.model.PropertyType.ListOf;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.PropertyType.Vector;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ValueConversionTest {
    static List<Arguments> values() {
        return List.of(
                Arguments.of(Scalar.INT32, Scalar.INT64, 7L, 7L),
                Arguments.of(Scalar.INT64, Scalar.FLOAT64, 1L << 53, 0x1p53),
                Arguments.of(Scalar.INT64, Scalar.FLOAT64, (1L << 53) + 1, null),
                Arguments.of(Scalar.INT64, Scalar.FLOAT32, 1L << 24, 0x1p24),
                Arguments.of(Scalar.INT64, Scalar.FLOAT32, (1L << 24) + 1, null),
                Arguments.of(Scalar.FLOAT64, Scalar.FLOAT32, 0.5, 0.5),
                Arguments.of(Scalar.FLOAT64, Scalar.FLOAT32, 0.1, null),
                Arguments.of(Scalar.FLOAT64, Scalar.FLOAT32, 1e300, null),
                Arguments.of(Scalar.FLOAT64, Scalar.FLOAT32, Double.NaN, Double.NaN),
                Arguments.of(Scalar.FLOAT32, Scalar.FLOAT64, -0.0, -0.0),
                Arguments.of(Scalar.FLOAT64, Scalar.INT32, 3.0, 3L),
                Arguments.of(Scalar.FLOAT64, Scalar.INT32, 3.5, null),
                Arguments.of(Scalar.FLOAT64, Scalar.INT64, 1e19, null),
                Arguments.of(Scalar.FLOAT64, Scalar.INT64, Double.POSITIVE_INFINITY, null),
                Arguments.of(Scalar.INT32, new Decimal(5, 2), 7L, new BigDecimal("7.00")),
                Arguments.of(new Decimal(5, 2), new Decimal(7, 3), new BigDecimal("1.20"), new BigDecimal("1.200")),
                Arguments.of(new Decimal(5, 2), new Decimal(5, 1), new BigDecimal("1.20"), new BigDecimal("1.2")),
                Arguments.of(new Decimal(5, 2), new Decimal(5, 1), new BigDecimal("1.25"), null),
                Arguments.of(new Decimal(5, 2), Scalar.INT8, new BigDecimal("3.00"), 3L),
                Arguments.of(new Decimal(5, 2), Scalar.FLOAT64, new BigDecimal("0.50"), 0.5),
                Arguments.of(new Decimal(5, 2), Scalar.FLOAT64, new BigDecimal("0.10"), null),
                Arguments.of(Scalar.STRING, new Enumeration(List.of("a")), "b", "b"),
                Arguments.of(Scalar.STRING, Scalar.INT32, "7", null),
                Arguments.of(Scalar.INT32, Scalar.STRING, 7L, null),
                Arguments.of(new Vector(2), new Vector(3), new float[] {1, 2}, null),
                Arguments.of(new ListOf(Scalar.INT8), new ListOf(Scalar.FLOAT64), List.of(1L, 2L), List.of(1.0, 2.0)),
                Arguments.of(new ListOf(Scalar.FLOAT64), new ListOf(Scalar.INT8), List.of(1.0, 2.5), null),
                Arguments.of(new ListOf(Scalar.STRING), new ListOf(Scalar.INT8), List.of(), List.of()));
    }

    @ParameterizedTest
    @MethodSource("values")
    void onlyTheVerySameValue_isConverted(PropertyType from, PropertyType to, Object value, Object expected) {
        assertThat(new ValueConversion(from, to).convert(value)).isEqualTo(expected);
    }

    /** What the types alone promise holds for the outermost values of every type of numbers. */
    @Test
    void whatIsPromisedOfEveryValue_holdsAtTheBounds() {
        List<PropertyType> numbers = List.of(
                Scalar.INT8,
                Scalar.INT16,
                Scalar.INT32,
                Scalar.INT64,
                Scalar.FLOAT32,
                Scalar.FLOAT64,
                new Decimal(3, 0),
                new Decimal(5, 2),
                new Decimal(19, 0),
                new Decimal(38, 10));
        int every = 0;
        for (PropertyType from : numbers) {
            for (PropertyType to : numbers) {
                List<Object> lost = new ArrayList<>();
                for (Object value : bounds(from)) {
                    Object converted = new ValueConversion(from, to).convert(value);
                    if (converted == null || !fits(to, converted)) {
                        lost.add(value);
                    }
                }
                boolean promised = new ValueConversion(from, to).kind() == ValueConversion.Kind.EVERY_VALUE;
                every += promised ? 1 : 0;
                assertThat(lost.isEmpty())
                        .as("%s to %s: %s", from.text(), to.text(), lost)
                        .isEqualTo(promised);
            }
        }
        assertThat(every).isGreaterThan(numbers.size());
    }

    private static List<Object> bounds(PropertyType type) {
        return switch (type) {
            case Scalar.INT8 -> List.of(-128L, 127L);
            case Scalar.INT16 -> List.of(-32768L, 32767L);
            case Scalar.INT32 -> List.of((long) Integer.MIN_VALUE, (long) Integer.MAX_VALUE);
            case Scalar.INT64 -> List.of(Long.MIN_VALUE, Long.MAX_VALUE);
            case Scalar.FLOAT32 -> List.of((double) Float.MAX_VALUE, (double) Float.MIN_VALUE, Double.NaN);
            case Scalar.FLOAT64 -> List.of(Double.MAX_VALUE, Double.MIN_VALUE, Double.NaN);
            case Decimal decimal -> {
                BigDecimal largest = BigDecimal.TEN
                        .pow(decimal.precision())
                        .subtract(BigDecimal.ONE)
                        .movePointLeft(decimal.scale());
                yield List.of(
                        largest.setScale(decimal.scale()), largest.negate().setScale(decimal.scale()));
            }
            default -> throw new IllegalArgumentException(type.text());
        };
    }

    private static boolean fits(PropertyType type, Object value) {
        return switch (type) {
            case Scalar.INT8, Scalar.INT16, Scalar.INT32, Scalar.INT64 -> {
                long number = (Long) value;
                long least = (Long) bounds(type).get(0);
                long most = (Long) bounds(type).get(1);
                yield number >= least && number <= most;
            }
            case Decimal decimal -> ((BigDecimal) value).precision() <= decimal.precision();
            default -> true;
        };
    }
}
