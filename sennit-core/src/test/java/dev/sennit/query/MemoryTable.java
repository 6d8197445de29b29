package dev.sennit.query;

import dev.sennit.model.TableId;
import dev.sennit.store.FragmentInfo;
import dev.sennit.store.ScanFilter;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableFile;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableVersion;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** A table version in memory that filters, and hands out small batches, as the store promises to. */
final class MemoryTable implements TableVersion {
    private static final long FRAGMENT = 7L << 32;

    private final TableId id;
    private final TableLayout layout;
    private final List<@Nullable Object[]> rows;
    private final int batchSize;
    private final Activity activity;
    private final IdentityHashMap<ScanFilter.In, Set<?>> sets = new IdentityHashMap<>();

    /** What queries did, over all tables of a graph. */
    static final class Activity {
        int openTables;
        int openScans;
        int scans;
        long rows;
        final List<ScanRequest> requests = new ArrayList<>();
    }

    MemoryTable(TableId id, TableLayout layout, List<@Nullable Object[]> rows, int batchSize, Activity activity) {
        this.id = id;
        this.layout = layout;
        this.rows = rows;
        this.batchSize = batchSize;
        this.activity = activity;
        activity.openTables++;
    }

    @Override
    public TableId table() {
        return id;
    }

    @Override
    public TablePin pin() {
        return TablePin.CREATED;
    }

    @Override
    public TableLayout layout() {
        return layout;
    }

    @Override
    public long rowCount() {
        return rows.size();
    }

    @Override
    public List<FragmentInfo> fragments() {
        return List.of(new FragmentInfo(7, rows.size(), 0, List.of("f"), List.of(List.of()), "", 0));
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
        activity.requests.add(request);
        int[] matching = IntStream.range(0, rows.size())
                .filter(i -> request.filter().map(f -> matches(f, rows.get(i))).orElse(true))
                .limit(request.limit().orElse(Long.MAX_VALUE))
                .toArray();
        return new MemoryScan(matching, request.columns(), request.rowAddresses());
    }

    @Override
    public long count(Optional<ScanFilter> filter) {
        return rows.stream()
                .filter(r -> filter.map(f -> matches(f, r)).orElse(true))
                .count();
    }

    @Override
    public TableScan take(long[] rowAddresses, List<String> columns) {
        int[] offsets = Arrays.stream(rowAddresses)
                .mapToInt(a -> Math.toIntExact(a - FRAGMENT))
                .toArray();
        return new MemoryScan(offsets, columns, false);
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
    public void close() {
        activity.openTables--;
    }

    private int column(String name) {
        return IntStream.range(0, layout.columns().size())
                .filter(i -> layout.columns().get(i).name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no column " + name));
    }

    private boolean matches(ScanFilter filter, @Nullable Object[] row) {
        return Boolean.TRUE.equals(test(filter, row));
    }

    /** Null if a null leaves it open. */
    @Nullable
    private Boolean test(ScanFilter filter, @Nullable Object[] row) {
        return switch (filter) {
            case ScanFilter.Comparison comparison ->
                compare(comparison.operator(), row[column(comparison.column())], comparison.literal());
            case ScanFilter.In in -> {
                Object value = row[column(in.column())];
                if (value == null) {
                    yield null;
                }
                requireSameClass(value, in.literals().getFirst());
                yield sets.computeIfAbsent(in, f -> Set.copyOf(f.literals())).contains(value);
            }
            case ScanFilter.IsNull isNull -> row[column(isNull.column())] == null;
            case ScanFilter.IsNotNull isNotNull -> row[column(isNotNull.column())] != null;
            case ScanFilter.StringMatch match -> {
                String text = (String) row[column(match.column())];
                if (text == null) {
                    yield null;
                }
                yield switch (match.kind()) {
                    case STARTS_WITH -> text.startsWith(match.text());
                    case ENDS_WITH -> text.endsWith(match.text());
                    case CONTAINS -> text.contains(match.text());
                };
            }
            case ScanFilter.And and -> {
                boolean open = false;
                for (ScanFilter operand : and.operands()) {
                    Boolean value = test(operand, row);
                    if (Boolean.FALSE.equals(value)) {
                        yield false;
                    }
                    open |= value == null;
                }
                yield open ? null : true;
            }
            case ScanFilter.Or or -> {
                boolean open = false;
                for (ScanFilter operand : or.operands()) {
                    Boolean value = test(operand, row);
                    if (Boolean.TRUE.equals(value)) {
                        yield true;
                    }
                    open |= value == null;
                }
                yield open ? null : false;
            }
            case ScanFilter.Not not -> {
                Boolean value = test(not.operand(), row);
                yield value == null ? null : !value;
            }
        };
    }

    @Nullable
    private static Boolean compare(ScanFilter.Operator operator, @Nullable Object value, Object literal) {
        if (value == null) {
            return null;
        }
        requireSameClass(value, literal);
        if (value instanceof Double number && number.isNaN()) {
            return operator == ScanFilter.Operator.NE;
        }
        int order = compareValues(value, literal);
        return switch (operator) {
            case EQ -> order == 0;
            case NE -> order != 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
        };
    }

    private static void requireSameClass(Object value, Object literal) {
        if (value.getClass() != literal.getClass()) {
            throw new IllegalArgumentException(
                    "a literal of " + literal.getClass() + " was compared with a column of " + value.getClass());
        }
    }

    private static int compareValues(Object left, Object right) {
        return switch (left) {
            case String text ->
                Arrays.compareUnsigned(
                        text.getBytes(StandardCharsets.UTF_8), ((String) right).getBytes(StandardCharsets.UTF_8));
            case Long number -> number.compareTo((Long) right);
            case Double number ->
                number < (Double) right ? -1 : number > (Double) right ? 1 : number == (double) (Double) right ? 0 : 2;
            case Boolean bool -> bool.compareTo((Boolean) right);
            case LocalDate date -> date.compareTo((LocalDate) right);
            case LocalDateTime time -> time.compareTo((LocalDateTime) right);
            default -> throw new IllegalArgumentException("columns of " + left.getClass() + " are not filtered");
        };
    }

    private final class MemoryScan implements TableScan {
        private final int[] offsets;
        private final int[] columns;
        private final boolean addresses;
        private int start;
        private int end;
        private boolean closed;

        MemoryScan(int[] offsets, List<String> names, boolean addresses) {
            this.offsets = offsets;
            this.columns = names.stream().mapToInt(MemoryTable.this::column).toArray();
            this.addresses = addresses;
            activity.openScans++;
            activity.scans++;
        }

        @Override
        public boolean next() {
            start = end;
            end = Math.min(offsets.length, start + batchSize);
            activity.rows += end - start;
            return start < end;
        }

        @Override
        public int rowCount() {
            return end - start;
        }

        @Override
        @Nullable
        public Object value(int column, int row) {
            Objects.checkIndex(row, rowCount());
            return rows.get(offsets[start + row])[columns[column]];
        }

        @Override
        public long rowAddress(int row) {
            if (!addresses) {
                throw new IllegalStateException("row addresses were not requested");
            }
            return FRAGMENT + offsets[start + row];
        }

        @Override
        public VectorSchemaRoot arrow() {
            throw new UnsupportedOperationException("rows in memory are no Arrow vectors");
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                activity.openScans--;
            }
        }
    }
}
