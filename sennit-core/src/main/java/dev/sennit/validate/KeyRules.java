package dev.sennit.validate;

import dev.sennit.model.Rule;
import java.util.List;

/** Who has a key, and who has a UNIQUE tuple: one pass over the keys, one over the tuples. */
final class KeyRules {
    private final List<TypeDelta> types;
    private final HashSpill keys;
    private final HashSpill uniques;
    private final SpillSettings settings;

    KeyRules(List<TypeDelta> types, HashSpill keys, HashSpill uniques, SpillSettings settings) {
        this.types = types;
        this.keys = keys;
        this.uniques = uniques;
        this.settings = settings;
    }

    void apply(ProblemLog problems) {
        if (keys.isEmpty() && uniques.isEmpty()) {
            return;
        }
        try (HashSpill tuples = DeltaHashes.spill(settings, "tuples", 3)) {
            for (int p = 0; p < keys.partitions(); p++) {
                long[][] k = keys.load(p);
                int from = 0;
                while (from < k[0].length) {
                    int to = KeyGroup.end(k, from);
                    applyKey(k, from, to, problems);
                    from = to;
                }
                if (!uniques.isEmpty()) {
                    collectTuples(k, uniques.load(p), tuples);
                }
            }
            if (!tuples.isEmpty()) {
                for (int p = 0; p < tuples.partitions(); p++) {
                    applyUniques(tuples.load(p), problems);
                }
            }
        }
    }

    private void applyKey(long[][] k, int from, int to, ProblemLog problems) {
        int type = RowTag.type(k[2][from]);
        TypeDelta delta = types.get(type);
        boolean inBase = false;
        boolean deleted = false;
        long baseEndpoints = 0;
        long first = -1;
        for (int i = from; i < to; i++) {
            long ordinal = RowTag.ordinal(k[2][i]);
            switch (RowTag.origin(k[2][i])) {
                case RowTag.BASE -> {
                    inBase = true;
                    baseEndpoints = k[4][i];
                }
                case RowTag.DELETED -> deleted = true;
                case RowTag.DELTA -> {
                    if (delta.rejected.contains(ordinal)) {
                        continue;
                    }
                    if (first >= 0) {
                        problems.reject(type, ordinal, Rule.KEY, 0, first);
                    } else if (inBase
                            && !deleted
                            && delta.mode == DeltaMode.INSERT
                            && !delta.updates.contains(ordinal)) {
                        problems.reject(type, ordinal, Rule.KEY, 0, Problem.IN_BASE);
                    } else if (inBase && !deleted && baseEndpoints != k[4][i]) {
                        problems.reject(type, ordinal, Rule.KEY_IMMUTABLE, 0, Problem.IN_BASE);
                    } else {
                        first = ordinal;
                        if (inBase && !deleted) {
                            delta.replacing.addLong(ordinal);
                        }
                    }
                }
                default -> {
                    // rejected before: has no key
                }
            }
        }
    }

    /** Passes on the tuples of rows that stay: of the delta those not rejected, of the base those not replaced. */
    private void collectTuples(long[][] k, long[][] u, HashSpill tuples) {
        long[] record = new long[3];
        int group = 0;
        for (int i = 0; i < u[0].length; i++) {
            long tag = u[2][i];
            if (RowTag.origin(tag) == RowTag.DELTA) {
                if (types.get(RowTag.type(tag)).rejected.contains(RowTag.ordinal(tag))) {
                    continue;
                }
            } else {
                group = KeyGroup.seek(k, group, u[0][i], u[1][i]);
                if (isGone(k, group, u[0][i], u[1][i])) {
                    continue;
                }
            }
            record[0] = u[3][i];
            record[1] = u[4][i];
            record[2] = tag;
            tuples.add(tuples.partitionOf(record[0]), record);
        }
    }

    /** Whether the base row of that key is deleted or replaced. */
    private boolean isGone(long[][] k, int group, long high, long low) {
        for (int i = group; i < k[0].length && k[0][i] == high && k[1][i] == low; i++) {
            long tag = k[2][i];
            int origin = RowTag.origin(tag);
            if (origin == RowTag.DELETED
                    || origin == RowTag.DELTA
                            && !types.get(RowTag.type(tag)).rejected.contains(RowTag.ordinal(tag))) {
                return true;
            }
        }
        return false;
    }

    private static void applyUniques(long[][] t, ProblemLog problems) {
        int from = 0;
        while (from < t[0].length) {
            int to = KeyGroup.end(t, from);
            // base rows sort before rows of the delta, and these by ordinal
            boolean taken = RowTag.origin(t[2][from]) == RowTag.BASE;
            long holder = taken ? Problem.IN_BASE : RowTag.ordinal(t[2][from]);
            for (int i = from + 1; i < to; i++) {
                long tag = t[2][i];
                if (RowTag.origin(tag) == RowTag.DELTA) {
                    problems.reject(RowTag.type(tag), RowTag.ordinal(tag), Rule.UNIQUE, RowTag.constraint(tag), holder);
                }
            }
            from = to;
        }
    }
}
