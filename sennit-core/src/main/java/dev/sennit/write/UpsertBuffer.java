package dev.sennit.write;

import dev.sennit.schema.ElementType;
import dev.sennit.schema.Property;
import dev.sennit.validate.BaseState;
import dev.sennit.validate.RowValidator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rows of an upsert, collected so that their base rows are looked up together: one by one the look-ups would cost more
 * than everything else. Not thread-safe.
 */
final class UpsertBuffer {
    private static final int ROWS = 1 << 15;

    private final ElementType type;
    private final BaseState base;
    private final List<PendingRow> rows = new ArrayList<>();

    UpsertBuffer(ElementType type, BaseState base) {
        this.type = type;
        this.base = base;
    }

    /** Takes what came of a row. */
    interface Merged {
        /** @param change what the row does to the base */
        void accept(PendingRow row, @Nullable Object[] values, Change change);
    }

    /** What a row does to the base. */
    enum Change {
        INSERT,
        UPDATE,
        NONE
    }

    /** Adds a row; returns whether the buffer is full. */
    boolean add(PendingRow row) {
        rows.add(row);
        return rows.size() >= ROWS;
    }

    /** Hands over all rows, in the order they were added, and empties the buffer. */
    void drain(Merged merged) {
        if (rows.isEmpty()) {
            return;
        }
        Map<String, @Nullable Object[]> found = new HashMap<>();
        List<String> ids =
                rows.stream().map(row -> Objects.requireNonNull(row.id())).toList();
        List<String> properties = type.properties().stream().map(Property::name).toList();
        base.find(type, ids, properties, (address, id, source, destination, values) -> found.put(id, values.clone()));
        for (PendingRow row : rows) {
            @Nullable Object[] old = found.get(row.id());
            if (old == null) {
                merged.accept(row, row.valuesOfNew(), Change.INSERT);
                continue;
            }
            @Nullable Object[] next = row.values().clone();
            boolean changed = false;
            for (int i = 0; i < next.length; i++) {
                if (next[i] == RowValidator.UNTOUCHED) {
                    next[i] = old[i];
                } else if (!StoredValues.same(next[i], old[i])) {
                    changed = true;
                }
            }
            merged.accept(row, next, changed ? Change.UPDATE : Change.NONE);
        }
        rows.clear();
    }
}
