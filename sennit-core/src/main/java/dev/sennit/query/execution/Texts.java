package dev.sennit.query.execution;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.query.value.Blame;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Functions of strings, which count code points. */
final class Texts {
    private Texts() {}

    static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
    }

    static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /** The text without the characters at its ends that are among those given. */
    static String trimmed(String text, String characters, boolean leading, boolean trailing) {
        int from = 0;
        int to = text.length();
        while (leading && from < to && characters.indexOf(text.codePointAt(from)) >= 0) {
            from += Character.charCount(text.codePointAt(from));
        }
        while (trailing && from < to && characters.indexOf(text.codePointBefore(to)) >= 0) {
            to -= Character.charCount(text.codePointBefore(to));
        }
        return text.substring(from, to);
    }

    static String normalized(String text, String form, Blame blame) {
        try {
            return Normalizer.normalize(text, Normalizer.Form.valueOf(form.toUpperCase(Locale.ROOT)));
        } catch (IllegalArgumentException unknown) {
            throw blame.error(
                    ErrorCode.VALUE_OUT_OF_RANGE,
                    ErrorText.of("there is no normal form '" + form + "'").cause("there are NFC, NFD, NFKC and NFKD"));
        }
    }

    static String substring(String text, long start, long length, Blame blame) {
        requireNotNegative(start, blame);
        requireNotNegative(length, blame);
        int size = text.codePointCount(0, text.length());
        int from = (int) Math.min(start, size);
        int count = (int) Math.min(length, size - from);
        int begin = text.offsetByCodePoints(0, from);
        return text.substring(begin, text.offsetByCodePoints(begin, count));
    }

    static String right(String text, long length, Blame blame) {
        requireNotNegative(length, blame);
        int size = text.codePointCount(0, text.length());
        return substring(text, size - Math.min(length, size), Long.MAX_VALUE, blame);
    }

    private static void requireNotNegative(long number, Blame blame) {
        if (number < 0) {
            throw blame.error(
                    ErrorCode.VALUE_OUT_OF_RANGE, ErrorText.of("a part of a string cannot begin or end at " + number));
        }
    }

    static List<String> split(String text, String separator) {
        List<String> parts = new ArrayList<>();
        if (separator.isEmpty()) {
            text.codePoints().forEach(c -> parts.add(Character.toString(c)));
            return parts;
        }
        int from = 0;
        int at = text.indexOf(separator);
        while (at >= 0) {
            parts.add(text.substring(from, at));
            from = at + separator.length();
            at = text.indexOf(separator, from);
        }
        parts.add(text.substring(from));
        return parts;
    }

    /**
     * The parts between any of the separators, of which the first that fits counts where several begin; null if one is.
     *
     * @throws ClassCastException if one is no text
     */
    @Nullable
    static List<String> split(String text, List<@Nullable Object> separators) {
        List<String> known = new ArrayList<>();
        for (Object separator : separators) {
            if (separator == null) {
                return null;
            }
            known.add((String) separator);
        }
        if (known.contains("")) {
            return split(text, "");
        }
        List<String> parts = new ArrayList<>();
        int from = 0;
        int at = 0;
        while (at < text.length()) {
            int here = at;
            Optional<String> found =
                    known.stream().filter(s -> text.startsWith(s, here)).findFirst();
            if (found.isPresent()) {
                parts.add(text.substring(from, at));
                from = at + found.get().length();
                at = from;
            } else {
                at++;
            }
        }
        parts.add(text.substring(from));
        return parts;
    }
}
