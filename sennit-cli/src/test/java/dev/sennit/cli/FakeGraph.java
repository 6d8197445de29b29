package dev.sennit.cli;

import dev.sennit.Branch;
import dev.sennit.CheckOptions;
import dev.sennit.CollectOptions;
import dev.sennit.Diff;
import dev.sennit.Graph;
import dev.sennit.Load;
import dev.sennit.MergeOptions;
import dev.sennit.OpenOptions;
import dev.sennit.OptimizeOptions;
import dev.sennit.QueryOptions;
import dev.sennit.Result;
import dev.sennit.Row;
import dev.sennit.SchemaChange;
import dev.sennit.SchemaUpdate;
import dev.sennit.Snapshot;
import dev.sennit.StatementResult;
import dev.sennit.Transaction;
import dev.sennit.TransactionResult;
import dev.sennit.WriteOptions;
import dev.sennit.model.BranchInfo;
import dev.sennit.model.CheckReport;
import dev.sennit.model.CollectReport;
import dev.sennit.model.CommitId;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.ElementChange;
import dev.sennit.model.ErrorText;
import dev.sennit.model.GraphId;
import dev.sennit.model.GraphInfo;
import dev.sennit.model.LoadResult;
import dev.sennit.model.MergeResult;
import dev.sennit.model.MutationCounts;
import dev.sennit.model.NotFoundException;
import dev.sennit.model.OperationId;
import dev.sennit.model.OperationInfo;
import dev.sennit.model.OptimizeResult;
import dev.sennit.model.Outcome;
import dev.sennit.model.PlanStep;
import dev.sennit.model.TagInfo;
import dev.sennit.model.Ulid;
import dev.sennit.schema.GraphSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;

/** A graph that answers what a test has told it, and remembers how it was called. Its one branch is main. */
final class FakeGraph implements Graph, GraphOpener {
    static final GraphId ID = new GraphId(Ulid.parse("01JDX0000000000000000000GR"));

    final List<CommitInfo> history = new ArrayList<>();
    final List<List<@Nullable Object>> rows = new ArrayList<>();
    List<String> columns = List.of();
    GraphSchema schema = GraphSchema.EMPTY;
    List<GraphInfo.TypeInfo> types = List.of();
    CheckReport checked = new CheckReport(ID, true, new CheckReport.Counts(0, 0, 0, 0, 0, 0), List.of(), 0, 0);

    @Nullable
    CheckOptions checkedWith;

    CollectReport collected = new CollectReport(ID, false, List.of(), List.of(), 0);

    @Nullable
    CollectOptions collectedWith;

    Outcome outcome = new Outcome.NotCommitted("nobody wrote it");
    List<OperationInfo> operations = List.of();
    List<BranchInfo> branches = List.of();
    final List<String> changes = new ArrayList<>();
    List<TagInfo> tags = List.of();
    BiFunction<Load, WriteOptions, LoadResult> loader = (load, options) -> {
        throw new AssertionError("no load was expected");
    };

    final List<String> executed = new ArrayList<>();
    BiFunction<String, WriteOptions, StatementResult> executor = (cypher, options) ->
            new StatementResult(List.of(), List.of(), Optional.empty(), false, MutationCounts.NONE);
    Function<OptimizeOptions, OptimizeResult> optimizer = options -> {
        throw new AssertionError("no optimization was expected");
    };

    Function<MergeOptions, MergeResult> merger = options -> {
        throw new AssertionError("no merge was expected");
    };

    BiFunction<SchemaUpdate, WriteOptions, SchemaChange> schemaChanger = (update, options) -> {
        throw new AssertionError("no schema change was expected");
    };

    List<ElementChange> differs = List.of();

    @Nullable
    RuntimeException failure;

    @Nullable
    OpenOptions openedWith;

    @Nullable
    String queried;

    @Nullable
    QueryOptions queriedWith;

    Map<String, @Nullable Object> parameters = Map.of();

    @Nullable
    String askedFor;

    @Nullable
    String createdWithMessage;

    int open;

    /** The n-th commit of a history, from 1. */
    static CommitInfo commit(int number, String writer, String message) {
        CommitId id = new CommitId(new Ulid(0x0193_0000_0000_0000L, 0x1000_0000L + number));
        return new CommitInfo(
                id,
                number == 1 ? List.of() : List.of(commitId(number - 1)),
                "ada",
                Instant.parse("2026-11-29T12:00:00.250Z").plusSeconds(60L * number),
                new OperationId(new Ulid(0x0193_0000_0000_0000L, 0x2000_0000L + number)),
                writer,
                Optional.empty(),
                message,
                writer.equals("init") ? List.of() : List.of("Airport", "ROUTE(Airport,Airport)"),
                writer.equals("init") ? Map.of() : numbers());
    }

    private static Map<String, Long> numbers() {
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("Airport.read", 3_504L);
        numbers.put("Airport.inserted", 3_504L);
        numbers.put("Airport.updated", 0L);
        numbers.put("ROUTE(Airport,Airport).inserted", 50_637L);
        numbers.put("ROUTE(Airport,Airport).rejected", 2L);
        return numbers;
    }

    static CommitId commitId(int number) {
        return new CommitId(new Ulid(0x0193_0000_0000_0000L, 0x1000_0000L + number));
    }

    FakeGraph withColumns(String... names) {
        columns = List.of(names);
        return this;
    }

    FakeGraph withRow(@Nullable Object... values) {
        rows.add(Arrays.asList(values));
        return this;
    }

    @Override
    public Graph open(String location, OpenOptions options) {
        if (failure != null) {
            throw failure;
        }
        if (!location.equals("air")) {
            throw new NotFoundException(ErrorText.of("no graph at " + location)
                    .remedy("create one with 'sennit init'")
                    .detail("location", location));
        }
        openedWith = options;
        open++;
        return this;
    }

    @Override
    public Graph create(String location, GraphSchema newSchema, OpenOptions options, String message) {
        schema = newSchema;
        createdWithMessage = message;
        history.add(commit(1, "init", message));
        return open("air", options);
    }

    @Override
    public GraphId id() {
        return ID;
    }

    @Override
    public String location() {
        return "air";
    }

    @Override
    public Branch branch(String name) {
        askedFor = name;
        if (!name.equals(MAIN)) {
            throw new NotFoundException(ErrorText.of("no branch '" + name + "' in graph air")
                    .remedy("did you mean 'main'?")
                    .detail("branch", name));
        }
        return new Branch() {
            @Override
            public String name() {
                return MAIN;
            }

            @Override
            public Snapshot snapshot() {
                return new FakeSnapshot(MAIN, history.getLast());
            }

            @Override
            public LoadResult load(Load load, WriteOptions options) {
                return loader.apply(load, options);
            }

            @Override
            public SchemaChange applySchema(SchemaUpdate update, WriteOptions options) {
                return schemaChanger.apply(update, options);
            }

            @Override
            public StatementResult execute(String cypher, Map<String, ?> values, WriteOptions options) {
                executed.add(cypher);
                parameters = new LinkedHashMap<>(values);
                return executor.apply(cypher, options);
            }

            @Override
            public OptimizeResult optimize(OptimizeOptions options) {
                return optimizer.apply(options);
            }

            @Override
            public MergeResult merge(String revision, MergeOptions options) {
                askedFor = revision;
                return merger.apply(options);
            }

            @Override
            public MergeResult revert(String revision, MergeOptions options) {
                askedFor = revision;
                return merger.apply(options);
            }

            @Override
            public <T> TransactionResult<T> write(WriteOptions options, Function<Transaction, T> body) {
                throw new UnsupportedOperationException("no command writes by transactions");
            }
        };
    }

    @Override
    public Branch createBranch(String name, String revision) {
        changes.add("create branch " + name + " at " + revision);
        return branch(MAIN);
    }

    @Override
    public List<BranchInfo> branches() {
        return branches;
    }

    @Override
    public void deleteBranch(String name, boolean force) {
        changes.add("delete branch " + name + (force ? " by force" : ""));
    }

    @Override
    public TagInfo createTag(String name, String revision) {
        changes.add("create tag " + name + " at " + revision);
        return new TagInfo(name, "ada", Instant.parse("2026-11-29T12:00:00Z"), history.getLast());
    }

    @Override
    public List<TagInfo> tags() {
        return tags;
    }

    @Override
    public void deleteTag(String name) {
        changes.add("delete tag " + name);
    }

    @Override
    public Snapshot at(String revision) {
        askedFor = revision;
        int back = revision.indexOf('~') < 0 ? 0 : Integer.parseInt(revision.substring(revision.indexOf('~') + 1));
        return new FakeSnapshot(revision, history.get(history.size() - 1 - back));
    }

    @Override
    public CommitInfo commit(String revision) {
        return at(revision).commit();
    }

    @Override
    public CollectReport collect(CollectOptions options) {
        collectedWith = options;
        return collected;
    }

    @Override
    public Stream<CommitInfo> log(String revision) {
        askedFor = revision;
        return history.reversed().stream();
    }

    @Override
    public Diff diff(String from, String to) {
        askedFor = from + ".." + to;
        return new FakeDiff(history.getFirst(), history.getLast(), differs);
    }

    @Override
    public Outcome outcome(OperationId operation) {
        return outcome;
    }

    @Override
    public List<OperationInfo> operations(int recent) {
        return operations;
    }

    @Override
    public List<OperationInfo> recover() {
        return operations;
    }

    @Override
    public CheckReport check(CheckOptions options) {
        checkedWith = options;
        return checked;
    }

    @Override
    public void close() {
        open--;
    }

    private record FakeDiff(CommitInfo from, CommitInfo to, List<ElementChange> all) implements Diff {
        @Override
        public boolean changesSchema() {
            return false;
        }

        @Override
        public Stream<ElementChange> changes() {
            return all.stream();
        }

        @Override
        public Stream<ElementChange> changes(List<String> types) {
            return all.stream()
                    .filter(change ->
                            types.isEmpty() || types.contains(change.element().type()));
        }

        @Override
        public List<TypeSummary> summary() {
            throw new AssertionError("the command line counts what it streams");
        }
    }

    private final class FakeSnapshot implements Snapshot {
        private final String revision;
        private final CommitInfo head;

        FakeSnapshot(String revision, CommitInfo head) {
            this.revision = revision;
            this.head = head;
        }

        @Override
        public CommitInfo commit() {
            return head;
        }

        @Override
        public GraphSchema schema() {
            return schema;
        }

        @Override
        public GraphInfo info() {
            return new GraphInfo(ID, "air", revision, head, types, 3_400_000);
        }

        @Override
        public PlanStep explain(String cypher, Map<String, ?> values) {
            throw new UnsupportedOperationException("no command asks for a plan apart from a query");
        }

        @Override
        public Result query(String cypher, Map<String, ?> values, QueryOptions options) {
            queried = cypher;
            queriedWith = options;
            parameters = new LinkedHashMap<>(values);
            return new FakeResult(columns, rows.iterator());
        }
    }

    private record FakeResult(List<String> columns, Iterator<List<@Nullable Object>> rows) implements Result {
        @Override
        public void cancel() {
            throw new UnsupportedOperationException("no command cancels");
        }

        @Override
        public ArrowReader arrow(BufferAllocator allocator, int maxRows) {
            throw new AssertionError("no command asks for Arrow");
        }

        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public Row next() {
            return new FakeRow(columns, rows.next());
        }

        @Override
        public Stream<Row> stream() {
            Iterable<Row> all = () -> this;
            return StreamSupport.stream(all.spliterator(), false);
        }

        @Override
        public <T> Stream<T> as(Class<T> recordClass) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }

    private record FakeRow(List<String> columns, List<@Nullable Object> values) implements Row {
        @Override
        @Nullable
        public Object get(int column) {
            return values.get(column);
        }

        @Override
        @Nullable
        public Object get(String column) {
            return values.get(columns.indexOf(column));
        }

        @Override
        public long getLong(String column) {
            throw new UnsupportedOperationException();
        }

        @Override
        public double getDouble(String column) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean getBoolean(String column) {
            throw new UnsupportedOperationException();
        }

        @Override
        @Nullable
        public String getString(String column) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Map<String, @Nullable Object> toMap() {
            throw new UnsupportedOperationException();
        }
    }
}
