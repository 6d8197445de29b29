package dev.sennit.cli.print;

import org.jline.utils.WCWidth;

/** How many columns of a terminal a text takes: none for combining marks, two for wide characters and emoji. */
final class DisplayWidth {
    /** Below it, every character but a control character takes one column. */
    private static final char FIRST_COMBINING = '\u0300';

    private DisplayWidth() {}

    static int of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= FIRST_COMBINING) {
                return i + ofClusters(text, i);
            }
        }
        return text.length();
    }

    /** The text and as many spaces as fill it up to the width. */
    static String padEnd(String text, int width) {
        return text + " ".repeat(Math.max(0, width - of(text)));
    }

    /** As many spaces as fill the text up to the width, and the text. */
    static String padStart(String text, int width) {
        return " ".repeat(Math.max(0, width - of(text))) + text;
    }

    private static int ofClusters(String text, int from) {
        int width = 0;
        int i = from;
        while (i < text.length()) {
            width += Math.max(0, WCWidth.wcwidthForGraphemeCluster(text, i));
            i += Math.max(1, WCWidth.charCountForGraphemeCluster(text, i));
        }
        return width;
    }
}
