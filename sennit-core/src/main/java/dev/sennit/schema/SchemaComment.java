package dev.sennit.schema;

import java.util.List;
import java.util.Objects;

/**
 * The comments at one place of a schema file, without the leading {@code --}.
 *
 * @param before the lines before it
 * @param after the comment behind it on the same line, or the empty string
 */
public record SchemaComment(List<String> before, String after) {
    public SchemaComment {
        before = List.copyOf(before);
        Objects.requireNonNull(after, "after");
    }

    /** One comment behind the thing. */
    public static SchemaComment after(String text) {
        return new SchemaComment(List.of(), text);
    }

    /** Lines before the thing. */
    public static SchemaComment before(List<String> lines) {
        return new SchemaComment(lines, "");
    }
}
