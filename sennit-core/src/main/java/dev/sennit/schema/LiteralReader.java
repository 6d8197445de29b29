package dev.sennit.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sennit.model.CalendarDuration;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Decimal;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.Suggestion;
import dev.sennit.schema.SennitSchemaParser.LiteralContext;
import dev.sennit.schema.SennitSchemaParser.NumberContext;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of RANGE and DEFAULT as values of a property's type. Nothing is rounded or cut to fit, except that
 * FLOAT32 takes the nearest number it can hold. Answers nothing where it has reported a problem.
 */
final class LiteralReader {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final SchemaProblems problems;

    LiteralReader(SchemaProblems problems) {
        this.problems = problems;
    }

    /** The value of a DEFAULT. */
    Optional<Object> read(PropertyType type, LiteralContext literal) {
        if (literal.NULL() != null) {
            problems.add(
                    ErrorCode.INVALID_SCHEMA,
                    literal,
                    ErrorText.of("DEFAULT NULL says nothing")
                            .cause("what is absent is null")
                            .remedy("leave it out"));
            return Optional.empty();
        }
        return switch (type) {
            case PropertyType.ListOf list -> elements(list.element(), literal).map(values -> values);
            case PropertyType.Vector vector -> vector(vector, literal);
            case Scalar scalar
            when scalar == Scalar.BOOL -> {
                if (literal.TRUE() == null && literal.FALSE() == null) {
                    yield mismatch(type, literal, "write TRUE or FALSE");
                }
                yield Optional.of(literal.TRUE() != null);
            }
            case Scalar ignored -> scalar(type, literal, literal.number(), literal.TEXT());
            case Decimal ignored -> scalar(type, literal, literal.number(), literal.TEXT());
            case PropertyType.Enumeration ignored -> scalar(type, literal, literal.number(), literal.TEXT());
        };
    }

    /** A value written as a number or as a string, whichever the type asks for; {@code context} is the whole of it. */
    Optional<Object> scalar(
            PropertyType type, ParserRuleContext context, @Nullable NumberContext number, @Nullable TerminalNode text) {
        return switch (type) {
            case Scalar scalar ->
                switch (scalar) {
                    case INT8 -> integer(scalar, context, number, Byte.MIN_VALUE, Byte.MAX_VALUE);
                    case INT16 -> integer(scalar, context, number, Short.MIN_VALUE, Short.MAX_VALUE);
                    case INT32 -> integer(scalar, context, number, Integer.MIN_VALUE, Integer.MAX_VALUE);
                    case INT64 -> integer(scalar, context, number, Long.MIN_VALUE, Long.MAX_VALUE);
                    case FLOAT32 -> floating(scalar, context, number, s -> (double) Float.parseFloat(s));
                    case FLOAT64 -> floating(scalar, context, number, Double::parseDouble);
                    case STRING -> text(scalar, context, text, "a string", "'text'", s -> s);
                    case BYTES -> text(scalar, context, text, "Base64", "'3q2+7w=='", Base64.getDecoder()::decode);
                    case DATE -> text(scalar, context, text, "a date", "'2026-11-29'", LocalDate::parse);
                    case LOCAL_TIME ->
                        text(scalar, context, text, "a time", "'12:30:00'", s -> whole(LocalTime.parse(s)));
                    case ZONED_TIME ->
                        text(scalar, context, text, "a time", "'12:30:00+01:00'", s -> whole(OffsetTime.parse(s)));
                    case LOCAL_DATETIME ->
                        text(
                                scalar,
                                context,
                                text,
                                "a time",
                                "'2026-11-29T12:30:00'",
                                s -> whole(LocalDateTime.parse(s)));
                    case ZONED_DATETIME ->
                        text(
                                scalar,
                                context,
                                text,
                                "a time",
                                "'2026-11-29T12:30:00Z'",
                                s -> whole(ZonedDateTime.parse(s)));
                    case DURATION -> text(scalar, context, text, "a duration", "'P1DT12H'", CalendarDuration::parse);
                    case JSON ->
                        text(scalar, context, text, "a JSON object or array", "'{\"a\": 1}'", LiteralReader::json);
                    case BOOL -> mismatch(type, context, "write TRUE or FALSE");
                };
            case Decimal decimal -> decimal(decimal, context, number);
            case PropertyType.Enumeration enumeration -> member(enumeration, context, text);
            case PropertyType.ListOf ignored -> mismatch(type, context, "write a list in brackets");
            case PropertyType.Vector ignored -> mismatch(type, context, "write a list of numbers in brackets");
        };
    }

    private Optional<List<Object>> elements(PropertyType element, LiteralContext literal) {
        if (literal.list() == null) {
            mismatch(new PropertyType.ListOf(element), literal, "write a list in brackets");
            return Optional.empty();
        }
        List<Object> values = new ArrayList<>();
        for (LiteralContext each : literal.list().literal()) {
            Optional<Object> value = read(element, each);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values.add(value.get());
        }
        return Optional.of(List.copyOf(values));
    }

    private Optional<Object> vector(PropertyType.Vector vector, LiteralContext literal) {
        if (literal.list() == null || literal.list().literal().size() != vector.dimension()) {
            return mismatch(vector, literal, "write " + vector.dimension() + " numbers in brackets");
        }
        float[] components = new float[vector.dimension()];
        for (int i = 0; i < components.length; i++) {
            LiteralContext each = literal.list().literal(i);
            Optional<Object> value = scalar(Scalar.FLOAT32, each, each.number(), each.TEXT());
            if (value.isEmpty()) {
                return Optional.empty();
            }
            components[i] = ((Double) value.get()).floatValue();
        }
        return Optional.of(components);
    }

    private Optional<Object> integer(
            Scalar type, ParserRuleContext context, @Nullable NumberContext number, long minimum, long maximum) {
        if (number == null || number.INTEGER() == null) {
            return mismatch(type, context, "write a whole number");
        }
        BigInteger value = new BigInteger(number.getText());
        if (value.compareTo(BigInteger.valueOf(minimum)) < 0 || value.compareTo(BigInteger.valueOf(maximum)) > 0) {
            problems.add(
                    ErrorCode.INVALID_SCHEMA,
                    context,
                    ErrorText.of(number.getText() + " is outside " + type.text())
                            .cause(type.text() + " holds " + minimum + " to " + maximum));
            return Optional.empty();
        }
        return Optional.of(value.longValueExact());
    }

    private Optional<Object> floating(
            Scalar type,
            ParserRuleContext context,
            @Nullable NumberContext number,
            Function<String, Double> conversion) {
        if (number == null) {
            return mismatch(type, context, "write a number");
        }
        Double value = conversion.apply(number.getText());
        if (value.isInfinite()) {
            problems.add(
                    ErrorCode.INVALID_SCHEMA, context, ErrorText.of(number.getText() + " is outside " + type.text()));
            return Optional.empty();
        }
        return Optional.of(value);
    }

    private Optional<Object> decimal(Decimal type, ParserRuleContext context, @Nullable NumberContext number) {
        if (number == null) {
            return mismatch(type, context, "write a number");
        }
        BigDecimal value = exact(number.getText());
        boolean fits = value != null
                && (value.signum() == 0
                        || value.stripTrailingZeros().scale() <= type.scale()
                                && (long) value.precision() - value.scale() + type.scale() <= type.precision());
        if (value == null || !fits) {
            problems.add(
                    ErrorCode.INVALID_SCHEMA,
                    context,
                    ErrorText.of(number.getText() + " is outside " + type.text())
                            .cause(type.text() + " holds " + (type.precision() - type.scale()) + " digits before the"
                                    + " point and " + type.scale() + " after it"));
            return Optional.empty();
        }
        return Optional.of(value.signum() == 0 ? BigDecimal.ZERO.setScale(type.scale()) : value.setScale(type.scale()));
    }

    /** The number, or null if its exponent is beyond what the library can hold. */
    @Nullable
    private static BigDecimal exact(String number) {
        try {
            return new BigDecimal(number);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private Optional<Object> member(
            PropertyType.Enumeration type, ParserRuleContext context, @Nullable TerminalNode text) {
        if (text == null) {
            return mismatch(type, context, "write one of its values in single quotes");
        }
        String value = SchemaText.unquote(text.getText());
        if (!type.values().contains(value)) {
            ErrorText problem = ErrorText.of(text.getText() + " is no value of " + type.text());
            problems.add(
                    ErrorCode.INVALID_SCHEMA,
                    context,
                    Suggestion.didYouMean(value, type.values())
                            .map(problem::remedy)
                            .orElse(problem));
            return Optional.empty();
        }
        return Optional.of(value);
    }

    private Optional<Object> text(
            Scalar type,
            ParserRuleContext context,
            @Nullable TerminalNode text,
            String what,
            String example,
            Function<String, Object> conversion) {
        if (text == null) {
            return mismatch(type, context, "write " + what + " in single quotes such as " + example);
        }
        try {
            return Optional.of(conversion.apply(SchemaText.unquote(text.getText())));
        } catch (DateTimeException | IllegalArgumentException e) {
            return mismatch(type, context, "write " + what + " such as " + example);
        } catch (ArithmeticException e) {
            problems.add(
                    ErrorCode.TYPE_MISMATCH,
                    context,
                    ErrorText.of(context.getText() + " is too fine or too long for " + type.text())
                            .cause("times are held in whole microseconds, durations in 64-bit nanoseconds"));
            return Optional.empty();
        }
    }

    private static <T extends TemporalAccessor> T whole(T value) {
        if (value.get(ChronoField.NANO_OF_SECOND) % 1000 != 0) {
            throw new ArithmeticException("finer than a microsecond");
        }
        return value;
    }

    private static Object json(String text) {
        try {
            Object value = JSON.readValue(text, Object.class);
            if (value instanceof Map || value instanceof List) {
                return value;
            }
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
        throw new IllegalArgumentException("neither an object nor an array");
    }

    private Optional<Object> mismatch(PropertyType type, ParserRuleContext context, String remedy) {
        problems.add(
                ErrorCode.TYPE_MISMATCH,
                context,
                ErrorText.of(context.getText() + " is not of type " + type.text())
                        .remedy(remedy));
        return Optional.empty();
    }
}
