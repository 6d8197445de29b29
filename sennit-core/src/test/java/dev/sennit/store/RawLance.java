package dev.sennit.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.ReadOptions;
import org.lance.Session;
import org.lance.Transaction;
import org.lance.WriteParams;
import org.lance.fragment.DataFile;
import org.lance.ipc.ScanOptions;
import org.lance.operation.Operation;
import org.lance.operation.Overwrite;
import org.lance.operation.Update;

/** Lance as it is, without Sennit's rules: a table of a text, an integer and a float. */
final class RawLance implements AutoCloseable {
    static final Schema SCHEMA = new Schema(List.of(
            Field.notNullable("k", new ArrowType.Utf8()),
            Field.nullable("n", new ArrowType.Int(64, true)),
            Field.nullable("f", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE))));

    final BufferAllocator allocator = new RootAllocator();
    final Session session = Session.builder().build();
    final String uri;

    RawLance(Path directory) {
        this.uri = directory.toString();
    }

    Dataset create() {
        return Dataset.write()
                .allocator(allocator)
                .schema(SCHEMA)
                .uri(uri)
                .mode(WriteParams.WriteMode.CREATE)
                .enableStableRowIds(false)
                .dataStorageVersion(LanceFragmentWriter.FORMAT)
                .execute();
    }

    Dataset open(long version) {
        return Dataset.open()
                .allocator(allocator)
                .uri(uri)
                .readOptions(new ReadOptions.Builder()
                        .setVersion(version)
                        .setSession(session)
                        .build())
                .build();
    }

    /** Writes rows and returns the fragment as Lance describes it. */
    FragmentMetadata stage(WriteParams.WriteMode mode, String... keys) {
        try (VectorSchemaRoot batch = VectorSchemaRoot.create(SCHEMA, allocator)) {
            for (int row = 0; row < keys.length; row++) {
                ((VarCharVector) batch.getVector("k")).setSafe(row, keys[row].getBytes(StandardCharsets.UTF_8));
                ((BigIntVector) batch.getVector("n")).setSafe(row, row);
                ((Float8Vector) batch.getVector("f")).setSafe(row, row == 0 ? Double.NaN : row == 1 ? -0.0 : row);
            }
            batch.setRowCount(keys.length);
            return Fragment.write()
                    .datasetUri(uri)
                    .allocator(allocator)
                    .data(batch)
                    .mode(mode)
                    .dataStorageVersion(LanceFragmentWriter.FORMAT)
                    .execute()
                    .getFirst();
        }
    }

    FragmentMetadata stage(String... keys) {
        return stage(WriteParams.WriteMode.OVERWRITE, keys);
    }

    static FragmentMetadata withId(int id, FragmentMetadata fragment) {
        return new FragmentMetadata(id, fragment.getFiles(), fragment.getPhysicalRows(), null, null);
    }

    static FragmentMetadata withFile(String path, FragmentMetadata fragment) {
        DataFile file = fragment.getFiles().getFirst();
        DataFile renamed = new DataFile(
                path,
                file.getFields(),
                file.getColumnIndices(),
                file.getFileMajorVersion(),
                file.getFileMinorVersion(),
                file.getFileSizeBytes(),
                null);
        return new FragmentMetadata(fragment.getId(), List.of(renamed), fragment.getPhysicalRows(), null, null);
    }

    static Update adding(FragmentMetadata... fragments) {
        return Update.builder()
                .newFragments(List.of(fragments))
                .updateMode(Optional.of(Update.UpdateMode.RewriteRows))
                .fieldsForPreservingFragBitmap(new long[] {0, 1, 2})
                .build();
    }

    static Overwrite overwrite(FragmentMetadata... fragments) {
        return Overwrite.builder().fragments(List.of(fragments)).schema(SCHEMA).build();
    }

    /** Commits on the handle and returns the new version's number. */
    static long commit(Dataset handle, boolean detached, long readVersion, Operation operation, String uuid) {
        try (Transaction transaction = new Transaction.Builder()
                        .readVersion(readVersion)
                        .uuid(uuid)
                        .transactionProperties(Map.of("step", uuid))
                        .operation(operation)
                        .build();
                Dataset committed = new CommitBuilder(handle).detached(detached).execute(transaction)) {
            return committed.version();
        }
    }

    static long commit(Dataset handle, boolean detached, Operation operation) {
        return commit(
                handle, detached, handle.version(), operation, UUID.randomUUID().toString());
    }

    static List<String> keys(Dataset dataset) throws Exception {
        return keys(dataset, new ScanOptions.Builder().columns(List.of("k")).build());
    }

    static List<String> keys(Dataset dataset, String filter) throws Exception {
        return keys(
                dataset,
                new ScanOptions.Builder().columns(List.of("k")).filter(filter).build());
    }

    private static List<String> keys(Dataset dataset, ScanOptions options) throws Exception {
        try (ScannerBatches batches = new ScannerBatches("scan", dataset, options)) {
            List<String> keys = new ArrayList<>();
            for (VectorSchemaRoot batch = batches.next(); batch != null; batch = batches.next()) {
                collect(batch, keys);
            }
            return keys;
        }
    }

    static List<String> keys(ArrowReader reader) throws IOException {
        List<String> keys = new ArrayList<>();
        while (reader.loadNextBatch()) {
            collect(reader.getVectorSchemaRoot(), keys);
        }
        return keys;
    }

    private static void collect(VectorSchemaRoot batch, List<String> keys) {
        for (int row = 0; row < batch.getRowCount(); row++) {
            keys.add(String.valueOf(batch.getVector("k").getObject(row)));
        }
    }

    @Override
    public void close() {
        session.close();
        allocator.close();
    }
}
