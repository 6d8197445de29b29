package dev.sennit.schema.inference;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An edge type that is being proposed: the rows of one group whose ends are of one pair of node types. */
final class EdgeCandidate {
    private final EdgeGroup group;
    private final String source;
    private final String destination;
    private final TypeProfile profile;
    private final EdgeKeyFinder keys;
    private final InferenceOptions options;
    private long dangling;
    private boolean begun;

    EdgeCandidate(
            EdgeGroup group,
            String source,
            String destination,
            InferenceOptions options,
            DistinctValues.Budget budget) {
        this.group = group;
        this.source = source;
        this.destination = destination;
        this.options = options;
        this.profile = new TypeProfile(group.label(), options);
        this.keys = new EdgeKeyFinder(budget);
    }

    /**
     * A row.
     *
     * @param isDangling whether it names a node that no file has
     */
    void add(RawRecord row, long pair, boolean isDangling, boolean isFirstPass) {
        if (isFirstPass) {
            begun = true;
            dangling += isDangling ? 1 : 0;
            profile.add(row, group.endColumns(), null);
            keys.add(pair, Map.of());
            return;
        }
        Map<String, Long> hashes = new LinkedHashMap<>();
        row.values().forEach((column, value) -> {
            if (!TypeProfile.isNull(value, options)) {
                hashes.put(column, ValueHash.of(TypeProfile.text(value)));
            }
        });
        keys.add(pair, hashes);
    }

    /** Ends a pass; answers whether another is wanted. */
    boolean endPass() {
        return begun && keys.endPass(profile.keyColumns());
    }

    EdgeGroup group() {
        return group;
    }

    String source() {
        return source;
    }

    String destination() {
        return destination;
    }

    TypeProfile profile() {
        return profile;
    }

    EdgeKeyFinder keys() {
        return keys;
    }

    long dangling() {
        return dangling;
    }

    /** What tells its candidates apart from others. */
    List<String> identity() {
        return List.of(group.label(), source, destination);
    }
}
