package dev.sennit.query.value;

/** Strings in the order of their code points, which differs from the order of UTF-16 units. */
final class CodePointOrder {
    private CodePointOrder() {}

    static int compare(String left, String right) {
        int shared = Math.min(left.length(), right.length());
        for (int i = 0; i < shared; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                return Integer.compare(weight(a), weight(b));
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    /** Surrogates stand for code points above all others of one unit. */
    private static int weight(char unit) {
        return Character.isSurrogate(unit) ? unit + 0x10000 : unit;
    }
}
