package dev.sennit.input;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One {@link Columns} per list of member names, so that JSON rows of one shape share it. Bounded. */
final class Shapes {
    private static final int MAX_SHAPES = 4096;

    private final Function<List<String>, Columns> columnsOf;
    private final Map<List<String>, Columns> known = new HashMap<>();
    private List<String> lastNames = List.of();

    @Nullable
    private Columns last;

    Shapes(Function<List<String>, Columns> columnsOf) {
        this.columnsOf = columnsOf;
    }

    Columns of(List<String> names) {
        if (last != null && names.equals(lastNames)) {
            return last;
        }
        if (known.size() == MAX_SHAPES) {
            known.clear();
        }
        List<String> key = List.copyOf(names);
        Columns columns = known.computeIfAbsent(key, columnsOf);
        lastNames = key;
        last = columns;
        return columns;
    }
}
