package dev.sennit.testkit.power;

/**
 * A loss of power at a point of a log.
 *
 * @param point how many operations had ended
 * @param telling whether something would have been synced, or told, next
 */
record Crash(int point, boolean telling, Loss loss) {
    /** Whether all that was not synced met the same fate. */
    boolean isPlain() {
        return loss instanceof Loss.OfEverything || loss instanceof Loss.OfContent;
    }
}
