package dev.sennit.store;

import dev.sennit.model.TableId;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.lance.Dataset;
import org.lance.FragmentMetadata;
import org.lance.fragment.DataFile;
import org.lance.index.Index;
import org.lance.ipc.ScanOptions;
import org.roaringbitmap.RoaringBitmap;

/**
 * A handle on one version. The handle of Lance stays in here, since many of its methods would commit to the table's
 * linear history.
 */
final class LanceTableVersion implements TableVersion {
    private final TableId table;
    private final TablePin pin;
    private final StoreLocation location;
    private final LanceRuntime runtime;
    private final OpenDataset open;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param open in use for this handle, which gives it back when it is closed */
    LanceTableVersion(TableId table, TablePin pin, StoreLocation location, LanceRuntime runtime, OpenDataset open) {
        this.table = table;
        this.pin = pin;
        this.location = location;
        this.runtime = runtime;
        this.open = open;
    }

    @Override
    public TableId table() {
        return table;
    }

    @Override
    public TablePin pin() {
        return pin;
    }

    @Override
    public TableLayout layout() {
        return schema().layout();
    }

    StoreLocation location() {
        return location;
    }

    Dataset dataset() {
        return open.dataset();
    }

    TableSchema schema() {
        return open.schema();
    }

    @Override
    public long rowCount() {
        return fragmentMetadata().stream()
                .mapToLong(FragmentMetadata::getNumRows)
                .sum();
    }

    @Override
    public List<FragmentInfo> fragments() {
        return LanceErrors.call(doing("list the fragments of"), open::described);
    }

    List<FragmentMetadata> fragmentMetadata() {
        return LanceErrors.call(doing("list the fragments of"), open::fragments);
    }

    List<Index> indexes() {
        return LanceErrors.call(doing("list the indexes of"), open::indexes);
    }

    @Override
    public RoaringBitmap deletedRows(FragmentInfo fragment) {
        if (fragment.deletedRows() == 0) {
            return new RoaringBitmap();
        }
        return location.localPath()
                .flatMap(root -> new DeletionFiles(root, runtime.allocator()).read(fragment))
                .orElseGet(() -> TableVersion.super.deletedRows(fragment));
    }

    @Override
    public long costOfDeletedRows(FragmentInfo fragment) {
        return location.localPath().isPresent()
                ? DeletionFiles.ROWS_PER_FILE + fragment.deletedRows() / DeletionFiles.OFFSETS_PER_ROW
                : TableVersion.super.costOfDeletedRows(fragment);
    }

    @Override
    public Set<Integer> indexedFragments(String column) {
        Set<Integer> covered = new HashSet<>();
        indexSegments(column).forEach(covered::addAll);
        return covered;
    }

    @Override
    public List<Set<Integer>> indexSegments(String column) {
        return indexes(schema().column(column)).stream()
                .map(this::coverage)
                .filter(covered -> !covered.isEmpty())
                .toList();
    }

    /** The fragments of this version that a segment covers. */
    Set<Integer> coverage(Index index) {
        Set<Integer> covered = new HashSet<>(index.fragments().orElse(List.of()));
        covered.retainAll(fragmentIds());
        return covered;
    }

    /** The index segments of a column. */
    List<Index> indexes(TableSchema.Column column) {
        return indexes().stream()
                .filter(index -> index.fields().equals(List.of(column.fieldId())))
                .toList();
    }

    Set<Integer> fragmentIds() {
        Set<Integer> ids = new HashSet<>();
        fragmentMetadata().forEach(fragment -> ids.add(fragment.getId()));
        return ids;
    }

    @Override
    public Optional<StagedFragment> adoptable(FragmentInfo fragment, TableVersion into) {
        if (!(into instanceof LanceTableVersion other)
                || !other.table.equals(table)
                || !schema().hasFieldsOf(other.schema())
                || other.fragments().stream().anyMatch(known -> known.files().equals(fragment.files()))) {
            return Optional.empty();
        }
        FragmentMetadata metadata = fragmentMetadata().stream()
                .filter(known -> known.getId() == fragment.id())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(this + " has no fragment " + fragment.id()));
        if (metadata.getFiles().size() != 1) {
            return Optional.empty();
        }
        DataFile file = metadata.getFiles().getFirst();
        Long size = file.getFileSizeBytes();
        List<Integer> fields = Arrays.stream(file.getFields()).boxed().toList();
        if (size == null || !Set.copyOf(fields).equals(Set.copyOf(other.schema().leafIds()))) {
            return Optional.empty();
        }
        return Optional.of(new StagedFragment(
                file.getPath(),
                fields,
                Arrays.stream(file.getColumnIndices()).boxed().toList(),
                metadata.getPhysicalRows(),
                size));
    }

    @Override
    public List<TableFile> files() {
        return TableFiles.of(this);
    }

    @Override
    public Set<String> needs() {
        return TableFiles.needs(this);
    }

    @Override
    public TableScan scan(ScanRequest request) {
        List<TableSchema.Column> columns = schema().columns(request.columns());
        boolean nothing = request.limit().isPresent() && request.limit().getAsLong() == 0
                || request.fragments().isPresent() && request.fragments().get().isEmpty()
                || fragmentMetadata().isEmpty();
        if (nothing) {
            request.filter().ifPresent(filter -> ScanFilterSql.render(filter, layout()));
            return new LanceTableScan(columns, BatchSource.empty(), request.rowAddresses());
        }
        ScanOptions.Builder options = new ScanOptions.Builder()
                .columns(physicalNames(columns))
                .useScalarIndex(request.useIndex())
                // Lance refuses a scan of no columns at all.
                .withRowAddress(request.rowAddresses() || request.columns().isEmpty());
        request.filter().ifPresent(filter -> options.filter(ScanFilterSql.render(filter, layout())));
        request.fragments().ifPresent(ids -> options.fragmentIds(requireFragments(ids)));
        request.limit().ifPresent(options::limit);
        return new LanceTableScan(
                columns, new ScannerBatches(doing("scan"), dataset(), options.build()), request.rowAddresses());
    }

    private List<Integer> requireFragments(List<Integer> ids) {
        Set<Integer> present = fragmentIds();
        for (Integer id : ids) {
            if (!present.contains(id)) {
                throw new IllegalArgumentException(this + " has no fragment " + id);
            }
        }
        return ids;
    }

    @Override
    public long count(Optional<ScanFilter> filter) {
        if (filter.isEmpty() || fragmentMetadata().isEmpty()) {
            return rowCount();
        }
        String sql = ScanFilterSql.render(filter.get(), layout());
        return LanceErrors.call(doing("count rows of"), () -> dataset().countRows(sql));
    }

    @Override
    public TableScan take(long[] rowAddresses, List<String> columns) {
        List<TableSchema.Column> known = schema().columns(columns);
        if (rowAddresses.length == 0) {
            return new LanceTableScan(known, BatchSource.empty(), false);
        }
        List<String> read =
                physicalNames(known.isEmpty() ? List.of(schema().columns().getFirst()) : known);
        return new LanceTableScan(known, new TakeBatches(doing("take rows of"), dataset(), rowAddresses, read), false);
    }

    private static List<String> physicalNames(List<TableSchema.Column> columns) {
        return columns.stream().map(TableSchema.Column::physicalName).toList();
    }

    @Override
    public long sizeBytes() {
        return TableFiles.sizeBytes(this);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            runtime.datasets().release(open);
        }
    }

    String doing(String action) {
        return action + " " + this;
    }

    @Override
    public String toString() {
        return "table " + table + " at " + pin;
    }
}
