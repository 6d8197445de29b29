package dev.sennit.schema.inference;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Remembers the 64-bit hashes of values to tell whether all are distinct. Equal values have equal hashes, so what is
 * said to be unique is unique; two different values with one hash (one pair in some 10^19) merely cost a proposal.
 */
final class DistinctValues {
    /** How many hashes may be remembered over all columns. When they run out, the least likely key is given up. */
    static final class Budget {
        private long left;
        private final List<DistinctValues> live = new ArrayList<>();

        Budget(long values) {
            this.left = values;
        }

        /**
         * Begins to watch a column.
         *
         * @param rank how likely it is a key; low is likely
         */
        DistinctValues watch(int rank) {
            return watch(rank, false);
        }

        /** Begins to watch ids that edges refer to: they are remembered even if some repeat. */
        DistinctValues watchReferences() {
            return watch(-1, true);
        }

        private DistinctValues watch(int rank, boolean keepsRepeated) {
            DistinctValues values = new DistinctValues(this, rank, keepsRepeated);
            live.add(values);
            return values;
        }

        private void take() {
            left--;
            while (left < 0 && !live.isEmpty()) {
                live.stream()
                        .max(Comparator.comparingInt((DistinctValues v) -> v.rank)
                                .thenComparingInt(v -> v.hashes.size()))
                        .ifPresent(DistinctValues::giveUp);
            }
        }
    }

    private final Budget budget;
    private final int rank;
    private final boolean keepsRepeated;
    private final LongOpenHashSet hashes = new LongOpenHashSet();
    private boolean repeats;
    private boolean givenUp;

    private DistinctValues(Budget budget, int rank, boolean keepsRepeated) {
        this.budget = budget;
        this.rank = rank;
        this.keepsRepeated = keepsRepeated;
    }

    void add(long hash) {
        if (givenUp || repeats && !keepsRepeated) {
            return;
        }
        if (hashes.add(hash)) {
            budget.take();
            return;
        }
        repeats = true;
        if (!keepsRepeated) {
            release();
        }
    }

    /** Whether all values so far were distinct, and all were remembered. */
    boolean isUnique() {
        return !repeats && !givenUp;
    }

    /** Whether there were too many values to tell. */
    boolean isGivenUp() {
        return givenUp;
    }

    /** Whether a value was among those seen; false once uniqueness is lost and what was seen forgotten. */
    boolean contains(long hash) {
        return hashes.contains(hash);
    }

    /** Stops watching: the column cannot be a key for another reason. */
    void drop() {
        repeats = true;
        release();
    }

    private void giveUp() {
        givenUp = true;
        release();
    }

    private void release() {
        budget.left += hashes.size();
        hashes.clear();
        hashes.trim();
        budget.live.remove(this);
    }
}
