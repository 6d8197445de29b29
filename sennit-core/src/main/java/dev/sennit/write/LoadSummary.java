package dev.sennit.write;

import dev.sennit.model.LoadResult.TypeCounts;
import dev.sennit.model.Violation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a load found and did.
 *
 * @param unassigned rows rejected before their type was known
 * @param violations the first violations
 */
public record LoadSummary(List<TypeCounts> types, long unassigned, List<Violation> violations) {
    private static final String UNASSIGNED = "unassigned.rejected";

    public LoadSummary {
        types = List.copyOf(types);
        violations = List.copyOf(violations);
    }

    /** The numbers as a commit keeps them. */
    Map<String, Long> numbers() {
        Map<String, Long> numbers = new LinkedHashMap<>();
        for (TypeCounts type : types) {
            numbers.put(type.type() + ".read", type.read());
            numbers.put(type.type() + ".inserted", type.inserted());
            numbers.put(type.type() + ".updated", type.updated());
            numbers.put(type.type() + ".unchanged", type.unchanged());
            numbers.put(type.type() + ".rejected", type.rejected());
            numbers.put(type.type() + ".deleted", type.deleted());
        }
        if (unassigned > 0) {
            numbers.put(UNASSIGNED, unassigned);
        }
        return numbers;
    }

    /** The summary a commit keeps; violations are not kept. */
    static LoadSummary of(Map<String, Long> numbers) {
        List<TypeCounts> types = numbers.keySet().stream()
                .filter(name -> name.endsWith(".read"))
                .map(name -> name.substring(0, name.length() - ".read".length()))
                .map(type -> new TypeCounts(
                        type,
                        numbers.getOrDefault(type + ".read", 0L),
                        numbers.getOrDefault(type + ".inserted", 0L),
                        numbers.getOrDefault(type + ".updated", 0L),
                        numbers.getOrDefault(type + ".unchanged", 0L),
                        numbers.getOrDefault(type + ".rejected", 0L),
                        numbers.getOrDefault(type + ".deleted", 0L)))
                .toList();
        return new LoadSummary(types, numbers.getOrDefault(UNASSIGNED, 0L), List.of());
    }
}
