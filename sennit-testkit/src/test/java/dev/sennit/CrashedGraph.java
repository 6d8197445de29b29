package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.PowerLossWorkload.Contents;
import dev.sennit.model.AlreadyExistsException;
import dev.sennit.model.BranchInfo;
import dev.sennit.model.CheckReport;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.Durability;
import dev.sennit.model.ExpiredException;
import dev.sennit.model.LoadMode;
import dev.sennit.model.NotFoundException;
import dev.sennit.schema.SchemaParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What must hold of a graph after the power was lost and the system has started again. */
final class CrashedGraph {
    private static final String EXTRA = "extra";

    private final String location;
    private final List<PowerLossWorkload> workloads;
    private final List<String> marks;
    private final int unfinished;
    private final boolean collecting;
    private final boolean branching;

    /**
     * @param marks of what was acknowledged before the power was lost, as {@link PowerLossChild} makes them
     * @param unfinished how many steps may have been under way at once
     * @param collecting whether all but the two newest states may have been collected
     * @param branching whether some steps were made on branches
     */
    CrashedGraph(
            Path root,
            List<PowerLossWorkload> workloads,
            List<String> marks,
            int unfinished,
            boolean collecting,
            boolean branching) {
        this.location = root.toString();
        this.workloads = workloads;
        this.marks = marks;
        this.unfinished = unfinished;
        this.collecting = collecting;
        this.branching = branching;
    }

    /**
     * Every acknowledged commit is there with exactly its rows, of what was under way each is there wholly or not at all,
     * and writing just works.
     *
     * @param durability of the write that follows; if it is full, every file is checked as well
     * @param extra a file for what it loads
     */
    void check(Durability durability, Path extra) throws IOException {
        int visible = readOrCreate();
        Contents expected;
        try (Graph graph = open(durability)) {
            Files.writeString(extra, "k,v,note\n" + EXTRA + ",1,after\n");
            graph.main()
                    .load(
                            Load.EMPTY.mode(LoadMode.UPSERT).nodes("Item", extra),
                            // for the key the whole history is searched
                            WriteOptions.DEFAULT.message(EXTRA).idempotencyKey(EXTRA));

            List<CommitInfo> log = log(graph);
            // The writer may have completed what was decided when the power was lost.
            assertThat(steps(log) - 1).as("steps below the next write").isBetween(visible, visible + unfinished);
            expected = contents(log.subList(0, log.size() - 1)).and(EXTRA, "1/after");
            assertThat(PowerLossWorkload.read(graph.main().snapshot())).isEqualTo(expected);
            if (branching) {
                requireNames(graph);
            }
        }
        try (Graph graph = open(durability)) {
            assertThat(PowerLossWorkload.read(graph.main().snapshot()))
                    .as("what the next process sees")
                    .isEqualTo(expected);
            if (durability == Durability.FULL) {
                CheckReport report = graph.check();
                assertThat(report.problems())
                        .as("problems: " + report.findings())
                        .isZero();
            }
        }
        try (Stream<Path> left = Files.list(Path.of(location, "__recovery", "armed"))) {
            assertThat(left.filter(path -> !path.getFileName().toString().startsWith(".tmp~")))
                    .as("unresolved intents after the next write")
                    .isEmpty();
        }
    }

    /**
     * Every name leads to a branch that can be read and written, or can be given; those that were acknowledged are there. The
     * first branch is deleted in the fourth step.
     */
    private void requireNames(Graph graph) {
        Set<String> names = graph.branches().stream().map(BranchInfo::name).collect(Collectors.toSet());
        if (isMarked(3)) {
            assertThat(names).contains(PowerLossWorkload.side(3)).doesNotContain(PowerLossWorkload.side(1));
        } else if (isMarked(1) && !isMarked(2)) {
            assertThat(names).contains(PowerLossWorkload.side(1));
        }
        for (int step : new int[] {1, 3}) {
            String name = PowerLossWorkload.side(step);
            try {
                graph.createBranch(name, "main");
            } catch (AlreadyExistsException e) {
                // Or its creation was decided when the power was lost, and is completed by whoever wants the name.
                assertThat(graph.branches()).extracting(BranchInfo::name).contains(name);
            }
            PowerLossWorkload.read(graph.branch(name).snapshot());
            graph.branch(name).write(tx -> tx.upsert("Item", Map.of("k", EXTRA, "v", 2L)));
            assertThat(PowerLossWorkload.read(graph.branch(name).snapshot()).nodes())
                    .containsKey(EXTRA);
        }
        graph.recover();
    }

    private boolean isMarked(int step) {
        return marks.stream().anyMatch(mark -> mark.startsWith("a " + step + " "));
    }

    /** How many steps the graph shows. Where there is none yet, creating one just works. */
    private int readOrCreate() {
        try (Graph graph = open(Durability.RELAXED)) {
            return requireAcknowledged(graph);
        } catch (NotFoundException e) {
            assertThat(marks).as("acknowledged, but there is no graph").isEmpty();
            Sennit.create(location, SchemaParser.parse(PowerLossWorkload.SCHEMA))
                    .close();
            return 1;
        }
    }

    private int requireAcknowledged(Graph graph) {
        List<CommitInfo> log = log(graph);
        for (String mark : marks) {
            assertThat(log.stream().map(commit -> commit.message() + " " + commit.id()))
                    .as("commits")
                    .contains(mark);
        }
        assertThat(steps(log))
                .as("steps, of which %d are acknowledged", marks.size())
                .isBetween(1, Math.max(1, marks.size() + unfinished));
        assertThat(PowerLossWorkload.read(graph.main().snapshot())).isEqualTo(contents(log));
        try {
            requirePast(graph, log, log.size() / 2);
        } catch (ExpiredException e) {
            assertThat(collecting).as("whether states may expire: " + e).isTrue();
        }
        requirePast(graph, log, Math.max(1, log.size() - 1));
        return steps(log);
    }

    /** The graph as it was after the first commits. */
    private void requirePast(Graph graph, List<CommitInfo> log, int commits) {
        if (commits > 0) {
            CommitInfo last = log.get(commits - 1);
            assertThat(PowerLossWorkload.read(graph.at(last.id().toString())))
                    .as("the graph as it was at '%s'", last.message())
                    .isEqualTo(contents(log.subList(0, commits)));
        }
    }

    /** Oldest first. */
    private static List<CommitInfo> log(Graph graph) {
        try (Stream<CommitInfo> commits = graph.log("main")) {
            return commits.toList().reversed();
        }
    }

    /** Several commits may make one. */
    private static int steps(List<CommitInfo> log) {
        return (int) log.stream().map(CommitInfo::message).distinct().count();
    }

    /** What these commits, the first of a graph, have made of it. */
    private Contents contents(List<CommitInfo> log) {
        assertThat(log.getFirst().writer()).isEqualTo("init");
        Contents contents = Contents.EMPTY;
        int counted = 1;
        for (PowerLossWorkload workload : workloads) {
            List<String> done = log.stream()
                    .map(CommitInfo::message)
                    .filter(message -> message.startsWith(workload.writer() + " "))
                    .distinct()
                    .toList();
            for (int step = 0; step < done.size(); step++) {
                assertThat(done.get(step)).as("each step once, in order").isEqualTo(workload.writer() + " " + step);
            }
            counted += done.size();
            contents = contents.and(workload.after(done.size()));
        }
        assertThat(steps(log)).as("steps of the workload only").isEqualTo(counted);
        return contents;
    }

    /** As after the system has started again: everything on the disk is older than that. */
    private Graph open(Durability durability) {
        return new OpenGraph(
                location,
                new GraphRuntimes(RuntimeParts.DEFAULT.boot(Instant.now().plus(Duration.ofMinutes(1)))),
                OpenOptions.DEFAULT.durability(durability));
    }
}
