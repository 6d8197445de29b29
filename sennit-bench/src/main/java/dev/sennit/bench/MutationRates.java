package dev.sennit.bench;

import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.OptimizeOptions;
import dev.sennit.Sennit;
import dev.sennit.protocol.ProtocolEvent;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.SchemaParser;
import dev.sennit.testkit.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Whether small writes stay as cheap as they were: transactions that create one node, after 10 commits and after many, and
 * by 16 threads or 4 processes at once against one after the other. Everything is synced before it is acknowledged.
 *
 * <p>Arguments: a directory to work in, how many commits are many, and how many writes each contest has.
 */
public final class MutationRates {
    /** Holds one fold of the tail and two shortenings of the chain. */
    private static final int PERIOD = 64;

    private static final int WARM_UP = 1_500;
    private static final GraphSchema SCHEMA = SchemaParser.parse("NODE P { k STRING KEY, v INT64 }");

    private MutationRates() {}

    public static void main(String[] args) throws Exception {
        if (args[0].equals("contest")) {
            contest(
                    Path.of(args[1]),
                    args[2],
                    Integer.parseInt(args[3]),
                    Integer.parseInt(args[4]),
                    Integer.parseInt(args[5]),
                    args[6]);
            return;
        }
        Path directory = Files.createDirectories(Path.of(args[0]));
        grow(directory, Integer.parseInt(args[1]));
        int writes = Integer.parseInt(args[2]);
        double serial = contestants(directory, "serial", 1, 1, writes);
        double sixteen = contestants(directory, "threads", 1, 16, writes);
        double processes = contestants(directory, "processes", 4, 4, writes);
        double single = contestants(directory, "single", 4, 1, writes);
        System.out.printf(Locale.ROOT, "| one thread | %.1f commits/s | |%n", serial);
        System.out.printf(Locale.ROOT, "| 16 threads | %.1f commits/s | %.2f of one |%n", sixteen, sixteen / serial);
        System.out.printf(
                Locale.ROOT,
                "| 4 processes of 4 threads each | %.1f commits/s | %.2f of one |%n",
                processes,
                processes / serial);
        System.out.printf(
                Locale.ROOT,
                "| 4 processes of one thread each | %.1f commits/s | %.2f of one |%n",
                single,
                single / serial);
    }

    private static void grow(Path directory, int many) throws IOException {
        try (Graph warm = Sennit.create(directory.resolve("warm").toString(), SCHEMA)) {
            for (int i = 0; i < WARM_UP; i++) {
                create(warm, "w" + i);
            }
        }
        Path root = directory.resolve("grown");
        try (Graph graph = Sennit.create(root.toString(), SCHEMA)) {
            for (int i = 0; i < 10; i++) {
                create(graph, "a" + i);
            }
            double[] early = period(graph, "early");
            for (int i = 0; i < many - 10 - PERIOD; i++) {
                create(graph, "m" + i);
            }
            double[] late = period(graph, "late");
            System.out.printf(
                    Locale.ROOT,
                    "| after %d commits | mean %.1f ms | slowest %.1f ms |%n| after %d | mean %.1f ms, %.2f times | slowest"
                            + " %.1f ms, %.2f times |%n",
                    10,
                    early[0],
                    early[1],
                    many,
                    late[0],
                    late[0] / early[0],
                    late[1],
                    late[1] / early[1]);
            System.out.println(graph.main().optimize(OptimizeOptions.DEFAULT.asDryRun()));
        }
        System.out.printf(Locale.ROOT, "| on disk before collection | %,d bytes | |%n", bytes(root));
    }

    /** Mean and slowest milliseconds of a period's transactions. */
    private static double[] period(Graph graph, String name) {
        double[] millis = new double[PERIOD];
        for (int i = 0; i < PERIOD; i++) {
            long began = System.nanoTime();
            create(graph, name + i);
            millis[i] = (System.nanoTime() - began) / 1e6;
        }
        return new double[] {
            Arrays.stream(millis).average().orElseThrow(),
            Arrays.stream(millis).max().orElseThrow()
        };
    }

    private static void create(Graph graph, String key) {
        graph.main().write(tx -> tx.create("P", Map.of("k", key, "v", 1L)));
    }

    /** The commits per second of some processes together, each a JVM of its own that has warmed up. */
    private static double contestants(Path directory, String name, int processes, int threads, int writes)
            throws IOException, InterruptedException {
        Sennit.create(directory.resolve(name).toString(), SCHEMA).close();
        List<Process> children = new ArrayList<>();
        for (int i = 0; i < processes; i++) {
            children.add(ChildJvm.start(
                    directory.resolve("tmp"),
                    directory.resolve(name + "-" + i),
                    MutationRates.class,
                    List.of("-Xmx512m"),
                    "contest",
                    directory.toString(),
                    name,
                    String.valueOf(processes),
                    String.valueOf(threads),
                    String.valueOf(writes / processes),
                    name + "-" + i));
        }
        double seconds = 0;
        for (int i = 0; i < processes; i++) {
            Path output = directory.resolve(name + "-" + i);
            if (children.get(i).waitFor() != 0) {
                throw new IllegalStateException(Files.readString(output));
            }
            try (Stream<String> lines = Files.lines(output)) {
                seconds = Math.max(
                        seconds,
                        lines.filter(line -> line.startsWith("seconds "))
                                .mapToDouble(line -> Double.parseDouble(line.substring(8)))
                                .sum());
            }
        }
        return writes / seconds;
    }

    /** Warms up on a graph of its own, waits for the others, and writes. Any conflict that reaches a caller ends it. */
    private static void contest(Path directory, String graphName, int processes, int threads, int writes, String name)
            throws IOException, InterruptedException {
        try (Graph warm = Sennit.create(directory.resolve("warm-" + name).toString(), SCHEMA)) {
            for (int i = 0; i < WARM_UP; i++) {
                create(warm, "w" + i);
            }
        }
        AtomicLong retries = new AtomicLong();
        OpenOptions options = OpenOptions.DEFAULT.listener(event -> {
            if (event instanceof ProtocolEvent.Retried) {
                retries.incrementAndGet();
            }
        });
        try (Graph graph = Sennit.open(directory.resolve(graphName).toString(), options)) {
            Files.createFile(directory.resolve("ready-" + name));
            for (int other = 0; other < processes; other++) {
                while (!Files.exists(directory.resolve("ready-" + graphName + "-" + other))) {
                    Thread.sleep(1);
                }
            }
            double seconds = write(graph, threads, writes, name);
            System.out.printf(
                    Locale.ROOT,
                    "%s: %d threads, %d lost races%nseconds %.3f%n",
                    name,
                    threads,
                    retries.get(),
                    seconds);
        }
    }

    private static double write(Graph graph, int threads, int writes, String name) throws InterruptedException {
        AtomicInteger left = new AtomicInteger(writes);
        List<Throwable> failures = new ArrayList<>();
        long began = System.nanoTime();
        List<Thread> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            Thread thread = Thread.ofPlatform().unstarted(() -> {
                for (int next = left.getAndDecrement(); next > 0; next = left.getAndDecrement()) {
                    create(graph, name + "-" + next);
                }
            });
            thread.setUncaughtExceptionHandler((which, failure) -> {
                synchronized (failures) {
                    failures.add(failure);
                }
            });
            all.add(thread);
            thread.start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException(failures.size() + " writes failed", failures.getFirst());
        }
        return (System.nanoTime() - began) / 1e9;
    }

    private static long bytes(Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            return paths.filter(Files::isRegularFile)
                    .mapToLong(path -> {
                        try {
                            return Files.size(path);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .sum();
        }
    }
}
