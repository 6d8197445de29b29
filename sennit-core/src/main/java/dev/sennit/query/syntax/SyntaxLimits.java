package dev.sennit.query.syntax;

/**
 * What a text may be before it is parsed.
 *
 * @param maxCharacters of the text
 * @param maxDepth of nested brackets and of operators that stand on each other's results
 */
public record SyntaxLimits(int maxCharacters, int maxDepth) {
    /** A million characters, nested 150 deep: far from what overflows a thread's usual stack. */
    public static final SyntaxLimits DEFAULT = new SyntaxLimits(1_000_000, 150);

    public SyntaxLimits {
        if (maxCharacters < 1 || maxDepth < 1) {
            throw new IllegalArgumentException("limits are positive");
        }
    }
}
