package dev.sennit.merge;

import dev.sennit.model.PropertyId;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.AppliedDefault;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.Property;
import dev.sennit.schema.migration.DivergentDefault;
import dev.sennit.schema.migration.ValueConversion;
import dev.sennit.validate.RowValidator;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What DEFAULT makes of the values of one property that are seen from a schema other than their own. An element that has
 * none has the value that the other schema's change gave to all that had none; and what another DEFAULT gave, where the
 * two differ, stands for what the other schema's gave.
 *
 * @param fill the value in the place of none; empty for none
 * @param replaced a value that the state's own DEFAULT gave, for which {@code replacement} stands; empty for none
 * @param replacement what the other schema's DEFAULT gave instead
 */
public record ColumnDefault(Optional<Object> fill, Optional<Object> replaced, Optional<Object> replacement) {
    static final ColumnDefault NONE = new ColumnDefault(Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * What becomes of the values of a property of one schema that are seen from another.
     *
     * @param own the schema the values are from
     * @param wanted the schema they are seen from
     * @param type in that schema
     * @param property of that type
     */
    public static ColumnDefault of(AcceptedSchema own, AcceptedSchema wanted, ElementType type, Property property) {
        PropertyId id = wanted.idOf(type, property);
        return of(
                own.defaultsOf(id),
                wanted.defaultsOf(id),
                type,
                type.properties().indexOf(property));
    }

    /**
     * What becomes of the values of a column of rows that are brought into another shape.
     *
     * @param column of the other shape
     */
    public static ColumnDefault of(RowShape own, RowShape wanted, int column) {
        return wanted.columns()
                .get(column)
                .property()
                .map(id -> of(
                        own.defaults().getOrDefault(id, List.of()),
                        wanted.defaults().getOrDefault(id, List.of()),
                        wanted.type(),
                        column - wanted.systemColumns()))
                .orElse(NONE);
    }

    private static ColumnDefault of(
            List<AppliedDefault> own, List<AppliedDefault> wanted, ElementType type, int place) {
        int common = DivergentDefault.common(own, wanted);
        if (common == wanted.size()) {
            return NONE;
        }
        Optional<Object> value = valid(wanted.get(common), type, place);
        if (common == own.size()) {
            return value.isEmpty() ? NONE : new ColumnDefault(value, Optional.empty(), Optional.empty());
        }
        Optional<Object> given = converted(own.get(common), type, place);
        return value.isEmpty() || given.isEmpty() ? NONE : new ColumnDefault(Optional.empty(), given, value);
    }

    /** The value, if the property may have it still: its type and rules may have changed since. */
    private static Optional<Object> valid(AppliedDefault applied, ElementType type, int place) {
        return converted(applied, type, place).filter(value -> {
            @Nullable Object[] row = new @Nullable Object[type.properties().size()];
            Arrays.fill(row, RowValidator.UNTOUCHED);
            row[place] = value;
            return RowValidator.of(type).check(row, 0, null, null, 0, (name, ordinal, violation) -> {});
        });
    }

    private static Optional<Object> converted(AppliedDefault applied, ElementType type, int place) {
        return Optional.ofNullable(
                new ValueConversion(applied.type(), type.properties().get(place).type()).convert(applied.value()));
    }

    /** Whether a value is what the state's own DEFAULT gave. */
    boolean replaces(@Nullable Object value) {
        return replaced.isPresent() && SameValue.test(replaced.get(), value);
    }

    /** Whether a value is what stands for what the state's own DEFAULT gave. */
    boolean isReplacement(@Nullable Object value) {
        return replacement.isPresent() && SameValue.test(replacement.get(), value);
    }
}
