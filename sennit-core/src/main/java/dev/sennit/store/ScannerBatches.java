package dev.sennit.store;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;
import org.lance.Dataset;
import org.lance.ipc.LanceScanner;
import org.lance.ipc.ScanOptions;

/** The batches of one Lance scan. */
final class ScannerBatches implements BatchSource {
    private final String doing;
    private final LanceScanner scanner;
    private final ArrowReader reader;
    private boolean closed;

    ScannerBatches(String doing, Dataset dataset, ScanOptions options) {
        this.doing = doing;
        this.scanner = LanceErrors.call(doing, () -> dataset.newScan(options));
        try {
            this.reader = LanceErrors.call(doing, scanner::scanBatches);
        } catch (RuntimeException e) {
            LanceErrors.run(doing, scanner::close);
            throw e;
        }
    }

    @Override
    public @Nullable VectorSchemaRoot next() {
        boolean loaded = LanceErrors.call(doing, reader::loadNextBatch);
        return loaded ? LanceErrors.call(doing, reader::getVectorSchemaRoot) : null;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            LanceErrors.run(doing, reader::close);
        } finally {
            LanceErrors.run(doing, scanner::close);
        }
    }
}
