package dev.sennit.testkit;

import dev.sennit.store.FragmentWriter;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableScan;
import org.jspecify.annotations.Nullable;

/** A writer of a fragment that passes each call on, for tests to override some. Not thread-safe. */
public abstract class ForwardingFragmentWriter implements FragmentWriter {
    private final FragmentWriter writer;

    protected ForwardingFragmentWriter(FragmentWriter writer) {
        this.writer = writer;
    }

    @Override
    public void append(@Nullable Object[] values) {
        writer.append(values);
    }

    @Override
    public void appendBatch(TableScan scan) {
        writer.appendBatch(scan);
    }

    @Override
    public long rowCount() {
        return writer.rowCount();
    }

    @Override
    public long approximateBytes() {
        return writer.approximateBytes();
    }

    @Override
    public StagedFragment finish() {
        return writer.finish();
    }

    @Override
    public void close() {
        writer.close();
    }
}
