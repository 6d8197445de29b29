package dev.sennit.schema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Decimal;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.schema.SennitSchemaParser.BoundContext;
import dev.sennit.schema.SennitSchemaParser.DefaultOptionContext;
import dev.sennit.schema.SennitSchemaParser.KeyOptionContext;
import dev.sennit.schema.SennitSchemaParser.LiteralContext;
import dev.sennit.schema.SennitSchemaParser.NameContext;
import dev.sennit.schema.SennitSchemaParser.NotNullOptionContext;
import dev.sennit.schema.SennitSchemaParser.OptionContext;
import dev.sennit.schema.SennitSchemaParser.PatternOptionContext;
import dev.sennit.schema.SennitSchemaParser.PropertyContext;
import dev.sennit.schema.SennitSchemaParser.RangeContext;
import dev.sennit.schema.SennitSchemaParser.RangeOptionContext;
import dev.sennit.schema.SennitSchemaParser.RenamedFromOptionContext;
import dev.sennit.schema.SennitSchemaParser.UniqueOptionContext;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one property: its type and its options. */
final class PropertyReader {
    private final SchemaProblems problems;
    private final NameReader names;
    private final TypeReader types;
    private final LiteralReader literals;

    PropertyReader(SchemaProblems problems) {
        this.problems = problems;
        this.names = new NameReader(problems);
        this.types = new TypeReader(problems);
        this.literals = new LiteralReader(problems);
    }

    /**
     * A property as written, before it is known whether it is part of the key.
     *
     * @param type nothing if it has a problem
     * @param key the KEY written behind the property
     * @param unique the UNIQUE written behind the property
     */
    record Draft(
            String name,
            NameContext written,
            Optional<PropertyType> type,
            boolean required,
            Optional<String> pattern,
            Optional<ValueRange> range,
            String documentation,
            @Nullable OptionContext key,
            @Nullable OptionContext unique,
            Optional<Object> defaultValue,
            @Nullable NameContext renamedFrom) {
        Optional<Property> property(boolean inKey) {
            return type.map(t -> new Property(name, t, required || inKey, pattern, range, documentation));
        }
    }

    Draft read(PropertyContext property, String documentation) {
        String name = names.declaration(property.name());
        Optional<PropertyType> type = property.type() == null ? Optional.empty() : types.read(property.type());
        reportRepeated(property.option(), name);
        boolean required = false;
        Optional<String> pattern = Optional.empty();
        Optional<ValueRange> range = Optional.empty();
        OptionContext key = null;
        OptionContext unique = null;
        LiteralContext defaultLiteral = null;
        NameContext renamedFrom = null;
        for (OptionContext option : property.option()) {
            switch (option) {
                case KeyOptionContext ignored -> key = option;
                case UniqueOptionContext ignored -> unique = option;
                case NotNullOptionContext ignored -> required = true;
                case PatternOptionContext written -> pattern = pattern(name, type, written);
                case RangeOptionContext written -> range = range(name, type, written);
                case DefaultOptionContext written -> defaultLiteral = written.literal();
                case RenamedFromOptionContext written ->
                    renamedFrom = written.renamedFrom().name();
                default -> {}
            }
        }
        Optional<Object> defaultValue = defaultLiteral == null || type.isEmpty()
                ? Optional.empty()
                : defaultValue(name, type.get(), pattern, range, defaultLiteral);
        return new Draft(
                name,
                property.name(),
                type,
                required,
                pattern,
                range,
                documentation,
                key,
                unique,
                defaultValue,
                renamedFrom);
    }

    private void reportRepeated(List<OptionContext> options, String property) {
        Set<Class<?>> seen = new HashSet<>();
        for (OptionContext option : options) {
            if (!seen.add(option.getClass())) {
                problems.add(
                        ErrorCode.INVALID_SCHEMA,
                        option,
                        ErrorText.of("property '" + property + "' says " + keyword(option) + " twice")
                                .remedy("leave one out"));
            }
        }
    }

    private static String keyword(OptionContext option) {
        return switch (option) {
            case KeyOptionContext ignored -> "KEY";
            case UniqueOptionContext ignored -> "UNIQUE";
            case NotNullOptionContext ignored -> "NOT NULL";
            case PatternOptionContext ignored -> "PATTERN";
            case RangeOptionContext ignored -> "RANGE";
            case DefaultOptionContext ignored -> "DEFAULT";
            default -> "RENAMED FROM";
        };
    }

    private Optional<String> pattern(String property, Optional<PropertyType> type, PatternOptionContext option) {
        String pattern = SchemaText.unquote(option.TEXT().getText());
        if (type.isPresent() && type.get() != Scalar.STRING) {
            problems.add(
                    ErrorCode.TYPE_MISMATCH,
                    option,
                    ErrorText.of("PATTERN needs a STRING, and '" + property + "' is "
                            + type.get().text()));
            return Optional.empty();
        }
        try {
            Pattern.compile(pattern);
            return Optional.of(pattern);
        } catch (PatternSyntaxException e) {
            problems.add(
                    ErrorCode.INVALID_SCHEMA,
                    option.TEXT().getSymbol(),
                    ErrorText.of("the pattern of '" + property + "' is no regular expression of RE2")
                            .cause(e.getDescription() + " '" + e.getPattern() + "'")
                            .remedy("RE2 has neither look-around nor back-references"));
            return Optional.empty();
        }
    }

    private Optional<ValueRange> range(String property, Optional<PropertyType> type, RangeOptionContext option) {
        RangeContext range = option.range();
        if (type.isEmpty()) {
            return Optional.empty();
        }
        if (!isOrdered(type.get())) {
            problems.add(
                    ErrorCode.TYPE_MISMATCH,
                    option,
                    ErrorText.of("RANGE needs a number, a date or a time, and '" + property + "' is "
                            + type.get().text()));
            return Optional.empty();
        }
        if (range.minimum == null && range.maximum == null) {
            problems.add(
                    ErrorCode.INVALID_SCHEMA,
                    range,
                    ErrorText.of("RANGE needs at least one bound").remedy("write RANGE 0.. or RANGE ..100"));
            return Optional.empty();
        }
        Optional<Object> minimum = bound(type.get(), range.minimum);
        Optional<Object> maximum = bound(type.get(), range.maximum);
        boolean complete =
                minimum.isPresent() == (range.minimum != null) && maximum.isPresent() == (range.maximum != null);
        if (!complete) {
            return Optional.empty();
        }
        if (minimum.isPresent() && maximum.isPresent() && ValueRange.compare(minimum.get(), maximum.get()) > 0) {
            problems.add(
                    ErrorCode.INVALID_SCHEMA,
                    range,
                    ErrorText.of("no value is in the range " + range.getText())
                            .cause("its minimum is above its maximum")
                            .remedy("write RANGE " + range.maximum.getText() + ".." + range.minimum.getText()));
            return Optional.empty();
        }
        return Optional.of(new ValueRange(minimum, maximum));
    }

    private Optional<Object> bound(PropertyType type, @Nullable BoundContext bound) {
        if (bound == null) {
            return Optional.empty();
        }
        if (bound.STAR() != null) {
            problems.add(
                    ErrorCode.SYNTAX_ERROR,
                    bound,
                    ErrorText.of("'*' is no bound of a RANGE").remedy("leave an open bound out: RANGE 0.."));
            return Optional.empty();
        }
        return literals.scalar(type, bound, bound.number(), bound.TEXT());
    }

    private Optional<Object> defaultValue(
            String property,
            PropertyType type,
            Optional<String> pattern,
            Optional<ValueRange> range,
            LiteralContext literal) {
        Optional<Object> value = literals.read(type, literal);
        if (value.isEmpty()) {
            return value;
        }
        boolean matches = pattern.isEmpty() || Pattern.matches(pattern.get(), (String) value.get());
        boolean inRange = range.isEmpty()
                || range.get()
                                .minimum()
                                .map(m -> ValueRange.compare(m, value.get()) <= 0)
                                .orElse(true)
                        && range.get()
                                .maximum()
                                .map(m -> ValueRange.compare(m, value.get()) >= 0)
                                .orElse(true);
        if (!matches || !inRange) {
            problems.add(
                    ErrorCode.INVALID_SCHEMA,
                    literal,
                    ErrorText.of("the default " + literal.getText() + " of '" + property + "' breaks its own "
                            + (matches ? "RANGE" : "PATTERN")));
            return Optional.empty();
        }
        return value;
    }

    private static boolean isOrdered(PropertyType type) {
        return switch (type) {
            case Scalar scalar ->
                switch (scalar) {
                    case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64 -> true;
                    case DATE, LOCAL_TIME, ZONED_TIME, LOCAL_DATETIME, ZONED_DATETIME -> true;
                    case BOOL, STRING, BYTES, DURATION, JSON -> false;
                };
            case Decimal ignored -> true;
            case PropertyType.Enumeration ignored -> false;
            case PropertyType.ListOf ignored -> false;
            case PropertyType.Vector ignored -> false;
        };
    }
}
