package dev.sennit.input;

/** Strict checks of UTF-8, as Unicode's table of well-formed byte sequences has it. */
final class Utf8 {
    static final int VALID = -1;

    private Utf8() {}

    /** The offset of the first byte of the first ill-formed sequence, or {@link #VALID}. */
    static int firstInvalid(byte[] bytes) {
        int i = 0;
        while (i < bytes.length) {
            int lead = bytes[i];
            if (lead >= 0) {
                i++;
                continue;
            }
            int length = sequenceLength(lead & 0xFF);
            if (length == 0 || i + length > bytes.length || !secondFits(lead & 0xFF, bytes[i + 1] & 0xFF)) {
                return i;
            }
            for (int k = 2; k < length; k++) {
                if ((bytes[i + k] & 0xC0) != 0x80) {
                    return i;
                }
            }
            i += length;
        }
        return VALID;
    }

    private static int sequenceLength(int lead) {
        if (lead < 0xC2 || lead > 0xF4) {
            return 0;
        }
        return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    }

    /** The second byte rules out overlong forms, surrogates and code points past U+10FFFF. */
    private static boolean secondFits(int lead, int second) {
        return switch (lead) {
            case 0xE0 -> second >= 0xA0 && second <= 0xBF;
            case 0xED -> second >= 0x80 && second <= 0x9F;
            case 0xF0 -> second >= 0x90 && second <= 0xBF;
            case 0xF4 -> second >= 0x80 && second <= 0x8F;
            default -> second >= 0x80 && second <= 0xBF;
        };
    }
}
