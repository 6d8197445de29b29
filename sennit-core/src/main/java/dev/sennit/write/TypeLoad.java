package dev.sennit.write;

import dev.sennit.manifest.TableState;
import dev.sennit.model.LoadResult.TypeCounts;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.Property;
import dev.sennit.store.FragmentWriter;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableStore;
import dev.sennit.store.TableVersion;
import dev.sennit.validate.RowValidator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * One type's share of a load: its staged fragments, where its rows came from, and its counts. Rows are numbered by an
 * ordinal in input order; ordinals of rows that have no staged row are remembered, so that the others map to fragments
 * and offsets. Not thread-safe.
 */
final class TypeLoad implements AutoCloseable {
    private static final long ROWS_PER_FRAGMENT = 1 << 20;
    private static final long BYTES_PER_FRAGMENT = 256L << 20;

    final ElementType type;
    final TableState table;
    final RowValidator validator;

    /** Collects rows whose base rows are looked up; null where base rows do not matter. */
    @Nullable
    final UpsertBuffer buffer;

    private final TableStore tables;
    private final FailurePoints failurePoints;
    private final TableVersion base;
    private final LongLog origins;
    private final boolean staging;
    private final List<String> propertyNames;
    private final List<StagedFragment> staged = new ArrayList<>();
    private final List<Long> starts = new ArrayList<>();
    private final Roaring64Bitmap notStaged = new Roaring64Bitmap();
    private final Roaring64Bitmap updates = new Roaring64Bitmap();
    private final Roaring64Bitmap unchangedRows = new Roaring64Bitmap();

    @Nullable
    private FragmentWriter writer;

    private long ordinals;
    private long stagedRows;
    private long inserted;
    long read;
    long rejected;

    /** @param staging false for a dry run: rows are numbered and go nowhere */
    TypeLoad(
            ElementType type,
            TableState table,
            TableStore tables,
            Path spill,
            boolean staging,
            @Nullable UpsertBuffer buffer,
            FailurePoints failurePoints) {
        this.type = type;
        this.failurePoints = failurePoints;
        this.table = table;
        this.tables = tables;
        this.staging = staging;
        this.buffer = buffer;
        this.validator = RowValidator.of(type);
        this.propertyNames = type.properties().stream().map(Property::name).toList();
        this.base = tables.open(table.table(), table.pin());
        this.origins = new LongLog(spill.resolve(table.table() + ".origins"));
    }

    int indexOf(String property) {
        return propertyNames.indexOf(property);
    }

    /** The ordinal the next row will get. */
    long nextOrdinal() {
        return ordinals;
    }

    /** Gives the next ordinal to a row that has no staged row. */
    void skipOrdinal() {
        notStaged.addLong(ordinals++);
        origins.add(0);
    }

    /** Accepts a row, which may still be rejected by its ordinal. */
    void append(String id, PendingRow row, @Nullable Object[] values, UpsertBuffer.Change change) {
        origins.add(RowOrigin.pack(row.sourceNumber(), row.line()));
        long ordinal = ordinals++;
        switch (change) {
            case NONE -> {
                unchangedRows.addLong(ordinal);
                notStaged.addLong(ordinal);
                return;
            }
            case UPDATE -> updates.addLong(ordinal);
            case INSERT -> inserted++;
        }
        stagedRows++;
        if (!staging) {
            return;
        }
        if (writer == null) {
            writer = tables.writeFragment(base);
            starts.add(stagedRows - 1);
        }
        writer.append(physical(id, row, values));
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
            failurePoints.reached(FailurePoint.FRAGMENT_STAGED);
        }
        return true;
    }

    List<StagedFragment> staged() {
        return staged;
    }

    /** Where a row came from, as {@link RowOrigin} packs it. */
    long origin(long ordinal) {
        return origins.get(ordinal);
    }

    /** Takes a row that was accepted back out of the counts. */
    void rejectLate(long ordinal) {
        rejected++;
        if (unchangedRows.contains(ordinal)) {
            unchangedRows.removeLong(ordinal);
        } else if (updates.contains(ordinal)) {
            updates.removeLong(ordinal);
        } else {
            inserted--;
        }
    }

    boolean isUnchanged(long ordinal) {
        return unchangedRows.contains(ordinal);
    }

    /** Whether the ordinal has a staged row. */
    boolean isStaged(long ordinal) {
        return !notStaged.contains(ordinal);
    }

    /** Rows that will be added. */
    long changes() {
        return inserted + updates.getLongCardinality();
    }

    /** The fragment and offset of a staged row, as index in {@link #staged} and offset: high and low 32 bits. */
    long place(long ordinal) {
        long index = ordinal - notStaged.rankLong(ordinal);
        int low = 0;
        int high = starts.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (starts.get(middle) <= index) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return (long) low << 32 | index - starts.get(low);
    }

    /** @param deleted rows of the base that the load takes away without a successor */
    TypeCounts counts(long deleted) {
        return new TypeCounts(
                type.name(),
                read,
                inserted,
                updates.getLongCardinality(),
                unchangedRows.getLongCardinality(),
                rejected,
                deleted);
    }

    @Override
    public void close() {
        try (base;
                origins) {
            if (writer != null) {
                writer.close();
            }
        }
    }

    private @Nullable Object[] physical(String id, PendingRow row, @Nullable Object[] values) {
        int system = type instanceof EdgeType ? 3 : 1;
        @Nullable Object[] physical = new @Nullable Object[system + values.length];
        physical[0] = id;
        if (system > 1) {
            physical[1] = row.source();
            physical[2] = row.destination();
        }
        System.arraycopy(values, 0, physical, system, values.length);
        return physical;
    }
}
