package dev.sennit.write;

import dev.sennit.model.TableId;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.store.FragmentWriter;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rows that a merge writes into one table: few are kept in memory until the write is armed, more are staged as they come.
 * Not thread-safe.
 */
final class MergedRows implements AutoCloseable {
    private static final long ROWS_PER_FRAGMENT = 1 << 20;
    private static final long BYTES_PER_FRAGMENT = 256L << 20;

    private final TableStore tables;
    private final TableId table;
    private final Supplier<FragmentWriter> writers;
    private final FailurePoints failurePoints;
    private final boolean staging;
    private final List<@Nullable Object[]> few = new ArrayList<>();
    private final List<StagedFragment> staged = new ArrayList<>();

    @Nullable
    private FragmentWriter writer;

    /**
     * @param writers starts a new data file of the table
     * @param staging whether the rows will be written at all
     */
    MergedRows(
            TableStore tables,
            TableId table,
            Supplier<FragmentWriter> writers,
            FailurePoints failurePoints,
            boolean staging) {
        this.tables = tables;
        this.table = table;
        this.writers = writers;
        this.failurePoints = failurePoints;
        this.staging = staging;
    }

    void add(@Nullable Object[] row) {
        if (!staging) {
            return;
        }
        if (writer == null && staged.isEmpty() && TailFold.isSmall(few.size() + 1L)) {
            few.add(row);
            return;
        }
        for (@Nullable Object[] kept : few) {
            write(kept);
        }
        few.clear();
        write(row);
    }

    /** Completes the last fragment. */
    void finish() {
        FragmentWriter finished = writer;
        writer = null;
        if (finished != null) {
            try (finished) {
                staged.add(finished.finish());
            }
            failurePoints.reached(FailurePoint.FRAGMENT_STAGED);
        }
    }

    /** The rows that are in memory still. */
    List<@Nullable Object[]> few() {
        return few;
    }

    List<StagedFragment> staged() {
        return staged;
    }

    /** Removes what was staged for nothing. */
    void discard() {
        close();
        if (!staged.isEmpty()) {
            tables.discard(table, staged);
        }
        staged.clear();
        few.clear();
    }

    /** Gives up a fragment that is not completed. */
    @Override
    public void close() {
        FragmentWriter open = writer;
        writer = null;
        if (open != null) {
            open.close();
        }
    }

    private void write(@Nullable Object[] row) {
        FragmentWriter current = writer;
        if (current == null) {
            current = writers.get();
            writer = current;
        }
        current.append(row);
        if (current.rowCount() >= ROWS_PER_FRAGMENT || current.approximateBytes() >= BYTES_PER_FRAGMENT) {
            finish();
        }
    }
}
