package dev.sennit.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.Graph;
import dev.sennit.Sennit;
import dev.sennit.protocol.ProtocolLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many create one graph at once on the real store. */
class GraphBirthRaceTest {
    private static final int ROUNDS = 5;

    @TempDir
    private Path directory;

    @Test
    void fourThreadsCreateOneGraph_exactlyOneDoes_andTheGraphOpens() throws Exception {
        int threads = 4;
        CyclicBarrier start = new CyclicBarrier(threads);
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            for (int round = 0; round < ROUNDS; round++) {
                Path root = directory.resolve("graph" + round);
                List<Future<String>> answers = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    int seed = round * threads + i;
                    answers.add(pool.submit(() -> {
                        start.await();
                        return BirthProcess.create(root, seed);
                    }));
                }
                List<String> heard = new ArrayList<>();
                for (Future<String> answer : answers) {
                    heard.add(answer.get());
                }
                verify(root, heard);
            }
        }
    }

    @Test
    void threeProcessesCreateOneGraph_exactlyOneDoes_andTheGraphOpens() throws Exception {
        List<ChildProcess> children = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                children.add(new ChildProcess(BirthProcess.class, String.valueOf(100 + i)));
            }
            children.forEach(child -> assertThat(child.hear()).isEqualTo("ready"));
            for (int round = 0; round < ROUNDS; round++) {
                Path root = directory.resolve("graph" + round);
                children.forEach(child -> child.tell(root.toString()));
                verify(root, children.stream().map(ChildProcess::hear).toList());
            }
        } finally {
            for (ChildProcess child : children) {
                child.close();
            }
        }
    }

    private static void verify(Path root, List<String> answers) {
        List<String> winners =
                answers.stream().filter(a -> !a.equals("ALREADY_EXISTS")).toList();
        assertThat(winners).as("%s: %s", root.getFileName(), answers).hasSize(1);
        try (DiskGraph graph = new DiskGraph(root, 1, ChainLimits.DEFAULT)) {
            assertThat(graph.certificate().graph()).hasToString(winners.getFirst());
            Head head = graph.chain().head();
            assertThat(head.version()).isEqualTo(1);
            assertThat(head.state().graph()).hasToString(winners.getFirst());
            assertThat(graph.protocol(ProtocolLimits.DEFAULT).recover()).isEmpty();
        }
        try (Graph graph = Sennit.open(root.toString())) {
            assertThat(graph.branch("main").snapshot()).isNotNull();
        }
    }
}
