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
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

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
     * @param graph a directory; the graph is created if the first step is 0
     * @param files a directory for the files to load
     * @param marks the file that takes the marks
     * @param writers how many there are
     * @param steps of each workload
     * @param from the first step to do
     * @param to the step to stop before
     * @param haltAt where in the last step the process halts; empty for nowhere
     * @param chain how long the chain may get
     * @param rebooted whether the system has started since the graph was written
     * @param collects whether to remove in the end what the two newest states do not need
     * @param branching whether some steps are made on branches, and merged
     */
    record Plan(
            Path graph,
            Path files,
            Path marks,
            Durability durability,
            long seed,
            int writers,
            int steps,
            int from,
            int to,
            String haltAt,
            int chain,
            boolean rebooted,
            boolean collects,
            boolean branching) {
        List<PowerLossWorkload> workloads() {
            List<PowerLossWorkload> workloads = new ArrayList<>();
            for (int writer = 0; writer < writers; writer++) {
                String name = String.valueOf((char) ('a' + writer));
                workloads.add(new PowerLossWorkload(name, seed + writer, steps, writers == 1, branching));
            }
            return workloads;
        }

        /** The same up to a step, in which the process halts. */
        Plan upTo(int last, String point) {
            return doing(from, last + 1, point);
        }

        /** The same for a process that comes after that one was halted, and whose last step is done by then. */
        Plan after(Plan halted) {
            return doing(halted.to, to, haltAt);
        }

        /** The same for a process that comes after that one was halted, and does only its last step again. */
        Plan again(Plan halted) {
            return doing(halted.to - 1, halted.to, haltAt);
        }

        private Plan doing(int first, int end, String point) {
            return new Plan(
                    graph,
                    files,
                    marks,
                    durability,
                    seed,
                    writers,
                    steps,
                    first,
                    end,
                    point,
                    chain,
                    rebooted,
                    collects,
                    branching);
        }

        /** The same for a process that works on another directory, after the system has started again. */
        Plan afterReboot(Path other) {
            return new Plan(
                    other,
                    files,
                    marks,
                    durability,
                    seed,
                    writers,
                    steps,
                    from,
                    to,
                    haltAt,
                    chain,
                    true,
                    collects,
                    branching);
        }

        Plan collecting() {
            return new Plan(
                    graph,
                    files,
                    marks,
                    durability,
                    seed,
                    writers,
                    steps,
                    from,
                    to,
                    haltAt,
                    chain,
                    rebooted,
                    true,
                    branching);
        }

        Plan branchingOff() {
            return new Plan(
                    graph,
                    files,
                    marks,
                    durability,
                    seed,
                    writers,
                    steps,
                    from,
                    to,
                    haltAt,
                    chain,
                    rebooted,
                    collects,
                    true);
        }

        Plan withChain(int versions) {
            return new Plan(
                    graph,
                    files,
                    marks,
                    durability,
                    seed,
                    writers,
                    steps,
                    from,
                    to,
                    haltAt,
                    versions,
                    rebooted,
                    collects,
                    branching);
        }

        String[] arguments() {
            return new String[] {
                graph.toString(),
                files.toString(),
                marks.toString(),
                durability.name(),
                Long.toString(seed),
                Integer.toString(writers),
                Integer.toString(steps),
                Integer.toString(from),
                Integer.toString(to),
                haltAt,
                Integer.toString(chain),
                Boolean.toString(rebooted),
                Boolean.toString(collects),
                Boolean.toString(branching)
            };
        }

        static Plan of(String[] arguments) {
            return new Plan(
                    Path.of(arguments[0]),
                    Path.of(arguments[1]),
                    Path.of(arguments[2]),
                    Durability.valueOf(arguments[3]),
                    Long.parseLong(arguments[4]),
                    Integer.parseInt(arguments[5]),
                    Integer.parseInt(arguments[6]),
                    Integer.parseInt(arguments[7]),
                    Integer.parseInt(arguments[8]),
                    arguments[9],
                    Integer.parseInt(arguments[10]),
                    Boolean.parseBoolean(arguments[11]),
                    Boolean.parseBoolean(arguments[12]),
                    Boolean.parseBoolean(arguments[13]));
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
        Files.createDirectories(plan.files());
        OpenOptions options = OpenOptions.DEFAULT.durability(plan.durability());
        if (plan.from() == 0) {
            String location = plan.graph().toString();
            try (Graph graph =
                    Sennit.create(location, SchemaParser.parse(PowerLossWorkload.SCHEMA), options, CREATED)) {
                mark(CREATED, graph.main().snapshot().commit().id());
            }
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(plan.writers())) {
            List<Callable<Void>> writers = new ArrayList<>();
            plan.workloads().forEach(workload -> writers.add(() -> write(workload, options)));
            for (Future<Void> writer : threads.invokeAll(writers)) {
                writer.get();
            }
        }
        if (plan.collects()) {
            try (Graph graph = Sennit.open(plan.graph().toString(), options)) {
                graph.collect(CollectOptions.DEFAULT
                        .keep(Duration.ZERO)
                        .keepCommits(2)
                        .guard(Duration.ZERO));
            }
        }
    }

    private Void write(PowerLossWorkload workload, OpenOptions options) throws IOException {
        RuntimeParts parts =
                RuntimeParts.DEFAULT.limits(ProtocolLimits.DEFAULT, new ChainLimits(plan.chain(), 2, Duration.ZERO));
        if (plan.rebooted()) {
            parts = parts.boot(Instant.now().plus(Duration.ofMinutes(1)));
        }
        for (int step = plan.from(); step < plan.to(); step++) {
            boolean halts = step == plan.to() - 1 && !plan.haltAt().isEmpty();
            FailurePoints points = halts ? StopAt.halting(FailurePoint.valueOf(plan.haltAt()), 1) : FailurePoints.NONE;
            String name = workload.writer() + " " + step;
            // Runtimes of their own share nothing, as processes do not.
            GraphRuntimes runtimes = new GraphRuntimes(parts.failurePoints(points));
            try (Graph graph = new OpenGraph(plan.graph().toString(), runtimes, options)) {
                mark(name, workload.run(step, graph, plan.files(), name));
            }
        }
        return null;
    }

    private void mark(String what, CommitId commit) throws IOException {
        Files.writeString(
                plan.marks(), what + " " + commit + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
