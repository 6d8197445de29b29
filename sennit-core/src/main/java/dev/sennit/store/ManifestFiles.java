package dev.sennit.store;

import java.math.BigInteger;
import java.util.OptionalLong;

/** How Lance names the manifests of linear versions: so that the newest comes first in a listing. */
final class ManifestFiles {
    static final String SUFFIX = ".manifest";
    private static final int DIGITS = 20;

    private ManifestFiles() {}

    /** The name of a version's manifest without its suffix. */
    static String baseName(long version) {
        String digits = Long.toUnsignedString(-1 - version);
        return "0".repeat(DIGITS - digits.length()) + digits;
    }

    /** The version that a file in {@code _versions} is the manifest of; empty if it is something else. */
    static OptionalLong version(String fileName) {
        if (!fileName.endsWith(SUFFIX) || fileName.length() != DIGITS + SUFFIX.length()) {
            return OptionalLong.empty();
        }
        String digits = fileName.substring(0, DIGITS);
        if (!digits.chars().allMatch(c -> c >= '0' && c <= '9') || new BigInteger(digits).bitLength() > Long.SIZE) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(-1 - Long.parseUnsignedLong(digits));
    }
}
