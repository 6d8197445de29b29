package dev.sennit.merge;

import dev.sennit.manifest.GraphState;
import dev.sennit.model.TableId;
import dev.sennit.schema.ElementType;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a base that is a merge of several ancestors. Where these disagree, so that merging them would have been a
 * conflict, a cell equals nothing: sides that have the same there agree, and others have both changed it.
 */
public final class VirtualRows {
    /** A cell that equals nothing. */
    private static final Object DIVERGENT = new Object() {
        @Override
        public String toString() {
            return "divergent";
        }
    };

    private final VirtualBase base;
    private final TableId table;
    private final RowShape shape;
    private final Lookup lookup;

    /** Finds rows of a state by their ids. */
    @FunctionalInterface
    public interface Lookup {
        /**
         * @param type the type by which that state knows the table
         * @param rows takes each row that was found, in the columns of that state; may get others, too
         */
        void find(GraphState state, ElementType type, Collection<String> ids, Consumer<@Nullable Object[]> rows);
    }

    /** @param shape of the rows that are made */
    public VirtualRows(VirtualBase base, TableId table, RowShape shape, Lookup lookup) {
        this.base = base;
        this.table = table;
        this.shape = shape;
        this.lookup = lookup;
    }

    /** The rows the base has of these ids. */
    Map<String, @Nullable Object[]> find(Collection<String> ids) {
        return find(base, ids);
    }

    /** A cell as it is told to people: what equals nothing is told as nothing. */
    static @Nullable Object shown(@Nullable Object cell) {
        return cell == DIVERGENT ? null : cell;
    }

    /** Whether the ancestors do not agree in a cell. */
    static boolean isDivergent(@Nullable Object cell) {
        return cell == DIVERGENT;
    }

    private Map<String, @Nullable Object[]> find(VirtualBase of, Collection<String> ids) {
        return switch (of) {
            case VirtualBase.Single single -> find(single, ids);
            case VirtualBase.Merged merged -> {
                Map<String, @Nullable Object[]> left = find(merged.left(), ids);
                Map<String, @Nullable Object[]> right = find(merged.right(), ids);
                Map<String, @Nullable Object[]> common = find(merged.common(), ids);
                Map<String, @Nullable Object[]> rows = new HashMap<>();
                DivergentDefaults divergent = new DivergentDefaults(
                        map(merged.common()),
                        map(merged.left()),
                        map(merged.right()),
                        shape.columns().size());
                UnitedInsertion united = new UnitedInsertion(map(merged.left()), map(merged.right()));
                for (String id : ids) {
                    divergent.settle(common.get(id), left.get(id), right.get(id));
                    @Nullable Object @Nullable [] row = merge(common.get(id), left.get(id), right.get(id), united);
                    if (row != null) {
                        rows.put(id, row);
                    }
                }
                yield rows;
            }
        };
    }

    private Map<String, @Nullable Object[]> find(VirtualBase.Single of, Collection<String> ids) {
        GraphState state = of.state();
        Map<String, @Nullable Object[]> rows = new HashMap<>();
        Optional<ElementType> type = state.schema().typeOf(table);
        if (type.isPresent()) {
            ColumnMap map = map(of);
            lookup.find(state, type.get(), ids, row -> rows.put((String) row[0], map.map(row)));
        }
        return rows;
    }

    /** How rows of a state become those that are made; what was merged is what they are already. */
    ColumnMap map(VirtualBase of) {
        return switch (of) {
            case VirtualBase.Single(GraphState state) ->
                state.schema()
                        .typeOf(table)
                        .map(type -> ColumnMap.of(RowShape.of(type, state.schema()), shape))
                        .orElseGet(() -> ColumnMap.of(shape, shape));
            case VirtualBase.Merged ignored -> ColumnMap.of(shape, shape);
        };
    }

    private @Nullable Object @Nullable [] merge(
            @Nullable Object @Nullable [] common,
            @Nullable Object @Nullable [] left,
            @Nullable Object @Nullable [] right,
            UnitedInsertion united) {
        if (common == null && left != null && right != null) {
            @Nullable Object @Nullable [] both = united.of(left, right);
            if (both != null) {
                return both;
            }
        }
        if (same(left, right) || same(common, right)) {
            return left;
        }
        if (same(common, left)) {
            return right;
        }
        if (common == null || left == null || right == null) {
            @Nullable Object[] divergent = new @Nullable Object[shape.columns().size()];
            Arrays.fill(divergent, DIVERGENT);
            return divergent;
        }
        @Nullable Object[] merged = left.clone();
        for (int i = 0; i < merged.length; i++) {
            if (!SameValue.test(left[i], right[i]) && !SameValue.test(common[i], right[i])) {
                merged[i] = SameValue.test(common[i], left[i]) ? right[i] : DIVERGENT;
            }
        }
        return merged;
    }

    /** Whether both rows hold the same, or neither is there. */
    static boolean same(@Nullable Object @Nullable [] a, @Nullable Object @Nullable [] b) {
        if (a == null || b == null) {
            return a == b;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] == DIVERGENT || !SameValue.test(a[i], b[i])) {
                return false;
            }
        }
        return true;
    }
}
