package dev.sennit.model;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A query or a schema breaks a rule, at a known place: {@link ErrorCode#SYNTAX_ERROR}, {@link ErrorCode#UNKNOWN_NAME},
 * {@link ErrorCode#TYPE_MISMATCH}, {@link ErrorCode#IMPOSSIBLE_PATTERN}, {@link ErrorCode#VALUE_OUT_OF_RANGE}, {@link ErrorCode#DIVISION_BY_ZERO},
 * {@link ErrorCode#MISSING_PARAMETER}, {@link ErrorCode#INVALID_SCHEMA}, {@link ErrorCode#AMBIGUOUS_NODE_TYPE},
 * {@link ErrorCode#KEY_IMMUTABLE}.
 *
 * <p>A text is read to its end before anything is reported, where that is possible: {@link #problems} has all problems,
 * and the exception itself speaks for the first.
 */
public final class InvalidTextException extends SennitException {
    @Nullable
    private final SourcePosition position;

    @Nullable
    private final String excerpt;

    private final transient List<InvalidTextException> further;

    /** An error without a place, for example one met while a query runs. */
    public InvalidTextException(ErrorCode code, ErrorText text) {
        super(code, text, null, null);
        this.position = null;
        this.excerpt = null;
        this.further = List.of();
    }

    /**
     * An error at a place of {@code source}, the whole text the user wrote.
     */
    public InvalidTextException(ErrorCode code, ErrorText text, SourcePosition position, String source) {
        super(code, text.detail("line", position.line()).detail("column", position.column()), null, null);
        this.position = Objects.requireNonNull(position, "position");
        this.excerpt = position.excerpt(source);
        this.further = List.of();
    }

    private InvalidTextException(InvalidTextException first, List<InvalidTextException> further) {
        super(first.code(), first.text().detail("problems", further.size() + 1), null, null);
        this.position = first.position;
        this.excerpt = first.excerpt;
        this.further = List.copyOf(further);
    }

    /**
     * One exception for all problems of one text.
     *
     * @param problems at least one, in the order of their places
     */
    public static InvalidTextException of(List<InvalidTextException> problems) {
        InvalidTextException first = problems.getFirst();
        return problems.size() == 1 ? first : new InvalidTextException(first, problems.subList(1, problems.size()));
    }

    /** All problems of the text in the order of their places, this one first. */
    public List<InvalidTextException> problems() {
        return Stream.concat(Stream.of(this), further.stream()).toList();
    }

    public Optional<SourcePosition> position() {
        return Optional.ofNullable(position);
    }

    /** The line the problem is on, with carets below it. */
    public Optional<String> excerpt() {
        return Optional.ofNullable(excerpt);
    }
}
