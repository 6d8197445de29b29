package dev.sennit.schema.inference;

import java.util.TreeSet;
import java.util.function.LongPredicate;

/** An even sample of the distinct values of a column: those with the smallest hashes. */
final class Sample {
    private static final int SIZE = 1_000;

    private final TreeSet<Long> smallest = new TreeSet<>();

    void add(long hash) {
        if (smallest.size() < SIZE) {
            smallest.add(hash);
        } else if (hash < smallest.last() && smallest.add(hash)) {
            smallest.pollLast();
        }
    }

    boolean isEmpty() {
        return smallest.isEmpty();
    }

    /** The share of the sampled values for which the predicate holds. */
    double share(LongPredicate predicate) {
        return smallest.isEmpty()
                ? 0
                : (double) smallest.stream().filter(predicate::test).count() / smallest.size();
    }
}
