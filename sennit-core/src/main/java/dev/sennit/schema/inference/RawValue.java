package dev.sennit.schema.inference;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A value as its file has it, before it has a type. */
public sealed interface RawValue {
    /**
     * A cell of a CSV file.
     *
     * @param quoted whether it stood in quotes: an empty cell without them is null
     */
    record Cell(String text, boolean quoted) implements RawValue {
        public Cell {
            Objects.requireNonNull(text, "text");
        }
    }

    /**
     * A JSON value: null, {@link Boolean}, {@link Number}, {@link String}, {@link java.util.List} or
     * {@link java.util.Map}.
     */
    record Json(@Nullable Object value) implements RawValue {}

    /** A cell without quotes. */
    static RawValue cell(String text) {
        return new Cell(text, false);
    }

    /** A JSON value. */
    static RawValue json(@Nullable Object value) {
        return new Json(value);
    }
}
