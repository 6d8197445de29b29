package dev.sennit.write;

import dev.sennit.store.FragmentInfo;
import dev.sennit.store.FragmentWriter;
import dev.sennit.store.StagedFragment;
import org.jspecify.annotations.Nullable;

/**
 * Stages new values for the rows of one fragment. They must lie where the rows do, so places of deleted rows are filled,
 * with the values of a row beside them: any will do that the columns may hold. Not thread-safe.
 */
final class ColumnStaging implements AutoCloseable {
    private final FragmentWriter writer;
    private final FragmentInfo fragment;
    private long next;

    private @Nullable Object @Nullable [] last;

    ColumnStaging(FragmentWriter writer, FragmentInfo fragment) {
        this.writer = writer;
        this.fragment = fragment;
    }

    /** @param offset of the row in the fragment, larger than that of any row before */
    void add(long offset, @Nullable Object[] values) {
        if (offset < next) {
            throw new IllegalStateException("row " + offset + " of fragment " + fragment.id() + " comes late");
        }
        fillUpTo(offset, values);
        writer.append(values);
        next++;
        last = values.clone();
    }

    StagedFragment finish() {
        @Nullable Object[] values = last;
        if (values == null) {
            throw new IllegalStateException("fragment " + fragment.id() + " has no row");
        }
        fillUpTo(fragment.physicalRows(), values);
        return writer.finish();
    }

    private void fillUpTo(long offset, @Nullable Object[] values) {
        for (; next < offset; next++) {
            writer.append(values);
        }
    }

    @Override
    public void close() {
        writer.close();
    }
}
