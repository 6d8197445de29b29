package dev.sennit.schema.inference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A node type that is being proposed. */
final class NodeCandidate {
    private final TypeProfile profile;

    @Nullable
    private DistinctValues ids;

    /** How many sampled references of edges name each column's values. */
    private final Map<String, Double> votes = new LinkedHashMap<>();

    NodeCandidate(TypeProfile profile) {
        this.profile = profile;
    }

    void add(RawRecord row, DistinctValues.Budget budget) {
        profile.add(row, Set.of(), budget);
        if (row.id() != null) {
            if (ids == null) {
                ids = budget.watchReferences();
            }
            ids.add(ValueHash.of(row.id()));
        }
    }

    TypeProfile profile() {
        return profile;
    }

    /** Whether rows have ids that only link rows. */
    boolean hasIds() {
        return ids != null;
    }

    /** Whether some row has that id. */
    boolean hasId(long hash) {
        return ids != null && ids.contains(hash);
    }

    /** Gives the memory back: these rows are no nodes. */
    void forget() {
        profile.forgetValues();
    }

    /** Whether there were too many ids to remember. */
    boolean lostIds() {
        return ids != null && ids.isGivenUp();
    }

    void vote(String column, double weight) {
        votes.merge(column, weight, Double::sum);
    }

    /** What edges could name nodes by: the ids if there are any, else each column that tells all nodes apart. */
    List<Reference> references() {
        if (ids != null) {
            return List.of(new Reference(this, Optional.empty(), ids));
        }
        List<Reference> references = new ArrayList<>();
        profile.keyColumns()
                .forEach(column -> profile.uniqueValues(column)
                        .ifPresent(values -> references.add(new Reference(this, Optional.of(column), values))));
        return references;
    }

    /** The key: the column that edges name nodes by, else the likeliest by its name. */
    Optional<String> key() {
        return votes.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .or(profile::likeliestKey);
    }

    /** Whether the key is what edges name nodes by. */
    boolean isKeyReferred() {
        return !votes.isEmpty();
    }

    /**
     * Something that edges may name nodes by.
     *
     * @param column the column; absent for ids that only link rows
     */
    record Reference(NodeCandidate node, Optional<String> column, DistinctValues values) {}
}
