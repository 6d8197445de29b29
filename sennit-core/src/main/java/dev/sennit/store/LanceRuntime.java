package dev.sennit.store;

import dev.sennit.model.ErrorText;
import dev.sennit.model.IdSource;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.nativelib.NativeLibraries;
import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.lance.Dataset;
import org.lance.OpenDatasetBuilder;
import org.lance.ReadOptions;
import org.lance.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What everything that touches Lance shares within one open store: the root of the Arrow allocators, the session with
 * its caches, and the sources of randomness. One per canonical root and process. Thread-safe; closed last.
 */
public final class LanceRuntime implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LanceRuntime.class);
    private static final long INDEX_CACHE_BYTES = 512L << 20;
    private static final long METADATA_CACHE_BYTES = 256L << 20;

    private final BufferAllocator allocator;
    private final Session session;
    private final OpenDatasets datasets = new OpenDatasets();
    private final IdSource ids;
    private final RandomGenerator random;

    /**
     * @param ids mints the names of data files
     * @param random source of fragment and field ids; calls are serialised here
     * @param memoryLimitBytes the most Arrow memory that all scans and writers may hold at once
     * @throws InvalidArgumentException if the JVM was started without a flag that Arrow or Lance needs
     */
    public LanceRuntime(IdSource ids, RandomGenerator random, long memoryLimitBytes) {
        requireFlags();
        NativeLibraries.loadArrow();
        this.ids = ids;
        this.random = random;
        this.allocator = new RootAllocator(memoryLimitBytes);
        this.session = LanceErrors.call(
                "start Lance",
                () -> Session.builder()
                        .indexCacheSizeBytes(INDEX_CACHE_BYTES)
                        .metadataCacheSizeBytes(METADATA_CACHE_BYTES)
                        .build());
    }

    /** Arrow memory held now, in bytes. */
    public long allocatedBytes() {
        return allocator.getAllocatedMemory();
    }

    BufferAllocator allocator() {
        return allocator;
    }

    /** The table versions that are open. */
    OpenDatasets datasets() {
        return datasets;
    }

    /** The name of a new data file. */
    String newFileName() {
        return ids.next() + ".lance";
    }

    /** A number in {@code [low, high)}. */
    int randomInt(int low, int high) {
        synchronized (random) {
            return random.nextInt(low, high);
        }
    }

    /** Opens a version by its number; Lance's exceptions pass. */
    Dataset open(StoreLocation location, long version) {
        ReadOptions options = new ReadOptions.Builder()
                .setVersion(version)
                .setStorageOptions(location.storageOptions())
                .setSession(session)
                .build();
        return builder(location).readOptions(options).build();
    }

    /** Opens the newest linear version; Lance's exceptions pass. For manifests on object stores only. */
    Dataset openLatest(StoreLocation location) {
        ReadOptions options = new ReadOptions.Builder()
                .setStorageOptions(location.storageOptions())
                .setSession(session)
                .build();
        return builder(location).readOptions(options).build();
    }

    private OpenDatasetBuilder builder(StoreLocation location) {
        return Dataset.open().allocator(allocator).uri(location.uri());
    }

    /** Ends the session and returns the memory. Memory that someone still holds is lost, and logged. */
    @Override
    public void close() {
        datasets.close();
        session.close();
        try {
            allocator.close();
        } catch (IllegalStateException e) {
            // Arrow itself loses some bytes of a batch that met the limit; nothing to fail a caller for.
            LOG.warn("native memory was not released", e);
        }
    }

    private static void requireFlags() {
        if (!ByteBuffer.class.getModule().isOpen("java.nio", LanceRuntime.class.getModule())) {
            throw InvalidArgumentException.missingJvmFlag(ErrorText.of("Arrow cannot reach native memory")
                    .cause("java.nio is closed to it")
                    .remedy("start the JVM with --add-opens=java.base/java.nio=ALL-UNNAMED"));
        }
    }
}
