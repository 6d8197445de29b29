package dev.sennit.model;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A query or a schema breaks a rule, at a known place: {@link ErrorCode#SYNTAX_ERROR}, {@link ErrorCode#UNKNOWN_NAME},
 * {@link ErrorCode#TYPE_MISMATCH}, {@link ErrorCode#IMPOSSIBLE_PATTERN}, {@link ErrorCode#VALUE_OUT_OF_RANGE}, {@link ErrorCode#DIVISION_BY_ZERO},
 * {@link ErrorCode#MISSING_PARAMETER}, {@link ErrorCode#INVALID_SCHEMA}, {@link ErrorCode#AMBIGUOUS_NODE_TYPE},
 * {@link ErrorCode#KEY_IMMUTABLE}.
 */
public final class InvalidTextException extends SennitException {
    @Nullable
    private final SourcePosition position;

    @Nullable
    private final String excerpt;

    /** An error without a place, for example one met while a query runs. */
    public InvalidTextException(ErrorCode code, ErrorText text) {
        super(code, text, null, null);
        this.position = null;
        this.excerpt = null;
    }

    /**
     * An error at a place of {@code source}, the whole text the user wrote.
     */
    public InvalidTextException(ErrorCode code, ErrorText text, SourcePosition position, String source) {
        super(code, text.detail("line", position.line()).detail("column", position.column()), null, null);
        this.position = Objects.requireNonNull(position, "position");
        this.excerpt = position.excerpt(source);
    }

    public Optional<SourcePosition> position() {
        return Optional.ofNullable(position);
    }

    /** The line the problem is on, with carets below it. */
    public Optional<String> excerpt() {
        return Optional.ofNullable(excerpt);
    }
}
