package dev.sennit.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Deadline;
import dev.sennit.model.OperationId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many writers publish on one base, over and over, on the real store, while the chain is being archived. */
class BranchChainRaceTest {
    /** Short and without an age limit, so that versions are archived and cleaned in the middle of the race. */
    static final ChainLimits LIMITS = new ChainLimits(40, 4, Duration.ZERO);

    private static final int THREADS = 8;
    private static final int PROCESSES = 3;

    @TempDir
    private Path root;

    @Test
    void eightThreadsRaceFor200Rounds_exactlyOneWinsEach_andNothingIsLost() throws Exception {
        raceThreads(200);
    }

    @Test
    @Tag("long")
    void eightThreadsRaceFor2000Rounds_exactlyOneWinsEach_andNothingIsLost() throws Exception {
        raceThreads(2000);
    }

    @Test
    void threeProcessesRaceFor200Rounds_exactlyOneWinsEach_andNothingIsLost() throws Exception {
        raceProcesses(200);
    }

    @Test
    @Tag("long")
    void threeProcessesRaceFor2000Rounds_exactlyOneWinsEach_andNothingIsLost() throws Exception {
        raceProcesses(2000);
    }

    /** What the threads of one round share. */
    private static final class Round {
        private volatile Head base;
        private final List<CasResult> results = new ArrayList<>();
        private final List<OperationId> winners = new ArrayList<>();

        private Round(Head base) {
            this.base = base;
        }

        synchronized void ended(CasResult result, OperationId operation) {
            results.add(result);
            if (result instanceof CasResult.Committed) {
                winners.add(operation);
            }
        }
    }

    private void raceThreads(int rounds) throws Exception {
        try (DiskGraph graph = new DiskGraph(root, 1, LIMITS);
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            graph.create();
            BranchChain observer = graph.chain();
            Round round = new Round(observer.head());
            List<OperationId> winners = new ArrayList<>();
            CyclicBarrier gate = new CyclicBarrier(THREADS, () -> {
                // Runs between two rounds, with every racer waiting.
                if (!round.results.isEmpty()) {
                    assertThat(round.results).hasSize(THREADS);
                    assertThat(round.winners).as("round %s", winners.size() + 1).hasSize(1);
                    assertThat(round.results)
                            .filteredOn(CasResult.Lost.class::isInstance)
                            .hasSize(THREADS - 1);
                    winners.add(round.winners.getFirst());
                }
                Head head = observer.head();
                assertThat(head.version()).isEqualTo(winners.size() + 1L);
                round.base = head;
                round.results.clear();
                round.winners.clear();
            });
            List<Callable<Void>> racers = IntStream.range(0, THREADS)
                    .<Callable<Void>>mapToObj(number -> () -> {
                        race(graph, round, gate, rounds);
                        return null;
                    })
                    .toList();
            for (Future<Void> racer : threads.invokeAll(racers)) {
                racer.get();
            }
            verify(graph, rounds, winners);
        }
    }

    private static void race(DiskGraph graph, Round round, CyclicBarrier gate, int rounds) throws Exception {
        BranchChain chain = graph.chain();
        for (int i = 0; i < rounds; i++) {
            gate.await();
            GraphState next = graph.commitOn(round.base);
            CasResult result = chain.publish(
                    round.base, next, graph.identity(next), Deadline.in(Duration.ofSeconds(60), graph.ticker()));
            if (result instanceof CasResult.Committed committed) {
                chain.shorten(committed.version(), UpkeepSteps.NONE); // while the others still find out that they lost
            }
            round.ended(result, next.commit().operation());
        }
        gate.await();
    }

    private void raceProcesses(int rounds) throws Exception {
        List<ChildProcess> children = new ArrayList<>();
        try (DiskGraph graph = new DiskGraph(root, 1, LIMITS)) {
            graph.create();
            for (int i = 0; i < PROCESSES; i++) {
                children.add(new ChildProcess(RacingProcess.class, root.toString(), String.valueOf(100 + i)));
            }
            for (ChildProcess child : children) {
                assertThat(child.hear()).isEqualTo("ready");
            }
            List<OperationId> winners = new ArrayList<>();
            for (int i = 0; i < rounds; i++) {
                children.forEach(child -> child.tell("read"));
                String base = String.valueOf(i + 1);
                assertThat(children)
                        .allSatisfy(child -> assertThat(child.hear()).isEqualTo(base));
                children.forEach(child -> child.tell("publish"));
                List<String> answers = children.stream().map(ChildProcess::hear).toList();
                List<String> won =
                        answers.stream().filter(a -> a.startsWith("won ")).toList();
                assertThat(won).as("round %s: %s", i + 1, answers).hasSize(1);
                assertThat(answers)
                        .as("round %s: %s", i + 1, answers)
                        .filteredOn("lost"::equals)
                        .hasSize(PROCESSES - 1);
                winners.add(OperationId.parse(won.getFirst().substring(4)));
            }
            verify(graph, rounds, winners);
        } finally {
            for (ChildProcess child : children) {
                child.close();
            }
        }
    }

    private void verify(DiskGraph graph, int rounds, List<OperationId> winners) throws IOException {
        BranchChain chain = graph.chain();
        assertThat(winners).hasSize(rounds).doesNotHaveDuplicates();
        List<FoundCommit> commits = ChainWalk.verified(chain);
        assertThat(commits.stream().skip(1).map(c -> c.commit().operation())).containsExactlyElementsOf(winners);
        for (int i = 0; i < rounds; i += 7) {
            FoundCommit commit = commits.get(i + 1);
            assertThat(chain.findOperation(winners.get(i), 0)).contains(commit);
            assertThat(chain.findCommit(commit.commit().id())).contains(commit);
            assertThat(chain.state(commit.version()).orElseThrow().commit()).isEqualTo(commit.commit());
        }
        int archived = files(root.resolve("__history"), "").size() * HistoryArchive.LENGTH;
        assertThat(archived)
                .as("versions archived during the race")
                .isGreaterThanOrEqualTo(rounds - LIMITS.maxVersions());
        assertThat(files(root.resolve("__manifest"), ".manifest"))
                .as("versions left in the chain")
                .hasSizeLessThanOrEqualTo(LIMITS.maxVersions() + 9);
    }

    private static List<Path> files(Path directory, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(ending))
                    .toList();
        }
    }
}
