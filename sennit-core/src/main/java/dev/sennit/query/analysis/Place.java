package dev.sennit.query.analysis;

import dev.sennit.model.SourcePosition;
import org.jspecify.annotations.Nullable;

/**
 * Where an expression was written. All places are equal: two expressions that say the same are the same expression,
 * for example as a grouping key and in ORDER BY.
 */
public final class Place {
    private final SourcePosition position;

    public Place(SourcePosition position) {
        this.position = position;
    }

    public SourcePosition position() {
        return position;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Place;
    }

    @Override
    public int hashCode() {
        return 0;
    }

    @Override
    public String toString() {
        return position.toString();
    }
}
