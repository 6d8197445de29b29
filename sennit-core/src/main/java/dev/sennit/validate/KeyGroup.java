package dev.sennit.validate;

/** Runs of records with one hash in sorted columns, whose first two are the hash. */
final class KeyGroup {
    private KeyGroup() {}

    /** The end of the run that begins at {@code from}. */
    static int end(long[][] columns, int from) {
        long[] highs = columns[0];
        long[] lows = columns[1];
        int to = from + 1;
        while (to < highs.length && highs[to] == highs[from] && lows[to] == lows[from]) {
            to++;
        }
        return to;
    }

    /** The first place at or after {@code from} whose hash is not below the given one. */
    static int seek(long[][] columns, int from, long high, long low) {
        int i = from;
        while (i < columns[0].length && (columns[0][i] < high || columns[0][i] == high && columns[1][i] < low)) {
            i++;
        }
        return i;
    }
}
