package dev.sennit;

import dev.sennit.model.Durability;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.protocol.ProtocolEvent;
import dev.sennit.testkit.history.HistoryRecorder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A process with four clients on one graph. It writes down what they saw, every commit, every lost race and every
 * operation it aborted; and it dies, with some probability, at any step between arming and finishing.
 */
final class HistoryChild {
    static final int CLIENTS = 4;
    static final int DIED_ARMED = 137;

    /** From arming on, an operation is left to others. */
    private static final Set<FailurePoint> MAY_DIE_AT = EnumSet.range(FailurePoint.ARMED, FailurePoint.INTENT_REMOVED);

    private HistoryChild() {}

    /** Arguments: graph, directory of the records, name, seed, moment of the run's start, moment of its end, odds to die. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path directory = Path.of(args[1]);
        String name = args[2];
        long seed = Long.parseLong(args[3]);
        long start = Long.parseLong(args[4]);
        long end = Long.parseLong(args[5]);
        int odds = Integer.parseInt(args[6]);
        SplittableRandom deaths = new SplittableRandom(seed);
        FailurePoints points = point -> {
            if (MAY_DIE_AT.contains(point) && die(deaths, odds)) {
                Runtime.getRuntime().halt(DIED_ARMED);
            }
        };
        AtomicLong values = new AtomicLong((seed & 0xFFFF) << 32);
        Path notes = directory.resolve(name + ".notes");
        Files.createFile(notes);
        try (Graph graph = new OpenGraph(
                        args[0],
                        new GraphRuntimes(RuntimeParts.DEFAULT.failurePoints(points)),
                        OpenOptions.DEFAULT.durability(Durability.RELAXED).listener(event -> note(notes, event)));
                HistoryRecorder recorder =
                        new HistoryRecorder(directory.resolve(name + ".jsonl"), name, System::nanoTime)) {
            List<Thread> clients = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                HistoryWorkload workload = new HistoryWorkload(
                        graph.main(),
                        recorder,
                        String.valueOf(client),
                        new SplittableRandom(seed * CLIENTS + client),
                        values,
                        () -> System.nanoTime() - start);
                clients.add(Thread.ofPlatform().start(() -> {
                    while (System.nanoTime() < end) {
                        if (workload.runOne()) {
                            write(notes, "commit");
                        }
                    }
                }));
            }
            for (Thread client : clients) {
                client.join();
            }
        }
    }

    private static boolean die(SplittableRandom random, int odds) {
        synchronized (random) {
            return random.nextInt(odds) == 0;
        }
    }

    private static void note(Path notes, ProtocolEvent event) {
        switch (event) {
            case ProtocolEvent.Retried ignored -> write(notes, "conflict");
            case ProtocolEvent.Aborted aborted -> write(notes, "aborted " + aborted.operation());
            default -> {
                // not asked for
            }
        }
    }

    private static void write(Path notes, String line) {
        try {
            Files.writeString(notes, line + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
