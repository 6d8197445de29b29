package dev.sennit.store;

import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.lance.file.LanceFileWriter;

/** Writes one data file of a table in Lance's format, batch by batch. */
final class LanceFragmentWriter implements FragmentWriter {
    /** The file format; data files of one table version may differ, but there is no reason to. */
    static final String FORMAT = "2.1";

    static final int FORMAT_MAJOR = 2;
    static final int FORMAT_MINOR = 1;

    private static final int BATCH_ROWS = 8_192;
    private static final long BATCH_BYTES = 4L << 20;
    private static final int MAX_ROWS = Integer.MAX_VALUE; // a row's offset is an int in Lance's Java library

    private final TableSchema schema;
    private final String name;
    private final StoreLocation target;
    private final Optional<Path> localFile;
    private final BufferAllocator allocator;
    private final VectorSchemaRoot batch;

    /** Opened with the first batch: Lance cannot close one that got none. */
    @Nullable
    private LanceFileWriter file;

    private int batchRows;
    private long batchBytes;
    private long flushedRows;
    private long flushedBytes;
    private boolean finished;
    private boolean closed;

    LanceFragmentWriter(LanceRuntime runtime, StoreLocation table, TableSchema schema) {
        this.schema = schema;
        this.name = runtime.newFileName();
        StoreLocation data = table.child("data");
        this.localFile = data.localPath().map(directory -> directory.resolve(name));
        this.target = data.child(name);
        this.allocator = runtime.allocator().newChildAllocator("write " + target, 0, Long.MAX_VALUE);
        this.batch = VectorSchemaRoot.create(schema.arrow(), allocator);
    }

    @Override
    public void append(@Nullable Object[] values) {
        requireOpen();
        List<TableSchema.Column> columns = schema.columns();
        if (values.length != columns.size()) {
            throw new IllegalArgumentException(
                    "a row of " + values.length + " values for a table of " + columns.size() + " columns");
        }
        if (rowCount() == MAX_ROWS) {
            throw new IllegalStateException("a fragment holds at most " + MAX_ROWS + " rows");
        }
        long bytes = 0;
        for (int i = 0; i < values.length; i++) {
            bytes += append(columns.get(i), batch.getVector(i), values[i]);
        }
        batchRows++;
        batchBytes += bytes;
        if (batchRows >= BATCH_ROWS || batchBytes >= BATCH_BYTES) {
            flush();
        }
    }

    @Override
    public void appendBatch(TableScan scan) {
        requireOpen();
        VectorSchemaRoot read = scan.arrow();
        requireSameColumns(read);
        if (rowCount() + read.getRowCount() > MAX_ROWS) {
            throw new IllegalStateException("a fragment holds at most " + MAX_ROWS + " rows");
        }
        flush();
        LanceFileWriter open = file();
        VectorSchemaRoot own =
                new VectorSchemaRoot(batch.getSchema().getFields(), read.getFieldVectors(), read.getRowCount());
        LanceErrors.run("write data file " + name, () -> open.write(own));
        flushedRows += read.getRowCount();
        flushedBytes += read.getFieldVectors().stream()
                .mapToLong(FieldVector::getBufferSize)
                .sum();
    }

    private void requireSameColumns(VectorSchemaRoot read) {
        List<TableSchema.Column> columns = schema.columns();
        if (read.getFieldVectors().size() != columns.size()) {
            throw new IllegalArgumentException("rows of "
                    + read.getFieldVectors().size() + " columns for a table of " + columns.size() + " columns");
        }
        for (int i = 0; i < columns.size(); i++) {
            FieldVector vector = read.getVector(i);
            TableSchema.Column column = columns.get(i);
            if (!vector.getName().equals(column.physicalName())
                    || !vector.getField().getType().equals(column.codec().arrowType())) {
                throw new IllegalArgumentException("column " + vector.getField() + " where '"
                        + column.layout().name() + "' was expected");
            }
            if (!column.layout().nullable() && vector.getNullCount() > 0) {
                throw new IllegalArgumentException("column '" + column.layout().name() + "' cannot be null");
            }
        }
    }

    /** Puts one value at the row being written; if a later column fails, the next row overwrites it. */
    private long append(TableSchema.Column column, FieldVector vector, @Nullable Object value) {
        if (value == null) {
            if (!column.layout().nullable()) {
                throw new IllegalArgumentException("column '" + column.layout().name() + "' cannot be null");
            }
            vector.setNull(batchRows);
            return 1;
        }
        try {
            column.codec().write(vector, batchRows, value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("column '" + column.layout().name() + "': " + e.getMessage(), e);
        }
        return column.codec().sizeBytes(value);
    }

    @Override
    public long rowCount() {
        return flushedRows + batchRows;
    }

    @Override
    public long approximateBytes() {
        return flushedBytes + batchBytes;
    }

    @Override
    public StagedFragment finish() {
        requireOpen();
        if (rowCount() == 0) {
            throw new IllegalStateException("a fragment holds at least one row");
        }
        flush();
        LanceErrors.run("finish data file " + name, file()::close);
        finished = true;
        long sizeBytes = localFile.map(LanceFragmentWriter::size).orElse(0L);
        List<Integer> leaves = schema.leafIds();
        List<Integer> indices = IntStream.range(0, leaves.size()).boxed().toList();
        return new StagedFragment(name, leaves, indices, flushedRows, sizeBytes);
    }

    private LanceFileWriter file() {
        LanceFileWriter open = file;
        if (open == null) {
            localFile.map(Path::getParent).ifPresent(LanceFragmentWriter::createDirectory);
            open = LanceErrors.call(
                    "create " + target,
                    () -> LanceFileWriter.open(
                            target.uri(), allocator, null, Optional.of(FORMAT), target.storageOptions()));
            file = open;
        }
        return open;
    }

    private void flush() {
        if (batchRows == 0) {
            return;
        }
        batch.setRowCount(batchRows);
        LanceFileWriter open = file();
        LanceErrors.run("write data file " + name, () -> open.write(batch));
        batch.clear(); // Lance may still read these buffers: the next batch gets its own
        flushedRows += batchRows;
        flushedBytes += batchBytes;
        batchRows = 0;
        batchBytes = 0;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        batch.close();
        if (!finished) {
            abandon();
        }
        allocator.close();
    }

    private void abandon() {
        LanceFileWriter open = file;
        if (open == null) {
            return;
        }
        LanceErrors.run("abandon data file " + name, open::close);
        if (localFile.isPresent()) {
            try {
                Files.deleteIfExists(localFile.get());
            } catch (IOException e) {
                throw StoreException.unavailable(
                        ErrorText.of("cannot remove abandoned data file " + localFile.get())
                                .cause(e.toString()),
                        e);
            }
        }
    }

    private void requireOpen() {
        if (closed || finished) {
            throw new IllegalStateException("data file " + name + " is finished");
        }
    }

    private static void createDirectory(Path directory) {
        LanceErrors.creating("create directory " + directory, () -> Files.createDirectories(directory));
    }

    private static long size(Path file) {
        return LanceErrors.call("look at " + file, () -> Files.size(file));
    }
}
