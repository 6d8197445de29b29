package dev.sennit.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Deadline;
import dev.sennit.model.StoreException;
import dev.sennit.store.FileCondition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChainExaminationTest {
    private static final ChainLimits LIMITS = new ChainLimits(40, 4, Duration.ZERO);
    private static final long VERSIONS = 80;

    @TempDir
    Path root;

    private DiskGraph graph;
    /** What a walk met, one text for each. */
    private static final class Walk implements ChainExamination.Visitor {
        private final List<Long> states = new ArrayList<>();
        private final List<String> others = new ArrayList<>();

        @Override
        public void state(StoredState state) {
            states.add(state.version());
        }

        @Override
        public void missing(long version) {
            others.add("missing " + version);
        }

        @Override
        public void damaged(long version, Map<String, FileCondition> files) {
            others.add("damaged " + version);
        }

        @Override
        public void unreadable(long version, StoreException why) {
            others.add("unreadable " + version + ": " + why.text().problem());
        }

        @Override
        public void stray(long version) {
            others.add("stray " + version);
        }
    }

    @BeforeEach
    void create() {
        graph = new DiskGraph(root, 7, LIMITS);
        graph.create();
    }

    @AfterEach
    void close() {
        graph.close();
    }

    @Test
    void everyVersionIsMetOnce_inOrder_whetherArchivedOrNot() {
        grow(graph, VERSIONS);
        assertThat(segments()).hasSize(2);

        Walk walk = walk();

        assertThat(walk.states)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, VERSIONS).boxed().toList());
        assertThat(walk.others).isEmpty();
    }

    @Test
    void aSegmentThatIsAltered_isUnreadable_andTheRestIsWalked() throws IOException {
        grow(graph, VERSIONS);
        Path second = segments().getLast();
        byte[] whole = Files.readAllBytes(second);
        whole[whole.length / 2] ^= 1;
        Files.write(second, whole);

        Walk walk = walk();

        assertThat(walk.states).hasSize((int) VERSIONS - 32).contains(1L, VERSIONS);
        assertThat(walk.others).hasSize(33).first().asString().startsWith("unreadable 33: history segment __history/");
        assertThat(walk.others).contains("missing 33", "missing 64");
    }

    @Test
    void aSegmentThatIsGone_leavesItsVersionsMissing_butTheBirthVersion() throws IOException {
        grow(graph, VERSIONS);
        Files.delete(segments().getFirst());

        Walk walk = walk();

        assertThat(walk.states).startsWith(1L, 33L);
        assertThat(walk.others).hasSize(31).startsWith("missing 2").endsWith("missing 32");
    }

    @Test
    void aVersionOfTheChainThatIsGone_isMissing_andTheNewestIsKnownFromItsChecksums() throws IOException {
        grow(graph, VERSIONS);
        Files.delete(manifest(70));
        Files.delete(manifest(VERSIONS));

        Walk walk = walk();

        assertThat(walk.states).endsWith(VERSIONS - 1).doesNotContain(70L);
        assertThat(walk.others).containsExactly("missing 70", "damaged " + VERSIONS);
    }

    @Test
    void aLateCommitInASlotThatWasCleaned_isAStray(@TempDir Path elsewhere) throws IOException {
        grow(graph, 39);
        copy(root, elsewhere);
        try (DiskGraph paused = new DiskGraph(elsewhere, 8, LIMITS)) {
            grow(paused, 40);
        }
        grow(graph, VERSIONS);
        assertThat(manifest(40)).doesNotExist();
        Path manifest = manifestDirectory();
        Path late = elsewhere.resolve(root.relativize(manifest).toString());
        copy(late.resolve("data"), manifest.resolve("data"));
        Files.copy(late.resolve("_versions").resolve(manifest(40).getFileName()), manifest(40));

        Walk walk = walk();

        assertThat(walk.states).hasSize((int) VERSIONS);
        assertThat(walk.others).containsExactly("stray 40");
    }

    private static void grow(DiskGraph graph, long version) {
        BranchChain chain = graph.chain();
        for (Head head = chain.head(); head.version() < version; head = chain.head()) {
            GraphState next = graph.commitOn(head);
            chain.publish(head, next, graph.identity(next), Deadline.in(Duration.ofSeconds(60), graph.ticker()));
            chain.shorten(head.version() + 1, UpkeepSteps.NONE);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Path target = to.resolve(from.relativize(path).toString());
                if (!Files.exists(target)) {
                    Files.copy(path, target);
                }
            }
        }
    }

    private Walk walk() {
        Walk walk = new Walk();
        graph.chain().examination().walk(walk);
        return walk;
    }

    private Path manifest(long version) throws IOException {
        return manifestDirectory().resolve("_versions/" + Long.toUnsignedString(-1 - version) + ".manifest");
    }

    private Path manifestDirectory() throws IOException {
        try (Stream<Path> chains = Files.list(root.resolve("__manifest"))) {
            return chains.findFirst().orElseThrow();
        }
    }

    private List<Path> segments() {
        try (Stream<Path> files = Files.walk(root.resolve("__history"))) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
