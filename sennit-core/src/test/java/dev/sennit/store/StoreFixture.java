package dev.sennit.store;

import dev.sennit.model.IdSource;
import dev.sennit.model.PropertyId;
import dev.sennit.model.PropertyType;
import dev.sennit.model.TableId;
import dev.sennit.model.Ulid;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One open store in a directory, seeded; closing it fails if native memory is still held. */
final class StoreFixture implements AutoCloseable {
    static final long MEMORY_LIMIT_BYTES = 1L << 30;

    final RandomGenerator random;
    final IdSource ids;
    final LanceRuntime runtime;
    final LanceTableStore tables;
    final Path root;

    StoreFixture(Path root, long seed) {
        this.root = root;
        this.random = new Random(seed);
        this.ids = new IdSource(Clock.systemUTC(), random);
        this.runtime = new LanceRuntime(ids, random, MEMORY_LIMIT_BYTES);
        this.tables = new LanceTableStore(runtime, StoreLocation.local(root.resolve("tables")));
    }

    TableId newTable() {
        return new TableId(ids.next());
    }

    Path directory(TableId table) {
        return root.resolve("tables").resolve(table.toString());
    }

    static ColumnLayout id() {
        return new ColumnLayout(TableLayout.ID, PropertyType.Scalar.STRING, false, Optional.empty());
    }

    static ColumnLayout column(String name, PropertyType type) {
        return new ColumnLayout(name, type, true, Optional.of(propertyOf(name)));
    }

    /** A stable id made from the name. */
    static PropertyId propertyOf(String name) {
        return new PropertyId(new Ulid(1, name.hashCode()));
    }

    static TableLayout layout(ColumnLayout... columns) {
        List<ColumnLayout> all = new ArrayList<>(List.of(id()));
        all.addAll(List.of(columns));
        return new TableLayout(all);
    }

    static TransactionIdentity identity() {
        return new TransactionIdentity(UUID.randomUUID().toString(), Map.of("operation", "test"));
    }

    StagedFragment stage(TableVersion base, List<@Nullable Object[]> rows) {
        try (FragmentWriter writer = tables.writeFragment(base)) {
            rows.forEach(writer::append);
            return writer.finish();
        }
    }

    /** Every row of the version, in scan order. */
    static List<List<@Nullable Object>> rows(TableVersion version) {
        return rows(
                version,
                ScanRequest.of(version.layout().columns().stream()
                        .map(ColumnLayout::name)
                        .toList()));
    }

    static List<List<@Nullable Object>> rows(TableVersion version, ScanRequest request) {
        try (TableScan scan = version.scan(request)) {
            return drain(scan, request.columns().size());
        }
    }

    static List<List<@Nullable Object>> drain(TableScan scan, int columns) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        while (scan.next()) {
            for (int row = 0; row < scan.rowCount(); row++) {
                List<@Nullable Object> values = new ArrayList<>();
                for (int column = 0; column < columns; column++) {
                    values.add(scan.value(column, row));
                }
                rows.add(values);
            }
        }
        return rows;
    }

    @Override
    public void close() {
        long held = runtime.allocatedBytes();
        runtime.close();
        if (held != 0) {
            throw new AssertionError(held + " bytes of native memory were not released");
        }
    }
}
