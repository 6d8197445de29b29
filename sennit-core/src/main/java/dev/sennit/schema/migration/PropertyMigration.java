package dev.sennit.schema.migration;

import dev.sennit.schema.Property;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the values of a property come from.
 *
 * @param after the property as the new schema declares it
 * @param before the same property in the old schema; empty if it is new
 * @param backfill the value of elements that have none
 */
public record PropertyMigration(Property after, Optional<Property> before, Optional<Object> backfill) {
    public PropertyMigration {
        Objects.requireNonNull(after, "after");
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(backfill, "backfill");
    }

    /** Whether some values are others, or stored in another way, than before. */
    public boolean changesValues() {
        return backfill.isPresent()
                || conversion().map(ValueConversion::changesStorage).orElse(false);
    }

    /** What becomes of values the property had. */
    private Optional<ValueConversion> conversion() {
        return before.map(property -> new ValueConversion(property.type(), after.type()));
    }

    /**
     * The value an element has afterwards, given the one it had.
     *
     * @return null if there is none; of a value that was there, that it cannot be converted
     */
    @Nullable
    public Object migrate(@Nullable Object old) {
        if (old == null) {
            return backfill.orElse(null);
        }
        return conversion().map(conversion -> conversion.convert(old)).orElse(null);
    }
}
