package dev.sennit;

import dev.sennit.model.Durability;
import dev.sennit.protocol.ProtocolListener;
import java.util.Objects;

/**
 * How a graph is opened. Immutable; start from {@link #DEFAULT}.
 *
 * @param author named by commits whose {@link WriteOptions} name none
 * @param durability what acknowledged writes survive
 * @param memoryLimitBytes bound of the native memory Arrow may hold for this graph
 * @param listener hears of retries, waits, aborts and completions besides the log
 */
public record OpenOptions(String author, Durability durability, long memoryLimitBytes, ProtocolListener listener) {
    private static final long DEFAULT_MEMORY_LIMIT = 2L << 30;

    public static final OpenOptions DEFAULT = new OpenOptions(
            System.getProperty("user.name", "unknown"), Durability.FULL, DEFAULT_MEMORY_LIMIT, event -> {});

    public OpenOptions {
        Objects.requireNonNull(author, "author");
        Objects.requireNonNull(durability, "durability");
        Objects.requireNonNull(listener, "listener");
    }

    public OpenOptions author(String newAuthor) {
        return new OpenOptions(newAuthor, durability, memoryLimitBytes, listener);
    }

    public OpenOptions durability(Durability newDurability) {
        return new OpenOptions(author, newDurability, memoryLimitBytes, listener);
    }

    public OpenOptions memoryLimitBytes(long bytes) {
        return new OpenOptions(author, durability, bytes, listener);
    }

    public OpenOptions listener(ProtocolListener newListener) {
        return new OpenOptions(author, durability, memoryLimitBytes, newListener);
    }
}
