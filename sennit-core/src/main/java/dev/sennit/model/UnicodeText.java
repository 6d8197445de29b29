package dev.sennit.model;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What Java's strings may hold and UTF-8 may not. */
public final class UnicodeText {
    private UnicodeText() {}

    /** Where half a surrogate pair stands in a text; empty if all of it is Unicode. */
    public static OptionalInt halfSurrogate(String text) {
        int at = 0;
        while (at < text.length()) {
            int codePoint = text.codePointAt(at);
            if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
                return OptionalInt.of(at);
            }
            at += Character.charCount(codePoint);
        }
        return OptionalInt.empty();
    }

    /** The same in a value: a text, or one somewhere in a list or map. */
    public static OptionalInt halfSurrogateIn(@Nullable Object value) {
        return switch (value) {
            case String text -> halfSurrogate(text);
            case Map<?, ?> map ->
                firstOf(Stream.concat(
                        map.keySet().stream(), map.values().stream().filter(Objects::nonNull)));
            case Collection<?> elements -> firstOf(elements.stream().filter(Objects::nonNull));
            case null, default -> OptionalInt.empty();
        };
    }

    private static OptionalInt firstOf(Stream<?> values) {
        return values.map(UnicodeText::halfSurrogateIn)
                .filter(OptionalInt::isPresent)
                .findFirst()
                .orElse(OptionalInt.empty());
    }
}
