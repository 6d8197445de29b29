package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.MergeOptions;
import dev.sennit.cli.CommandSandbox.Outcome;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeConflictsException;
import dev.sennit.model.MergeResult;
import dev.sennit.model.MergeSide;
import dev.sennit.model.MergeStrategy;
import dev.sennit.model.NodeId;
import dev.sennit.model.ResolvedConflict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RevertCommandTest {
    private static final MergeConflict RUNWAYS =
            new MergeConflict.DivergentProperty(new NodeId("Airport", "AMS"), "runways", 6L, 7L, null);
    private static final String ID = "divergent-property Airport:AMS runways";

    @TempDir
    Path directory;

    private final FakeGraph graph = new FakeGraph();
    private final CommandSandbox sennit = new CommandSandbox(graph);
    private final List<MergeOptions> asked = new ArrayList<>();

    @BeforeEach
    void answer() {
        graph.history.add(FakeGraph.commit(1, "init", ""));
        graph.history.add(FakeGraph.commit(2, "load", ""));
        graph.merger = options -> {
            asked.add(options);
            Optional<MergeSide> side = options.strategy()
                    .side()
                    .or(() -> Optional.ofNullable(options.resolutions().get(ID)));
            List<ResolvedConflict> conflicts = List.of(new ResolvedConflict(RUNWAYS, side));
            if (side.isEmpty() && !options.dryRun()) {
                throw new MergeConflictsException(
                        ErrorText.of("commit 00800002 cannot be reverted: 1 conflict")
                                .cause(RUNWAYS.message())
                                .remedy("resolve it"),
                        conflicts,
                        null);
            }
            return new MergeResult(
                    side.isEmpty() ? MergeResult.Outcome.CONFLICTS : MergeResult.Outcome.REVERTED,
                    options.dryRun() ? Optional.empty() : Optional.of(FakeGraph.commit(3, "revert", "")),
                    FakeGraph.commitId(2),
                    FakeGraph.commitId(2),
                    FakeGraph.commitId(1),
                    List.of(new MergeResult.TypeCounts("Airport", 1, 2, 3_000)),
                    List.of(),
                    conflicts,
                    options.dryRun(),
                    false);
        };
    }

    @Test
    void tellsWhatItDid() {
        assertThat(sennit.run("revert", "air", "main", "--strategy", "theirs", "-m", "undo"))
                .isEqualTo(new Outcome(0, """
                        reverted: commit 00800003
                        type     inserted  updated  deleted
                        -------  --------  -------  -------
                        Airport         1        2    3,000
                        base is what the commit made, ours the branch as it was, theirs what was before the commit
                          divergent-property Airport:AMS runways: both sides changed runways of Airport:AMS, to different values (resolved: theirs)
                            base 6, ours 7, theirs null
                        """, ""));
        assertThat(graph.askedFor).isEqualTo("main");
        assertThat(asked.getFirst().strategy()).isEqualTo(MergeStrategy.THEIRS);
        assertThat(asked.getFirst().write().message()).isEqualTo("undo");
        assertThat(sennit.run("revert", "air", "main", "--strategy", "ours", "--quiet")
                        .out())
                .isEmpty();
        assertThat(sennit.run("revert", "air", "main", "--strategy", "mine"))
                .satisfies(refused -> assertThat(refused.exitCode()).isEqualTo(2))
                .satisfies(refused -> assertThat(refused.err())
                        .startsWith("error: invalid value for option '--strategy'")
                        .contains("'mine' is none of fail, ours, theirs\n"));
        assertThat(sennit.run("revert", "air", "main", "--strategy", "Theirs").exitCode())
                .isZero();
        assertThat(sennit.run("revert", "air", "main", "--at", "main").exitCode())
                .isEqualTo(2);
    }

    @Test
    void conflictsAreAnError_andListedAllOfThem() {
        Outcome refused = sennit.run("revert", "air", "main");
        assertThat(refused.exitCode()).isEqualTo(5);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err())
                .contains("error: commit 00800002 cannot be reverted: 1 conflict")
                .contains("  " + ID + ": both sides changed")
                .contains("base 6, ours 7, theirs null");
        assertThat(sennit.run("revert", "air", "main", "--json").err())
                .contains("\"code\":\"MERGE_CONFLICTS\"")
                .contains("\"conflicts\":[{\"id\":\"" + ID + "\",\"kind\":\"DIVERGENT_PROPERTY\"");
    }

    @Test
    void aDryRunWritesTheFileInWhichConflictsAreResolved() throws IOException {
        Outcome dry = sennit.run("revert", "air", "main", "--dry-run", "--json");
        assertThat(dry.exitCode()).isEqualTo(5);
        assertThat(dry.out())
                .startsWith("{\"outcome\":\"conflicts\",\"commit\":null,\"base\":\"")
                .contains("\"unresolved\":1,\"conflicts\":[{\"id\":\"" + ID
                        + "\",\"kind\":\"DIVERGENT_PROPERTY\",\"subject\":\"Airport:AMS\",\"property\":\"runways\","
                        + "\"message\":\"both sides changed runways of Airport:AMS, to different values\","
                        + "\"base\":6,\"ours\":7,\"theirs\":null,\"resolution\":null}]}");
        Path file = directory.resolve("conflicts.json");
        Files.writeString(file, dry.out());
        assertThat(sennit.run("revert", "air", "main", "--resolutions", file.toString())
                        .exitCode())
                .isEqualTo(5);
        Files.writeString(file, dry.out().replace("\"resolution\":null", "\"resolution\":\"ours\""));
        assertThat(sennit.run("revert", "air", "main", "--resolutions", file.toString())
                        .exitCode())
                .isZero();
        assertThat(asked.getLast().resolutions()).isEqualTo(Map.of(ID, MergeSide.OURS));
        Files.writeString(file, dry.out().replace("\"resolution\":null", "\"resolution\":\"mine\""));
        assertThat(sennit.run("revert", "air", "main", "--resolutions", file.toString()))
                .satisfies(bad -> assertThat(bad.exitCode()).isEqualTo(2))
                .satisfies(bad -> assertThat(bad.err()).contains("has the resolution 'mine'"));
        assertThat(sennit.run(
                                "revert",
                                "air",
                                "main",
                                "--resolutions",
                                directory.resolve("none").toString())
                        .exitCode())
                .isEqualTo(2);
    }

    @Test
    void aResolutionIsForTheValuesItWasDecidedFor() throws IOException {
        Path file = directory.resolve("conflicts.json");
        String dry = sennit.run("revert", "air", "main", "--dry-run", "--json").out();
        Files.writeString(file, dry.replace("\"resolution\":null", "\"resolution\":\"ours\""));
        sennit.run("revert", "air", "main", "--resolutions", file.toString());
        Consumer<MergeConflict> check = asked.getLast().beforeResolving();
        assertThatCode(() -> check.accept(RUNWAYS)).doesNotThrowAnyException();
        MergeConflict changed =
                new MergeConflict.DivergentProperty(new NodeId("Airport", "AMS"), "runways", 6L, 8L, null);
        assertThatThrownBy(() -> check.accept(changed))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("'" + ID + "'")
                .hasMessageContaining("its \"ours\" was 7, and now it is 8");

        Files.writeString(file, "{\"conflicts\":[{\"id\":\"" + ID + "\",\"resolution\":\"ours\"}]}");
        sennit.run("revert", "air", "main", "--resolutions", file.toString());
        asked.getLast().beforeResolving().accept(changed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"conflicts\":[ | line 1, column 15: the file ends there, and what was opened before is not closed",
                "{\"conflicts\":[{\"id\":\"a\",+\"resolution\":ours}]} | line 2, column 14: 'ours' stands there without double"
                        + " quotes",
                "{\"conflicts\":[{\"id\":\"a\",++\"resolution\" \"ours\"}]} | line 3, column 14: it is not JSON there; a comma,"
                        + " a bracket or a double quote is missing, or one too many",
                "{\"conflicts\":[{\"id\":\"a\"},{}]} | number 2 of its \"conflicts\" has no \"id\"",
                "[] | it has no list \"conflicts\""
            })
    void whatIsWrongWithTheFile_isSaidInWords_withThePlace(String json, String cause) throws IOException {
        Path file = directory.resolve("conflicts.json");
        Files.writeString(file, json.replace('+', '\n'));
        assertThat(sennit.run("revert", "air", "main", "--resolutions", file.toString()))
                .isEqualTo(new Outcome(
                        2,
                        "",
                        "error: cannot read the resolutions in " + file + "\n  " + cause
                                + "\nhelp: write them with --dry-run --json, and \"ours\" or \"theirs\" for each"
                                + " \"resolution\"\n"));
        assertThat(asked).isEmpty();
    }

    @Test
    void resolutionsThatAreNotText_areSaidToBeNone() throws IOException {
        Path file = directory.resolve("conflicts.json");
        Files.write(file, new byte[] {'{', (byte) 0xff, '}'});
        assertThat(sennit.run("revert", "air", "main", "--resolutions", file.toString())
                        .err())
                .contains("\n  it is not UTF-8\n");
    }

    @Test
    void oneConflictHasOneResolution() throws IOException {
        Path file = directory.resolve("conflicts.json");
        String one = "{\"id\":\"" + ID + "\",\"resolution\":\"ours\"}";
        Files.writeString(file, "{\"conflicts\":[" + one + "," + one.replace("\"ours\"", "\"theirs\"") + "]}");
        assertThat(sennit.run("revert", "air", "main", "--resolutions", file.toString()))
                .satisfies(twice -> assertThat(twice.exitCode()).isEqualTo(2))
                .satisfies(twice -> assertThat(twice.err()).contains("'" + ID + "' is resolved twice"));
        assertThat(asked).isEmpty();
    }
}
