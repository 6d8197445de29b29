package dev.sennit;

import dev.sennit.model.FastForward;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeSide;
import dev.sennit.model.MergeStrategy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * How to merge. Immutable; start from {@link #DEFAULT}.
 *
 * @param write what is said about any write
 * @param strategy what is done with conflicts that have no resolution
 * @param resolutions the side that wins, by {@link dev.sennit.model.MergeConflict#id}
 * @param fastForward what is done where the branch has nothing of its own; only for merges
 * @param dryRun only says what there is to do, conflicts included
 * @param beforeResolving gets each conflict that one of the resolutions is about, before it is resolved; what it throws
 *     refuses the merge. May be called again where the merge is attempted again. The place to see whether a conflict is
 *     still what it was when its resolution was decided
 */
public record MergeOptions(
        WriteOptions write,
        MergeStrategy strategy,
        Map<String, MergeSide> resolutions,
        FastForward fastForward,
        boolean dryRun,
        Consumer<MergeConflict> beforeResolving) {
    /** Conflicts are errors. */
    public static final MergeOptions DEFAULT = new MergeOptions(
            WriteOptions.DEFAULT, MergeStrategy.FAIL, Map.of(), FastForward.ALLOWED, false, conflict -> {});

    public MergeOptions {
        Objects.requireNonNull(write, "write");
        Objects.requireNonNull(strategy, "strategy");
        Objects.requireNonNull(fastForward, "fastForward");
        Objects.requireNonNull(beforeResolving, "beforeResolving");
        resolutions = Map.copyOf(resolutions);
    }

    public MergeOptions write(WriteOptions newWrite) {
        return new MergeOptions(newWrite, strategy, resolutions, fastForward, dryRun, beforeResolving);
    }

    public MergeOptions message(String message) {
        return write(write.message(message));
    }

    public MergeOptions strategy(MergeStrategy newStrategy) {
        return new MergeOptions(write, newStrategy, resolutions, fastForward, dryRun, beforeResolving);
    }

    /** Adds a resolution of one conflict. */
    public MergeOptions resolve(String conflict, MergeSide side) {
        Map<String, MergeSide> more = new LinkedHashMap<>(resolutions);
        more.put(conflict, side);
        return new MergeOptions(write, strategy, more, fastForward, dryRun, beforeResolving);
    }

    public MergeOptions resolutions(Map<String, MergeSide> newResolutions) {
        return new MergeOptions(write, strategy, newResolutions, fastForward, dryRun, beforeResolving);
    }

    public MergeOptions fastForward(FastForward newFastForward) {
        return new MergeOptions(write, strategy, resolutions, newFastForward, dryRun, beforeResolving);
    }

    public MergeOptions beforeResolving(Consumer<MergeConflict> newBeforeResolving) {
        return new MergeOptions(write, strategy, resolutions, fastForward, dryRun, newBeforeResolving);
    }

    public MergeOptions asDryRun() {
        return new MergeOptions(write, strategy, resolutions, fastForward, true, beforeResolving);
    }
}
