package dev.sennit.write;

import dev.sennit.manifest.CommitRecord;
import dev.sennit.model.MergeResult.TypeCounts;
import dev.sennit.model.ResolvedConflict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a merge of states did, as its commit tells it.
 *
 * @param counts of the types that were looked at
 * @param conflicts with their resolutions; not known of a commit that was made before
 */
public record MergeSummary(List<TypeCounts> counts, List<ResolvedConflict> conflicts) {
    static final MergeSummary NOTHING = new MergeSummary(List.of(), List.of());

    static MergeSummary of(MergePlan plan) {
        return new MergeSummary(plan.counts(), plan.conflicts());
    }

    /** What an earlier commit says. */
    static MergeSummary of(CommitRecord commit) {
        List<TypeCounts> counts = new ArrayList<>();
        for (String type : commit.tablesTouched()) {
            Map<String, Long> numbers = commit.result();
            if (numbers.containsKey(type + ".inserted")) {
                counts.add(new TypeCounts(
                        type,
                        numbers.getOrDefault(type + ".inserted", 0L),
                        numbers.getOrDefault(type + ".updated", 0L),
                        numbers.getOrDefault(type + ".deleted", 0L)));
            }
        }
        return new MergeSummary(counts, List.of());
    }

    /** The numbers a commit keeps. */
    Map<String, Long> numbers() {
        Map<String, Long> numbers = new LinkedHashMap<>();
        for (TypeCounts type : counts) {
            numbers.put(type.type() + ".inserted", type.inserted());
            numbers.put(type.type() + ".updated", type.updated());
            numbers.put(type.type() + ".deleted", type.deleted());
        }
        return numbers;
    }
}
