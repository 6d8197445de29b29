package dev.sennit.write;

import dev.sennit.query.execution.NodeCache;
import dev.sennit.query.execution.WrittenRows;
import dev.sennit.store.ColumnLayout;
import dev.sennit.store.FragmentInfo;
import dev.sennit.store.FragmentWriter;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableChange;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableVersion;
import dev.sennit.store.TailCache;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows a write stages for a table itself, which the next reads and writes will ask for. Not thread-safe. */
final class StagedRows {
    /** Of more rows than these only the ids are kept. */
    private static final int FEW = 256;

    private final int systemColumns;
    private final List<@Nullable Object[]> rows = new ArrayList<>();
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
        if (writer.rowCount() < FEW) {
            rows.add(row.clone());
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

    /** Tells what was written, if that is little. */
    void tell(NodeCache nodes, TablePin base, TableVersion written, TableChange change) {
        if (staged != null && staged.rowCount() > rows.size()) {
            return;
        }
        List<String> columns =
                written.layout().columns().stream().map(ColumnLayout::name).toList();
        nodes.written(
                base,
                written,
                new WrittenRows(
                        staged == null ? null : written.fragmentOf(staged),
                        columns,
                        rows,
                        change.deletedRows(),
                        change.removedFragments()));
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
