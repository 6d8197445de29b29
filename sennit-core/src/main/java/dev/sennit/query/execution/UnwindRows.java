package dev.sennit.query.execution;

import dev.sennit.query.value.Sequences;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One row per element of a list; a value that is no list counts as a list of one, null as an empty one. */
final class UnwindRows implements Rows {
    private final Rows input;
    private final Evaluator list;
    private final int slot;
    private final Cancellation cancellation;
    private Iterator<@Nullable Object[]> batch = Collections.emptyIterator();
    private Iterator<@Nullable Object> elements = Collections.emptyIterator();
    private @Nullable Object[] row = new Object[0];

    UnwindRows(Rows input, Evaluator list, int slot, Cancellation cancellation) {
        this.input = input;
        this.list = list;
        this.slot = slot;
        this.cancellation = cancellation;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        cancellation.check();
        List<@Nullable Object[]> rows = new ArrayList<>();
        while (rows.size() < BATCH) {
            if (elements.hasNext()) {
                @Nullable Object[] unwound = row.clone();
                unwound[slot] = elements.next();
                rows.add(unwound);
            } else if (batch.hasNext()) {
                row = batch.next();
                elements = iterator(list.evaluate(row));
            } else if (!rows.isEmpty()) {
                return rows;
            } else {
                List<@Nullable Object[]> following = input.next();
                if (following == null) {
                    return null;
                }
                batch = following.iterator();
            }
        }
        return rows;
    }

    private static Iterator<@Nullable Object> iterator(@Nullable Object value) {
        if (value == null) {
            return Collections.emptyIterator();
        }
        return Sequences.isSequence(value)
                ? Sequences.elements(value).iterator()
                : Collections.<@Nullable Object>singletonList(value).iterator();
    }

    @Override
    public void close() {
        input.close();
    }
}
