package dev.sennit;

import dev.sennit.manifest.CasResult;
import dev.sennit.manifest.CommitPlace;
import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.Head;
import dev.sennit.manifest.TableState;
import dev.sennit.model.CommitId;
import dev.sennit.model.Deadline;
import dev.sennit.model.Durability;
import dev.sennit.model.IdSource;
import dev.sennit.model.OperationId;
import dev.sennit.model.TableId;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.schema.ElementType;
import dev.sennit.store.FragmentWriter;
import dev.sennit.store.TableChange;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableVersion;
import dev.sennit.store.TransactionIdentity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Commits to the branch main of a graph on disk what no writer would, behind the protocol. */
final class UncheckedCommit {
    private final Path root;

    UncheckedCommit(Path root) {
        this.root = root;
    }

    /** What a commit makes of what its parent says of one table. */
    @FunctionalInterface
    interface Change {
        TableState of(TableState before, CommitId commit, GraphRuntime runtime);
    }

    /** Appends rows that nobody checks to the table of a type. */
    void append(String type, @Nullable Object[]... rows) {
        change(
                type,
                (before, commit, runtime) -> new TableState(
                        before.table(),
                        before.type(),
                        append(runtime, before, rows),
                        commit,
                        before.rowCount() + rows.length,
                        before.indexedRows()));
    }

    private static TablePin append(GraphRuntime runtime, TableState table, @Nullable Object[]... rows) {
        try (TableVersion base = runtime.tables().open(table.table(), table.pin());
                FragmentWriter writer = runtime.tables().writeFragment(base)) {
            for (@Nullable Object[] row : rows) {
                writer.append(row);
            }
            return runtime.tables()
                    .commit(
                            base,
                            TableChange.adding(List.of(writer.finish())),
                            new TransactionIdentity(UUID.randomUUID().toString(), Map.of()),
                            Durability.RELAXED);
        }
    }

    /** Commits another entry for the table of a type. */
    void change(String type, Change change) {
        change(type, change, Optional.empty(), Optional.empty());
    }

    /** Commits the same tables, with a second parent that is said to have been made somewhere. */
    void merge(String type, CommitId second, CommitPlace place) {
        change(
                type,
                (before, commit, runtime) -> new TableState(
                        before.table(), before.type(), before.pin(), commit, before.rowCount(), before.indexedRows()),
                Optional.of(second),
                Optional.of(place));
    }

    private void change(String type, Change change, Optional<CommitId> second, Optional<CommitPlace> mergedFrom) {
        GraphRuntimes runtimes = new GraphRuntimes(RuntimeParts.DEFAULT.failurePoints(FailurePoints.NONE));
        GraphRuntime runtime = runtimes.acquire(root, OpenOptions.DEFAULT);
        try {
            Head head = runtime.mainChain().head();
            IdSource ids = runtime.protocol().ids();
            CommitId commit = new CommitId(ids.next());
            ElementType declared = head.state()
                    .schema()
                    .declared()
                    .types()
                    .filter(each -> each.name().equals(type))
                    .findFirst()
                    .orElseThrow();
            TableState before = head.state().tableOf(declared);
            Map<TableId, TableState> tables = new LinkedHashMap<>(head.state().tables());
            tables.put(before.table(), change.of(before, commit, runtime));
            CasResult result = runtime.mainChain()
                    .publish(
                            head,
                            state(head.state(), tables, commit, new OperationId(ids.next()), second, mergedFrom),
                            new TransactionIdentity(UUID.randomUUID().toString(), Map.of()),
                            Deadline.in(
                                    Duration.ofSeconds(5), runtime.protocol().ticker()));
            if (!(result instanceof CasResult.Committed)) {
                throw new AssertionError(result);
            }
        } finally {
            runtimes.release(runtime);
        }
    }

    private static GraphState state(
            GraphState head,
            Map<TableId, TableState> tables,
            CommitId commit,
            OperationId operation,
            Optional<CommitId> second,
            Optional<CommitPlace> mergedFrom) {
        List<CommitId> parents = new ArrayList<>(List.of(head.commit().id()));
        second.ifPresent(parents::add);
        return new GraphState(
                head.format(),
                head.graph(),
                head.incarnation(),
                GraphState.Kind.COMMIT,
                head.schema(),
                head.schemaSetter(),
                tables,
                new CommitRecord(
                        commit,
                        parents,
                        mergedFrom,
                        "test",
                        head.commit().time().plusMillis(1),
                        operation,
                        "load",
                        Optional.empty(),
                        Optional.empty(),
                        "",
                        List.of(),
                        Map.of()));
    }
}
