package dev.sennit.query.execution;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.Variable;
import dev.sennit.query.plan.Operator;
import dev.sennit.query.value.Equality;
import dev.sennit.query.value.GroupKey;
import dev.sennit.query.value.MemorySize;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Each row of the left, in their order, with the rows of the right that are equal to it in the keys. The right side is
 * kept by its keys: if it can be asked for certain values, only what equals some of many rows of the left, and otherwise
 * all of it, read once.
 */
final class JoinRows implements Rows {
    /** The right side is asked for the values of so many rows of the left at once. */
    private static final int PROBED = 8 * BATCH;

    /** A right side that scans no more rows than this is read whole rather than asked twice. */
    private static final long SMALL = 1_000_000;

    private final Rows left;
    private final Right right;
    private final List<Evaluator> leftKeys;
    private final List<Evaluator> rightKeys;
    private final int[] rightSlots;
    private final List<Operator.EdgePair> distinctEdges;
    private final Optional<Operator.Probe> probe;
    private final MemoryBudget memory;
    private final Cancellation cancellation;

    /** The right rows by their keys, and whether those are all there are. */
    private final Map<GroupKey, List<Kept>> kept = new HashMap<>();

    private boolean whole;
    private boolean probed;
    private long keptBytes;

    private List<@Nullable Object[]> batch = List.of();
    private long batchBytes;
    private int leftIndex;
    private @Nullable Object[] leftValues = new Object[0];
    private List<Kept> candidates = List.of();
    private int candidate;
    private boolean ended;

    /** A row of the right and the values of its keys. */
    private record Kept(@Nullable Object[] row, @Nullable Object[] values) {}

    /** The right side, which can be started several times. */
    interface Right {
        /** @param values if not all rows are wanted, those of the key that it is probed by */
        Rows start(Optional<Set<Object>> values);

        /** How many rows it scans when it is not probed. */
        long scannedRows();
    }

    JoinRows(
            Rows left,
            Right right,
            Operator.HashJoin join,
            Function<List<BoundExpression>, List<Evaluator>> expressions,
            MemoryBudget memory,
            Cancellation cancellation) {
        this.left = left;
        this.right = right;
        this.leftKeys = expressions.apply(
                join.keys().stream().map(Operator.JoinKey::left).toList());
        this.rightKeys = expressions.apply(
                join.keys().stream().map(Operator.JoinKey::right).toList());
        this.rightSlots = join.rightVariables().stream().mapToInt(Variable::id).toArray();
        this.distinctEdges = join.distinctEdges();
        this.probe = join.probe();
        this.memory = memory;
        this.cancellation = cancellation;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        while (rows.size() < BATCH) {
            cancellation.check();
            if (candidate < candidates.size()) {
                join(batch.get(leftIndex - 1), candidates.get(candidate++), rows);
            } else if (leftIndex < batch.size()) {
                look(batch.get(leftIndex++));
            } else if (!rows.isEmpty()) {
                return rows;
            } else if (!begin()) {
                return null;
            }
        }
        return rows;
    }

    /** Takes more rows of the left, and keeps what they may be joined with. */
    private boolean begin() {
        if (ended) {
            return false;
        }
        memory.release(batchBytes);
        batchBytes = 0;
        batch = take(probe.isPresent() && !whole ? PROBED : 1);
        leftIndex = 0;
        candidates = List.of();
        candidate = 0;
        if (batch.isEmpty()) {
            ended = true;
            return false;
        }
        if (!whole) {
            if (probe.isPresent() && (!probed || right.scannedRows() > SMALL)) {
                probed = true;
                keep(right.start(Optional.of(values(probe.get()))));
            } else {
                whole = true;
                keep(right.start(Optional.empty()));
            }
        }
        if (whole && kept.isEmpty()) {
            ended = true;
            return false;
        }
        return true;
    }

    /** At least so many rows of the left, if there are. */
    private List<@Nullable Object[]> take(int atLeast) {
        List<@Nullable Object[]> taken = new ArrayList<>();
        while (taken.size() < atLeast) {
            List<@Nullable Object[]> following = left.next();
            if (following == null) {
                break;
            }
            if (atLeast > 1) {
                for (@Nullable Object[] row : following) {
                    long bytes = MemorySize.ofAll(row);
                    memory.reserve(bytes);
                    batchBytes += bytes;
                }
            }
            taken.addAll(following);
        }
        return taken;
    }

    private Set<Object> values(Operator.Probe wanted) {
        Set<Object> values = new LinkedHashSet<>();
        Evaluator key = leftKeys.get(wanted.key());
        for (@Nullable Object[] row : batch) {
            Object value = key.evaluate(row);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    private void keep(Rows from) {
        memory.release(keptBytes);
        keptBytes = 0;
        kept.clear();
        try (from) {
            for (List<@Nullable Object[]> rows = from.next(); rows != null; rows = from.next()) {
                cancellation.check();
                for (@Nullable Object[] row : rows) {
                    @Nullable Object[] values = values(row, rightKeys);
                    if (hasAll(values)) {
                        GroupKey key = new GroupKey(values);
                        long bytes = MemorySize.ofAll(row) + key.estimatedBytes() + 64;
                        memory.reserve(bytes);
                        keptBytes += bytes;
                        kept.computeIfAbsent(key, k -> new ArrayList<>(1)).add(new Kept(row, values));
                    }
                }
            }
        }
    }

    private void look(@Nullable Object[] row) {
        leftValues = values(row, leftKeys);
        candidates = hasAll(leftValues)
                ? Objects.requireNonNullElse(kept.get(new GroupKey(leftValues)), List.of())
                : List.of();
        candidate = 0;
    }

    private static @Nullable Object[] values(@Nullable Object[] row, List<Evaluator> keys) {
        @Nullable Object[] values = new Object[keys.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = keys.get(i).evaluate(row);
        }
        return values;
    }

    /** Null equals nothing. */
    private static boolean hasAll(@Nullable Object[] values) {
        for (Object value : values) {
            if (value == null) {
                return false;
            }
        }
        return true;
    }

    private void join(@Nullable Object[] row, Kept match, List<@Nullable Object[]> rows) {
        // What groups together need not be equal: NaN, and lists that hold a null.
        for (int i = 0; i < leftValues.length; i++) {
            if (!Boolean.TRUE.equals(Equality.test(leftValues[i], match.values[i]))) {
                return;
            }
        }
        for (Operator.EdgePair pair : distinctEdges) {
            if (TakenEdges.shared(row[pair.left().id()], match.row[pair.right().id()])) {
                return;
            }
        }
        @Nullable Object[] joined = row.clone();
        for (int slot : rightSlots) {
            joined[slot] = match.row[slot];
        }
        rows.add(joined);
    }

    @Override
    public void close() {
        left.close();
    }
}
