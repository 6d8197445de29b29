package dev.sennit;

import dev.sennit.branch.BranchChains;
import dev.sennit.branch.BranchControl;
import dev.sennit.branch.BranchDirectory;
import dev.sennit.manifest.BirthCertificate;
import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.GraphBirth;
import dev.sennit.model.Durability;
import dev.sennit.model.ErrorText;
import dev.sennit.model.FileTrouble;
import dev.sennit.model.IdSource;
import dev.sennit.model.NotFoundException;
import dev.sennit.model.StoreException;
import dev.sennit.model.Ticker;
import dev.sennit.protocol.Liveness;
import dev.sennit.protocol.LoggingListener;
import dev.sennit.protocol.Owner;
import dev.sennit.protocol.ProtocolContext;
import dev.sennit.protocol.ProtocolListener;
import dev.sennit.query.QueryEngine;
import dev.sennit.query.execution.AdjacencyCache;
import dev.sennit.query.execution.NodeCache;
import dev.sennit.query.execution.ReadCaches;
import dev.sennit.schema.GraphSchema;
import dev.sennit.store.LanceManifestBranches;
import dev.sennit.store.LanceManifestTables;
import dev.sennit.store.LanceRuntime;
import dev.sennit.store.LanceTableStore;
import dev.sennit.store.LocalObjectStore;
import dev.sennit.store.LocalProcessLocks;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.StoreLocation;
import dev.sennit.store.TailCache;
import dev.sennit.write.SegmentLimits;
import dev.sennit.write.WriterResources;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The graphs open in this process: one {@link GraphRuntime} per canonical root and options, however often it is opened, so that
 * handles share gates, caches and native memory. This is where the real clock, randomness and stores come from.
 * Thread-safe.
 */
final class GraphRuntimes {
    /** The one registry of the process: two would defeat their purpose. */
    static final GraphRuntimes OF_THIS_PROCESS = new GraphRuntimes(RuntimeParts.DEFAULT);

    /** Some 200 bytes each. */
    private static final int TAIL_ROWS_KEPT = 200_000;

    private final Map<Key, Shared> open = new HashMap<>();
    private final RuntimeParts parts;

    GraphRuntimes(RuntimeParts parts) {
        this.parts = parts;
    }

    /**
     * What handles must agree on to share a runtime: all their options but the author. Handles of one graph that do not share
     * one are to each other what processes are.
     */
    private record Key(Path root, Durability durability, long memoryLimitBytes, ProtocolListener listener) {
        static Key of(Path root, OpenOptions options) {
            return new Key(root, options.durability(), options.memoryLimitBytes(), options.listener());
        }
    }

    /** A runtime, what it closes in the end, and how many handles hold it. */
    private static final class Shared {
        private final GraphRuntime runtime;
        private final LanceRuntime lance;
        private final LocalProcessLocks locks;
        private int handles;

        private Shared(GraphRuntime runtime, LanceRuntime lance, LocalProcessLocks locks) {
            this.runtime = runtime;
            this.lance = lance;
            this.locks = locks;
        }
    }

    /** Creates a graph; see {@link Sennit#create}. */
    void create(Path root, GraphSchema schema, OpenOptions options, String message) {
        IdSource ids = new IdSource(Clock.systemUTC(), new SecureRandom());
        try (LanceRuntime lance = new LanceRuntime(ids, new SecureRandom(), options.memoryLimitBytes())) {
            StoreLocation location = StoreLocation.local(root);
            new GraphBirth(
                            location.toString(),
                            new LocalObjectStore(root, options.durability(), ids),
                            new LanceTableStore(lance, location.child("tables")),
                            new LanceManifestTables(lance, location),
                            ids,
                            Clock.systemUTC())
                    .create(schema, options.author(), message);
        }
    }

    /** A handle's share of the runtime of a root; given back with {@link #release}. */
    synchronized GraphRuntime acquire(Path path, OpenOptions options) {
        Path root = canonical(path);
        Key key = Key.of(root, options);
        Shared shared = open.get(key);
        if (shared == null) {
            shared = start(root, path, options);
            open.put(key, shared);
        }
        shared.handles++;
        return shared.runtime.as(options.author());
    }

    synchronized void release(GraphRuntime runtime) {
        Key key = Key.of(runtime.root(), runtime.options());
        Shared shared = open.get(key);
        if (shared != null && --shared.handles == 0) {
            open.remove(key);
            shared.locks.close();
            shared.lance.close();
        }
    }

    private Shared start(Path root, Path asGiven, OpenOptions options) {
        Clock clock = parts.clock();
        IdSource ids = new IdSource(clock, new SecureRandom());
        ObjectStore objects = parts.objects().apply(new LocalObjectStore(root, options.durability(), ids));
        BirthCertificate certificate = BirthCertificate.read(objects)
                .orElseThrow(() -> new NotFoundException(ErrorText.of("no graph at " + asGiven)
                        .cause("it holds no " + BirthCertificate.PATH)
                        .remedy("create one with: sennit init " + asGiven + " --schema <file>")
                        .detail("location", asGiven.toString())));
        LanceRuntime lance = new LanceRuntime(ids, new SecureRandom(), options.memoryLimitBytes());
        StoreLocation location = StoreLocation.local(root);
        Ticker ticker = parts.ticker();
        String runtimeId = ids.next().toString();
        LocalProcessLocks locks = new LocalProcessLocks(
                root.resolve("__locks"), ticker, parts.limits().waitForLiveWriter());
        ProtocolContext protocol = new ProtocolContext(
                objects,
                ids,
                clock,
                ticker,
                RandomGenerator.getDefault(),
                new Liveness(() -> self(runtimeId), clock, parts.limits().lease()),
                parts.gates().apply(locks),
                parts.limits(),
                ProtocolListener.all(List.of(new LoggingListener(), options.listener())),
                parts.failurePoints());
        BranchChain main = new BranchChain(
                parts.manifest()
                        .apply(new LanceManifestTables(lance, location, parts.boot()).open(certificate.manifest())),
                objects,
                certificate.main(),
                parts.chainLimits(),
                options.durability(),
                ticker);
        BranchDirectory branches = new BranchDirectory(
                objects,
                new BranchChains(
                        main,
                        parts.branches()
                                .apply(new InterposedBranches(
                                        new LanceManifestBranches(
                                                lance, location.child(certificate.manifest()), parts.boot()),
                                        parts.manifest())),
                        objects,
                        parts.chainLimits(),
                        options.durability(),
                        ticker));
        ReadCaches caches = new ReadCaches(
                new AdjacencyCache(Runtime.getRuntime().maxMemory() / 4),
                new NodeCache(Runtime.getRuntime().maxMemory() / 8),
                new TailCache(TAIL_ROWS_KEPT));
        GraphRuntime runtime = new GraphRuntime(
                root,
                options,
                certificate,
                protocol,
                branches,
                new BranchControl(branches, protocol),
                new QueryEngine(clock),
                caches,
                new WriterResources(
                        parts.tables().apply(new LanceTableStore(lance, location.child("tables"))),
                        ids,
                        options.durability(),
                        caches,
                        SegmentLimits.DEFAULT,
                        Path.of(System.getProperty("java.io.tmpdir"))));
        return new Shared(runtime, lance, locks);
    }

    private static Owner self(String runtimeId) {
        ProcessHandle process = ProcessHandle.current();
        return new Owner(
                hostName(),
                bootId(),
                process.pid(),
                process.info().startInstant().orElse(Instant.EPOCH),
                runtimeId);
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException e) {
            return "localhost";
        }
    }

    /** Identifies the running system, where it tells; elsewhere host, process id and start time must do. */
    private static String bootId() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException e) {
            return "";
        }
    }

    private static Path canonical(Path path) {
        try {
            return Files.exists(path)
                    ? path.toRealPath()
                    : path.toAbsolutePath().normalize();
        } catch (IOException e) {
            throw StoreException.unavailable(
                    ErrorText.of("cannot resolve " + path).cause(FileTrouble.of(e)), e);
        }
    }
}
