package dev.sennit.merge;

import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeSide;
import dev.sennit.model.MergeStrategy;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Who wins each conflict: by its own resolution, else by the strategy. Not thread-safe. */
public final class ConflictResolver {
    private final MergeStrategy strategy;
    private final Map<String, MergeSide> resolutions;
    private final Set<String> unused;
    private final Consumer<MergeConflict> beforeResolving;
    private final boolean mirrored;

    /**
     * @param resolutions sides by {@link MergeConflict#id}
     * @param beforeResolving gets each conflict that has a resolution before it is used, and may refuse that by what it throws
     */
    public ConflictResolver(
            MergeStrategy strategy, Map<String, MergeSide> resolutions, Consumer<MergeConflict> beforeResolving) {
        this(strategy, resolutions, beforeResolving, false);
    }

    private ConflictResolver(
            MergeStrategy strategy,
            Map<String, MergeSide> resolutions,
            Consumer<MergeConflict> beforeResolving,
            boolean mirrored) {
        this.beforeResolving = beforeResolving;
        this.mirrored = mirrored;
        this.strategy = strategy;
        this.resolutions = new HashMap<>(resolutions);
        this.unused = new LinkedHashSet<>(resolutions.keySet());
    }

    /** The same for a merge that is made from the other side. */
    public ConflictResolver mirrored() {
        return new ConflictResolver(strategy, resolutions, beforeResolving, !mirrored);
    }

    /** The side that wins; empty if nothing says so. A conflict of schemas is resolved by changing a schema only. */
    public Optional<MergeSide> resolve(MergeConflict conflict) {
        if (conflict instanceof MergeConflict.Schema) {
            return Optional.empty();
        }
        if (isExplicit(conflict)) {
            unused.remove(conflict.id());
            beforeResolving.accept(mirrored ? conflict.mirrored() : conflict);
        }
        Optional<MergeSide> side =
                Optional.ofNullable(resolutions.get(conflict.id())).or(strategy::side);
        return mirrored ? side.map(MergeSide::other) : side;
    }

    boolean hasResolutions() {
        return !resolutions.isEmpty();
    }

    /** Whether a conflict has a resolution of its own, which no strategy overrules. */
    boolean isExplicit(MergeConflict conflict) {
        return !(conflict instanceof MergeConflict.Schema) && resolutions.containsKey(conflict.id());
    }

    /** Resolutions of conflicts that were never met. */
    public Set<String> unused() {
        return unused;
    }
}
