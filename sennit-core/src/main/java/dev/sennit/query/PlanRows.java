package dev.sennit.query;

import dev.sennit.model.PlanStep;
import dev.sennit.query.analysis.Kind;
import dev.sennit.query.analysis.ValueType;
import dev.sennit.query.execution.ResultRows;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A plan as rows: one per operator, the last to run first, those below it indented. */
final class PlanRows implements ResultRows {
    private final List<@Nullable Object[]> rows = new ArrayList<>();
    private int current = -1;

    /** @param profiled whether there is a column for what the operators did */
    PlanRows(PlanStep plan, boolean profiled) {
        add(plan, 0, profiled);
    }

    static List<String> columns(boolean profiled) {
        return profiled
                ? List.of("operator", "details", "estimated", "rows", "fragments", "ms")
                : List.of("operator", "details", "estimated");
    }

    static List<ValueType> types(boolean profiled) {
        ValueType integer = ValueType.INTEGER;
        return profiled
                ? List.of(ValueType.STRING, ValueType.STRING, integer, integer, integer, ValueType.of(Kind.FLOAT))
                : List.of(ValueType.STRING, ValueType.STRING, integer);
    }

    private void add(PlanStep step, int depth, boolean profiled) {
        List<@Nullable Object> row = new ArrayList<>();
        row.add("  ".repeat(depth) + step.operator());
        row.add(step.details());
        row.add(Math.round(step.estimatedRows()));
        if (profiled) {
            row.add(value(step.rows()));
            row.add(value(step.fragments()));
            row.add(step.nanos().isPresent() ? Math.round(step.nanos().getAsLong() / 10_000.0) / 100.0 : null);
        }
        rows.add(row.toArray());
        step.inputs().forEach(input -> add(input, depth + 1, profiled));
    }

    @Nullable
    private static Long value(OptionalLong number) {
        return number.isPresent() ? number.getAsLong() : null;
    }

    @Override
    public boolean next() {
        return ++current < rows.size();
    }

    @Override
    @Nullable
    public Object value(int column) {
        return rows.get(current)[column];
    }

    @Override
    public void close() {}
}
