package dev.sennit.store;

import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;
import org.lance.Dataset;

/** Rows by address, a bounded number at a time. */
final class TakeBatches implements BatchSource {
    private static final int BATCH_ROWS = 8_192;

    private final String doing;
    private final Dataset dataset;
    private final long[] rowAddresses;
    private final List<String> columns;
    private int taken;
    private int unread;

    @Nullable
    private ArrowReader reader;

    /** {@code columns} are known to exist: Lance aborts the process for one that does not. */
    TakeBatches(String doing, Dataset dataset, long[] rowAddresses, List<String> columns) {
        this.doing = doing;
        this.dataset = dataset;
        this.rowAddresses = rowAddresses.clone();
        this.columns = columns;
    }

    @Override
    public @Nullable VectorSchemaRoot next() {
        while (true) {
            ArrowReader current = reader;
            if (current != null) {
                if (LanceErrors.call(doing, current::loadNextBatch)) {
                    VectorSchemaRoot batch = LanceErrors.call(doing, current::getVectorSchemaRoot);
                    unread -= batch.getRowCount();
                    return batch;
                }
                close();
                if (unread != 0) {
                    throw StoreException.internal(
                            ErrorText.of("cannot " + doing)
                                    .cause(unread + " of the rows asked for do not exist or are deleted"),
                            null);
                }
            }
            if (taken == rowAddresses.length) {
                return null;
            }
            take();
        }
    }

    private void take() {
        int end = Math.min(rowAddresses.length, taken + BATCH_ROWS);
        List<Long> rows = new ArrayList<>(end - taken);
        for (; taken < end; taken++) {
            rows.add(rowAddresses[taken]);
        }
        unread = rows.size();
        reader = LanceErrors.call(doing, () -> dataset.takeRows(rows, columns));
    }

    @Override
    public void close() {
        ArrowReader current = reader;
        reader = null;
        if (current != null) {
            LanceErrors.run(doing, current::close);
        }
    }
}
