package dev.sennit.write;

import dev.sennit.store.ColumnLayout;
import dev.sennit.store.FragmentInfo;
import dev.sennit.store.RowAddress;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableChange;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableVersion;
import dev.sennit.store.TailCache;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * Keeps a table's tail short: small fragments cost every reader, so a write that finds too many of them puts their rows
 * into the fragment it writes anyway. The rows stay the same; only where they lie changes.
 *
 * @param fragments the small fragments whose rows move
 */
record TailFold(List<Integer> fragments) {
    /** Fewer rows than this in all stay without an index, too. */
    static final long SMALL_ROWS = TailCache.SMALL_ROWS;

    /** So many small fragments a table may have after a write. */
    static final int MAX_SMALL_FRAGMENTS = 64;

    /**
     * The fold a change of a table calls for.
     *
     * @param newSmallFragments small fragments that the change adds
     */
    static Optional<TailFold> of(TableVersion base, TableChange change, int newSmallFragments) {
        List<Integer> small = base.fragments().stream()
                .filter(fragment -> !change.removedFragments().contains(fragment.id()))
                .filter(fragment -> remaining(fragment, change) < SMALL_ROWS)
                .map(FragmentInfo::id)
                .toList();
        return small.size() + newSmallFragments > MAX_SMALL_FRAGMENTS
                ? Optional.of(new TailFold(small))
                : Optional.empty();
    }

    static boolean isSmall(long rows) {
        return rows < SMALL_ROWS;
    }

    /** Hands over the rows of the small fragments that the change leaves, in the layout's columns; the array is reused. */
    void forEachRow(TableVersion base, TableChange change, Consumer<@Nullable Object[]> rows) {
        List<String> columns =
                base.layout().columns().stream().map(ColumnLayout::name).toList();
        @Nullable Object[] row = new @Nullable Object[columns.size()];
        try (TableScan scan =
                base.scan(ScanRequest.of(columns).inFragments(fragments).withRowAddresses())) {
            while (scan.next()) {
                for (int i = 0; i < scan.rowCount(); i++) {
                    long address = scan.rowAddress(i);
                    RoaringBitmap deleted = change.deletedRows().get(RowAddress.fragment(address));
                    if (deleted != null && deleted.contains(RowAddress.offset(address))) {
                        continue;
                    }
                    for (int column = 0; column < row.length; column++) {
                        row[column] = scan.value(column, i);
                    }
                    rows.accept(row);
                }
            }
        }
    }

    /** The change with the folded fragments gone whole. */
    TableChange applyTo(TableChange change) {
        Map<Integer, RoaringBitmap> deleted = new HashMap<>(change.deletedRows());
        fragments.forEach(deleted::remove);
        Set<Integer> removed = new HashSet<>(change.removedFragments());
        removed.addAll(fragments);
        return new TableChange(change.added(), deleted, removed);
    }

    private static long remaining(FragmentInfo fragment, TableChange change) {
        RoaringBitmap deleted = change.deletedRows().get(fragment.id());
        return fragment.rowCount() - (deleted == null ? 0 : deleted.getLongCardinality());
    }
}
