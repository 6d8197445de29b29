package dev.sennit.branch;

import java.nio.charset.StandardCharsets;

/** The base32 of RFC 4648, in lower case and without padding: any name as one that is safe in every store's paths. */
final class Base32 {
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int BITS = 5;

    private Base32() {}

    static String encode(String text) {
        StringBuilder encoded = new StringBuilder();
        int buffer = 0;
        int bits = 0;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            buffer = buffer << Byte.SIZE | b & 0xff;
            bits += Byte.SIZE;
            while (bits >= BITS) {
                bits -= BITS;
                encoded.append(ALPHABET.charAt(buffer >>> bits & 31));
            }
            buffer &= (1 << bits) - 1;
        }
        if (bits > 0) {
            encoded.append(ALPHABET.charAt(buffer << BITS - bits & 31));
        }
        return encoded.toString();
    }
}
