package dev.sennit.write;

import dev.sennit.manifest.TableState;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.store.FragmentWriter;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableStore;
import dev.sennit.store.TableVersion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One type's share of a load: its staged fragments, where its rows came from, and its counts. Rows are numbered by an
 * ordinal in the order they are accepted; ordinals map to fragments and offsets. Not thread-safe.
 */
final class TypeLoad implements AutoCloseable {
    private static final long ROWS_PER_FRAGMENT = 1 << 20;
    private static final long BYTES_PER_FRAGMENT = 256L << 20;

    final ElementType type;
    final TableState table;
    final TableVersion base;
    final LongLog origins;

    /** Pairs: the ordinal of a row that takes the place of a base row, and that row's address; ordinals ascend. */
    final LongLog replaced;

    private final TableStore tables;
    private final boolean staging;
    private final List<StagedFragment> staged = new ArrayList<>();
    private final List<Long> starts = new ArrayList<>();

    @Nullable
    private FragmentWriter writer;

    private long ordinals;
    long read;
    long inserted;
    long updated;
    long unchanged;
    long rejected;

    /** @param staging false for a dry run: rows are numbered and go nowhere */
    TypeLoad(ElementType type, TableState table, TableStore tables, Path spill, boolean staging) {
        this.type = type;
        this.table = table;
        this.tables = tables;
        this.staging = staging;
        this.base = tables.open(table.table(), table.pin());
        this.origins = new LongLog(spill.resolve(table.table() + ".origins"));
        this.replaced = new LongLog(spill.resolve(table.table() + ".replaced"));
    }

    /** Columns before the properties. */
    int systemColumns() {
        return type instanceof EdgeType ? 3 : 1;
    }

    int width() {
        return systemColumns() + type.properties().size();
    }

    /** The ordinal the next row will get. */
    long nextOrdinal() {
        return ordinals;
    }

    /** Accepts a row, which may still be rejected by its ordinal. */
    void append(@Nullable Object[] row, long origin) {
        origins.add(origin);
        ordinals++;
        if (!staging) {
            return;
        }
        if (writer == null) {
            writer = tables.writeFragment(base);
            starts.add(ordinals - 1);
        }
        writer.append(row);
        if (writer.rowCount() >= ROWS_PER_FRAGMENT || writer.approximateBytes() >= BYTES_PER_FRAGMENT) {
            finishFragment();
        }
    }

    /** Completes the last fragment; returns whether there was one. */
    boolean finishFragment() {
        if (writer == null) {
            return false;
        }
        try (FragmentWriter finished = writer) {
            writer = null;
            staged.add(finished.finish());
        }
        return true;
    }

    List<StagedFragment> staged() {
        return staged;
    }

    /** The index in {@link #staged} of the fragment that holds an ordinal. */
    int fragmentOf(long ordinal) {
        int low = 0;
        int high = starts.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (starts.get(middle) <= ordinal) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** The offset of an ordinal in its fragment. */
    int offsetOf(long ordinal) {
        return Math.toIntExact(ordinal - starts.get(fragmentOf(ordinal)));
    }

    @Override
    public void close() {
        try (base;
                origins;
                replaced) {
            if (writer != null) {
                writer.close();
            }
        }
    }
}
