package dev.sennit.schema.inference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks for the fewest properties that, with source and destination, tell all edges of a type apart: none in the first
 * pass over the edges, then all single properties, then all pairs, then all triples, until some set does.
 */
final class EdgeKeyFinder {
    private static final int MAX_SETS = 64;
    private static final int MAX_PROPERTIES = 3;

    /** Behind the keys of nodes. */
    private static final int RANK = 50;

    private final DistinctValues.Budget budget;
    private final Map<List<String>, DistinctValues> sets = new LinkedHashMap<>();
    private int size;

    EdgeKeyFinder(DistinctValues.Budget budget) {
        this.budget = budget;
        sets.put(List.of(), budget.watch(RANK));
    }

    /**
     * An edge.
     *
     * @param pair the hash of source and destination
     * @param hashes the hash of each property's value
     */
    void add(long pair, Map<String, Long> hashes) {
        sets.forEach((properties, values) -> {
            long hash = pair;
            for (String property : properties) {
                hash = ValueHash.combine(hash, hashes.getOrDefault(property, 0L));
            }
            values.add(hash);
        });
    }

    /**
     * Ends a pass over the edges.
     *
     * @param candidates the properties that may be part of a key: never null, of a key type
     * @return whether another pass is wanted
     */
    boolean endPass(List<String> candidates) {
        if (key().isPresent() || isGivenUp() || size == MAX_PROPERTIES || size >= candidates.size()) {
            return false;
        }
        size++;
        sets.clear();
        subsets(candidates, size).stream().limit(MAX_SETS).forEach(set -> sets.put(set, budget.watch(RANK + size)));
        return true;
    }

    private static List<List<String>> subsets(List<String> of, int size) {
        if (size == 0) {
            return List.of(List.of());
        }
        List<List<String>> subsets = new ArrayList<>();
        for (int i = 0; i + size <= of.size(); i++) {
            for (List<String> rest : subsets(of.subList(i + 1, of.size()), size - 1)) {
                List<String> subset = new ArrayList<>(List.of(of.get(i)));
                subset.addAll(rest);
                subsets.add(subset);
            }
        }
        return subsets;
    }

    /** The properties, possibly none, that tell all edges apart; of several sets, the first in the columns' order. */
    Optional<List<String>> key() {
        return sets.entrySet().stream()
                .filter(entry -> entry.getValue().isUnique())
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Whether there were too many edges to tell. */
    boolean isGivenUp() {
        return sets.values().stream().anyMatch(DistinctValues::isGivenUp);
    }
}
