package dev.sennit.merge;

import dev.sennit.model.ElementId;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The conflicts of a merge, each once, in the order they were met. Not thread-safe. */
public final class ConflictList {
    /** So many conflicts a merge may have: all of them are told, so all of them are kept in memory. */
    static final int MAX_CONFLICTS = 200_000;

    private static final String ALL = "";

    private final ConflictResolver resolver;
    private final List<ResolvedConflict> conflicts = new ArrayList<>();
    private final Map<String, Optional<MergeSide>> known = new HashMap<>();
    private final Map<String, MergeSide> vain = new LinkedHashMap<>();

    /** What is open of each element: some properties, or {@link #ALL} of it. */
    private final Map<String, Set<String>> open = new HashMap<>();

    private final Map<String, Integer> places = new HashMap<>();
    private final Map<String, List<MergeConflict>> ofElements = new HashMap<>();
    private final Map<String, Whole> wholes = new HashMap<>();
    private long unresolved;
    private boolean postponed;

    /**
     * Why an element is taken from one side as a whole.
     *
     * @param conflict the conflict that decided it
     * @param firm whether a resolution did, and not the strategy alone
     */
    private record Whole(MergeSide side, MergeConflict conflict, boolean firm) {}

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
        places.put(conflict.id(), conflicts.size());
        conflicts.add(new ResolvedConflict(conflict, side));
        switch (conflict) {
            case MergeConflict.DivergentInsert insert -> note(insert);
            case MergeConflict.DivergentProperty property -> note(property);
            case MergeConflict.DeleteUpdate update -> note(update);
            default -> {
                // is about elements that a rule is broken by
            }
        }
        known.put(conflict.id(), side);
        if (side.isEmpty()) {
            unresolved++;
            switch (conflict) {
                case MergeConflict.DivergentInsert insert -> open(insert.subject(), ALL);
                case MergeConflict.DivergentProperty property -> open(property.subject(), property.property());
                case MergeConflict.DeleteUpdate update -> open(update.subject(), ALL);
                default -> {
                    // says nothing about what an element is
                }
            }
        }
        return side;
    }

    private void open(String element, String property) {
        open.computeIfAbsent(element, ignored -> new HashSet<>()).add(property);
    }

    /** Whether it is open what a property of an element is to be. */
    public boolean isOpen(ElementId element, String property) {
        Set<String> parts = open.getOrDefault(element.toString(), Set.of());
        return parts.contains(ALL) || parts.contains(property);
    }

    /** Takes note that a rule was not judged, since it hinges on what is open. */
    public void postpone() {
        postponed = true;
    }

    /** Whether there may be more once what is open is resolved. */
    public boolean mayBeMore() {
        return postponed;
    }

    /**
     * Whether it is open what one of the elements is to be. Whether they break a rule is open then, too: it would depend on
     * the side the merge is looked at from.
     */
    public boolean isOpen(Collection<ElementId> elements) {
        return !open.isEmpty() && elements.stream().anyMatch(element -> open.containsKey(element.toString()));
    }

    /** Whether a conflict was met, by its {@link MergeConflict#id}. */
    public boolean has(String conflict) {
        return known.containsKey(conflict);
    }

    /** Whether it is open what some element is to be. */
    public boolean hasOpenElements() {
        return !open.isEmpty();
    }

    /** Whether any conflict may have a resolution of its own. */
    public boolean hasResolutions() {
        return resolver.hasResolutions();
    }

    /** Whether a conflict has a resolution of its own. */
    public boolean isExplicit(MergeConflict conflict) {
        return resolver.isExplicit(conflict);
    }

    /** Says that a conflict is not resolved after all: what was decided for it leads to others. */
    public void reopen(MergeConflict conflict) {
        Optional<MergeSide> tried = known.getOrDefault(conflict.id(), Optional.empty());
        if (tried.isPresent()) {
            vain.put(conflict.id(), tried.get());
            decide(conflict, Optional.empty());
            unresolved++;
        }
    }

    private void note(MergeConflict conflict) {
        ofElements
                .computeIfAbsent(conflict.subject(), ignored -> new ArrayList<>(1))
                .add(conflict);
    }

    /** What is told of a conflict is what is written. */
    private void decide(MergeConflict conflict, Optional<MergeSide> side) {
        known.put(conflict.id(), side);
        int place = Objects.requireNonNull(places.get(conflict.id()), conflict.id());
        conflicts.set(place, new ResolvedConflict(conflicts.get(place).conflict(), side));
    }

    /**
     * Meets a conflict that takes elements as a whole from the side that wins it. What a resolution says of one of them,
     * as a whole or in part, wins over the strategy, for all of them; and every conflict of these elements is told as it
     * comes out then.
     *
     * @return the side that all of them are taken from; empty if that is open, also because resolutions disagree
     * @throws InvalidArgumentException if the conflict's own resolution contradicts that of another
     */
    public Optional<MergeSide> meetOfWhole(MergeConflict conflict, Collection<ElementId> elements) {
        Optional<MergeSide> side = meet(conflict);
        if (side.isEmpty()) {
            return side;
        }
        List<Whole> others = elements.stream()
                .flatMap(element -> decisions(element.toString()))
                .filter(other -> !other.conflict().id().equals(conflict.id()))
                .toList();
        if (resolver.isExplicit(conflict)) {
            others.stream()
                    .filter(other -> other.side() != side.get())
                    .findFirst()
                    .ifPresent(other -> refuse(conflict, other.conflict()));
            takeWhole(conflict, elements, side.get(), true);
            return side;
        }
        Optional<MergeSide> firm =
                others.stream().filter(Whole::firm).map(Whole::side).findFirst();
        MergeSide winner = firm.orElse(side.get());
        if (others.stream().anyMatch(other -> other.side() != winner)) {
            decide(conflict, Optional.empty());
            unresolved++;
            return Optional.empty();
        }
        if (winner != side.get()) {
            decide(conflict, firm);
        }
        takeWhole(conflict, elements, winner, firm.isPresent());
        return Optional.of(winner);
    }

    /** What decides about an element already: as a whole, or by a resolution of one of its conflicts. */
    private Stream<Whole> decisions(String element) {
        return Stream.concat(
                Stream.ofNullable(wholes.get(element)),
                ofElements.getOrDefault(element, List.of()).stream()
                        .filter(resolver::isExplicit)
                        .flatMap(part -> known.getOrDefault(part.id(), Optional.empty()).stream()
                                .map(side -> new Whole(side, part, true))));
    }

    private void takeWhole(MergeConflict conflict, Collection<ElementId> elements, MergeSide side, boolean firm) {
        for (ElementId element : elements) {
            wholes.putIfAbsent(element.toString(), new Whole(side, conflict, firm));
            for (MergeConflict part : ofElements.getOrDefault(element.toString(), List.of())) {
                if (known.getOrDefault(part.id(), Optional.empty()).isEmpty()) {
                    unresolved--;
                }
                decide(part, Optional.of(side));
            }
            open.remove(element.toString());
        }
    }

    private static void refuse(MergeConflict conflict, MergeConflict other) {
        throw new InvalidArgumentException(
                ErrorText.of("'" + conflict.id() + "' and '" + other.id() + "' cannot be resolved for different sides")
                        .cause("an element that both are about is taken from one side as a whole")
                        .remedy("resolve both for the same side"));
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
