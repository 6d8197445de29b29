package dev.sennit;

import dev.sennit.model.FastForward;
import dev.sennit.model.MergeSide;
import dev.sennit.model.MergeStrategy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * How to merge. Immutable; start from {@link #DEFAULT}.
 *
 * @param write what is said about any write
 * @param strategy what is done with conflicts that have no resolution
 * @param resolutions the side that wins, by {@link dev.sennit.model.MergeConflict#id}
 * @param fastForward what is done where the branch has nothing of its own; only for merges
 * @param dryRun only says what there is to do, conflicts included
 */
public record MergeOptions(
        WriteOptions write,
        MergeStrategy strategy,
        Map<String, MergeSide> resolutions,
        FastForward fastForward,
        boolean dryRun) {
    /** Conflicts are errors. */
    public static final MergeOptions DEFAULT =
            new MergeOptions(WriteOptions.DEFAULT, MergeStrategy.FAIL, Map.of(), FastForward.ALLOWED, false);

    public MergeOptions {
        Objects.requireNonNull(write, "write");
        Objects.requireNonNull(strategy, "strategy");
        Objects.requireNonNull(fastForward, "fastForward");
        resolutions = Map.copyOf(resolutions);
    }

    public MergeOptions write(WriteOptions newWrite) {
        return new MergeOptions(newWrite, strategy, resolutions, fastForward, dryRun);
    }

    public MergeOptions message(String message) {
        return write(write.message(message));
    }

    public MergeOptions strategy(MergeStrategy newStrategy) {
        return new MergeOptions(write, newStrategy, resolutions, fastForward, dryRun);
    }

    /** Adds a resolution of one conflict. */
    public MergeOptions resolve(String conflict, MergeSide side) {
        Map<String, MergeSide> more = new LinkedHashMap<>(resolutions);
        more.put(conflict, side);
        return new MergeOptions(write, strategy, more, fastForward, dryRun);
    }

    public MergeOptions resolutions(Map<String, MergeSide> newResolutions) {
        return new MergeOptions(write, strategy, newResolutions, fastForward, dryRun);
    }

    public MergeOptions fastForward(FastForward newFastForward) {
        return new MergeOptions(write, strategy, resolutions, newFastForward, dryRun);
    }

    public MergeOptions asDryRun() {
        return new MergeOptions(write, strategy, resolutions, fastForward, true);
    }
}
