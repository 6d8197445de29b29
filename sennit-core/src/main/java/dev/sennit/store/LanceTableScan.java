package dev.sennit.store;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** Decodes the batches of a source. */
final class LanceTableScan implements TableScan {
    static final String ROW_ADDRESS = "_rowaddr";

    private final List<TableSchema.Column> columns;
    private final BatchSource source;
    private final boolean addressed;
    private List<FieldVector> vectors = List.of();
    private int rows;

    @Nullable
    private UInt8Vector addresses;

    /** {@code addressed}: whether the batches carry row addresses. */
    LanceTableScan(List<TableSchema.Column> columns, BatchSource source, boolean addressed) {
        this.columns = columns;
        this.source = source;
        this.addressed = addressed;
    }

    @Override
    public boolean next() {
        VectorSchemaRoot batch;
        do {
            batch = source.next();
            if (batch == null) {
                rows = 0;
                vectors = List.of();
                addresses = null;
                return false;
            }
        } while (batch.getRowCount() == 0);
        List<FieldVector> found = new ArrayList<>(columns.size());
        for (TableSchema.Column column : columns) {
            found.add(batch.getVector(column.physicalName()));
        }
        vectors = found;
        addresses = addressed ? (UInt8Vector) batch.getVector(ROW_ADDRESS) : null;
        rows = batch.getRowCount();
        return true;
    }

    @Override
    public int rowCount() {
        return rows;
    }

    @Override
    public @Nullable Object value(int column, int row) {
        FieldVector vector = vectors.get(column);
        return ColumnCodec.isNull(vector, row)
                ? null
                : columns.get(column).codec().read(vector, row);
    }

    @Override
    public long rowAddress(int row) {
        UInt8Vector present = addresses;
        if (present == null) {
            throw new IllegalStateException("row addresses were not requested");
        }
        return present.get(row);
    }

    @Override
    public VectorSchemaRoot arrow() {
        return new VectorSchemaRoot(vectors.stream().map(FieldVector::getField).toList(), vectors, rows);
    }

    @Override
    public void close() {
        source.close();
    }
}
