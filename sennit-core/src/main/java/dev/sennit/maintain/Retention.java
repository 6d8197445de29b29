package dev.sennit.maintain;

import java.time.Duration;
import java.time.Instant;

/**
 * Which states of a branch, and which files that nothing needs, a collection keeps.
 *
 * @param keep states that were the newest within this time are kept
 * @param keepCommits at least so many of the newest states are kept
 * @param guard states that were the newest within this time are kept in any case, and so are files that are younger: a
 *     write may be about to name them. It must not be shorter than the guard of any process that writes
 */
public record Retention(Duration keep, int keepCommits, Duration guard) {
    public Retention {
        if (keep.isNegative() || guard.isNegative() || keepCommits < 1) {
            throw new IllegalArgumentException("a collection keeps at least the newest state");
        }
    }

    /**
     * Whether a state is kept.
     *
     * @param newer how many states are newer
     * @param succeeded when its successor was stored, which is when it stopped being the newest
     * @param now when the collection began
     */
    boolean keeps(long newer, Instant succeeded, Instant now) {
        return newer < keepCommits || !succeeded.isBefore(now.minus(keep.compareTo(guard) > 0 ? keep : guard));
    }

    /** Files that are older than this may go. */
    Instant filesBefore(Instant now) {
        return now.minus(guard);
    }

    /**
     * Intents that are older than this are settled first: what their writers staged before they armed is at most half a
     * guard older.
     */
    Instant intentsBefore(Instant now) {
        return now.minus(guard.dividedBy(2));
    }
}
