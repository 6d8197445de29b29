package dev.sennit.model;

import java.util.Objects;

/**
 * A 128-bit identifier: 48 bits of milliseconds since the epoch, then 80 random bits, written as 26 characters of
 * Crockford's base32. Sennit mints one for every graph, branch incarnation, table, commit and operation and never
 * orders anything by it; {@link #compareTo} exists for stable listings only.
 */
public record Ulid(long high, long low) implements Comparable<Ulid> {
    /** Characters in the text form. */
    public static final int LENGTH = 26;

    /** Characters at the end of the text form that people are shown; the leading ones are mostly time. */
    public static final int SHORT_LENGTH = 8;

    private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    /**
     * Reads the text form, in either case.
     *
     * @throws IllegalArgumentException if the text is not 26 characters of base32 or exceeds 128 bits
     */
    public static Ulid parse(String text) {
        Objects.requireNonNull(text, "text");
        if (text.length() != LENGTH || digit(text.charAt(0)) > 7) {
            throw new IllegalArgumentException("not an identifier of 26 base32 characters: '" + text + "'");
        }
        long high = 0;
        long low = 0;
        for (int i = 0; i < LENGTH; i++) {
            int digit = digit(text.charAt(i));
            if (digit < 0) {
                throw new IllegalArgumentException("not an identifier of 26 base32 characters: '" + text + "'");
            }
            high = high << 5 | low >>> 59;
            low = low << 5 | digit;
        }
        return new Ulid(high, low);
    }

    /** Whether {@link #parse} accepts the text. */
    public static boolean isValid(String text) {
        if (text.length() != LENGTH || digit(text.charAt(0)) > 7) {
            return false;
        }
        return text.chars().allMatch(c -> digit((char) c) >= 0);
    }

    /** Milliseconds since the epoch at which the identifier was minted, by the minting process's clock. */
    public long epochMillis() {
        return high >>> 16;
    }

    /** The last {@value #SHORT_LENGTH} characters of the text form. */
    public String shortForm() {
        return toString().substring(LENGTH - SHORT_LENGTH);
    }

    @Override
    public int compareTo(Ulid other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    @Override
    public String toString() {
        char[] text = new char[LENGTH];
        long restHigh = high;
        long restLow = low;
        for (int i = LENGTH - 1; i >= 0; i--) {
            text[i] = ALPHABET.charAt((int) (restLow & 31));
            restLow = restLow >>> 5 | restHigh << 59;
            restHigh >>>= 5;
        }
        return new String(text);
    }

    private static int digit(char c) {
        char upper = c >= 'a' && c <= 'z' ? (char) (c - 32) : c;
        return ALPHABET.indexOf(upper);
    }
}
