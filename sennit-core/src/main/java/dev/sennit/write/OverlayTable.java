package dev.sennit.write;

import dev.sennit.model.TableId;
import dev.sennit.store.ColumnLayout;
import dev.sennit.store.FragmentInfo;
import dev.sennit.store.RowAddress;
import dev.sennit.store.ScanFilter;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableFile;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableVersion;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table version with a mutation's rows over it: what is gone is left out, what is new comes last. New rows have
 * addresses in fragment 0, which no stored fragment is.
 */
final class OverlayTable implements TableVersion {
    private static final int FRAGMENT = 0;

    private final TableVersion base;
    private final PendingRows pending;
    private final List<String> columnNames;

    OverlayTable(TableVersion base, PendingRows pending) {
        this.base = base;
        this.pending = pending;
        this.columnNames =
                base.layout().columns().stream().map(ColumnLayout::name).toList();
    }

    @Override
    public TableId table() {
        return base.table();
    }

    @Override
    public TablePin pin() {
        return base.pin();
    }

    @Override
    public TableLayout layout() {
        return base.layout();
    }

    @Override
    public long rowCount() {
        return base.rowCount() - pending.gone().size() + pending.rows().size();
    }

    @Override
    public List<FragmentInfo> fragments() {
        List<FragmentInfo> fragments = new ArrayList<>(base.fragments());
        if (!pending.rows().isEmpty()) {
            fragments.add(new FragmentInfo(FRAGMENT, pending.rows().size(), 0, List.of(), List.of(), "", 0));
        }
        return fragments;
    }

    @Override
    public Set<Integer> indexedFragments(String column) {
        return base.indexedFragments(column);
    }

    @Override
    public List<Set<Integer>> indexSegments(String column) {
        return base.indexSegments(column);
    }

    @Override
    public TableScan scan(ScanRequest request) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        LongArrayList addresses = new LongArrayList();
        boolean wantsOwn =
                request.fragments().map(ids -> ids.contains(FRAGMENT)).orElse(true);
        if (wantsOwn) {
            RowFilter filter = new RowFilter(columnNames);
            int[] places = places(request.columns());
            for (int i = 0; i < pending.rows().size(); i++) {
                @Nullable Object[] row = pending.rows().get(i);
                if (request.filter().map(wanted -> filter.matches(wanted, row)).orElse(true)) {
                    rows.add(project(row, places));
                    addresses.add(RowAddress.of(FRAGMENT, i));
                }
            }
        }
        ScanRequest unlimited = new ScanRequest(
                request.columns(),
                request.filter(),
                true,
                request.fragments(),
                OptionalLong.empty(),
                request.useIndex());
        return new OverlayScan(
                base.scan(unlimited),
                pending.gone(),
                new RowsScan(rows, addresses),
                request.limit().orElse(Long.MAX_VALUE));
    }

    @Override
    public long count(Optional<ScanFilter> filter) {
        ScanRequest request = ScanRequest.of(List.of());
        long count = 0;
        try (TableScan scan = scan(filter.map(request::where).orElse(request))) {
            while (scan.next()) {
                count += scan.rowCount();
            }
        }
        return count;
    }

    @Override
    public TableScan take(long[] rowAddresses, List<String> columns) {
        LongArrayList ofBase = new LongArrayList();
        for (long address : rowAddresses) {
            if (RowAddress.fragment(address) != FRAGMENT) {
                ofBase.add(address);
            }
        }
        List<@Nullable Object[]> baseRows = new ArrayList<>();
        if (!ofBase.isEmpty()) {
            try (TableScan scan = base.take(ofBase.toLongArray(), columns)) {
                while (scan.next()) {
                    for (int row = 0; row < scan.rowCount(); row++) {
                        @Nullable Object[] values = new @Nullable Object[columns.size()];
                        for (int column = 0; column < values.length; column++) {
                            values[column] = scan.value(column, row);
                        }
                        baseRows.add(values);
                    }
                }
            }
        }
        int[] places = places(columns);
        List<@Nullable Object[]> rows = new ArrayList<>(rowAddresses.length);
        int next = 0;
        for (long address : rowAddresses) {
            rows.add(
                    RowAddress.fragment(address) == FRAGMENT
                            ? project(pending.rows().get(RowAddress.offset(address)), places)
                            : baseRows.get(next++));
        }
        return new RowsScan(rows, LongArrayList.wrap(rowAddresses));
    }

    @Override
    public List<TableFile> files() {
        return base.files();
    }

    @Override
    public Set<String> needs() {
        return base.needs();
    }

    @Override
    public long sizeBytes() {
        return base.sizeBytes();
    }

    @Override
    public void close() {
        base.close();
    }

    private int[] places(List<String> columns) {
        return columns.stream().mapToInt(columnNames::indexOf).toArray();
    }

    private static @Nullable Object[] project(@Nullable Object[] row, int[] places) {
        @Nullable Object[] projected = new @Nullable Object[places.length];
        for (int i = 0; i < places.length; i++) {
            projected[i] = row[places[i]];
        }
        return projected;
    }
}
