package dev.sennit.store;

import dev.sennit.store.ManifestTable.StateRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.WriteParams;
import org.lance.ipc.ScanOptions;

/** How the rows of a state are kept in a manifest's fragments. Thread-safe. */
final class StateRows {
    private static final List<String> COLUMNS = List.of("kind", "key", "body");

    /** Of every version of every manifest. */
    static final Schema SCHEMA = new Schema(COLUMNS.stream()
            .map(name -> new Field(name, new FieldType(false, new ArrowType.Utf8(), null, null), List.of()))
            .toList());

    private final LanceRuntime runtime;
    private final StoreLocation location;

    StateRows(LanceRuntime runtime, StoreLocation location) {
        this.runtime = runtime;
        this.location = location;
    }

    /** Writes data files that no version names yet. */
    List<FragmentMetadata> stage(List<StateRow> rows) {
        if (rows.isEmpty()) {
            return List.of();
        }
        try (VectorSchemaRoot batch = VectorSchemaRoot.create(SCHEMA, runtime.allocator())) {
            for (int row = 0; row < rows.size(); row++) {
                StateRow each = rows.get(row);
                setText(batch, 0, row, each.kind());
                setText(batch, 1, row, each.key());
                setText(batch, 2, row, each.body());
            }
            batch.setRowCount(rows.size());
            // Append mode would list the chain and check against its newest version.
            return LanceErrors.call(
                    "stage a state in " + location,
                    () -> Fragment.write()
                            .datasetUri(location.uri())
                            .allocator(runtime.allocator())
                            .storageOptions(location.storageOptions())
                            .data(batch)
                            .mode(WriteParams.WriteMode.OVERWRITE)
                            .dataStorageVersion(LanceFragmentWriter.FORMAT)
                            .execute());
        }
    }

    /** All rows of the version that is open. */
    List<StateRow> read(Dataset dataset) {
        List<StateRow> rows = new ArrayList<>();
        ScanOptions options = new ScanOptions.Builder().columns(COLUMNS).build();
        try (ScannerBatches batches = new ScannerBatches("read " + location, dataset, options)) {
            for (VectorSchemaRoot batch = batches.next(); batch != null; batch = batches.next()) {
                for (int row = 0; row < batch.getRowCount(); row++) {
                    rows.add(new StateRow(text(batch, 0, row), text(batch, 1, row), text(batch, 2, row)));
                }
            }
        }
        return rows;
    }

    private static String text(VectorSchemaRoot batch, int column, int row) {
        return new String(((VarCharVector) batch.getVector(COLUMNS.get(column))).get(row), StandardCharsets.UTF_8);
    }

    private static void setText(VectorSchemaRoot batch, int column, int row, String text) {
        ((VarCharVector) batch.getVector(column)).setSafe(row, TextCodec.utf8(text));
    }
}
