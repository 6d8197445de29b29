package dev.sennit.merge;

import dev.sennit.model.ElementId;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.LimitException;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeSide;
import dev.sennit.model.ResolvedConflict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The conflicts of a merge, each once, in the order they were met. Not thread-safe. */
public final class ConflictList {
    /** So many conflicts a merge may have: all of them are told, so all of them are kept in memory. */
    static final int MAX_CONFLICTS = 200_000;

    private final ConflictResolver resolver;
    private final List<ResolvedConflict> conflicts = new ArrayList<>();
    private final Map<String, Optional<MergeSide>> known = new HashMap<>();
    private final Map<String, MergeSide> vain = new LinkedHashMap<>();
    private final Set<String> open = new HashSet<>();
    private long unresolved;

    public ConflictList(ConflictResolver resolver) {
        this.resolver = resolver;
    }

    /**
     * Takes note of a conflict.
     *
     * @return the side that wins it; empty if that is open
     */
    public Optional<MergeSide> meet(MergeConflict conflict) {
        Optional<MergeSide> before = known.get(conflict.id());
        if (before != null) {
            return before;
        }
        requireFew(conflicts.size());
        Optional<MergeSide> side = resolver.resolve(conflict);
        conflicts.add(new ResolvedConflict(conflict, side));
        known.put(conflict.id(), side);
        if (side.isEmpty()) {
            unresolved++;
            switch (conflict) {
                case MergeConflict.DivergentInsert insert -> open.add(insert.subject());
                case MergeConflict.DivergentProperty property -> open.add(property.subject());
                case MergeConflict.DeleteUpdate update -> open.add(update.subject());
                default -> {
                    // says nothing about what an element is
                }
            }
        }
        return side;
    }

    /**
     * Whether it is open what one of the elements is to be. Whether they break a rule is open then, too: it would depend on
     * the side the merge is looked at from.
     */
    public boolean isOpen(Collection<ElementId> elements) {
        return !open.isEmpty() && elements.stream().anyMatch(element -> open.contains(element.toString()));
    }

    /** Whether it is open what some element is to be. */
    public boolean hasOpenElements() {
        return !open.isEmpty();
    }

    /** Says that a conflict is not resolved after all: what was decided for it leads to others. */
    public void reopen(MergeConflict conflict) {
        Optional<MergeSide> tried = known.getOrDefault(conflict.id(), Optional.empty());
        if (tried.isPresent()) {
            vain.put(conflict.id(), tried.get());
            known.put(conflict.id(), Optional.empty());
            conflicts.replaceAll(met -> met.conflict().id().equals(conflict.id())
                    ? new ResolvedConflict(met.conflict(), Optional.empty())
                    : met);
            unresolved++;
        }
    }

    /** The sides that were to win conflicts and did not resolve them, by {@link MergeConflict#id}. */
    public Map<String, MergeSide> vain() {
        return vain;
    }

    /** @throws LimitException if there are as many conflicts as there may be */
    public static void requireFew(int met) {
        if (met >= MAX_CONFLICTS) {
            throw new LimitException(
                    ErrorCode.RESOURCE_LIMIT,
                    ErrorText.of("the merge has more than " + MAX_CONFLICTS + " conflicts")
                            .remedy("merge in smaller steps, or earlier"));
        }
    }

    public List<ResolvedConflict> all() {
        return conflicts;
    }

    public long unresolved() {
        return unresolved;
    }
}
