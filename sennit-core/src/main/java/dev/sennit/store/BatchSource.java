package dev.sennit.store;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** Where a scan's batches come from. Not thread-safe. */
interface BatchSource extends AutoCloseable {
    /** The next batch, valid until the next call; null at the end. */
    @Nullable
    VectorSchemaRoot next();

    @Override
    void close();

    /** No batches. */
    static BatchSource empty() {
        return new BatchSource() {
            @Override
            public @Nullable VectorSchemaRoot next() {
                return null;
            }

            @Override
            public void close() {}
        };
    }
}
