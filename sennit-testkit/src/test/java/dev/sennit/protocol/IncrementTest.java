package dev.sennit.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.ChainLimits;
import dev.sennit.manifest.ChainWalk;
import dev.sennit.manifest.ChildProcess;
import dev.sennit.manifest.DiskGraph;
import dev.sennit.model.TableId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A counter incremented by many at once, each through the whole protocol: every acknowledged increment counts once. */
class IncrementTest {
    static final ChainLimits LIMITS = new ChainLimits(40, 4, Duration.ZERO);

    @TempDir
    private Path root;

    @Test
    void threeProcessesIncrementOneCounter_andItHoldsExactlyWhatWasAcknowledged() throws Exception {
        byProcesses(3, 40);
    }

    @Test
    @Tag("long")
    void sixProcessesIncrementOneCounterForLong_andItHoldsExactlyWhatWasAcknowledged() throws Exception {
        byProcesses(6, 500);
    }

    @Test
    void threadsOfUnrelatedRuntimesIncrementOneCounter_andItHoldsExactlyWhatWasAcknowledged() throws Exception {
        int threads = 4;
        int times = 25;
        try (DiskGraph graph = new DiskGraph(root, 1, LIMITS);
                ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            graph.create();
            TableId table = graph.table(graph.chain());
            List<Future<List<String>>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                GraphWriteProtocol protocol = graph.protocol(ProtocolLimits.DEFAULT);
                results.add(pool.submit(() -> CountingProcess.increment(graph, protocol, table, times)));
            }
            List<String> acknowledged = new ArrayList<>();
            for (Future<List<String>> result : results) {
                acknowledged.addAll(result.get());
            }
            verify(graph, table, acknowledged, threads * times);
        }
    }

    private void byProcesses(int processes, int times) throws Exception {
        List<ChildProcess> children = new ArrayList<>();
        try (DiskGraph graph = new DiskGraph(root, 1, LIMITS)) {
            graph.create();
            for (int i = 0; i < processes; i++) {
                children.add(new ChildProcess(CountingProcess.class, root.toString(), String.valueOf(100 + i)));
            }
            for (ChildProcess child : children) {
                assertThat(child.hear()).isEqualTo("ready");
            }
            children.forEach(child -> child.tell(String.valueOf(times)));
            List<String> acknowledged = new ArrayList<>();
            children.forEach(
                    child -> Collections.addAll(acknowledged, child.hear().split(" ")));
            verify(graph, graph.table(graph.chain()), acknowledged, processes * times);
        } finally {
            for (ChildProcess child : children) {
                child.close();
            }
        }
    }

    private static void verify(DiskGraph graph, TableId table, List<String> acknowledged, int expected) {
        assertThat(acknowledged).hasSize(expected).doesNotHaveDuplicates();
        BranchChain chain = graph.chain();
        assertThat(chain.head().state().table(table).orElseThrow().rowCount()).isEqualTo(expected);
        assertThat(ChainWalk.verified(chain).stream()
                        .skip(1)
                        .map(commit -> commit.commit().operation().toString()))
                .containsExactlyInAnyOrderElementsOf(acknowledged);
        assertThat(graph.protocol(ProtocolLimits.DEFAULT).recover()).isEmpty();
        assertThat(graph.chain().head().state().table(table).orElseThrow().rowCount())
                .isEqualTo(expected);
    }
}
