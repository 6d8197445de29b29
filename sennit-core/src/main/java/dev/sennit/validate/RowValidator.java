package dev.sennit.validate;

import com.google.re2j.Pattern;
import dev.sennit.model.PropertyType;
import dev.sennit.model.Rule;
import dev.sennit.model.Violation;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.Property;
import dev.sennit.schema.ValueRange;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules a row of one type breaks by itself: types, required, range, pattern and enum of each property, and no NaN
 * in a UNIQUE tuple. Rows that keep every rule cost no allocation. Thread-safe.
 */
public final class RowValidator {
    /** Stands for the value of a property the row leaves as it is in the base state. */
    public static final Object UNTOUCHED = new Object() {
        @Override
        public String toString() {
            return "UNTOUCHED";
        }
    };

    private final String typeName;
    private final Property[] properties;
    private final @Nullable Pattern[] patterns;
    private final @Nullable ValueRange[] ranges;
    private final List<int[]> uniques;

    private RowValidator(ElementType type) {
        this.typeName = type.name();
        this.properties = type.properties().toArray(Property[]::new);
        this.patterns = new Pattern[properties.length];
        this.ranges = new ValueRange[properties.length];
        for (int i = 0; i < properties.length; i++) {
            patterns[i] = properties[i].pattern().map(Pattern::compile).orElse(null);
            ranges[i] = properties[i].range().orElse(null);
        }
        this.uniques = uniqueColumns(type);
    }

    /**
     * A validator for rows of a type.
     *
     * @throws com.google.re2j.PatternSyntaxException if a pattern of the type is not one of RE2's, which no valid
     *     schema has
     */
    public static RowValidator of(ElementType type) {
        return new RowValidator(type);
    }

    /** For each UNIQUE constraint the places of its properties among the type's properties. */
    static List<int[]> uniqueColumns(ElementType type) {
        List<String> names = type.properties().stream().map(Property::name).toList();
        List<int[]> columns = new ArrayList<>();
        for (List<String> unique : type.uniques()) {
            columns.add(unique.stream().mapToInt(names::indexOf).toArray());
        }
        return columns;
    }

    /**
     * Checks a row.
     *
     * @param values one per property of the type, in their order: null, a value, or {@link #UNTOUCHED}
     * @param ordinal the row's ordinal, handed to the sink
     * @param key the row's {@code _id}, for messages
     * @param source the row's file, for messages
     * @param line the row's line, for messages; 0 for none
     * @return whether the row keeps every rule
     */
    public boolean check(
            @Nullable Object[] values,
            long ordinal,
            @Nullable String key,
            @Nullable String source,
            long line,
            ViolationSink sink) {
        boolean kept = true;
        for (int i = 0; i < properties.length; i++) {
            Rule rule = broken(i, values[i]);
            if (rule != null) {
                kept = false;
                Property property = properties[i];
                String shown = values[i] == null ? null : Shown.value(values[i]);
                String message = typeName + "." + property.name() + explain(rule, property, values[i], shown);
                String value = values[i] instanceof String text ? Shown.shortened(text) : shown;
                sink.accept(
                        typeName,
                        ordinal,
                        new Violation(rule, typeName, property.name(), key, value, source, line, message));
            }
        }
        for (int[] unique : uniques) {
            if (hasNaN(values, unique)) {
                kept = false;
                String names = Shown.names(properties, unique);
                sink.accept(
                        typeName,
                        ordinal,
                        new Violation(
                                Rule.UNIQUE,
                                typeName,
                                names,
                                key,
                                "NaN",
                                source,
                                line,
                                typeName + "(" + names
                                        + "): NaN equals nothing and cannot be UNIQUE; leave it out instead"));
            }
        }
        return kept;
    }

    /** Whether a value is one of a type, within the type's bounds. */
    public static boolean isValueOf(PropertyType type, Object value) {
        return ValueTypes.broken(type, value) == null;
    }

    /** The violation of a value that has no equal among the values of the type its property is to have. */
    public static Violation inconvertible(String typeName, Property property, Object value, @Nullable String key) {
        String shown = Shown.value(value);
        return new Violation(
                Rule.TYPE,
                typeName,
                property.name(),
                key,
                value instanceof String text ? Shown.shortened(text) : shown,
                null,
                0,
                typeName + "." + property.name() + ": " + shown + " is not a value of "
                        + property.type().text());
    }

    /** The violation of an element whose id is not the text of its key. */
    public static Violation otherKey(String typeName, String names, String key, String expected) {
        return new Violation(
                Rule.KEY,
                typeName,
                names.isEmpty() ? null : names,
                key,
                Shown.shortened(expected),
                null,
                0,
                typeName + " '" + key + "': its id is not the text of its key, '" + Shown.shortened(expected) + "'");
    }

    @Nullable
    private Rule broken(int i, @Nullable Object value) {
        if (value == null) {
            return properties[i].required() ? Rule.REQUIRED : null;
        }
        if (value == UNTOUCHED) {
            return null;
        }
        Rule type = ValueTypes.broken(properties[i].type(), value);
        if (type != null) {
            return type;
        }
        ValueRange range = ranges[i];
        if (range != null && !isWithin(range, value)) {
            return Rule.RANGE;
        }
        Pattern pattern = patterns[i];
        return pattern != null && !matches(pattern, value) ? Rule.PATTERN : null;
    }

    private static boolean isWithin(ValueRange range, Object value) {
        return switch (value) {
            case Double number when number.isNaN() -> false;
            case List<?> list -> list.stream().allMatch(element -> element != null && isWithin(range, element));
            default ->
                (range.minimum().isEmpty() || compare(value, range.minimum().get()) >= 0)
                        && (range.maximum().isEmpty()
                                || compare(value, range.maximum().get()) <= 0);
        };
    }

    @SuppressWarnings("unchecked") // a bound has the class of the property's values, which were just checked
    private static int compare(Object value, Object bound) {
        return switch (value) {
            case Double number -> {
                double other = (Double) bound;
                yield number < other ? -1 : number > other ? 1 : 0; // -0.0 equals 0.0
            }
            case ZonedDateTime time -> time.toInstant().compareTo(((ZonedDateTime) bound).toInstant());
            case OffsetTime time ->
                time.withOffsetSameInstant(ZoneOffset.UTC)
                        .toLocalTime()
                        .compareTo(((OffsetTime) bound)
                                .withOffsetSameInstant(ZoneOffset.UTC)
                                .toLocalTime());
            default -> ((Comparable<Object>) value).compareTo(bound);
        };
    }

    private static boolean matches(Pattern pattern, Object value) {
        return switch (value) {
            case String text -> pattern.matches(text);
            case List<?> list -> list.stream().allMatch(element -> element != null && matches(pattern, element));
            default -> false;
        };
    }

    private static boolean hasNaN(@Nullable Object[] values, int[] unique) {
        boolean found = false;
        for (int column : unique) {
            Object value = values[column];
            if (value == null) {
                return false;
            }
            found |= ValueTypes.hasNaN(value);
        }
        return found;
    }

    private static String explain(Rule rule, Property property, @Nullable Object value, @Nullable String shown) {
        PropertyType type = property.type();
        return switch (rule) {
            case REQUIRED -> ": it has no value, but needs one";
            case TYPE -> {
                Misfit misfit = Objects.requireNonNull(Misfit.of(type, Objects.requireNonNull(value)));
                yield misfit.path() + ": " + misfit.problem();
            }
            case VALUE_RANGE -> {
                Misfit component = Misfit.inVector(type, Objects.requireNonNull(value));
                yield component == null
                        ? ": " + shown + " does not fit " + type.text()
                        : component.path() + ": " + component.problem();
            }
            case ENUM -> ": " + shown + " is not one of the values of " + type.text();
            case RANGE -> ": " + shown + " is not within " + rangeText(property.range());
            case PATTERN ->
                ": " + shown + " does not match " + property.pattern().orElse("");
            default -> throw new IllegalArgumentException(rule + " is no rule of a row");
        };
    }

    private static String rangeText(Optional<ValueRange> range) {
        return range.map(r -> r.minimum().map(Shown::value).orElse("") + ".."
                        + r.maximum().map(Shown::value).orElse(""))
                .orElse("");
    }
}
