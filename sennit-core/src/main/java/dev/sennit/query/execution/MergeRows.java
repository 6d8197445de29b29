package dev.sennit.query.execution;

import dev.sennit.query.analysis.Variable;
import dev.sennit.query.plan.MergeIdentity;
import dev.sennit.query.plan.Operator;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.GroupKey;
import dev.sennit.query.value.MemorySize;
import dev.sennit.query.value.NodeRef;
import dev.sennit.schema.ElementType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * For each row its matches, or what is created in their place; a row matches what rows before it have created. Where it
 * can be told by what is equal whether it does, the matches of all rows in the graph as it was are sought together;
 * otherwise those of each row in the graph as it is then.
 */
final class MergeRows implements EagerRows.Change {
    private final Operator.Merge operator;
    private final Function<List<@Nullable Object[]>, Rows> match;
    private final Changes changes;
    private final ExpressionCompiler expressions;
    private final ElementWriter writer;
    private final MemoryBudget memory;
    private final int[] introduced;

    /**
     * @param check before a row's matches are sought
     * @param create in their place
     * @param onMatch with each of them
     */
    record Changes(Writes.RowChange check, Writes.RowChange create, Writes.RowChange onMatch) {}

    /** @param match starts the search for matches of some rows */
    MergeRows(
            Operator.Merge operator,
            Function<List<@Nullable Object[]>, Rows> match,
            Changes changes,
            ExpressionCompiler expressions,
            ElementWriter writer,
            MemoryBudget memory) {
        this.operator = operator;
        this.match = match;
        this.changes = changes;
        this.expressions = expressions;
        this.writer = writer;
        this.memory = memory;
        this.introduced = operator.introduced().stream().mapToInt(Variable::id).toArray();
    }

    /** Finds the matches of rows, one after the other, and learns what is created where there are none. */
    private interface Matches {
        List<@Nullable Object[]> of(@Nullable Object[] row);

        void created(@Nullable Object[] row, @Nullable Object[] created);
    }

    @Override
    public List<@Nullable Object[]> apply(List<@Nullable Object[]> rows, ElementPool pool) {
        Matches matches = operator.identity().isPresent()
                ? together(rows, operator.identity().get(), pool)
                : oneByOne(rows);
        List<@Nullable Object[]> merged = new ArrayList<>();
        for (@Nullable Object[] row : rows) {
            changes.check.accept(row, pool);
            List<@Nullable Object[]> found = matches.of(row);
            if (found.isEmpty()) {
                @Nullable Object[] created = row.clone();
                changes.create.accept(created, pool);
                matches.created(row, created);
                merged.add(created);
                continue;
            }
            for (@Nullable Object[] matching : found) {
                @Nullable Object[] joined = row.clone();
                for (int slot : introduced) {
                    joined[slot] = matching[slot];
                }
                List<@Nullable Object[]> one = new ArrayList<>();
                one.add(joined);
                pool.adopt(one);
                changes.onMatch.accept(joined, pool);
                merged.add(joined);
            }
        }
        return merged;
    }

    private Matches together(List<@Nullable Object[]> rows, MergeIdentity identity, ElementPool pool) {
        Map<@Nullable Object[], List<@Nullable Object[]>> before = matches(rows);
        // While the graph is as it was when they were found.
        pool.adopt(before.values().stream().flatMap(List::stream).toList());
        if (!operator.merge().onMatch().isEmpty()) {
            announce(before.values());
        }
        List<Evaluator> values = expressions.all(identity.values());
        Map<GroupKey, List<@Nullable Object[]>> since = new HashMap<>();
        return new Matches() {
            @Override
            public List<@Nullable Object[]> of(@Nullable Object[] row) {
                List<@Nullable Object[]> found = before.get(row);
                return found != null ? found : since.getOrDefault(key(row), List.of());
            }

            @Override
            public void created(@Nullable Object[] row, @Nullable Object[] created) {
                GroupKey key = key(row);
                memory.reserve(key.estimatedBytes());
                since.put(key, List.<@Nullable Object[]>of(created));
            }

            private GroupKey key(@Nullable Object[] row) {
                List<@Nullable Object> key = new ArrayList<>();
                List<Object> ends = new ArrayList<>();
                identity.ends().forEach(end -> {
                    if (row[end.id()] instanceof NodeRef node) {
                        ends.add(node.elementId());
                    }
                });
                key.add(identity.eitherWay() ? Set.copyOf(ends) : ends);
                values.forEach(value -> key.add(value.evaluate(row)));
                return new GroupKey(key.toArray());
            }
        };
    }

    /** The matches of all rows that have any, in the graph as it is. */
    private Map<@Nullable Object[], List<@Nullable Object[]>> matches(List<@Nullable Object[]> rows) {
        Map<@Nullable Object[], List<@Nullable Object[]>> matches = new IdentityHashMap<>();
        if (rows.isEmpty()) {
            return matches;
        }
        int ordinal = operator.ordinal().id();
        List<@Nullable Object[]> numbered = new ArrayList<>(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            @Nullable Object[] row = rows.get(i).clone();
            row[ordinal] = (long) i;
            numbered.add(row);
        }
        try (Rows found = match.apply(numbered)) {
            for (List<@Nullable Object[]> batch = found.next(); batch != null; batch = found.next()) {
                for (@Nullable Object[] matching : batch) {
                    memory.reserve(MemorySize.ofAll(matching));
                    if (matching[ordinal] instanceof Long number) {
                        matches.computeIfAbsent(rows.get(number.intValue()), r -> new ArrayList<>(1))
                                .add(matching);
                    }
                }
            }
        }
        return matches;
    }

    /** What is about to be changed is looked up together. */
    private void announce(Iterable<List<@Nullable Object[]>> matches) {
        Map<ElementType, Set<String>> elements = new LinkedHashMap<>();
        for (List<@Nullable Object[]> found : matches) {
            for (@Nullable Object[] matching : found) {
                for (int slot : introduced) {
                    if (matching[slot] instanceof ElementRef element) {
                        elements.computeIfAbsent(element.type(), t -> new LinkedHashSet<>())
                                .add(element.id());
                    }
                }
            }
        }
        elements.forEach(writer::lookUp);
    }

    private Matches oneByOne(List<@Nullable Object[]> rows) {
        Predicate<@Nullable Object[]> absent = absent(rows);
        return new Matches() {
            @Override
            public List<@Nullable Object[]> of(@Nullable Object[] row) {
                if (absent.test(row)) {
                    return List.of();
                }
                List<@Nullable Object[]> one = new ArrayList<>();
                one.add(row);
                return matches(one).getOrDefault(row, List.of());
            }

            @Override
            public void created(@Nullable Object[] row, @Nullable Object[] created) {
                // The graph has it.
            }
        };
    }

    /**
     * Whether it is certain that a row has no match: there is no node of the key. All keys are looked up together, before
     * the first row; what is created since then is asked for one by one.
     */
    private Predicate<@Nullable Object[]> absent(List<@Nullable Object[]> rows) {
        if (operator.key().isEmpty()) {
            return row -> false;
        }
        Operator.SeekTable table = operator.key().get();
        List<Evaluator> key = expressions.all(table.key());
        List<String> ids = new ArrayList<>();
        rows.forEach(row -> id(table, key, row).ifPresent(ids::add));
        writer.lookUp(table.type(), ids);
        return row ->
                id(table, key, row).map(id -> !writer.exists(table.type(), id)).orElse(true);
    }

    private static Optional<String> id(Operator.SeekTable table, List<Evaluator> key, @Nullable Object[] row) {
        return table.id(key.stream().<@Nullable Object>map(e -> e.evaluate(row)).toList());
    }
}
