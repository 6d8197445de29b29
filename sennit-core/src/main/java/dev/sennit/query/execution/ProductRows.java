package dev.sennit.query.execution;

import dev.sennit.query.analysis.Variable;
import dev.sennit.query.plan.Operator;
import dev.sennit.query.value.MemorySize;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Each row of the left with each row of the right. The right side is read once and kept, unless the left has only one row:
 * then the right's rows pass through, as many as are asked for.
 */
final class ProductRows implements Rows {
    private final Rows left;
    private final Rows right;
    private final MemoryBudget memory;
    private final Cancellation cancellation;
    private final int[] rightSlots;
    private final List<Operator.EdgePair> distinctEdges;

    private List<@Nullable Object[]> rightRows = List.of();
    private List<@Nullable Object[]> batch = List.of();

    /** A batch of the left that was looked at before its turn. */
    @Nullable
    private List<@Nullable Object[]> following;

    private boolean begun;
    private boolean passes;
    private int leftIndex;
    private int rightIndex;

    ProductRows(
            Rows left, Rows right, Operator.CartesianProduct product, MemoryBudget memory, Cancellation cancellation) {
        this.left = left;
        this.right = right;
        this.memory = memory;
        this.cancellation = cancellation;
        this.rightSlots =
                product.rightVariables().stream().mapToInt(Variable::id).toArray();
        this.distinctEdges = product.distinctEdges();
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        if (!begun) {
            begun = true;
            // The left comes first: it may change what there is on the right.
            List<@Nullable Object[]> first = left.next();
            if (first == null) {
                return null;
            }
            batch = first;
            if (first.size() == 1) {
                following = left.next();
                passes = following == null;
            }
            rightRows = passes ? List.of() : keepRight();
        }
        return passes ? passing() : multiplied();
    }

    @Nullable
    private List<@Nullable Object[]> passing() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        while (rows.isEmpty()) {
            cancellation.check();
            List<@Nullable Object[]> more = right.next();
            if (more == null) {
                return null;
            }
            for (@Nullable Object[] row : more) {
                join(batch.getFirst(), row, rows);
            }
        }
        return rows;
    }

    @Nullable
    private List<@Nullable Object[]> multiplied() {
        if (rightRows.isEmpty()) {
            return null;
        }
        List<@Nullable Object[]> rows = new ArrayList<>();
        while (true) {
            cancellation.check();
            if (leftIndex >= batch.size()) {
                if (!rows.isEmpty()) {
                    return rows;
                }
                List<@Nullable Object[]> more = following == null ? left.next() : following;
                following = null;
                if (more == null) {
                    return null;
                }
                batch = more;
                leftIndex = 0;
                rightIndex = 0;
            }
            while (leftIndex < batch.size() && rows.size() < BATCH) {
                join(batch.get(leftIndex), rightRows.get(rightIndex), rows);
                if (++rightIndex == rightRows.size()) {
                    rightIndex = 0;
                    leftIndex++;
                }
            }
            if (rows.size() >= BATCH) {
                return rows;
            }
        }
    }

    private List<@Nullable Object[]> keepRight() {
        List<@Nullable Object[]> kept = new ArrayList<>();
        for (List<@Nullable Object[]> rows = right.next(); rows != null; rows = right.next()) {
            for (@Nullable Object[] row : rows) {
                memory.reserve(MemorySize.ofAll(row));
                kept.add(row);
            }
        }
        return kept;
    }

    private void join(@Nullable Object[] leftRow, @Nullable Object[] rightRow, List<@Nullable Object[]> rows) {
        for (Operator.EdgePair pair : distinctEdges) {
            if (TakenEdges.shared(
                    leftRow[pair.left().id()], rightRow[pair.right().id()])) {
                return;
            }
        }
        @Nullable Object[] joined = leftRow.clone();
        for (int slot : rightSlots) {
            joined[slot] = rightRow[slot];
        }
        rows.add(joined);
    }

    @Override
    public void close() {
        left.close();
        right.close();
    }
}
