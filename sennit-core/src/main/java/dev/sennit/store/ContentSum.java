package dev.sennit.store;

import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Computes a {@link ContentDigest} as rows stream by. Rows may be taken out again. Not thread-safe. */
public final class ContentSum {
    private final RowHash hash;
    private final long[] sum = new long[RowHash.WORDS];
    private long rows;

    public ContentSum(TableLayout layout) {
        this.hash = new RowHash(layout.columns());
    }

    /** The columns that scans must ask for, in this order. */
    public List<String> columns() {
        return hash.columns();
    }

    /** Adds the rows of a scan's current batch. */
    public void add(TableScan scan) {
        VectorSchemaRoot batch = scan.arrow();
        for (int row = 0; row < batch.getRowCount(); row++) {
            hash.hash(batch, row);
            int carry = 0;
            for (int i = 0; i < sum.length; i++) {
                long word = hash.word(i);
                long partial = sum[i] + word;
                long total = partial + carry;
                carry = Long.compareUnsigned(partial, word) < 0 || Long.compareUnsigned(total, partial) < 0 ? 1 : 0;
                sum[i] = total;
            }
        }
        rows += batch.getRowCount();
    }

    /** Takes out the rows of a scan's current batch, which must have been added. */
    public void remove(TableScan scan) {
        VectorSchemaRoot batch = scan.arrow();
        for (int row = 0; row < batch.getRowCount(); row++) {
            hash.hash(batch, row);
            int borrow = 0;
            for (int i = 0; i < sum.length; i++) {
                long word = hash.word(i);
                long partial = sum[i] - word;
                long total = partial - borrow;
                borrow = Long.compareUnsigned(sum[i], word) < 0 || Long.compareUnsigned(partial, borrow) < 0 ? 1 : 0;
                sum[i] = total;
            }
        }
        rows -= batch.getRowCount();
    }

    /** The digest of the rows so far. */
    public ContentDigest digest() {
        return new ContentDigest(rows, "%016x%016x%016x%016x".formatted(sum[3], sum[2], sum[1], sum[0]));
    }
}
