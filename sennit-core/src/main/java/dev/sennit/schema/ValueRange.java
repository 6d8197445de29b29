package dev.sennit.schema;

import java.util.Objects;
import java.util.Optional;

/**
 * The bounds of a RANGE, both inclusive. Bounds have the Java class of the property's values
 * ({@link dev.sennit.model.PropertyType}).
 */
public record ValueRange(Optional<Object> minimum, Optional<Object> maximum) {
    public ValueRange {
        Objects.requireNonNull(minimum, "minimum");
        Objects.requireNonNull(maximum, "maximum");
    }
}
