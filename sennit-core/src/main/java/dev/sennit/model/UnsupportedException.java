package dev.sennit.model;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Valid in the language but not yet done by Sennit. {@link ErrorCode#UNSUPPORTED}. */
public final class UnsupportedException extends SennitException {
    @Nullable
    private final SourcePosition position;

    @Nullable
    private final String excerpt;

    public UnsupportedException(ErrorText text) {
        super(ErrorCode.UNSUPPORTED, text, null, null);
        this.position = null;
        this.excerpt = null;
    }

    /** An unsupported construct at a place of {@code source}, the whole text the user wrote. */
    public UnsupportedException(ErrorText text, SourcePosition position, String source) {
        super(
                ErrorCode.UNSUPPORTED,
                text.detail("line", position.line()).detail("column", position.column()),
                null,
                null);
        this.position = position;
        this.excerpt = position.excerpt(source);
    }

    public Optional<SourcePosition> position() {
        return Optional.ofNullable(position);
    }

    /** The line the construct is on, with carets below it. */
    public Optional<String> excerpt() {
        return Optional.ofNullable(excerpt);
    }
}
