package dev.sennit.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Deadline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChainUpkeepTest {
    private static final ChainLimits LIMITS = new ChainLimits(40, 4, Duration.ZERO);

    @TempDir
    Path directory;

    /** The writer has what it wrote in memory, and knows what it wrote it in; another reads it. */
    @Test
    void whoeverArchives_writesTheSameSegment_andRemovesTheSameFiles() throws IOException {
        Path own = directory.resolve("own");
        Path copy = directory.resolve("copy");
        try (DiskGraph graph = new DiskGraph(Files.createDirectory(own), 3, LIMITS)) {
            graph.create();
            BranchChain writing = graph.chain();
            for (int version = 2; version <= 70; version++) {
                Head head = writing.head();
                GraphState next = graph.commitOn(head);
                assertThat(writing.publish(
                                head, next, graph.identity(next), Deadline.in(Duration.ofSeconds(30), graph.ticker())))
                        .isInstanceOf(CasResult.Committed.class);
            }
            copyWithTimes(own, copy);
            writing.shorten(Instant.now(), UpkeepSteps.NONE);
        }
        try (DiskGraph graph = new DiskGraph(copy, 4, LIMITS)) {
            graph.chain().shorten(Instant.now(), UpkeepSteps.NONE);
        }

        SortedMap<String, String> left = contents(own);
        assertThat(left.keySet())
                .filteredOn(file -> file.startsWith("__history"))
                .hasSize(2);
        assertThat(left.keySet())
                .filteredOn(file -> file.startsWith("__manifest") && file.endsWith(".manifest"))
                .as("version 1, and those after the second segment")
                .hasSize(1 + 6);
        assertThat(contents(copy)).isEqualTo(left);
    }

    private static void copyWithTimes(Path from, Path to) throws IOException {
        List<Path> all;
        try (Stream<Path> paths = Files.walk(from)) {
            all = paths.toList();
        }
        for (Path path : all) {
            Files.copy(path, to.resolve(from.relativize(path).toString()), StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    private static SortedMap<String, String> contents(Path root) throws IOException {
        SortedMap<String, String> contents = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                contents.put(root.relativize(path).toString(), HexFormat.of().formatHex(Files.readAllBytes(path)));
            }
        }
        return contents;
    }
}
