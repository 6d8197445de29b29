package dev.sennit.store;

import dev.sennit.model.TableId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.roaringbitmap.RoaringBitmap;

/** One immutable version of a table, open for reading. Thread-safe; close when done. */
public interface TableVersion extends AutoCloseable {
    /** To list the addresses of so many rows costs about as much as reading one with its ids. */
    int ROWS_PER_ADDRESSES = 8;

    TableId table();

    TablePin pin();

    TableLayout layout();

    /** Rows that are not deleted. */
    long rowCount();

    /** The fragments, in the order a scan without filter visits them. */
    List<FragmentInfo> fragments();

    /**
     * The fragment that a staged file became.
     *
     * @throws IllegalStateException if the version does not have it
     */
    default FragmentInfo fragmentOf(StagedFragment staged) {
        String file = TableFiles.DATA + "/" + staged.path();
        return fragments().stream()
                .filter(fragment -> fragment.files().contains(file))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException("staged file " + staged.path() + " is not in table " + table()));
    }

    /**
     * The offsets of the deleted rows of one of the fragments. Unless the store has a better way, this lists the
     * addresses of all rows that are left.
     */
    default RoaringBitmap deletedRows(FragmentInfo fragment) {
        RoaringBitmap deleted = new RoaringBitmap();
        if (fragment.deletedRows() == 0) {
            return deleted;
        }
        deleted.add(0L, fragment.physicalRows());
        try (TableScan scan = scan(
                ScanRequest.of(List.of()).inFragments(List.of(fragment.id())).withRowAddresses())) {
            while (scan.next()) {
                // Rows come in order, and most of a fragment is there: whole runs are cheap to take out.
                int run = (int) scan.rowAddress(0);
                int next = run;
                for (int row = 0; row < scan.rowCount(); row++) {
                    int offset = (int) scan.rowAddress(row);
                    if (offset != next) {
                        deleted.remove(run, Integer.toUnsignedLong(next));
                        run = offset;
                    }
                    next = offset + 1;
                }
                deleted.remove(run, Integer.toUnsignedLong(next));
            }
        }
        return deleted;
    }

    /** What {@link #deletedRows} costs, in rows read in sequence. */
    default long costOfDeletedRows(FragmentInfo fragment) {
        return fragment.rowCount() / ROWS_PER_ADDRESSES;
    }

    /** Ids of the fragments that BTREE segments of the column cover. */
    Set<Integer> indexedFragments(String column);

    /**
     * The fragments that each BTREE segment of the column covers. Fragments that are gone are left out, and so are
     * segments without any other.
     */
    List<Set<Integer>> indexSegments(String column);

    /** Reads rows. The scan holds native memory until it is closed. */
    TableScan scan(ScanRequest request);

    /** Number of rows that match. */
    long count(Optional<ScanFilter> filter);

    /**
     * Reads rows by address, in the order given; every address must be of a row that is not deleted.
     *
     * @param columns names of columns of the layout
     */
    TableScan take(long[] rowAddresses, List<String> columns);

    /**
     * A fragment of this version as one that may be added to another version of the table without copying it: deleted rows
     * come back with it.
     *
     * @return empty if the versions do not know their columns by the same numbers, or the other has the file already
     */
    default Optional<StagedFragment> adoptable(FragmentInfo fragment, TableVersion into) {
        return Optional.empty();
    }

    /**
     * The files this version needs, relative to the table, its manifest included. Everything else in the table's
     * directory is needed by other versions or by none.
     */
    List<TableFile> files();

    /**
     * The same without looking at the disk: paths relative to the table, of which one that ends with a slash stands for
     * all below it.
     */
    Set<String> needs();

    /** Bytes of the files this version needs. */
    long sizeBytes();

    @Override
    void close();
}
