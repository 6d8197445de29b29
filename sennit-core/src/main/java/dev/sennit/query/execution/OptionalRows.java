package dev.sennit.query.execution;

import dev.sennit.query.analysis.Variable;
import dev.sennit.query.plan.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * For each row its matches, or the row with nulls. A batch of rows goes through the inner plan together; as that keeps
 * their order, the number each row carries tells which of them came out with nothing.
 */
final class OptionalRows implements Rows {
    private final Rows input;
    private final Function<List<@Nullable Object[]>, Rows> inner;
    private final int ordinal;
    private final int[] introduced;
    private List<@Nullable Object[]> batch = List.of();
    private int pending;

    @Nullable
    private Rows open;

    /** @param inner starts the inner plan for some rows */
    OptionalRows(Rows input, Function<List<@Nullable Object[]>, Rows> inner, Operator.OptionalApply optional) {
        this.input = input;
        this.inner = inner;
        this.ordinal = optional.ordinal().id();
        this.introduced = optional.introduced().stream().mapToInt(Variable::id).toArray();
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        while (true) {
            Rows current = open;
            if (current == null) {
                List<@Nullable Object[]> following = input.next();
                if (following == null) {
                    return null;
                }
                begin(following);
                continue;
            }
            List<@Nullable Object[]> rows = new ArrayList<>();
            List<@Nullable Object[]> found = current.next();
            if (found == null) {
                close(current);
                open = null;
                missing(batch.size(), rows);
            } else {
                for (@Nullable Object[] row : found) {
                    if (row[ordinal] instanceof Long number) {
                        missing(number.intValue(), rows);
                        pending = number.intValue() + 1;
                    }
                    rows.add(row);
                }
            }
            if (!rows.isEmpty()) {
                return rows;
            }
        }
    }

    private void begin(List<@Nullable Object[]> following) {
        batch = following;
        pending = 0;
        List<@Nullable Object[]> numbered = new ArrayList<>(following.size());
        for (int i = 0; i < following.size(); i++) {
            @Nullable Object[] row = following.get(i).clone();
            row[ordinal] = (long) i;
            numbered.add(row);
        }
        open = inner.apply(numbered);
    }

    /** Adds the rows before that number which nothing was found for. */
    private void missing(int before, List<@Nullable Object[]> rows) {
        for (; pending < before; pending++) {
            @Nullable Object[] row = batch.get(pending);
            for (int slot : introduced) {
                row[slot] = null;
            }
            rows.add(row);
        }
    }

    private static void close(Rows rows) {
        rows.close();
    }

    @Override
    public void close() {
        if (open != null) {
            open.close();
            open = null;
        }
        input.close();
    }
}
