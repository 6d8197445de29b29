package dev.sennit.store;

import dev.sennit.model.Deadline;
import dev.sennit.model.Ticker;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Locks as locks of the operating system on two empty files each. A process waits for the turn first and then for the
 * lock, and gives the turn up once it has it: so a process that has just given a lock back cannot take it again before
 * one that waits. Where files cannot be locked everybody passes.
 */
public final class LocalProcessLocks implements ProcessLocks, AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(1);

    /**
     * Each turn begins with reading what the others wrote, some tens of milliseconds; and everybody else waits while it lasts.
     */
    private static final Duration LONGEST_TURN = Duration.ofMillis(300);

    private final Path directory;
    private final Ticker ticker;
    private final Duration patience;

    /** Open until the end: closing any channel on a file would give back the process's lock on it. */
    private final Map<String, FileChannel> channels = new ConcurrentHashMap<>();

    /** @param patience how long to wait for a turn, and then for a lock */
    public LocalProcessLocks(Path directory, Ticker ticker, Duration patience) {
        this.directory = directory;
        this.ticker = ticker;
        this.patience = patience;
    }

    private final class Turn implements Held {
        private final @Nullable FileLock lock;
        private final long beganNanos;

        /** @param lock null if it was not given back in time */
        private Turn(@Nullable FileLock lock, long beganNanos) {
            this.lock = lock;
            this.beganNanos = beganNanos;
        }

        @Override
        public boolean isDue() {
            return ticker.nanos() - beganNanos >= LONGEST_TURN.toNanos();
        }

        @Override
        public void close() {
            release(lock);
        }
    }

    @Override
    public Held acquire(String name) throws InterruptedException {
        try {
            FileLock turn = await(channel(name + ".turn"));
            FileLock lock;
            try {
                lock = await(channel(name + ".lock"));
            } finally {
                release(turn);
            }
            return new Turn(lock, ticker.nanos());
        } catch (IOException e) {
            return () -> {};
        }
    }

    @Override
    public void close() {
        channels.values().forEach(LocalProcessLocks::closeQuietly);
        channels.clear();
    }

    @Nullable
    private FileLock await(FileChannel channel) throws IOException, InterruptedException {
        Deadline deadline = Deadline.in(patience, ticker);
        while (true) {
            FileLock lock = tryLock(channel);
            if (lock != null || deadline.hasPassed()) {
                return lock;
            }
            ticker.sleep(POLL);
        }
    }

    /** Another runtime of this process is to the lock as another process would be. */
    @Nullable
    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private FileChannel channel(String file) throws IOException {
        FileChannel known = channels.get(file);
        if (known != null && known.isOpen()) {
            return known;
        }
        synchronized (channels) {
            FileChannel open = channels.get(file);
            if (open == null || !open.isOpen()) {
                Files.createDirectories(directory);
                open = FileChannel.open(directory.resolve(file), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                channels.put(file, open);
            }
            return open;
        }
    }

    private static void release(@Nullable FileLock lock) {
        if (lock == null) {
            return;
        }
        try {
            lock.release();
        } catch (IOException e) {
            // The channel was closed, and the lock went with it.
        }
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing was written.
        }
    }
}
