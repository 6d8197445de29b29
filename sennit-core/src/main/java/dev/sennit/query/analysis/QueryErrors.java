package dev.sennit.query.analysis;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.SourcePosition;
import dev.sennit.model.Suggestion;
import dev.sennit.model.UnsupportedException;
import java.util.Collection;
import java.util.Optional;

/** Makes the errors of one query, each at its place in the text. */
public final class QueryErrors {
    private final String source;

    public QueryErrors(String source) {
        this.source = source;
    }

    InvalidTextException unknown(String problem, String name, Collection<String> known, SourcePosition position) {
        ErrorText text = ErrorText.of(problem).detail("name", name);
        return error(
                ErrorCode.UNKNOWN_NAME,
                Suggestion.didYouMean(name, known).map(text::remedy).orElse(text),
                position);
    }

    InvalidTextException mismatch(ErrorText text, SourcePosition position) {
        return error(ErrorCode.TYPE_MISMATCH, text, position);
    }

    InvalidTextException syntax(ErrorText text, SourcePosition position) {
        return error(ErrorCode.SYNTAX_ERROR, text, position);
    }

    public InvalidTextException error(ErrorCode code, ErrorText text, SourcePosition position) {
        return new InvalidTextException(code, text, position, source);
    }

    public UnsupportedException unsupported(String construct, SourcePosition position) {
        return new UnsupportedException(
                ErrorText.of(construct + " is not supported yet").detail("construct", construct), position, source);
    }

    /** What the user wrote at the place, as far as its first line. */
    String textAt(SourcePosition position) {
        String[] lines = source.split("\\R", -1);
        String line = position.line() <= lines.length ? lines[position.line() - 1] : "";
        int length = line.codePointCount(0, line.length());
        int from = Math.min(position.column() - 1, length);
        int to = Math.min(from + position.length(), length);
        return line.substring(line.offsetByCodePoints(0, from), line.offsetByCodePoints(0, to));
    }

    /** The place in a string literal that a place in its text is, if it was written in one line without escapes. */
    Optional<SourcePosition> inLiteral(SourcePosition literal, String text, SourcePosition inText) {
        String written = textAt(literal);
        boolean plain =
                written.length() == text.length() + 2 && written.substring(1).startsWith(text);
        return plain && inText.line() == 1
                ? Optional.of(new SourcePosition(literal.line(), literal.column() + inText.column(), inText.length()))
                : Optional.empty();
    }

    String textOf(BoundExpression expression) {
        return textAt(expression.place().position());
    }
}
