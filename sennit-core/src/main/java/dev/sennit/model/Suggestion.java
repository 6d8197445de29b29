package dev.sennit.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds what a user probably meant by a name that does not exist. Names count as close by the number of characters
 * inserted, dropped, replaced or swapped with their neighbour, without regard to case.
 */
public final class Suggestion {
    /** Longer names are not compared: nobody mistypes them, and the cost grows with the square of the length. */
    private static final int MAX_LENGTH = 256;

    private Suggestion() {}

    /**
     * The candidate closest to {@code wrong}, or nothing if none is close enough to be a plausible slip: at most one
     * edit for every three characters, and one edit for names of two. A candidate that differs in case alone is always
     * close. The answer does not depend on the order of the candidates.
     */
    public static Optional<String> closest(String wrong, Collection<String> candidates) {
        int length = wrong.codePointCount(0, wrong.length());
        int allowed = length < 2 || length > MAX_LENGTH ? 0 : Math.max(1, length / 3);
        String folded = wrong.toLowerCase(Locale.ROOT);
        return candidates.stream()
                .filter(c -> !c.equals(wrong))
                .map(c -> new Scored(c, distance(folded, c.toLowerCase(Locale.ROOT), allowed), wrong))
                .filter(s -> s.distance <= allowed)
                .min(Scored.CLOSEST_FIRST)
                .map(Scored::candidate);
    }

    /** The remedy {@code did you mean 'x'?} for the closest candidate, or nothing if none is close. */
    public static Optional<String> didYouMean(String wrong, Collection<String> candidates) {
        return closest(wrong, candidates).map(name -> "did you mean '" + name + "'?");
    }

    private record Scored(String candidate, int distance, String wrong) {
        static final Comparator<Scored> CLOSEST_FIRST = Comparator.comparingInt(Scored::distance)
                .thenComparingInt(Scored::exactDistance)
                .thenComparing(Scored::candidate);

        private int exactDistance() {
            return Suggestion.distance(wrong, candidate, MAX_LENGTH);
        }
    }

    /** Optimal string alignment over code points; any number above {@code limit} if the distance is above it. */
    private static int distance(String left, String right, int limit) {
        if (left.equals(right)) {
            return 0;
        }
        int[] a = left.codePoints().toArray();
        int[] b = right.codePoints().toArray();
        if (Math.abs(a.length - b.length) > limit || b.length > 2 * MAX_LENGTH) {
            return limit + 1;
        }
        int[] beforePrevious = new int[b.length + 1];
        int[] previous = new int[b.length + 1];
        int[] current = new int[b.length + 1];
        for (int j = 0; j <= b.length; j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length; i++) {
            current[0] = i;
            for (int j = 1; j <= b.length; j++) {
                int replace = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
                int best = Math.min(replace, Math.min(previous[j], current[j - 1]) + 1);
                if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                    best = Math.min(best, beforePrevious[j - 2] + 1);
                }
                current[j] = best;
            }
            int[] spare = beforePrevious;
            beforePrevious = previous;
            previous = current;
            current = spare;
        }
        return previous[b.length];
    }
}
