package dev.sennit.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Decimal;
import dev.sennit.model.PropertyType.Enumeration;
import dev.sennit.model.PropertyType.ListOf;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.PropertyType.Vector;
import dev.sennit.model.Rule;
import dev.sennit.model.Violation;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import dev.sennit.schema.ValueRange;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowValidatorTest {
    @Test
    void aBrokenKeyWithoutProperties_namesNone() {
        assertThat(RowValidator.otherKey("E(P,P)", "", "x", "a|b").property()).isNull();
        assertThat(RowValidator.otherKey("P", "k", "x", "a").property()).isEqualTo("k");
    }

    @Test
    void aRequiredPropertyNeedsAValue_anUntouchedOneHasOne() {
        NodeType type = type(Property.of("code", Scalar.STRING, true));
        assertThat(broken(type, (Object) null)).containsExactly(Rule.REQUIRED);
        assertThat(broken(type, "AMS")).isEmpty();
        assertThat(broken(type, RowValidator.UNTOUCHED)).isEmpty();
    }

    @Test
    void violationsNameTypePropertyKeyValueSourceAndLine() {
        NodeType type = type(ranged(Scalar.INT32, 0L, 10L));
        List<Violation> violations = new ArrayList<>();
        boolean kept = RowValidator.of(type)
                .check(new Object[] {-3L}, 7, "AMS", "a.csv", 12, (name, ordinal, violation) -> {
                    assertThat(name).isEqualTo("Airport");
                    assertThat(ordinal).isEqualTo(7);
                    violations.add(violation);
                });
        assertThat(kept).isFalse();
        assertThat(violations)
                .containsExactly(new Violation(
                        Rule.RANGE, "Airport", "p", "AMS", "-3", "a.csv", 12, "Airport.p: -3 is not within 0..10"));
    }

    @Test
    void rangesAreInclusive_andOpenOnASideWithoutBound() {
        NodeType closed = type(ranged(Scalar.INT32, 0L, 10L));
        assertThat(broken(closed, 0L)).isEmpty();
        assertThat(broken(closed, 10L)).isEmpty();
        assertThat(broken(closed, 11L)).containsExactly(Rule.RANGE);
        NodeType open = type(ranged(Scalar.FLOAT64, 0.0, null));
        assertThat(broken(open, Double.POSITIVE_INFINITY)).isEmpty();
        assertThat(broken(open, -0.0)).as("-0.0 equals 0.0").isEmpty();
        assertThat(broken(open, Double.NaN)).as("NaN is within no range").containsExactly(Rule.RANGE);
        NodeType dates = type(ranged(Scalar.DATE, LocalDate.of(2020, 1, 1), null));
        assertThat(broken(dates, LocalDate.of(2019, 12, 31))).containsExactly(Rule.RANGE);
        NodeType decimals = type(ranged(new Decimal(5, 2), null, new BigDecimal("1.50")));
        assertThat(broken(decimals, new BigDecimal("1.50"))).isEmpty();
        assertThat(broken(decimals, new BigDecimal("1.51"))).containsExactly(Rule.RANGE);
        NodeType instants = type(ranged(Scalar.ZONED_DATETIME, ZonedDateTime.parse("2025-07-01T12:00Z"), null));
        assertThat(broken(instants, ZonedDateTime.parse("2025-07-01T14:00+02:00")))
                .isEmpty();
        assertThat(broken(instants, ZonedDateTime.parse("2025-07-01T13:59+02:00")))
                .containsExactly(Rule.RANGE);
    }

    @Test
    void aPatternMatchesTheWholeValue_inLinearTime() {
        NodeType code = type(patterned("[A-Z]{3}"));
        assertThat(broken(code, "AMS")).isEmpty();
        assertThat(broken(code, "AMSX")).containsExactly(Rule.PATTERN);
        assertThat(broken(code, "xAMS")).containsExactly(Rule.PATTERN);
        assertThat(broken(type(patterned("(a|b)|ab")), "ab")).isEmpty();
        // exponential for a backtracking engine
        assertThat(broken(type(patterned("(a*)*b")), "a".repeat(5_000))).containsExactly(Rule.PATTERN);
    }

    @Test
    void everyTypeTakesItsOwnValuesOnly() {
        assertType(Scalar.BOOL, List.of(true), List.of("true", 1L), List.of());
        assertType(Scalar.INT8, List.of(-128L, 127L), List.of("1", 1.0, 1), List.of(128L));
        assertType(Scalar.INT16, List.of(32767L), List.of(1.5), List.of(-32769L));
        assertType(Scalar.INT32, List.of((long) Integer.MIN_VALUE), List.of(), List.of(1L << 31));
        assertType(Scalar.FLOAT32, List.of(0.1, Double.NaN), List.of(1L), List.of(1e39));
        assertType(Scalar.FLOAT64, List.of(1e39), List.of(1L, "x"), List.of());
        assertType(Scalar.STRING, List.of(""), List.of(1L), List.of());
        assertType(Scalar.BYTES, List.of(new byte[1]), List.of("AQ=="), List.of());
        assertType(Scalar.LOCAL_TIME, List.of(LocalTime.NOON), List.of("12:00"), List.of(LocalTime.ofNanoOfDay(1)));
        assertType(Scalar.JSON, List.of(Map.of(), List.of()), List.of("{}", 1L), List.of());
        assertType(
                new Decimal(4, 2),
                List.of(new BigDecimal("99.99"), new BigDecimal("0.00")),
                List.of(1.5, 1L),
                List.of(new BigDecimal("100.00"), new BigDecimal("0.001")));
        assertType(
                new ListOf(Scalar.INT8),
                List.of(List.of(), List.of(1L)),
                List.of(1L, List.of("a"), Arrays.asList(1L, null)),
                List.of(List.of(300L)));
        assertType(new Vector(2), List.of(new float[2]), List.of(List.of(1.0, 2.0)), List.of(new float[3], new float[] {
            1, Float.NaN
        }));
        NodeType size = type(Property.of("p", new Enumeration(List.of("large")), false));
        assertThat(broken(size, "large")).isEmpty();
        assertThat(broken(size, "Large")).containsExactly(Rule.ENUM);
    }

    @Test
    void aComponentThatNoVectorHas_isNamed() {
        NodeType type = type(Property.of("p", new Vector(3), false));
        Map<Object, String> problems = new LinkedHashMap<>();
        problems.put(new float[] {1, Float.NaN, 2}, "[1]: NaN is no number, as each component of a VECTOR must be");
        problems.put(
                new float[] {1, 2, (float) 1e300},
                "[2]: it is infinite, or beyond FLOAT32, in which a component of a VECTOR is at most 3.4028235E38");
        problems.put(new float[] {1, Float.NaN}, ": a vector of 2 does not fit VECTOR<3>");
        problems.put(Arrays.asList(1L, null, 2L), "[1]: null is no number, as each component of a VECTOR must be");
        problems.put(List.of(1L, 2.0, "x"), "[2]: 'x' is no number, as each component of a VECTOR must be");
        problems.forEach((value, problem) -> {
            List<String> messages = new ArrayList<>();
            RowValidator.of(type)
                    .check(
                            new Object[] {value},
                            0,
                            "k",
                            null,
                            0,
                            (name, ordinal, violation) -> messages.add(violation.message()));
            assertThat(messages).containsExactly("Airport.p" + problem);
        });
    }

    @Test
    void notANumberIsRefusedInUniqueTuples_unlessTheTupleIsExempt() {
        NodeType type = new NodeType(
                "Airport",
                List.of("Airport"),
                List.of(Property.of("x", Scalar.FLOAT64, false), Property.of("y", Scalar.STRING, false)),
                List.of(),
                List.of(List.of("x", "y")),
                List.of(),
                "");
        assertThat(broken(type, Double.NaN, "a")).containsExactly(Rule.UNIQUE);
        assertThat(broken(type, Double.NaN, null)).isEmpty();
        assertThat(broken(type, 1.0, "a")).isEmpty();
    }

    private static void assertType(PropertyType type, List<?> good, List<?> wrongType, List<?> outOfRange) {
        NodeType node = type(Property.of("p", type, false));
        good.forEach(
                value -> assertThat(broken(node, value)).as(type + " " + value).isEmpty());
        wrongType.forEach(
                value -> assertThat(broken(node, value)).as(type + " " + value).containsExactly(Rule.TYPE));
        outOfRange.forEach(
                value -> assertThat(broken(node, value)).as(type + " " + value).containsExactly(Rule.VALUE_RANGE));
    }

    private static List<Rule> broken(NodeType type, @Nullable Object... values) {
        List<Rule> rules = new ArrayList<>();
        boolean kept = RowValidator.of(type)
                .check(values, 0, "k", null, 0, (name, ordinal, violation) -> rules.add(violation.rule()));
        assertThat(kept).isEqualTo(rules.isEmpty());
        return rules;
    }

    private static NodeType type(Property property) {
        return new NodeType("Airport", List.of("Airport"), List.of(property), List.of(), List.of(), List.of(), "");
    }

    private static Property ranged(PropertyType type, @Nullable Object minimum, @Nullable Object maximum) {
        ValueRange range = new ValueRange(Optional.ofNullable(minimum), Optional.ofNullable(maximum));
        return new Property("p", type, false, Optional.empty(), Optional.of(range), "");
    }

    private static Property patterned(String pattern) {
        return new Property("p", Scalar.STRING, false, Optional.of(pattern), Optional.empty(), "");
    }
}
