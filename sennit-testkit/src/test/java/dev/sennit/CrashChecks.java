package dev.sennit;

import dev.sennit.PowerLossChild.Plan;
import dev.sennit.model.Durability;
import dev.sennit.testkit.power.CrashState;
import dev.sennit.testkit.power.Crashes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes crash states real, a few at a time, and checks the graph in each. */
final class CrashChecks {
    /** Syncing takes most of the time, so only some of the writes after a loss do. */
    private static final int SYNCED_EVERY = 8;

    private final Path directory;
    private final String graph;
    private final Plan plan;
    private final int unfinished;

    /**
     * @param directory the states come below it, and go again
     * @param graph where the graph is in each of them
     * @param plan what was done to it
     * @param unfinished how many steps may have been under way at once
     */
    CrashChecks(Path directory, String graph, Plan plan, int unfinished) {
        this.directory = directory;
        this.graph = graph;
        this.plan = plan;
        this.unfinished = unfinished;
    }

    /** What they found. */
    record Findings(int states, List<String> failures) {}

    /** Checks what each of the crashes leaves. */
    Findings check(Crashes crashes) throws InterruptedException {
        int processors = Runtime.getRuntime().availableProcessors();
        Semaphore waiting = new Semaphore(2 * processors);
        List<String> failures = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger states = new AtomicInteger();
        try (ExecutorService threads = Executors.newFixedThreadPool(processors)) {
            crashes.visit(CrashChecks::isTemporary, state -> {
                waiting.acquireUninterruptibly();
                int number = states.getAndIncrement();
                threads.execute(() -> {
                    try {
                        failures.addAll(check(number, state));
                    } finally {
                        waiting.release();
                    }
                });
            });
        }
        return new Findings(states.get(), List.copyOf(failures));
    }

    /** What neither Sennit nor Lance ever reads. */
    private static boolean isTemporary(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.startsWith(".tmp") || name.contains("#");
    }

    private List<String> check(int number, CrashState state) {
        Path root = directory.resolve("crash-" + number);
        Path extra = directory.resolve("extra-" + number + ".csv");
        try {
            Files.createDirectory(root);
            state.image().write(root);
            new CrashedGraph(
                            root.resolve(graph),
                            plan.workloads(),
                            state.marks(),
                            unfinished,
                            plan.work().collects(),
                            plan.work().branching())
                    .check(number % SYNCED_EVERY == 0 ? Durability.FULL : Durability.RELAXED, extra);
            return List.of();
        } catch (IOException | RuntimeException | AssertionError e) {
            return List.of(state + ": "
                    + String.valueOf(e).lines().limit(6).map(String::strip).collect(Collectors.joining(" ")));
        } finally {
            deleteTree(root);
            extra.toFile().delete();
        }
    }

    private static void deleteTree(Path root) {
        if (!Files.exists(root)) {
            return;
        }
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
