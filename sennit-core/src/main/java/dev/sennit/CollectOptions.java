package dev.sennit;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What a collection keeps. Immutable; start from {@link #DEFAULT}.
 *
 * @param keep states that were a branch's newest within this time stay readable
 * @param keepCommits at least so many of each branch's newest states stay readable, from 1
 * @param dryRun whether to change nothing, and to tell what would be removed
 * @param guard see {@link #guard(Duration)}
 * @param progress hears of the collection's progress
 */
public record CollectOptions(
        Duration keep, int keepCommits, boolean dryRun, Optional<Duration> guard, CheckOptions.Progress progress) {
    /** Keeps thirty days and a hundred commits, whichever is more. */
    public static final CollectOptions DEFAULT =
            new CollectOptions(Duration.ofDays(30), 100, false, Optional.empty(), (phase, done, total, elapsed) -> {});

    public CollectOptions {
        Objects.requireNonNull(keep, "keep");
        Objects.requireNonNull(guard, "guard");
        Objects.requireNonNull(progress, "progress");
    }

    public CollectOptions keep(Duration newKeep) {
        return new CollectOptions(newKeep, keepCommits, dryRun, guard, progress);
    }

    public CollectOptions keepCommits(int commits) {
        return new CollectOptions(keep, commits, dryRun, guard, progress);
    }

    public CollectOptions dryRun(boolean newDryRun) {
        return new CollectOptions(keep, keepCommits, newDryRun, guard, progress);
    }

    /**
     * Another guard than the 24 hours that writers count on. A file that nothing names is removed once it is as old, and a
     * state's files are kept as long after it was the newest. <b>Dangerous:</b> with a shorter guard, writes that take
     * longer than half of it, in any process, fail or are aborted, and their files may go before they do: use it only
     * where nobody else has the graph open.
     */
    public CollectOptions guard(Duration newGuard) {
        return new CollectOptions(keep, keepCommits, dryRun, Optional.of(newGuard), progress);
    }

    public CollectOptions progress(CheckOptions.Progress newProgress) {
        return new CollectOptions(keep, keepCommits, dryRun, guard, newProgress);
    }
}
