package dev.sennit.query.execution;

import dev.sennit.query.value.GroupKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Takes all rows and makes one per group, in the order in which the groups appeared. */
final class AggregateRows implements Rows {
    private final Rows input;
    private final List<Column> keys;
    private final List<Aggregated> aggregates;
    private final @Nullable Object[] blank;
    private final MemoryBudget memory;
    private final int rowsSlot;

    @Nullable
    private Iterator<Group> groups;

    /** A grouping key: what to evaluate, and where it goes. */
    record Column(Evaluator evaluator, int slot) {}

    /**
     * An aggregate: what to evaluate per row, where the result goes, and what accumulates it, given the parameter's value
     * in the first row of the group.
     */
    record Aggregated(
            Evaluator argument, int slot, Evaluator parameter, Function<@Nullable Object, Accumulator> accumulator) {}

    private static final class Group {
        private final @Nullable Object[] keys;
        private final List<Accumulator> accumulators;

        Group(@Nullable Object[] keys, List<Accumulator> accumulators) {
            this.keys = keys;
            this.accumulators = accumulators;
        }
    }

    /** @param rowsSlot where a row says how many it stands for; negative if each stands for itself */
    AggregateRows(
            Rows input,
            List<Column> keys,
            List<Aggregated> aggregates,
            @Nullable Object[] blank,
            MemoryBudget memory,
            int rowsSlot) {
        this.rowsSlot = rowsSlot;
        this.input = input;
        this.keys = keys;
        this.aggregates = aggregates;
        this.blank = blank;
        this.memory = memory;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        Iterator<Group> all = groups == null ? group() : groups;
        groups = all;
        if (!all.hasNext()) {
            return null;
        }
        List<@Nullable Object[]> rows = new ArrayList<>();
        while (all.hasNext() && rows.size() < BATCH) {
            Group group = all.next();
            @Nullable Object[] row = blank.clone();
            for (int i = 0; i < keys.size(); i++) {
                row[keys.get(i).slot] = group.keys[i];
            }
            for (int i = 0; i < aggregates.size(); i++) {
                row[aggregates.get(i).slot] = group.accumulators.get(i).result();
            }
            rows.add(row);
        }
        return rows;
    }

    private Iterator<Group> group() {
        Map<GroupKey, Group> found = new LinkedHashMap<>();
        if (keys.isEmpty()) {
            found.put(new GroupKey(new Object[0]), newGroup(new Object[0], blank));
        }
        for (List<@Nullable Object[]> rows = input.next(); rows != null; rows = input.next()) {
            for (@Nullable Object[] row : rows) {
                Group group = groupOf(row, found);
                long stoodFor = rowsSlot < 0 ? 1 : (Long) Objects.requireNonNull(row[rowsSlot]);
                for (int i = 0; i < aggregates.size(); i++) {
                    group.accumulators.get(i).add(aggregates.get(i).argument.evaluate(row), stoodFor);
                }
            }
        }
        return found.values().iterator();
    }

    private Group groupOf(@Nullable Object[] row, Map<GroupKey, Group> found) {
        @Nullable Object[] values = new Object[keys.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = keys.get(i).evaluator.evaluate(row);
        }
        GroupKey key = new GroupKey(values);
        Group known = found.get(key);
        if (known != null) {
            return known;
        }
        memory.reserve(2 * key.estimatedBytes() + 64L * aggregates.size());
        Group group = newGroup(values, row);
        found.put(key, group);
        return group;
    }

    private Group newGroup(@Nullable Object[] values, @Nullable Object[] row) {
        return new Group(
                values,
                aggregates.stream()
                        .map(a -> a.accumulator.apply(a.parameter.evaluate(row)))
                        .toList());
    }

    @Override
    public void close() {
        input.close();
    }
}
