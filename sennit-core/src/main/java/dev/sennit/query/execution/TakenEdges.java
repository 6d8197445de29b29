package dev.sennit.query.execution;

import dev.sennit.query.value.EdgeRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Edges a match has used already: alone in a slot, or several in a list. */
final class TakenEdges {
    private TakenEdges() {}

    static boolean contain(EdgeRef edge, @Nullable Object[] row, int[] slots) {
        for (int slot : slots) {
            if (isIn(edge, row[slot])) {
                return true;
            }
        }
        return false;
    }

    private static boolean isIn(EdgeRef edge, @Nullable Object taken) {
        return taken instanceof List<?> list ? list.contains(edge) : edge.equals(taken);
    }

    /** Whether two slots hold the same edge. */
    static boolean shared(@Nullable Object left, @Nullable Object right) {
        if (left instanceof List<?> list) {
            return list.stream().anyMatch(edge -> shared(edge, right));
        }
        return left instanceof EdgeRef edge && isIn(edge, right);
    }
}
