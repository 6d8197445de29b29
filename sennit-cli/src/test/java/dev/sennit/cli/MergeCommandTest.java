package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.MergeOptions;
import dev.sennit.cli.CommandSandbox.Outcome;
import dev.sennit.model.EdgeId;
import dev.sennit.model.FastForward;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeResult;
import dev.sennit.model.MergeStrategy;
import dev.sennit.model.NodeId;
import dev.sennit.model.ResolvedConflict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MergeCommandTest {
    private final FakeGraph graph = new FakeGraph();
    private final CommandSandbox sennit = new CommandSandbox(graph);
    private final List<MergeOptions> asked = new ArrayList<>();
    private List<ResolvedConflict> conflicts = List.of();
    private List<String> schema = List.of();
    private MergeResult.Outcome outcome = MergeResult.Outcome.MERGED;

    @BeforeEach
    void answer() {
        graph.history.add(FakeGraph.commit(1, "init", ""));
        graph.merger = options -> {
            asked.add(options);
            return new MergeResult(
                    outcome,
                    outcome == MergeResult.Outcome.UP_TO_DATE
                            ? Optional.empty()
                            : Optional.of(FakeGraph.commit(3, "merge", "")),
                    FakeGraph.commitId(1),
                    FakeGraph.commitId(2),
                    FakeGraph.commitId(1),
                    List.of(),
                    schema,
                    conflicts,
                    options.dryRun(),
                    false);
        };
    }

    @Test
    void tellsWhatItDid() {
        assertThat(sennit.run("merge", "air", "review")).isEqualTo(new Outcome(0, "merged: commit 00800003\n", ""));
        assertThat(graph.askedFor).isEqualTo("review");
        outcome = MergeResult.Outcome.FAST_FORWARD;
        assertThat(sennit.run("merge", "air", "review").out()).isEqualTo("fast-forwarded: commit 00800003\n");
        outcome = MergeResult.Outcome.UP_TO_DATE;
        assertThat(sennit.run("merge", "air", "review").out()).isEqualTo("nothing to do\n");
        assertThat(sennit.run("merge", "air", "review", "--json").out()).startsWith("{\"outcome\":\"up_to_date\"");
        assertThat(sennit.run("merge", "air", "review", "--quiet").out()).isEmpty();
    }

    @Test
    void tellsWhatChangesInTheSchema() {
        schema = List.of("add P.n INT32", "drop NODE Q");
        assertThat(sennit.run("merge", "air", "review").out().lines())
                .containsExactly("merged: commit 00800003", "schema", "-------------", "add P.n INT32", "drop NODE Q");
        assertThat(sennit.run("merge", "air", "review", "--dry-run", "--json").out())
                .contains("\"schema\":[\"add P.n INT32\",\"drop NODE Q\"]");
    }

    @Test
    void flagsArriveWhereTheyBelong() {
        sennit.run("merge", "air", "review", "--strategy", "ours", "--dry-run", "--no-ff", "-m", "why");
        assertThat(asked.getLast().strategy()).isEqualTo(MergeStrategy.OURS);
        assertThat(asked.getLast().dryRun()).isTrue();
        assertThat(asked.getLast().fastForward()).isEqualTo(FastForward.NEVER);
        assertThat(asked.getLast().write().message()).isEqualTo("why");
        sennit.run("merge", "air", "review", "--ff-only");
        assertThat(asked.getLast().fastForward()).isEqualTo(FastForward.ONLY);
        assertThat(sennit.run("merge", "air", "review", "--ff-only", "--no-ff").exitCode())
                .isEqualTo(2);
        assertThat(sennit.run("merge", "air", "review", "--at", "main").exitCode())
                .isEqualTo(2);
        assertThat(sennit.run("merge", "air").exitCode()).isEqualTo(2);
    }

    @Test
    void aConflictIsTold_withWhatItIsAbout_andNothingTwice() {
        NodeId ann = new NodeId("P", "ann");
        conflicts = Stream.of(
                        new MergeConflict.Unique(ann, "n", "1", List.of(new NodeId("P", "bob")), "n = (1) is unique"),
                        new MergeConflict.DivergentProperty(ann, "n", null, true, 1L, 2L),
                        new MergeConflict.OrphanEdge(new EdgeId("K", "ann|bob"), List.of(ann, new NodeId("P", "bob"))),
                        new MergeConflict.Schema("P.n", "dropped it", "set it"),
                        new MergeConflict.Schema(MergeConflict.Schema.WHOLE, "changed it", "changed it"))
                .map(conflict -> new ResolvedConflict(conflict, Optional.empty()))
                .toList();
        outcome = MergeResult.Outcome.CONFLICTS;
        assertThat(sennit.run("merge", "air", "review", "--dry-run").out().lines())
                .containsExactly(
                        "5 conflicts; nothing was written",
                        "  unique P:ann n: n = (1) is unique: P:bob",
                        "  divergent-property P:ann n: both sides changed n of P:ann, to different values",
                        "    bases differ, ours 1, theirs 2",
                        "  orphan-edge K:ann|bob would be without P:ann and P:bob, which the other side deleted",
                        "  schema P.n: ours dropped it, theirs set it",
                        "  the schema: ours changed it, theirs changed it");
        assertThat(sennit.run("merge", "air", "review", "--dry-run", "--json").out())
                .contains("\"value\":\"1\",\"others\":[\"P:bob\"]")
                .contains("\"base\":null,\"basesDiffer\":true,\"ours\":1");
    }
}
