package dev.sennit;

import dev.sennit.manifest.BirthCertificate;
import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.ChainLimits;
import dev.sennit.manifest.GraphBirth;
import dev.sennit.model.ErrorText;
import dev.sennit.model.IdSource;
import dev.sennit.model.NotFoundException;
import dev.sennit.model.StoreException;
import dev.sennit.model.Ticker;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.protocol.Gates;
import dev.sennit.protocol.Liveness;
import dev.sennit.protocol.LoggingListener;
import dev.sennit.protocol.Owner;
import dev.sennit.protocol.ProtocolContext;
import dev.sennit.protocol.ProtocolLimits;
import dev.sennit.protocol.ProtocolListener;
import dev.sennit.query.QueryEngine;
import dev.sennit.query.execution.AdjacencyCache;
import dev.sennit.schema.GraphSchema;
import dev.sennit.store.BootTime;
import dev.sennit.store.LanceManifestTables;
import dev.sennit.store.LanceRuntime;
import dev.sennit.store.LanceTableStore;
import dev.sennit.store.LocalObjectStore;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.StoreLocation;
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
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The graphs open in this process: one {@link GraphRuntime} per canonical root, however often it is opened, so that all
 * handles share gates, caches and native memory. This is where the real clock, randomness and stores come from.
 * Thread-safe.
 */
final class GraphRuntimes {
    /** The one registry of the process: two would defeat their purpose. */
    static final GraphRuntimes OF_THIS_PROCESS = new GraphRuntimes(FailurePoints.NONE);

    private final Map<Path, Shared> open = new HashMap<>();
    private final FailurePoints failurePoints;
    private final ChainLimits limits;
    private final Supplier<Optional<Instant>> boot;

    GraphRuntimes(FailurePoints failurePoints) {
        this(failurePoints, ChainLimits.DEFAULT, BootTime::read);
    }

    /** @param boot when the operating system started */
    GraphRuntimes(FailurePoints failurePoints, ChainLimits limits, Supplier<Optional<Instant>> boot) {
        this.failurePoints = failurePoints;
        this.limits = limits;
        this.boot = boot;
    }

    /** A runtime, the native store below it, and how many handles hold it. */
    private static final class Shared {
        private final GraphRuntime runtime;
        private final LanceRuntime lance;
        private int handles;

        private Shared(GraphRuntime runtime, LanceRuntime lance) {
            this.runtime = runtime;
            this.lance = lance;
        }
    }

    /** Creates a graph; see {@link Sennit#create}. */
    void create(Path root, GraphSchema schema, OpenOptions options, String message) {
        IdSource ids = new IdSource(Clock.systemUTC(), new SecureRandom());
        try (LanceRuntime lance = new LanceRuntime(ids, new SecureRandom(), options.memoryLimitBytes())) {
            StoreLocation location = StoreLocation.local(root);
            new GraphBirth(
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
        Shared shared = open.get(root);
        if (shared == null) {
            shared = start(root, path, options);
            open.put(root, shared);
        }
        shared.handles++;
        return shared.runtime;
    }

    synchronized void release(GraphRuntime runtime) {
        Shared shared = open.get(runtime.root());
        if (shared != null && --shared.handles == 0) {
            open.remove(runtime.root());
            shared.lance.close();
        }
    }

    private Shared start(Path root, Path asGiven, OpenOptions options) {
        Clock clock = Clock.systemUTC();
        IdSource ids = new IdSource(clock, new SecureRandom());
        ObjectStore objects = new LocalObjectStore(root, options.durability(), ids);
        BirthCertificate certificate = BirthCertificate.read(objects)
                .orElseThrow(() -> new NotFoundException(ErrorText.of("no graph at " + asGiven)
                        .cause("it holds no " + BirthCertificate.PATH)
                        .remedy("create one with: sennit init " + asGiven + " --schema <file>")
                        .detail("location", asGiven.toString())));
        LanceRuntime lance = new LanceRuntime(ids, new SecureRandom(), options.memoryLimitBytes());
        StoreLocation location = StoreLocation.local(root);
        Ticker ticker = Ticker.system();
        String runtimeId = ids.next().toString();
        ProtocolContext protocol = new ProtocolContext(
                objects,
                ids,
                clock,
                ticker,
                RandomGenerator.getDefault(),
                new Liveness(() -> self(runtimeId), clock, ProtocolLimits.DEFAULT.lease()),
                new Gates(true),
                ProtocolLimits.DEFAULT,
                ProtocolListener.all(List.of(new LoggingListener(), options.listener())),
                failurePoints);
        BranchChain chain = new BranchChain(
                new LanceManifestTables(lance, location, boot).open(certificate.manifest()),
                objects,
                certificate.main(),
                limits,
                options.durability(),
                ticker);
        GraphRuntime runtime = new GraphRuntime(
                root,
                options,
                certificate,
                new LanceTableStore(lance, location.child("tables")),
                protocol,
                chain,
                new QueryEngine(),
                new AdjacencyCache(Runtime.getRuntime().maxMemory() / 4),
                Path.of(System.getProperty("java.io.tmpdir")));
        return new Shared(runtime, lance);
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
                    ErrorText.of("cannot resolve " + path).cause(String.valueOf(e.getMessage())), e);
        }
    }
}
