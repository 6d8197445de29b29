package dev.sennit.protocol;

import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.ChainLimits;
import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.Head;
import dev.sennit.manifest.StateCodec;
import dev.sennit.manifest.TableState;
import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.CommitId;
import dev.sennit.model.Deadline;
import dev.sennit.model.Durability;
import dev.sennit.model.GraphId;
import dev.sennit.model.IdSource;
import dev.sennit.model.OperationId;
import dev.sennit.model.PropertyType;
import dev.sennit.model.TableId;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import dev.sennit.store.ManifestTable;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.TablePin;
import dev.sennit.store.TransactionIdentity;
import dev.sennit.testkit.Faults;
import dev.sennit.testkit.FaultyManifestTable;
import dev.sennit.testkit.FaultyObjectStore;
import dev.sennit.testkit.ManualTicker;
import dev.sennit.testkit.MemoryManifestTable;
import dev.sennit.testkit.MemoryObjectStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A graph of a few tables in memory whose "effects" are counters: a write to a table pins the table's next number. Each
 * {@link #process} is a process of its own: it shares the stores and nothing else.
 */
final class ProtocolWorld {
    final ManualTicker ticker = new ManualTicker(Instant.parse("2026-01-01T00:00:00Z"));
    final MemoryObjectStore objects = new MemoryObjectStore(ticker.clock());
    final MemoryManifestTable table;
    final BranchIncarnation incarnation;
    final List<TableId> tables = new ArrayList<>();
    final IdSource ids;
    final ChainLimits limits;
    private int processes;

    ProtocolWorld(long seed, int tableCount, ChainLimits limits) {
        this.ids = new IdSource(ticker.clock(), new SplittableRandom(seed));
        this.limits = limits;
        this.incarnation = new BranchIncarnation(ids.next());
        List<NodeType> types = new ArrayList<>();
        for (int i = 0; i < tableCount; i++) {
            types.add(new NodeType(
                    "T" + i,
                    List.of("T" + i),
                    List.of(Property.of("k", PropertyType.Scalar.STRING, true)),
                    List.of("k"),
                    List.of(),
                    List.of(),
                    ""));
        }
        AcceptedSchema schema = AcceptedSchema.firstOf(new GraphSchema(types, List.of()), ids);
        CommitId birth = new CommitId(ids.next());
        Map<TableId, TableState> states = new LinkedHashMap<>();
        for (NodeType type : types) {
            TableId id = schema.tableOf(type);
            tables.add(id);
            states.put(id, new TableState(id, type.name(), TablePin.CREATED, birth, 0, Map.of()));
        }
        CommitRecord commit = new CommitRecord(
                birth,
                List.of(),
                "test",
                ticker.clock().instant(),
                new OperationId(ids.next()),
                "init",
                Optional.empty(),
                Optional.empty(),
                "",
                List.of(),
                Map.of());
        GraphState first = new GraphState(
                GraphState.FORMAT,
                new GraphId(ids.next()),
                incarnation,
                GraphState.Kind.COMMIT,
                schema,
                birth,
                states,
                commit);
        this.table = new MemoryManifestTable(
                ticker.clock(), StateCodec.rows(first), new TransactionIdentity("birth", Map.of()));
    }

    BranchChain chain() {
        return new BranchChain(table, objects, incarnation, limits, Durability.RELAXED, ticker);
    }

    /** A fresh process with its own registry of running operations. */
    GraphWriteProtocol process(FailurePoints failurePoints) {
        return process(failurePoints, Faults.none(), event -> {});
    }

    /** A fresh process whose stores are faulty. */
    GraphWriteProtocol process(FailurePoints failurePoints, Faults faults, ProtocolListener listener) {
        return process(
                failurePoints,
                new FaultyObjectStore(objects, faults),
                new FaultyManifestTable(table, table::writeLate, faults),
                listener);
    }

    /** A fresh process that sees the stores through decorators. */
    GraphWriteProtocol process(
            FailurePoints failurePoints, ObjectStore seenObjects, ManifestTable seenTable, ProtocolListener listener) {
        int number = ++processes;
        Owner owner = new Owner("host" + number, "boot", number, Instant.EPOCH, "runtime" + number);
        ProtocolContext context = new ProtocolContext(
                seenObjects,
                ids,
                ticker.clock(),
                ticker,
                new SplittableRandom(number),
                new Liveness(() -> owner, ticker.clock(), ProtocolLimits.DEFAULT.lease()),
                Gates.checkingOrder(),
                ProtocolLimits.DEFAULT,
                listener,
                failurePoints);
        return new GraphWriteProtocol(
                "main",
                incarnation,
                new BranchChain(seenTable, seenObjects, incarnation, limits, Durability.FULL, ticker),
                context);
    }

    /** Lets the leases of every process that stopped run out. */
    void letLeasesRunOut() {
        ticker.advance(ProtocolLimits.DEFAULT.lease().plusSeconds(1));
    }

    static WriteRequest request() {
        return new WriteRequest(
                "test", "", Optional.empty(), Optional.empty(), Optional.empty(), Duration.ofSeconds(30), 10);
    }

    static WriteRequest requestWithKey(String key, String digest) {
        return new WriteRequest(
                "test", "", Optional.of(key), Optional.of(digest), Optional.empty(), Duration.ofSeconds(30), 10);
    }

    /** A write that adds one row to each table it names, and has read the others it names. */
    WriteAdapter<String> touching(List<Integer> written, List<Integer> read) {
        return new RowAdder(
                ids,
                written.stream().map(tables::get).toList(),
                read.stream().map(tables::get).toList());
    }

    /** A commit of another writer, straight to the chain, as if it had armed before and decided meanwhile. */
    void commitBehindTheProtocol(int index) {
        Head head = chain().head();
        CommitId commit = new CommitId(ids.next());
        ManifestDelta delta = new ManifestDelta(List.of(tables.get(index)));
        GraphState next = delta.applyTo(
                head.state(),
                Map.of(tables.get(index), new ConfirmedTable(new TablePin(-1), 1, Map.of())),
                new LineageIntent(
                        commit,
                        List.of(),
                        Optional.empty(),
                        "other",
                        ticker.clock().instant(),
                        "",
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Map.of()),
                new OperationId(ids.next()),
                "load");
        chain().publish(
                        head,
                        next,
                        new TransactionIdentity(commit.toString(), Map.of()),
                        Deadline.in(Duration.ofSeconds(1), ticker));
    }

    long rows(int index) {
        return chain().head().state().table(tables.get(index)).orElseThrow().rowCount();
    }
}
