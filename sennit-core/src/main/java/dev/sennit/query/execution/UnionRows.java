package dev.sennit.query.execution;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of several inputs, one after the other, with their columns in the same slots. */
final class UnionRows implements Rows {
    private final List<Rows> inputs;
    private final List<int[]> slots;
    private final int[] outputs;
    private int current;

    UnionRows(List<Rows> inputs, List<int[]> slots, int[] outputs) {
        this.inputs = inputs;
        this.slots = slots;
        this.outputs = outputs;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        while (current < inputs.size()) {
            List<@Nullable Object[]> rows = inputs.get(current).next();
            if (rows == null) {
                current++;
                continue;
            }
            List<@Nullable Object[]> united = new ArrayList<>(rows.size());
            for (@Nullable Object[] row : rows) {
                @Nullable Object[] copy = row.clone();
                for (int i = 0; i < outputs.length; i++) {
                    copy[outputs[i]] = row[slots.get(current)[i]];
                }
                united.add(copy);
            }
            return united;
        }
        return null;
    }

    @Override
    public void close() {
        inputs.forEach(Rows::close);
    }
}
