package dev.sennit.query.execution;

import dev.sennit.query.value.MemorySize;
import dev.sennit.query.value.ValueOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Puts all rows in order; if only the first are needed, keeps no more than those. */
final class SortRows implements Rows {
    private final Rows input;
    private final List<Evaluator> keys;
    private final Comparator<Keyed> order;
    private final long needed;
    private final MemoryBudget memory;

    @Nullable
    private List<Keyed> sorted;

    private int position;

    private record Keyed(@Nullable Object[] keys, @Nullable Object[] row) {}

    /** @param needed how many rows from the front, at least 0 */
    SortRows(Rows input, List<Evaluator> keys, boolean[] descending, long needed, MemoryBudget memory) {
        this.input = input;
        this.keys = keys;
        this.needed = needed;
        this.memory = memory;
        this.order = (left, right) -> {
            for (int i = 0; i < descending.length; i++) {
                int compared = ValueOrder.ASCENDING.compare(left.keys[i], right.keys[i]);
                if (compared != 0) {
                    return descending[i] ? -Integer.signum(compared) : compared;
                }
            }
            return 0;
        };
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        List<Keyed> all = sorted == null ? sort() : sorted;
        sorted = all;
        if (position >= all.size()) {
            return null;
        }
        List<@Nullable Object[]> rows = new ArrayList<>(Math.min(BATCH, all.size() - position));
        while (position < all.size() && rows.size() < BATCH) {
            rows.add(all.get(position++).row);
        }
        return rows;
    }

    private List<Keyed> sort() {
        if (needed == 0) {
            return List.of();
        }
        List<Keyed> all = needed < Integer.MAX_VALUE / 2 ? first((int) needed) : everything();
        all.sort(order);
        return all;
    }

    private List<Keyed> everything() {
        List<Keyed> all = new ArrayList<>();
        for (List<@Nullable Object[]> rows = input.next(); rows != null; rows = input.next()) {
            for (@Nullable Object[] row : rows) {
                Keyed keyed = keyed(row);
                memory.reserve(bytes(keyed));
                all.add(keyed);
            }
        }
        return all;
    }

    private List<Keyed> first(int count) {
        PriorityQueue<Keyed> kept = new PriorityQueue<>(order.reversed());
        for (List<@Nullable Object[]> rows = input.next(); rows != null; rows = input.next()) {
            for (@Nullable Object[] row : rows) {
                Keyed keyed = keyed(row);
                Keyed last = kept.size() < count ? null : kept.peek();
                if (last == null || order.compare(keyed, last) < 0) {
                    if (last != null) {
                        kept.poll();
                        memory.release(bytes(last));
                    }
                    memory.reserve(bytes(keyed));
                    kept.add(keyed);
                }
            }
        }
        return new ArrayList<>(kept);
    }

    private Keyed keyed(@Nullable Object[] row) {
        @Nullable Object[] values = new Object[keys.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = keys.get(i).evaluate(row);
        }
        return new Keyed(values, row);
    }

    private static long bytes(Keyed keyed) {
        return MemorySize.ofAll(keyed.row) + 16L + 8L * keyed.keys.length;
    }

    @Override
    public void close() {
        input.close();
    }
}
