package dev.sennit.write;

import dev.sennit.store.FragmentInfo;
import dev.sennit.store.FragmentWriter;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableVersion;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows a write stages for a table itself, and their ids, which the next write will ask for. Not thread-safe. */
final class StagedRows {
    private final int systemColumns;
    private final TailCache.Rows ids = new TailCache.Rows();

    @Nullable
    private StagedFragment staged;

    StagedRows(int systemColumns) {
        this.systemColumns = systemColumns;
    }

    void append(FragmentWriter writer, @Nullable Object[] row) {
        if (TailFold.isSmall(writer.rowCount())) {
            ids.add(writer.rowCount(), Arrays.copyOf(row, systemColumns, String[].class));
        }
        writer.append(row);
    }

    void finish(FragmentWriter writer) {
        staged = writer.finish();
    }

    /** The fragment, if there were rows. */
    Optional<StagedFragment> fragment() {
        return Optional.ofNullable(staged);
    }

    /** Keeps the ids, if the fragment is one of the tail. */
    void keepIn(TailCache tails, TableVersion written) {
        if (staged == null || !TailFold.isSmall(staged.rowCount())) {
            return;
        }
        FragmentInfo fragment = written.fragmentOf(staged);
        if (fragment.deletedRows() == 0) {
            tails.keep(written, fragment, ids);
        }
    }
}
