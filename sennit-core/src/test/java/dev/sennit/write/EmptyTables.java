package dev.sennit.write;

import dev.sennit.model.Durability;
import dev.sennit.model.TableId;
import dev.sennit.store.FileCondition;
import dev.sennit.store.FragmentInfo;
import dev.sennit.store.FragmentWriter;
import dev.sennit.store.ScanFilter;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableChange;
import dev.sennit.store.TableEvolution;
import dev.sennit.store.TableFile;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableStore;
import dev.sennit.store.TableVersion;
import dev.sennit.store.TransactionIdentity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** A store whose tables are all empty, for mutations that are never committed. */
final class EmptyTables implements TableStore {
    private final Map<TableId, TableLayout> layouts;

    EmptyTables(Map<TableId, TableLayout> layouts) {
        this.layouts = layouts;
    }

    @Override
    public void create(TableId table, TableLayout layout, Durability durability) {
        throw readOnly();
    }

    @Override
    public TableVersion open(TableId table, TablePin pin) {
        TableLayout layout = layouts.get(table);
        if (layout == null) {
            throw new IllegalArgumentException("no table " + table);
        }
        return new EmptyTable(table, pin, layout);
    }

    @Override
    public Optional<TableVersion> find(TableId table, TablePin pin) {
        return Optional.of(open(table, pin));
    }

    @Override
    public Optional<List<TableFile>> recordedFiles(TableId table, TablePin pin) {
        return Optional.empty();
    }

    @Override
    public FileCondition condition(TableId table, TableFile file, boolean contents) {
        throw readOnly();
    }

    @Override
    public FragmentWriter writeFragment(TableVersion base) {
        throw readOnly();
    }

    @Override
    public void discard(TableId table, List<StagedFragment> fragments) {}

    @Override
    public TablePin commit(TableVersion base, TableChange change, TransactionIdentity identity, Durability durability) {
        throw readOnly();
    }

    @Override
    public TablePin index(
            TableVersion base,
            List<String> columns,
            List<Integer> fragments,
            TransactionIdentity identity,
            Durability durability) {
        throw readOnly();
    }

    @Override
    public TablePin project(
            TableVersion base, TableLayout layout, TransactionIdentity identity, Durability durability) {
        throw readOnly();
    }

    @Override
    public TableEvolution evolution(TableVersion base, TableLayout layout, Set<String> filled) {
        throw readOnly();
    }

    @Override
    public FragmentWriter writeColumns(TableVersion base, TableEvolution evolution) {
        throw readOnly();
    }

    @Override
    public FragmentWriter writeRows(TableVersion base, TableEvolution evolution) {
        throw readOnly();
    }

    @Override
    public TablePin evolve(
            TableVersion base,
            TableEvolution evolution,
            Map<Integer, StagedFragment> values,
            TransactionIdentity identity,
            Durability durability) {
        throw readOnly();
    }

    private static UnsupportedOperationException readOnly() {
        return new UnsupportedOperationException("nothing is ever written here");
    }

    private record EmptyTable(TableId table, TablePin pin, TableLayout layout) implements TableVersion {
        @Override
        public long rowCount() {
            return 0;
        }

        @Override
        public List<FragmentInfo> fragments() {
            return List.of();
        }

        @Override
        public Set<Integer> indexedFragments(String column) {
            return Set.of();
        }

        @Override
        public List<Set<Integer>> indexSegments(String column) {
            return List.of();
        }

        @Override
        public TableScan scan(ScanRequest request) {
            return new EmptyScan();
        }

        @Override
        public long count(Optional<ScanFilter> filter) {
            return 0;
        }

        @Override
        public TableScan take(long[] rowAddresses, List<String> columns) {
            return new EmptyScan();
        }

        @Override
        public List<TableFile> files() {
            return List.of();
        }

        @Override
        public Set<String> needs() {
            return Set.of();
        }

        @Override
        public long sizeBytes() {
            return 0;
        }

        @Override
        public void close() {}
    }

    private static final class EmptyScan implements TableScan {
        @Override
        public boolean next() {
            return false;
        }

        @Override
        public int rowCount() {
            return 0;
        }

        @Override
        @Nullable
        public Object value(int column, int row) {
            throw new IndexOutOfBoundsException(row);
        }

        @Override
        public long rowAddress(int row) {
            throw new IndexOutOfBoundsException(row);
        }

        @Override
        public VectorSchemaRoot arrow() {
            throw new UnsupportedOperationException("there are no batches");
        }

        @Override
        public void close() {}
    }
}
