package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.branch.StoredPointer;
import dev.sennit.model.CommitId;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.SennitException;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.protocol.RefKind;
import dev.sennit.protocol.RefPointer;
import dev.sennit.testkit.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameRaceTest {
    private static final boolean LONG = Boolean.getBoolean("sennit.long");
    private static final long MILLIS = LONG ? 30_000 : 4_000;
    private static final CollectOptions HARD =
            CollectOptions.DEFAULT.keep(Duration.ZERO).keepCommits(1);

    @TempDir
    Path directory;

    @Test
    void twoProcessesOnTheSameNames_agreeInTheEndWithThePointers() throws IOException, InterruptedException {
        Path root = directory.resolve("graph");
        NameScenario.ALL.getFirst().create(root);
        List<Process> processes = new ArrayList<>();
        for (int seed = 1; seed <= 2; seed++) {
            processes.add(ChildJvm.start(
                    directory.resolve("tmp"),
                    directory.resolve("output-" + seed),
                    NameRaceChild.class,
                    List.of(),
                    root.toString(),
                    String.valueOf(seed),
                    String.valueOf(MILLIS)));
        }
        List<String> told = new ArrayList<>();
        for (int seed = 1; seed <= 2; seed++) {
            assertThat(processes.get(seed - 1).waitFor()).isZero();
            Files.readAllLines(directory.resolve("output-" + seed)).stream()
                    .filter(line -> line.matches("(create|delete|tag|untag|write|refused) .*"))
                    .forEach(told::add);
        }
        Map<String, Long> counts = told.stream().collect(Collectors.groupingBy(line -> line, Collectors.counting()));
        try (OpenGraph graph =
                new OpenGraph(root.toString(), new GraphRuntimes(RuntimeParts.DEFAULT), NameScenario.RELAXED)) {
            Set<String> live = new TreeSet<>(Set.of("main"));
            for (String name : NameRaceChild.NAMES) {
                List<RefPointer> branch = pointers(graph, RefKind.BRANCH, name);
                List<RefPointer> tag = pointers(graph, RefKind.TAG, name);
                requireCounts(
                        branch, counts.getOrDefault("create " + name, 0L), counts.getOrDefault("delete " + name, 0L));
                requireCounts(tag, counts.getOrDefault("tag " + name, 0L), counts.getOrDefault("untag " + name, 0L));
                if (!branch.isEmpty() && !branch.getLast().ended()) {
                    live.add(name);
                }
            }
            assertThat(graph.branches().stream().map(each -> each.name()).collect(Collectors.toSet()))
                    .isEqualTo(live);
            for (String line : told) {
                if (line.startsWith("write ")) {
                    CommitId commit = CommitId.parse(line.substring("write ".length()));
                    assertThat(graph.commit(commit.toString()).id()).isEqualTo(commit);
                }
            }
            assertThat(graph.check(CheckOptions.DEFAULT.withoutData()).problems())
                    .isZero();
            assertThat(graph.recover()).isEmpty();
        }
        System.out.println("two processes on the same names: "
                + told.stream().collect(Collectors.groupingBy(line -> line.split(" ")[0], Collectors.counting())));
        assertThat(counts.keySet().stream().map(line -> line.split(" ")[0]))
                .contains("create", "delete", "tag", "untag", "write", "refused");
    }

    private static List<RefPointer> pointers(OpenGraph graph, RefKind kind, String name) {
        return graph.runtime().branches().history(kind).stream()
                .map(StoredPointer::pointer)
                .filter(pointer -> pointer.name().equals(name))
                .toList();
    }

    /** As many of each as were acknowledged, in turn, each tombstone ending the pointer before it. */
    private static void requireCounts(List<RefPointer> pointers, long created, long deleted) {
        assertThat(pointers.stream().filter(pointer -> !pointer.ended()).count())
                .isEqualTo(created);
        assertThat(pointers.stream().filter(RefPointer::ended).count()).isEqualTo(deleted);
        for (int i = 0; i < pointers.size(); i++) {
            assertThat(pointers.get(i).number()).isEqualTo(i + 1);
            assertThat(pointers.get(i).ended()).isEqualTo(i % 2 == 1);
            if (i % 2 == 1) {
                assertThat(pointers.get(i).life()).isEqualTo(pointers.get(i - 1).life());
            }
        }
    }

    /** How a creation ended that a collection came between. */
    private enum End {
        CREATED,
        COLLECTED,
        ABORTED
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCollectionAtAnyStepOfACreation_leavesIt_orRefusesIt_andNeverTakesWhatItStartsFrom(boolean slow) {
        for (boolean tag : List.of(false, true)) {
            Map<FailurePoint, End> ends = new EnumMap<>(FailurePoint.class);
            Set<FailurePoint> passed = new TreeSet<>();
            create(old(directory.resolve("passed-" + tag)), tag, passed::add);
            for (FailurePoint point : passed) {
                Path root = old(directory.resolve(point + "-" + tag));
                boolean[] done = {false};
                ends.put(point, create(root, tag, reached -> {
                    if (reached == point && !done[0]) {
                        done[0] = true;
                        if (slow) {
                            Aging.age(root, Duration.ofDays(2));
                        }
                        try (Graph collector = elsewhere(root)) {
                            collector.collect(HARD);
                        }
                    }
                }));
                requireWhole(root, tag, Objects.requireNonNull(ends.get(point)), point + (slow ? ", slowly" : ""));
            }
            System.out.println((tag ? "tag" : "branch") + (slow ? " by a slow creator: " : ": ") + ends);
            assertThat(ends).containsEntry(FailurePoint.POINTER_PUT, End.CREATED);
            assertThat(ends).containsEntry(FailurePoint.ARMED, End.COLLECTED);
            assertThat(ends).containsEntry(FailurePoint.DECIDED, End.CREATED);
            if (!tag) {
                assertThat(ends).containsEntry(FailurePoint.BRANCH_SEEDED, slow ? End.ABORTED : End.CREATED);
            }
        }
    }

    @Test
    void aCreationAtAnyStepOfACollection_isReadableAfterIt_orRefused() {
        Map<FailurePoint, End> ends = new EnumMap<>(FailurePoint.class);
        for (FailurePoint point : List.of(
                FailurePoint.COLLECTION_BEGUN,
                FailurePoint.HORIZON_PUBLISHED,
                FailurePoint.INTENTS_ABORTED,
                FailurePoint.FILE_COLLECTED)) {
            for (boolean tag : List.of(false, true)) {
                Path root = old(directory.resolve(point + "-" + tag));
                boolean[] done = {false};
                RuntimeParts parts = RuntimeParts.DEFAULT.failurePoints(reached -> {
                    if (reached == point && !done[0]) {
                        done[0] = true;
                        ends.put(point, create(root, tag, ignored -> {}));
                    }
                });
                try (Graph collector = new OpenGraph(root.toString(), new GraphRuntimes(parts), NameScenario.RELAXED)) {
                    collector.collect(HARD);
                }
                assertThat(done[0]).isTrue();
                requireWhole(root, tag, Objects.requireNonNull(ends.get(point)), "created at " + point);
            }
        }
        System.out.println("created during a collection: " + ends);
        assertThat(ends)
                .containsEntry(FailurePoint.COLLECTION_BEGUN, End.CREATED)
                .containsEntry(FailurePoint.HORIZON_PUBLISHED, End.COLLECTED)
                .containsEntry(FailurePoint.FILE_COLLECTED, End.COLLECTED);
    }

    @Test
    void aTagThatIsDeletedWhileABranchStartsAtIt_leavesTheBranchWhole() {
        Path root = old(directory.resolve("graph"));
        create(root, true, ignored -> {});
        Aging.age(root, Duration.ofDays(2));
        try (Graph graph = elsewhere(root)) {
            graph.collect(HARD);
        }
        RuntimeParts parts = RuntimeParts.DEFAULT.failurePoints(reached -> {
            if (reached == FailurePoint.BRANCH_MADE) {
                try (Graph other = elsewhere(root)) {
                    other.deleteTag("new");
                    other.collect(HARD);
                }
            }
        });
        try (Graph graph = new OpenGraph(root.toString(), new GraphRuntimes(parts), NameScenario.RELAXED)) {
            Branch branch = graph.createBranch("late", "new");
            assertThat(NameScenario.cities(branch.snapshot())).containsExactly("Rome");
            assertThat(graph.check().problems()).isZero();
        }
    }

    /** A graph whose second commit nothing will keep, and all of whose files are older than the guard. */
    private static Path old(Path root) {
        NameScenario.ALL.getFirst().create(root);
        try (Graph graph = elsewhere(root)) {
            for (int i = 0; i < 3; i++) {
                NameScenario.add(graph.main(), "c" + i);
            }
            graph.main().optimize();
            // Rome alone is in no version that the newest state needs.
            graph.main().write(tx -> {
                tx.detachDelete(tx.node("City", "Rome"));
                return 0;
            });
        }
        Aging.age(root, Duration.ofDays(3));
        return root;
    }

    private static End create(Path root, boolean tag, FailurePoints points) {
        RuntimeParts parts = RuntimeParts.DEFAULT.failurePoints(points);
        try (Graph graph = new OpenGraph(root.toString(), new GraphRuntimes(parts), NameScenario.RELAXED)) {
            CommitId second = graph.log("main").toList().reversed().get(1).id();
            if (tag) {
                graph.createTag("new", second.toString());
            } else {
                graph.createBranch("new", second.toString());
            }
            return End.CREATED;
        } catch (SennitException e) {
            return switch (e.code()) {
                case COLLECTED, SNAPSHOT_EXPIRED -> End.COLLECTED;
                case OPERATION_ABORTED -> End.ABORTED;
                default -> throw e;
            };
        }
    }

    private static void requireWhole(Path root, boolean tag, End end, String where) {
        try (Graph graph = elsewhere(root)) {
            if (end == End.CREATED) {
                assertThat(NameScenario.cities(graph.at("new"))).as(where).containsExactly("Rome");
                graph.collect(HARD);
                assertThat(NameScenario.cities(graph.at("new"))).as(where).containsExactly("Rome");
                if (!tag) {
                    NameScenario.add(graph.branch("new"), "Bonn");
                }
            } else {
                assertThatThrownBy(() -> graph.at("new"))
                        .as(where)
                        .isInstanceOfSatisfying(
                                SennitException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
            }
            assertThat(graph.check().problems()).as(where).isZero();
        }
    }

    private static Graph elsewhere(Path root) {
        return new OpenGraph(root.toString(), new GraphRuntimes(RuntimeParts.DEFAULT), NameScenario.RELAXED);
    }
}
