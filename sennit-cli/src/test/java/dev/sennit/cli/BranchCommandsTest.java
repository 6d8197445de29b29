package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.cli.CommandSandbox.Outcome;
import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.BranchInfo;
import dev.sennit.model.TagInfo;
import dev.sennit.model.Ulid;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BranchCommandsTest {
    private static final Instant CREATED = Instant.parse("2026-11-29T12:30:00Z");

    private final FakeGraph graph = new FakeGraph();
    private final CommandSandbox sennit = new CommandSandbox(graph);

    @BeforeEach
    void fill() {
        graph.history.add(FakeGraph.commit(1, "init", ""));
        graph.history.add(FakeGraph.commit(2, "load", "first\nand more"));
        graph.branches = List.of(new BranchInfo(
                "re\u0001view",
                new BranchIncarnation(Ulid.parse("01JDX0000000000000000000BR")),
                "bob",
                CREATED,
                FakeGraph.commitId(1),
                FakeGraph.commit(2, "load", "first\nand more"),
                1_200,
                3));
        graph.tags = List.of(new TagInfo("v1", "bob", CREATED, FakeGraph.commit(1, "init", "")));
    }

    @Test
    void branches_asATable() {
        assertThat(sennit.run("branch", "list", "air").out())
                .isEqualTo("""
                branch        head      ahead  behind  time                  author  message  created by
                ------------  --------  -----  ------  --------------------  ------  -------  ----------
                re\\u0001view  %s  1,200       3  2026-11-29T12:02:00Z  ada     first    bob
                """.formatted(FakeGraph.commitId(2).value().shortForm()));
    }

    @Test
    void branches_asJson() {
        assertThat(sennit.run("branch", "list", "air", "--json").out())
                .startsWith(
                        "{\"branch\":\"re\\u0001view\",\"incarnation\":\"01JDX0000000000000000000BR\",\"creator\":\"bob\","
                                + "\"created\":\"2026-11-29T12:30:00Z\",\"start\":\"" + FakeGraph.commitId(1)
                                + "\",\"head\":{\"commit\":\"" + FakeGraph.commitId(2) + "\",")
                .endsWith("},\"ahead\":1200,\"behind\":3}\n");
    }

    @Test
    void tags_asTableAndJson() {
        assertThat(sennit.run("tag", "list", "air").out()).contains("v1   ", "bob");
        assertThat(sennit.run("tag", "list", "air", "--json").out())
                .startsWith(
                        "{\"tag\":\"v1\",\"creator\":\"bob\",\"created\":\"2026-11-29T12:30:00Z\",\"commit\":{\"commit\":\""
                                + FakeGraph.commitId(1));
    }

    @Test
    void creatingAndDeleting_passOnWhatIsAskedFor() {
        String head = FakeGraph.commitId(2).value().shortForm();
        assertThat(sennit.run("branch", "create", "air", "dev"))
                .isEqualTo(new Outcome(0, "created branch 'main' at commit " + head + "\n", ""));
        assertThat(sennit.run("branch", "create", "air", "dev", "main~1", "--author", "eve", "--json")
                        .out())
                .isEqualTo("{\"branch\":\"main\",\"start\":\"" + FakeGraph.commitId(2) + "\"}\n");
        assertThat(graph.openedWith)
                .isNotNull()
                .satisfies(options -> assertThat(options.author()).isEqualTo("eve"));
        assertThat(sennit.run("branch", "delete", "air", "dev"))
                .isEqualTo(new Outcome(0, "deleted branch 'dev'\n", ""));
        assertThat(sennit.run("branch", "delete", "air", "dev", "--force", "--json")
                        .out())
                .isEqualTo("{\"deleted\":\"dev\"}\n");
        assertThat(sennit.run("tag", "create", "air", "v1", "main~1").out())
                .isEqualTo("created tag 'v1' at commit " + head + "\n");
        assertThat(sennit.run("tag", "delete", "air", "v1", "-q")).isEqualTo(new Outcome(0, "", ""));
        assertThat(graph.changes)
                .containsExactly(
                        "create branch dev at main",
                        "create branch dev at main~1",
                        "delete branch dev",
                        "delete branch dev by force",
                        "create tag v1 at main~1",
                        "delete tag v1");
        assertThat(graph.open).isZero();
    }

    @Test
    void withoutAVerb_theUsageIsWrong() {
        for (String noun : List.of("branch", "tag")) {
            Outcome outcome = sennit.run(noun);
            assertThat(outcome.exitCode()).isEqualTo(2);
            assertThat(outcome.err()).contains("no verb after '" + noun + "'");
        }
    }
}
