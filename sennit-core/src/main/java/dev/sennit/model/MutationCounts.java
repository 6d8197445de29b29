package dev.sennit.model;

import java.util.LinkedHashMap;
import java.util.Map;

/** How many elements a transaction or statement created, changed and deleted. Net: what it took back does not count. */
public record MutationCounts(
        long nodesCreated,
        long nodesUpdated,
        long nodesDeleted,
        long edgesCreated,
        long edgesUpdated,
        long edgesDeleted) {
    /** Nothing changed. */
    public static final MutationCounts NONE = new MutationCounts(0, 0, 0, 0, 0, 0);

    /** The counts as a commit keeps them, by name. */
    public Map<String, Long> numbers() {
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("nodesCreated", nodesCreated);
        numbers.put("nodesUpdated", nodesUpdated);
        numbers.put("nodesDeleted", nodesDeleted);
        numbers.put("edgesCreated", edgesCreated);
        numbers.put("edgesUpdated", edgesUpdated);
        numbers.put("edgesDeleted", edgesDeleted);
        return numbers;
    }

    /** The counts a commit keeps. */
    public static MutationCounts of(Map<String, Long> numbers) {
        return new MutationCounts(
                numbers.getOrDefault("nodesCreated", 0L),
                numbers.getOrDefault("nodesUpdated", 0L),
                numbers.getOrDefault("nodesDeleted", 0L),
                numbers.getOrDefault("edgesCreated", 0L),
                numbers.getOrDefault("edgesUpdated", 0L),
                numbers.getOrDefault("edgesDeleted", 0L));
    }
}
