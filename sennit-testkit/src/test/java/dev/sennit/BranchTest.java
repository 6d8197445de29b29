package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.manifest.ChainLimits;
import dev.sennit.model.AlreadyExistsException;
import dev.sennit.model.BranchInfo;
import dev.sennit.model.CommitId;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.ConflictException;
import dev.sennit.model.Durability;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ExpiredException;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.NotFoundException;
import dev.sennit.model.OperationId;
import dev.sennit.model.OperationInfo;
import dev.sennit.model.Outcome;
import dev.sennit.model.SennitException;
import dev.sennit.model.TagInfo;
import dev.sennit.protocol.ProtocolLimits;
import dev.sennit.schema.SchemaParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BranchTest {
    private static final OpenOptions ADA =
            OpenOptions.DEFAULT.durability(Durability.RELAXED).author("ada");

    /** So short that a few commits are archived. */
    private static final RuntimeParts SHORT_CHAINS =
            RuntimeParts.DEFAULT.limits(ProtocolLimits.DEFAULT, new ChainLimits(8, 2, Duration.ZERO));

    @TempDir
    Path directory;

    private Path root;

    @BeforeEach
    void create() {
        root = directory.resolve("graph");
        Sennit.create(root.toString(), SchemaParser.parse("NODE City { name STRING KEY, people INT64 }"), ADA, "init")
                .close();
    }

    @Test
    void whatIsWrittenToABranch_isOnThatBranchAlone_andItsHistoryGoesBackIntoThatOfItsStart() {
        try (Graph graph = open()) {
            CommitId rome = add(graph.main(), "Rome");
            Branch dev = graph.createBranch("dev", "main");
            assertThat(dev.snapshot().commit().id()).isEqualTo(rome);
            assertThat(dev.snapshot().info().branch()).isEqualTo("dev");
            CommitId oslo = add(dev, "Oslo");
            CommitId bonn = add(graph.main(), "Bonn");

            assertThat(cities(dev.snapshot())).containsExactly("Oslo", "Rome");
            assertThat(cities(graph.main().snapshot())).containsExactly("Bonn", "Rome");
            assertThat(cities(graph.at("dev~1"))).containsExactly("Rome");
            assertThat(cities(graph.at("dev^"))).containsExactly("Rome");
            assertThat(graph.log("dev").map(CommitInfo::id).limit(2)).containsExactly(oslo, rome);
            assertThat(graph.log("dev").count()).isEqualTo(3);
            assertThat(graph.log("main").map(CommitInfo::id).limit(2)).containsExactly(bonn, rome);
            assertThat(graph.commit("dev").parents()).containsExactly(rome);
            assertThat(graph.commit(oslo.value().shortForm()).id()).isEqualTo(oslo);
            Instant before = graph.commit("dev").time().minusMillis(1);
            assertThat(graph.commit("dev@{" + before + "}").id()).isEqualTo(rome);
            assertThat(graph.commit("dev@{" + before.plusMillis(1) + "}").id()).isEqualTo(oslo);

            assertThat(graph.branches()).extracting(BranchInfo::name).containsExactly("main", "dev");
            BranchInfo info = graph.branches().get(1);
            assertThat(info.creator()).isEqualTo("ada");
            assertThat(info.start()).isEqualTo(rome);
            assertThat(info.head().id()).isEqualTo(oslo);
            assertThat(info.ahead()).isEqualTo(1);
            assertThat(info.behind()).isEqualTo(1);
            assertThat(graph.check().problems()).isZero();
        }
    }

    @Test
    void aBranchOfABranch_evenOfOneWithoutCommits_startsAtTheCommitThatWasMade() {
        try (Graph graph = open()) {
            CommitId rome = add(graph.main(), "Rome");
            graph.createBranch("one", "main");
            Branch two = graph.createBranch("two", "one");
            CommitId oslo = add(two, "Oslo");
            Branch three = graph.createBranch("three", "two");
            CommitId bonn = add(three, "Bonn");

            assertThat(graph.log("three").map(CommitInfo::id).limit(3)).containsExactly(bonn, oslo, rome);
            assertThat(cities(graph.at("three~1"))).containsExactly("Oslo", "Rome");
            assertThat(graph.at("three~2").commit().id()).isEqualTo(rome);
            assertThat(graph.branches())
                    .filteredOn(branch -> branch.name().equals("three"))
                    .singleElement()
                    .satisfies(branch -> assertThat(branch.ahead()).isEqualTo(2));
            assertThat(graph.check().problems()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"review", "review/2026", "städte/東京", "a-b_c.d", "🌍", "beta2026", "refs", "heads/refs/a", "v1,2"
            })
    void namesThatGitAccepts_areAccepted(String name) {
        try (Graph graph = open()) {
            graph.createBranch("review", "main");
            if (!name.equals("review")) {
                graph.createBranch(name, "main");
            }
            add(graph.branch(name), "Oslo");
            assertThat(cities(graph.at(name))).containsExactly("Oslo");
            graph.createTag(name, name);
            assertThat(graph.tags()).extracting(TagInfo::name).containsExactly(name);
            assertThat(graph.branches()).extracting(BranchInfo::name).contains(name, "review", "main");
            graph.deleteBranch(name, false);
            assertThat(graph.branches()).extracting(BranchInfo::name).doesNotContain(name);
            assertThat(cities(graph.at(name))).as("the tag has the name now").containsExactly("Oslo");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a b",
                "a..b",
                "a~1",
                "a^",
                "a:b",
                "a?",
                "a*",
                "a[b",
                "a\\b",
                "/a",
                "a/",
                "a//b",
                ".a",
                "a/.b",
                "a.",
                "a.lock",
                "a.lock/b",
                "@",
                "a@{b",
                "-a",
                "HEAD",
                "a\u0001",
                "a\u007f",
                "\ud800",
                "refs/heads/main",
                "refs/x",
                "01JDX0000000000000000000GR",
                "01jdx0000000000000000000gr",
                "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
            })
    void namesThatGitRefuses_orThatMeanSomethingElse_areRefused(String name) {
        try (Graph graph = open()) {
            assertThatThrownBy(() -> graph.createBranch(name, "main")).isInstanceOf(InvalidArgumentException.class);
            assertThatThrownBy(() -> graph.createTag(name, "main")).isInstanceOf(InvalidArgumentException.class);
        }
        assertThat(root.resolve("__refs")).doesNotExist();
    }

    @Test
    void whereGitsFullNameIsAskedFor_theNameIsSaid() {
        try (Graph graph = open()) {
            graph.createTag("v1", "main");
            assertThatThrownBy(() -> graph.at("refs/heads/main")).hasMessageContaining("did you mean 'main'?");
            assertThatThrownBy(() -> graph.at("refs/tags/v1")).hasMessageContaining("did you mean 'v1'?");
        }
    }

    @Test
    void whatExists_andWhatDoesNot_isSaid() {
        try (Graph graph = open()) {
            graph.createBranch("review", "main");
            graph.createTag("v1", "main");
            assertThatThrownBy(() -> graph.createBranch("review", "main")).isInstanceOf(AlreadyExistsException.class);
            assertThatThrownBy(() -> graph.createBranch("main", "main")).isInstanceOf(AlreadyExistsException.class);
            assertThatThrownBy(() -> graph.createTag("v1", "main")).isInstanceOf(AlreadyExistsException.class);
            assertThatThrownBy(() -> graph.branch("reveiw"))
                    .isInstanceOf(NotFoundException.class)
                    .hasMessageContaining("did you mean 'review'?");
            assertThatThrownBy(() -> graph.deleteBranch("reveiw", true)).isInstanceOf(NotFoundException.class);
            assertThatThrownBy(() -> graph.deleteTag("unheard"))
                    .isInstanceOf(NotFoundException.class)
                    .hasMessageContaining("'sennit tag list' shows those there are");
            assertThatThrownBy(() -> graph.createBranch("x", "nowhere"))
                    .isInstanceOf(NotFoundException.class)
                    .hasMessageContaining("'sennit branch list' and 'sennit tag list' show the names");
            assertThatThrownBy(() -> graph.deleteBranch("main", true)).isInstanceOf(InvalidArgumentException.class);
        }
    }

    @Test
    void aBranchCanStartAnywhere_atATagOrACommitThatWasArchivedLongAgo() {
        try (Graph graph = open(SHORT_CHAINS)) {
            CommitId first = add(graph.main(), "c0");
            for (int i = 1; i < 80; i++) {
                add(graph.main(), "c" + i);
            }
            graph.createTag("old", "main~70");
            Branch fromCommit = graph.createBranch("from-commit", first.value().shortForm());
            Branch fromTag = graph.createBranch("from-tag", "old");
            assertThat(cities(fromCommit.snapshot())).containsExactly("c0");
            assertThat(cities(fromTag.snapshot())).hasSize(10);
            for (int i = 0; i < 80; i++) {
                add(fromCommit, "d" + i);
            }
            assertThat(cities(fromCommit.snapshot())).hasSize(81);
            assertThat(graph.log("from-commit").count()).isEqualTo(82);
            assertThat(cities(graph.at("from-commit~80"))).containsExactly("c0");
            assertThat(graph.branches())
                    .filteredOn(branch -> branch.name().equals("from-commit"))
                    .singleElement()
                    .satisfies(branch -> {
                        assertThat(branch.ahead()).isEqualTo(80);
                        assertThat(branch.behind()).isEqualTo(79);
                    });
            assertThat(graph.check().problems()).isZero();
        }
    }

    @Test
    void deletingWorkThatNothingElseLeadsTo_needsForce() {
        try (Graph graph = open()) {
            Branch dev = graph.createBranch("dev", "main");
            CommitId oslo = add(dev, "Oslo");
            assertThatThrownBy(() -> graph.deleteBranch("dev", false))
                    .isInstanceOfSatisfying(
                            ConflictException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PRECONDITION_FAILED))
                    .hasMessageContaining("1 commit of it is");
            assertThat(cities(dev.snapshot())).containsExactly("Oslo");

            graph.createBranch("other", "dev");
            graph.deleteBranch("dev", false);
            assertThatThrownBy(() -> graph.deleteBranch("other", false)).isInstanceOf(ConflictException.class);
            graph.createTag("kept", "other");
            graph.deleteBranch("other", false);
            assertThat(graph.commit("kept").id()).isEqualTo(oslo);
            assertThat(graph.log("kept").map(CommitInfo::id).toList()).contains(oslo);

            Branch last = graph.createBranch("last", "main");
            add(last, "Bonn");
            graph.deleteBranch("last", true);
            assertThat(graph.branches()).extracting(BranchInfo::name).containsExactly("main");
            assertThat(graph.check().problems()).isZero();
        }
    }

    @Test
    void aHandleNeverFollowsANameToAnotherLife() {
        try (Graph graph = open();
                Graph elsewhere = open(RuntimeParts.DEFAULT)) {
            add(graph.main(), "Rome");
            Branch old = graph.createBranch("dev", "main");
            Branch oldElsewhere = elsewhere.branch("dev");
            add(old, "Oslo");
            Snapshot before = oldElsewhere.snapshot();
            elsewhere.deleteBranch("dev", true);
            requireDeleted(old);
            requireDeleted(oldElsewhere);
            Branch young = graph.createBranch("dev", "main");
            add(young, "Bonn");

            requireDeleted(old);
            requireDeleted(oldElsewhere);
            assertThat(cities(before)).as("a snapshot stays what it was").containsExactly("Oslo", "Rome");
            assertThat(cities(elsewhere.branch("dev").snapshot())).containsExactly("Bonn", "Rome");
            assertThat(graph.check().problems()).isZero();
        }
    }

    private static void requireDeleted(Branch branch) {
        assertThatThrownBy(branch::snapshot).satisfies(BranchTest::isDeleted);
        assertThatThrownBy(() -> add(branch, "Lost")).satisfies(BranchTest::isDeleted);
        assertThatThrownBy(branch::optimize).satisfies(BranchTest::isDeleted);
    }

    private static void isDeleted(Throwable e) {
        assertThat(e).isInstanceOf(ExpiredException.class);
        assertThat(((SennitException) e).code()).isEqualTo(ErrorCode.BRANCH_DELETED);
    }

    @Test
    void aGraphThatIsCopiedOrMoved_worksWithItsBranches() throws IOException {
        try (Graph graph = open(SHORT_CHAINS)) {
            add(graph.main(), "Rome");
            Branch dev = graph.createBranch("dev", "main");
            add(dev, "Oslo");
            graph.createBranch("fresh", "dev");
            graph.createBranch("gone", "main");
            graph.deleteBranch("gone", false);
            graph.createTag("v1", "dev");
        }
        Path copy = directory.resolve("copy");
        GraphCopy.withAges(root, copy);
        Path moved = directory.resolve("elsewhere/moved");
        Files.createDirectories(directory.resolve("elsewhere"));
        Files.move(root, moved);
        for (Path place : List.of(copy, moved)) {
            root = place;
            try (Graph graph = open(SHORT_CHAINS)) {
                Branch dev = graph.branch("dev");
                for (int i = 0; i < 80; i++) {
                    add(dev, "c" + i);
                }
                assertThat(cities(dev.snapshot())).hasSize(82);
                assertThat(cities(graph.at("dev~80"))).containsExactly("Oslo", "Rome");
                assertThat(cities(graph.branch("fresh").snapshot())).containsExactly("Oslo", "Rome");
                assertThat(cities(graph.at("v1"))).containsExactly("Oslo", "Rome");
                add(graph.createBranch("new", "v1"), "Bonn");
                graph.deleteBranch("fresh", false);
                graph.deleteBranch("dev", true);
                Thread.sleep(20);
                graph.collect(CollectOptions.DEFAULT
                        .guard(Duration.ofMillis(1))
                        .keep(Duration.ZERO)
                        .keepCommits(1));
                assertThat(cities(graph.branch("new").snapshot())).containsExactly("Bonn", "Oslo", "Rome");
                assertThat(cities(graph.at("v1"))).containsExactly("Oslo", "Rome");
                assertThat(graph.log("new").count()).isEqualTo(4);
                assertThat(graph.check().problems()).isZero();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void aCollection_keepsWhatBranchesAndTagsLeadTo_andRemovesADeletedBranchAGuardLater() throws InterruptedException {
        try (Graph graph = open(SHORT_CHAINS)) {
            CommitId rome = add(graph.main(), "Rome");
            graph.createTag("rome", "main");
            Branch dev = graph.createBranch("dev", "main");
            CommitId oslo = add(dev, "Oslo");
            Branch gone = graph.createBranch("gone", "main");
            CommitId bonn = add(gone, "Bonn");
            graph.deleteBranch("gone", true);
            for (int i = 0; i < 40; i++) {
                add(graph.main(), "c" + i);
                int people = i;
                graph.main().write(tx -> {
                    tx.set(tx.node("City", "Rome"), Map.of("people", people));
                    return people;
                });
            }
            CollectOptions options = CollectOptions.DEFAULT.keep(Duration.ZERO).keepCommits(1);
            graph.collect(options);
            assertThat(cities(graph.at(bonn.toString()))).as("within the guard").containsExactly("Bonn", "Rome");
            long natives = natives();
            Thread.sleep(20);
            var report = graph.collect(options.guard(Duration.ofMillis(1)));

            assertThat(natives()).isEqualTo(natives - 1);
            assertThat(report.branches()).extracting(b -> b.name()).containsExactly("main", "dev");
            assertThat(cities(dev.snapshot())).containsExactly("Oslo", "Rome");
            assertThat(cities(graph.at("rome"))).containsExactly("Rome");
            assertThat(cities(graph.at(rome.toString()))).as("by its id, too").containsExactly("Rome");
            assertThatThrownBy(() -> graph.at(bonn.toString()))
                    .isInstanceOfSatisfying(
                            ExpiredException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SNAPSHOT_EXPIRED));
            assertThat(graph.commit(bonn.toString()).id())
                    .as("the lineage stays")
                    .isEqualTo(bonn);
            assertThatThrownBy(() -> graph.createBranch("again", "main~40")).isInstanceOf(ExpiredException.class);
            assertThat(cities(graph.createBranch("again", "rome").snapshot())).containsExactly("Rome");
            graph.deleteTag("rome");
            Thread.sleep(20);
            graph.collect(options.guard(Duration.ofMillis(1)));
            assertThatThrownBy(() -> graph.at(rome.toString())).isInstanceOf(ExpiredException.class);
            assertThat(cities(graph.branch("again").snapshot())).containsExactly("Rome");
            assertThat(graph.log("dev").map(CommitInfo::id)).contains(oslo, rome);
            assertThat(graph.check().problems()).isZero();
        }
    }

    private long natives() {
        try (var files = Files.walk(root)) {
            return files.filter(file ->
                            file.endsWith("_versions") && file.toString().contains("/tree/"))
                    .count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void creationsAndDeletions_areOperations() {
        try (Graph graph = open()) {
            CommitId oslo = add(graph.createBranch("dev", "main"), "Oslo");
            graph.createTag("v1", "dev");
            graph.deleteBranch("dev", false);
            graph.deleteTag("v1");
            List<OperationInfo> operations = graph.operations(10);
            assertThat(operations)
                    .extracting(operation -> operation.writer().orElse("?"))
                    .containsExactly("delete tag", "delete branch", "create tag", "mutation", "create branch", "init");
            assertThat(operations).allSatisfy(operation -> {
                assertThat(operation.state()).isEqualTo(OperationInfo.State.COMMITTED);
                assertThat(operation.author()).contains("ada");
            });
            assertThat(operations.get(4).why()).startsWith("branch 'dev' was created at commit ");
            assertThat(operations.get(3).branch()).contains("dev");
            for (OperationInfo operation : operations) {
                Outcome outcome = graph.outcome(operation.operation());
                if (operation.commit().isPresent()) {
                    assertThat(outcome)
                            .isEqualTo(new Outcome.Committed(operation.commit().get()));
                } else {
                    assertThat(outcome).isInstanceOf(Outcome.Applied.class);
                }
            }
            assertThat(graph.outcome(operations.get(3).operation()))
                    .as("of a branch that was deleted")
                    .isEqualTo(new Outcome.Committed(graph.commit(oslo.toString())));
            assertThat(graph.recover()).isEmpty();
        }
    }

    @Test
    void anIntentThatCannotBeRead_andIsDecided_isLeftAlone_andStopsNobody() throws IOException {
        try (Graph graph = open()) {
            Branch dev = graph.createBranch("dev", "main");
            OperationId operation = graph.operations(1).getFirst().operation();
            Files.createDirectories(root.resolve("__recovery/armed"));
            Files.createDirectories(root.resolve("__recovery/decision"));
            OperationId damaged = OperationId.parse("01JDX00000000000000000DAMA");
            Path armed = Files.writeString(root.resolve("__recovery/armed/" + damaged), "damage");
            Files.writeString(
                    root.resolve("__recovery/decision/" + damaged),
                    "{\"format\":1,\"decision\":\"publish\",\"achieved\":[]}");

            add(dev, "Oslo");
            add(graph.main(), "Rome");
            graph.createTag("v1", "dev");
            assertThat(graph.recover()).isEmpty();
            graph.collect(CollectOptions.DEFAULT);
            assertThat(armed).as("nobody may say that it failed").exists();
            assertThatThrownBy(() -> graph.outcome(damaged))
                    .isInstanceOfSatisfying(
                            SennitException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTION));
            assertThat(graph.outcome(operation)).isInstanceOf(Outcome.Applied.class);
            assertThat(graph.check().findings())
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.problem()).contains("its intent cannot be read"));

            Files.delete(root.resolve("__recovery/decision/" + damaged));
            add(dev, "Bonn");
            assertThat(armed).as("undecided, it is aborted").doesNotExist();
            assertThat(graph.outcome(damaged)).isInstanceOf(Outcome.NotCommitted.class);
        }
    }

    private Graph open() {
        return Sennit.open(root.toString(), ADA);
    }

    private Graph open(RuntimeParts parts) {
        return new OpenGraph(root.toString(), new GraphRuntimes(parts), ADA);
    }

    private static CommitId add(Branch branch, String city) {
        return branch.write(tx -> tx.create("City", Map.of("name", city)))
                .commit()
                .orElseThrow()
                .id();
    }

    private static List<String> cities(Snapshot snapshot) {
        try (Result result = snapshot.query("MATCH (c:City) RETURN c.name AS name ORDER BY name")) {
            return result.stream().map(row -> row.getString("name")).toList();
        }
    }
}
