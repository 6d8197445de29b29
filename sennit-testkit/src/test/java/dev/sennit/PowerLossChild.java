package dev.sennit;

import dev.sennit.manifest.ChainLimits;
import dev.sennit.model.CommitId;
import dev.sennit.model.Durability;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.protocol.ProtocolLimits;
import dev.sennit.schema.SchemaParser;
import dev.sennit.testkit.StopAt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A process of its own in which one or more writers, that know nothing of each other, work through steps of their
 * workloads. It marks what is acknowledged: {@code created} or writer and step, and the commit.
 */
final class PowerLossChild {
    static final String CREATED = "created";

    private final Plan plan;

    /**
     * What to do.
     *
     * @param places where
     * @param work what every writer has to do
     * @param part how much of it this process does
     * @param rebooted whether the system has started since the graph was written
     */
    record Plan(Places places, Work work, Part part, boolean rebooted) {
        List<PowerLossWorkload> workloads() {
            return work.workloads();
        }

        /** The same up to a step, in which the process halts. */
        Plan upTo(int last, String point) {
            return doing(new Part(part.from, last + 1, point));
        }

        /** The same for a process that comes after that one was halted, and whose last step is done by then. */
        Plan after(Plan halted) {
            return doing(new Part(halted.part.to, part.to, part.haltAt));
        }

        /** The same for a process that comes after that one was halted, and does only its last step again. */
        Plan again(Plan halted) {
            return doing(new Part(halted.part.to - 1, halted.part.to, part.haltAt));
        }

        private Plan doing(Part other) {
            return new Plan(places, work, other, rebooted);
        }

        /** The same for a process that works on another directory, after the system has started again. */
        Plan afterReboot(Path graph) {
            return new Plan(new Places(graph, places.files, places.marks), work, part, true);
        }

        String[] arguments() {
            return Stream.of(places.arguments(), work.arguments(), part.arguments(), Stream.of(rebooted))
                    .flatMap(Function.identity())
                    .map(Object::toString)
                    .toArray(String[]::new);
        }

        static Plan of(String[] arguments) {
            Iterator<String> next = List.of(arguments).iterator();
            return new Plan(Places.of(next), Work.of(next), Part.of(next), Boolean.parseBoolean(next.next()));
        }
    }

    /**
     * @param graph a directory; the graph is created if the first step is 0
     * @param files a directory for the files to load
     * @param marks the file that takes the marks
     */
    record Places(Path graph, Path files, Path marks) {
        private Stream<?> arguments() {
            return Stream.of(graph, files, marks);
        }

        private static Places of(Iterator<String> next) {
            return new Places(Path.of(next.next()), Path.of(next.next()), Path.of(next.next()));
        }
    }

    /**
     * @param writers how many there are
     * @param steps of each workload
     * @param chain how long the chain may get
     * @param collects whether to remove in the end what the two newest states do not need
     * @param branching whether some steps are made on branches, and merged
     */
    record Work(
            Durability durability, long seed, int writers, int steps, int chain, boolean collects, boolean branching) {
        Work(Durability durability, long seed, int writers, int steps, int chain) {
            this(durability, seed, writers, steps, chain, false, false);
        }

        private List<PowerLossWorkload> workloads() {
            List<PowerLossWorkload> workloads = new ArrayList<>();
            for (int writer = 0; writer < writers; writer++) {
                String name = String.valueOf((char) ('a' + writer));
                workloads.add(new PowerLossWorkload(name, seed + writer, steps, writers == 1, branching));
            }
            return workloads;
        }

        Work collecting() {
            return new Work(durability, seed, writers, steps, chain, true, branching);
        }

        Work branchingOff() {
            return new Work(durability, seed, writers, steps, chain, collects, true);
        }

        private Stream<?> arguments() {
            return Stream.of(durability.name(), seed, writers, steps, chain, collects, branching);
        }

        private static Work of(Iterator<String> next) {
            return new Work(
                    Durability.valueOf(next.next()),
                    Long.parseLong(next.next()),
                    Integer.parseInt(next.next()),
                    Integer.parseInt(next.next()),
                    Integer.parseInt(next.next()),
                    Boolean.parseBoolean(next.next()),
                    Boolean.parseBoolean(next.next()));
        }
    }

    /**
     * @param from the first step to do
     * @param to the step to stop before
     * @param haltAt where in the last step the process halts; empty for nowhere
     */
    record Part(int from, int to, String haltAt) {
        private Stream<?> arguments() {
            return Stream.of(from, to, haltAt);
        }

        private static Part of(Iterator<String> next) {
            return new Part(Integer.parseInt(next.next()), Integer.parseInt(next.next()), next.next());
        }
    }

    private PowerLossChild(Plan plan) {
        this.plan = plan;
    }

    /** Arguments: {@link Plan#arguments}. */
    public static void main(String[] args) throws Exception {
        new PowerLossChild(Plan.of(args)).run();
    }

    private void run() throws Exception {
        Files.createDirectories(plan.places().files());
        OpenOptions options = OpenOptions.DEFAULT.durability(plan.work().durability());
        if (plan.part().from() == 0) {
            String location = plan.places().graph().toString();
            try (Graph graph =
                    Sennit.create(location, SchemaParser.parse(PowerLossWorkload.SCHEMA), options, CREATED)) {
                mark(CREATED, graph.main().snapshot().commit().id());
            }
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(plan.work().writers())) {
            List<Callable<Void>> writers = new ArrayList<>();
            plan.workloads().forEach(workload -> writers.add(() -> write(workload, options)));
            for (Future<Void> writer : threads.invokeAll(writers)) {
                writer.get();
            }
        }
        if (plan.work().collects()) {
            try (Graph graph = Sennit.open(plan.places().graph().toString(), options)) {
                graph.collect(CollectOptions.DEFAULT
                        .keep(Duration.ZERO)
                        .keepCommits(2)
                        .guard(Duration.ZERO));
            }
        }
    }

    private Void write(PowerLossWorkload workload, OpenOptions options) throws IOException {
        RuntimeParts parts = RuntimeParts.DEFAULT.limits(
                ProtocolLimits.DEFAULT, new ChainLimits(plan.work().chain(), 2, Duration.ZERO));
        if (plan.rebooted()) {
            parts = parts.boot(Instant.now().plus(Duration.ofMinutes(1)));
        }
        for (int step = plan.part().from(); step < plan.part().to(); step++) {
            boolean halts =
                    step == plan.part().to() - 1 && !plan.part().haltAt().isEmpty();
            FailurePoints points =
                    halts ? StopAt.halting(FailurePoint.valueOf(plan.part().haltAt()), 1) : FailurePoints.NONE;
            String name = workload.writer() + " " + step;
            // Runtimes of their own share nothing, as processes do not.
            GraphRuntimes runtimes = new GraphRuntimes(parts.failurePoints(points));
            try (Graph graph = new OpenGraph(plan.places().graph().toString(), runtimes, options)) {
                mark(name, workload.run(step, graph, plan.places().files(), name));
            }
        }
        return null;
    }

    private void mark(String what, CommitId commit) throws IOException {
        Files.writeString(
                plan.places().marks(),
                what + " " + commit + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
