package dev.sennit.store;

import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The name of a column in Lance. It is the user's name wherever Lance bears it: a dot would be a path, a backtick aborts
 * the process in {@code takeRows}, and characters beyond the basic plane do not survive the way into native code. Such
 * names are written in hexadecimal behind a prefix that no user's name can have.
 */
final class PhysicalName {
    private static final String PREFIX = "_u";
    private static final Pattern PLAIN = Pattern.compile("\\p{IsAlphabetic}[\\p{IsAlphabetic}\\p{IsDigit}_]*");

    private PhysicalName() {}

    /** The name of the column in Lance. */
    static String of(String column) {
        if (column.startsWith("_") || isPlain(column)) {
            return column;
        }
        return PREFIX + HexFormat.of().formatHex(TextCodec.utf8(column));
    }

    /** The inverse of {@link #of}. */
    static String parse(String physical) {
        if (!physical.startsWith(PREFIX)) {
            return physical;
        }
        try {
            byte[] utf8 = HexFormat.of().parseHex(physical, PREFIX.length(), physical.length());
            return new String(utf8, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw StoreException.corruption(
                    ErrorText.of("cannot read the column name '" + physical + "'")
                            .cause("it is not hexadecimal"),
                    e);
        }
    }

    private static boolean isPlain(String column) {
        return PLAIN.matcher(column).matches() && column.chars().noneMatch(c -> Character.isSurrogate((char) c));
    }
}
