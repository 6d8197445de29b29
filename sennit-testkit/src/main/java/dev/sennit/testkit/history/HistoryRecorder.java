package dev.sennit.testkit.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Writes one process's part of a history to a file, event by event: if the process is killed, what it was doing is known
 * to have begun. Thread-safe.
 */
public final class HistoryRecorder implements AutoCloseable {
    private final FileChannel file;
    private final String process;
    private final LongSupplier nanos;
    private final AtomicLong transactions = new AtomicLong();

    /**
     * @param file is created
     * @param process a name that no other recorder of the history has
     * @param nanos a clock that all processes share; of one machine {@link System#nanoTime} is one on Linux
     */
    public HistoryRecorder(Path file, String process, LongSupplier nanos) throws IOException {
        this.file = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        this.process = process;
        this.nanos = nanos;
    }

    /**
     * Begins a transaction; to be called before the database hears of it.
     *
     * @param client which of the process's clients runs it: each runs one at a time
     * @param intended what it will do, reads without results; known writes are what counts should the outcome stay unknown
     */
    public Running begin(String client, List<Operation> intended) {
        String id = process + "-" + transactions.incrementAndGet();
        Running running = new Running(id, process + "/" + client, intended);
        running.write(Optional.empty(), intended, Optional.empty());
        return running;
    }

    private synchronized void append(String line) {
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        try {
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** A transaction whose outcome its client has yet to hear; exactly one of the methods is called, once. */
    public final class Running {
        private final String id;
        private final String client;
        private final List<Operation> intended;

        private Running(String id, String client, List<Operation> intended) {
            this.id = id;
            this.client = client;
            this.intended = List.copyOf(intended);
        }

        /** It is acknowledged; to be called after the database said so. */
        public void acknowledged(List<Operation> done, Optional<String> commit) {
            write(Optional.of(Outcome.OK), done, commit);
        }

        /** The database said that nothing of it took effect. */
        public void failed() {
            write(Optional.of(Outcome.FAILED), intended, Optional.empty());
        }

        /** It may have taken effect. */
        public void unknown() {
            write(Optional.of(Outcome.UNKNOWN), intended, Optional.empty());
        }

        private void write(Optional<Outcome> outcome, List<Operation> operations, Optional<String> commit) {
            append(HistoryJson.write(
                    new HistoryJson.Event(id, client, outcome, nanos.getAsLong(), operations, commit)));
        }
    }
}
