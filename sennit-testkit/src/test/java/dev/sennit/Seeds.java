package dev.sennit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * The seeds a random test runs with: the first few, the first many with {@code -Dsennit.long=true}, or those of
 * {@code -Dsennit.seeds=<from>-<to>} or {@code -Dsennit.seeds=<seed>}.
 */
final class Seeds {
    private static final String PROPERTY = "sennit.seeds";
    private static final Pattern RANGE = Pattern.compile("(?<from>[0-9]{1,18})(-(?<to>[0-9]{1,18}))?");

    private Seeds() {}

    static LongStream first(long few, long many) {
        String chosen = System.getProperty(PROPERTY, "");
        return chosen.isEmpty()
                ? LongStream.rangeClosed(1, Boolean.getBoolean("sennit.long") ? many : few)
                : range(chosen);
    }

    /** Whether they were chosen for this run, which then need not meet all that the usual ones do. */
    static boolean areChosen() {
        return !System.getProperty(PROPERTY, "").isEmpty();
    }

    private static LongStream range(String text) {
        Matcher range = RANGE.matcher(text);
        if (!range.matches()) {
            throw new IllegalArgumentException(
                    PROPERTY + " is '" + text + "', which is neither a seed nor <from>-<to>");
        }
        long from = Long.parseLong(range.group("from"));
        long to = range.group("to") == null ? from : Long.parseLong(range.group("to"));
        if (to < from) {
            throw new IllegalArgumentException(PROPERTY + " is '" + text + "', which has no seeds");
        }
        return LongStream.rangeClosed(from, to);
    }
}
