package dev.sennit.model;

/**
 * A place in a text the user wrote.
 *
 * @param line one-based line
 * @param column one-based column, in code points
 * @param length code points the problem spans, at least 1
 */
public record SourcePosition(int line, int column, int length) {
    public SourcePosition {
        if (line < 1 || column < 1 || length < 1) {
            throw new IllegalArgumentException("line, column and length start at 1");
        }
    }

    public SourcePosition(int line, int column) {
        this(line, column, 1);
    }

    /**
     * The line of {@code source} this position is on, with carets below the span; no trailing line break. Lines end
     * with a line feed, a carriage return or both.
     */
    public String excerpt(String source) {
        String[] lines = source.split("\\r\\n?|\\n", -1);
        String text = line <= lines.length ? lines[line - 1] : "";
        String shown = text.replace('\t', ' ');
        int width = Math.max(1, Math.min(length, shown.codePointCount(0, shown.length()) - column + 1));
        return "  " + shown + "\n  " + " ".repeat(column - 1) + "^".repeat(width);
    }

    @Override
    public String toString() {
        return "line " + line + ", column " + column;
    }
}
