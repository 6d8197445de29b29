package dev.sennit.write;

import dev.sennit.manifest.TableLayouts;
import dev.sennit.model.TableId;
import dev.sennit.schema.ElementType;
import dev.sennit.store.FragmentInfo;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableVersion;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The ids of rows in small fragments without an index, kept between writes: looking a key up in a tail of many files
 * would cost more than the rest of a small write. A fragment is known by its files, its deletions among them, which never
 * change; so nothing here is ever stale. Bounded; what was used longest ago goes first. Thread-safe.
 */
public final class TailCache {
    private final int maxRows;
    private final Map<Key, Rows> kept = new LinkedHashMap<>(64, 0.75f, true);
    private int keptRows;

    private record Key(TableId table, List<String> files, String deletionFile) {
        static Key of(TableVersion version, FragmentInfo fragment) {
            return new Key(version.table(), fragment.files(), fragment.deletionFile());
        }
    }

    /** @param maxRows how many rows to keep, over all tables */
    public TailCache(int maxRows) {
        this.maxRows = maxRows;
    }

    /** The ids of a fragment's rows that are not deleted. */
    static final class Rows {
        private final LongArrayList offsets = new LongArrayList();
        private final List<@Nullable String[]> columns = new ArrayList<>();

        int size() {
            return columns.size();
        }

        long offset(int row) {
            return offsets.getLong(row);
        }

        /** {@code _id}, and for edges {@code _src} and {@code _dst}. */
        @Nullable
        String[] ids(int row) {
            return columns.get(row);
        }

        void add(long offset, @Nullable String[] ids) {
            offsets.add(offset);
            columns.add(ids);
        }
    }

    /** The rows of small fragments of a version, by fragment id; those not kept are read. */
    Map<Integer, Rows> rows(TableVersion version, ElementType type, List<FragmentInfo> fragments) {
        Map<Integer, Rows> found = new HashMap<>();
        List<FragmentInfo> missing = new ArrayList<>();
        synchronized (kept) {
            for (FragmentInfo fragment : fragments) {
                Rows rows = kept.get(Key.of(version, fragment));
                if (rows == null) {
                    missing.add(fragment);
                } else {
                    found.put(fragment.id(), rows);
                }
            }
        }
        if (!missing.isEmpty()) {
            Map<Integer, Rows> read = read(version, type, missing);
            missing.forEach(fragment -> keep(version, fragment, Objects.requireNonNull(read.get(fragment.id()))));
            found.putAll(read);
        }
        return found;
    }

    /** Keeps the rows of a fragment that was just written. */
    void keep(TableVersion version, FragmentInfo fragment, Rows rows) {
        synchronized (kept) {
            Rows before = kept.put(Key.of(version, fragment), rows);
            keptRows += rows.size() - (before == null ? 0 : before.size());
            var eldest = kept.values().iterator();
            while (keptRows > maxRows && eldest.hasNext()) {
                keptRows -= eldest.next().size();
                eldest.remove();
            }
        }
    }

    private static Map<Integer, Rows> read(TableVersion version, ElementType type, List<FragmentInfo> fragments) {
        Map<Integer, Rows> rows = new HashMap<>();
        fragments.forEach(fragment -> rows.put(fragment.id(), new Rows()));
        List<String> columns = TableLayouts.systemColumns(type);
        ScanRequest request = ScanRequest.of(columns)
                .inFragments(fragments.stream().map(FragmentInfo::id).toList())
                .withRowAddresses();
        try (TableScan scan = version.scan(request)) {
            while (scan.next()) {
                for (int row = 0; row < scan.rowCount(); row++) {
                    @Nullable String[] ids = new @Nullable String[columns.size()];
                    for (int i = 0; i < ids.length; i++) {
                        ids[i] = (String) scan.value(i, row);
                    }
                    long address = scan.rowAddress(row);
                    Objects.requireNonNull(rows.get((int) (address >>> 32))).add(address & 0xFFFF_FFFFL, ids);
                }
            }
        }
        return rows;
    }
}
