package dev.sennit.manifest;

import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.CommitId;
import dev.sennit.model.Durability;
import dev.sennit.model.IdSource;
import dev.sennit.model.OperationId;
import dev.sennit.model.PropertyType;
import dev.sennit.model.TableId;
import dev.sennit.model.Ticker;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.protocol.Gates;
import dev.sennit.protocol.GraphWriteProtocol;
import dev.sennit.protocol.Liveness;
import dev.sennit.protocol.Owner;
import dev.sennit.protocol.ProtocolContext;
import dev.sennit.protocol.ProtocolLimits;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import dev.sennit.store.LanceManifestTables;
import dev.sennit.store.LanceRuntime;
import dev.sennit.store.LanceTableStore;
import dev.sennit.store.LocalObjectStore;
import dev.sennit.store.StoreLocation;
import dev.sennit.store.TransactionIdentity;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/** A graph of one node type on a real disk, as one process sees it: its own runtime, its own look at the store. */
public final class DiskGraph implements AutoCloseable {
    private static final long MEMORY_LIMIT_BYTES = 256L << 20;
    static final GraphSchema SCHEMA = new GraphSchema(
            List.of(new NodeType(
                    "Counter",
                    List.of("Counter"),
                    List.of(Property.of("k", PropertyType.Scalar.STRING, true)),
                    List.of("k"),
                    List.of(),
                    List.of(),
                    "")),
            List.of());

    public final IdSource ids;
    private final Path root;
    private final LanceRuntime runtime;
    private final LocalObjectStore objects;
    private final Ticker ticker = Ticker.system();
    private final ChainLimits limits;

    /** @param seed of this process's ids: processes of one graph need different ones */
    public DiskGraph(Path root, long seed, ChainLimits limits) {
        Random random = new Random(seed);
        this.ids = new IdSource(Clock.systemUTC(), random);
        this.root = root;
        this.runtime = new LanceRuntime(ids, random, MEMORY_LIMIT_BYTES);
        this.objects = new LocalObjectStore(root, Durability.RELAXED, ids);
        this.limits = limits;
    }

    public BirthCertificate create() {
        StoreLocation location = StoreLocation.local(root);
        return new GraphBirth(
                        location.toString(),
                        objects,
                        new LanceTableStore(runtime, location.child("tables")),
                        new LanceManifestTables(runtime, location),
                        ids,
                        Clock.systemUTC())
                .create(SCHEMA, "test", "");
    }

    public BirthCertificate certificate() {
        return BirthCertificate.read(objects).orElseThrow();
    }

    /** The branch {@code main}, seen afresh. */
    public BranchChain chain() {
        BirthCertificate certificate = certificate();
        return new BranchChain(
                new LanceManifestTables(runtime, StoreLocation.local(root)).open(certificate.manifest()),
                objects,
                certificate.main(),
                limits,
                Durability.RELAXED,
                ticker);
    }

    /** The write protocol on {@code main}. */
    public GraphWriteProtocol protocol(ProtocolLimits protocolLimits) {
        BranchIncarnation main = certificate().main();
        ProcessHandle process = ProcessHandle.current();
        Owner owner = new Owner(
                "localhost",
                "boot",
                process.pid(),
                process.info().startInstant().orElse(Instant.EPOCH),
                ids.next().toString());
        return new GraphWriteProtocol(
                "main",
                main,
                chain(),
                new ProtocolContext(
                        objects,
                        ids,
                        Clock.systemUTC(),
                        ticker,
                        new Random(process.pid()),
                        new Liveness(() -> owner, Clock.systemUTC(), protocolLimits.lease()),
                        Gates.checkingOrder(),
                        protocolLimits,
                        event -> {},
                        FailurePoints.NONE));
    }

    /** The one table. */
    public TableId table(BranchChain chain) {
        return chain.head().state().tables().keySet().iterator().next();
    }

    public Ticker ticker() {
        return ticker;
    }

    /** A commit that changes nothing but the lineage. */
    public GraphState commitOn(Head base) {
        return commitOn(base, ids);
    }

    static GraphState commitOn(Head base, IdSource ids) {
        CommitId commit = new CommitId(ids.next());
        GraphState state = base.state();
        Instant earliest = state.commit().time().plus(Duration.ofMillis(1));
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        return new GraphState(
                state.format(),
                state.graph(),
                state.incarnation(),
                GraphState.Kind.COMMIT,
                state.schema(),
                state.schemaSetter(),
                state.tables(),
                new CommitRecord(
                        commit,
                        List.of(state.commit().id()),
                        "test",
                        now.isAfter(earliest) ? now : earliest,
                        new OperationId(ids.next()),
                        "load",
                        Optional.empty(),
                        Optional.empty(),
                        "",
                        List.of(),
                        Map.of()));
    }

    public TransactionIdentity identity(GraphState next) {
        return identity(next, ids);
    }

    static TransactionIdentity identity(GraphState next, IdSource ids) {
        return new TransactionIdentity(
                new UUID(ids.next().high(), ids.next().low()).toString(),
                Map.of("operation", next.commit().operation().toString()));
    }

    @Override
    public void close() {
        runtime.close();
    }
}
