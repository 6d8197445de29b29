package dev.sennit.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Deadline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a chain on a local disk do not grow with history, the ones of writers that lost a race included. */
class ChainDirectoryTest {
    private static final ChainLimits LIMITS =
            new ChainLimits(ChainLimits.DEFAULT.maxVersions(), ChainLimits.DEFAULT.minVersions(), Duration.ZERO);

    @TempDir
    private Path root;

    @Test
    void noDirectoryOfAChainHoldsMoreFilesAt1000CommitsThanAt10() throws Exception {
        compare(1_000);
    }

    @Test
    @Tag("long")
    void noDirectoryOfAChainHoldsMoreFilesAt10000CommitsThanAt10() throws Exception {
        compare(10_000);
    }

    private void compare(int commits) throws Exception {
        try (DiskGraph graph = new DiskGraph(root, 1, LIMITS)) {
            graph.create();
            BranchChain chain = graph.chain();
            grow(graph, chain, 10);
            Map<String, Integer> early = maximaOverAPeriod(graph, chain);
            grow(graph, chain, commits);
            Map<String, Integer> late = maximaOverAPeriod(graph, chain);
            System.out.println("files at 10 commits: " + early + ", at " + commits + ": " + late);
            assertThat(late.keySet()).isEqualTo(early.keySet());
            // The birth version stays when the ones after it go: its manifest, its transaction, its data.
            late.forEach((directory, files) ->
                    assertThat(files).as(directory).isLessThanOrEqualTo(early.getOrDefault(directory, 0) + 1));
        }
    }

    private Map<String, Integer> maximaOverAPeriod(DiskGraph graph, BranchChain chain) throws IOException {
        Map<String, Integer> maxima = new TreeMap<>();
        for (int i = 0; i < 2 * HistoryArchive.LENGTH; i++) {
            grow(graph, chain, chain.head().version() + 1);
            files().forEach((directory, files) -> maxima.merge(directory, files, Math::max));
        }
        return maxima;
    }

    private Map<String, Integer> files() throws IOException {
        Path manifest;
        try (Stream<Path> chains = Files.list(root.resolve("__manifest"))) {
            manifest = chains.findFirst().orElseThrow();
        }
        Map<String, Integer> counts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(manifest)) {
            files.filter(Files::isRegularFile)
                    .forEach(file ->
                            counts.merge(manifest.relativize(file.getParent()).toString(), 1, Integer::sum));
        }
        return counts;
    }

    /** Commits until the version, each time with another writer that loses the race. */
    private static void grow(DiskGraph graph, BranchChain chain, long version) {
        BranchChain rival = graph.chain();
        Head head = chain.head();
        while (head.version() < version) {
            assertThat(publish(graph, chain, head)).isInstanceOf(CasResult.Committed.class);
            assertThat(publish(graph, rival, head)).isInstanceOf(CasResult.Lost.class);
            head = chain.head();
            chain.shorten(head.version(), UpkeepSteps.NONE);
        }
    }

    private static CasResult publish(DiskGraph graph, BranchChain chain, Head base) {
        GraphState next = graph.commitOn(base);
        return chain.publish(base, next, graph.identity(next), Deadline.in(Duration.ofSeconds(60), graph.ticker()));
    }
}
