package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sennit.model.Durability;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.MergeConflictsException;
import dev.sennit.model.MergeResult.Outcome;
import dev.sennit.model.MergeResult.TypeCounts;
import dev.sennit.model.MergeSide;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What merges and reverts tell whoever resolves their conflicts, or reads what they did. */
class MergeMessagesTest {
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);
    private static final String BASE = "NODE P { k STRING KEY, s STRING, n INT32, m STRING UNIQUE }\n";

    @TempDir
    Path directory;

    private Graph graph;

    @BeforeEach
    void create() {
        graph = Sennit.create(directory.resolve("graph").toString(), SchemaParser.parse(BASE), RELAXED, "");
        write("main", tx -> List.of("a", "b", "c").forEach(k -> tx.create("P", Map.of("k", k, "n", 1))));
        graph.createBranch("side", "main");
    }

    @AfterEach
    void close() {
        assertThat(graph.check().findings()).isEmpty();
        graph.close();
    }

    @Test
    void aResolutionOfNoConflict_isNamed_alsoWhileOthersAreOpen() {
        for (String branch : List.of("main", "side")) {
            write(branch, tx -> {
                tx.set(tx.node("P", "a"), Map.of("s", branch));
                tx.set(tx.node("P", "b"), Map.of("s", branch));
            });
        }
        MergeOptions one = MergeOptions.DEFAULT.resolve("divergent-property P:a s", MergeSide.OURS);
        for (String unknown : List.of("divergent-property P:c s", "delete-update P:a", "schema P", "P:a", "value")) {
            for (MergeOptions options : List.of(one, one.asDryRun())) {
                assertThatThrownBy(() -> graph.main().merge("side", options.resolve(unknown, MergeSide.OURS)))
                        .as(unknown)
                        .isInstanceOf(InvalidArgumentException.class)
                        .hasMessageStartingWith("there is no conflict '" + unknown + "'");
            }
        }
        // A rule that hinges on what is open may be broken once that is resolved.
        MergeOptions later = one.resolve("unique P:a m", MergeSide.OURS);
        assertThatThrownBy(() -> graph.main().merge("side", later))
                .isInstanceOf(MergeConflictsException.class)
                .hasMessageContaining("1 conflict");
        assertThatThrownBy(() -> graph.main().merge("side", later.resolve("divergent-property P:b s", MergeSide.OURS)))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageStartingWith("there is no conflict 'unique P:a m'");
    }

    @Test
    void aRuleAboutOneValue_namesTheElement_andIsToldBesideWhatIsOpenElsewhere() {
        graph.main().applySchema(SchemaUpdate.to(BASE.replace("n INT32", "n INT32 NOT NULL RANGE 0..9")));
        write("main", tx -> List.of("a", "b").forEach(k -> tx.set(tx.node("P", k), Map.of("s", "main"))));
        write("side", tx -> {
            tx.set(tx.node("P", "a"), Map.of("s", "side", "n", 10));
            tx.create("P", Map.of("k", "d"));
        });
        MergeConflictsException first = refused(MergeOptions.DEFAULT);
        assertThat(first.conflicts())
                .extracting(each -> each.conflict().message())
                .containsExactlyInAnyOrder(
                        "both sides changed s of P:a, to different values",
                        "n of P:a: 10 is not within 0..9",
                        "n of P:d: it has no value, but needs one");
        assertThat(first.conflicts()).extracting(each -> each.conflict().id()).contains("value P:a n", "value P:d n");
        MergeOptions resolved =
                MergeOptions.DEFAULT.resolve("value P:a n", MergeSide.OURS).resolve("value P:d n", MergeSide.OURS);
        assertThat(graph.main().merge("side", resolved).conflicts())
                .as("the whole of a is ours then, and so is what was in conflict")
                .allSatisfy(each -> assertThat(each.resolution()).contains(MergeSide.OURS))
                .hasSize(3);
        try (Result result =
                graph.main().snapshot().query("MATCH (p:P) RETURN p.k + coalesce(p.s, '') + toString(p.n) AS p")) {
            assertThat(result.stream().map(row -> row.get("p")))
                    .contains("amain1")
                    .hasSize(3);
        }
    }

    @Test
    void whatHingesOnAnOpenValue_isSaidToFollow() {
        write("main", tx -> {
            tx.set(tx.node("P", "a"), Map.of("m", "main"));
            tx.set(tx.node("P", "b"), Map.of("m", "side"));
        });
        write("side", tx -> tx.set(tx.node("P", "a"), Map.of("m", "side")));
        assertThat(refused(MergeOptions.DEFAULT).text().cause())
                .as("with ours no rule is broken")
                .doesNotContain("more may follow");
        write("side", tx -> tx.set(tx.node("P", "a"), Map.of("m", "elsewhere", "s", "side")));
        write("side", tx -> tx.create("P", Map.of("k", "e", "m", "main")));
        MergeConflictsException open = refused(MergeOptions.DEFAULT);
        assertThat(open.conflicts())
                .extracting(each -> each.conflict().id())
                .containsExactly("divergent-property P:a m");
        assertThat(open.text().cause()).contains("what hinges on it is not judged yet, so more may follow");
        assertThat(refused(MergeOptions.DEFAULT.resolve("divergent-property P:a m", MergeSide.OURS))
                        .conflicts())
                .extracting(each -> each.conflict().id())
                .contains("unique P:e m");
    }

    @Test
    void aRevertOfTheNewestCommit_tellsWhatBecomesOfEachType() {
        write("main", tx -> {
            tx.set(tx.node("P", "a"), Map.of("n", 2));
            tx.delete(tx.node("P", "b"));
            List.of("d", "e", "f").forEach(k -> tx.create("P", Map.of("k", k)));
        });
        TypeCounts expected = new TypeCounts("P", 1, 1, 3);
        assertThat(graph.main().revert("main", MergeOptions.DEFAULT.asDryRun()).types())
                .containsExactly(expected);
        assertThat(graph.main().revert("main").types()).containsExactly(expected);
        assertThat(graph.commit("main").result()).containsEntry("P.deleted", 3L);
        TypeCounts back = new TypeCounts("P", 3, 1, 1);
        assertThat(graph.main().revert("main").types())
                .as("a commit that says what it did")
                .containsExactly(back);
        graph.createBranch("behind", "main~1");
        assertThat(graph.branch("behind").merge("main").outcome()).isEqualTo(Outcome.FAST_FORWARD);
        assertThat(graph.branch("behind").revert("behind").types())
                .as("a commit that does not")
                .isEqualTo(List.of(expected));
    }

    private MergeConflictsException refused(MergeOptions options) {
        return Objects.requireNonNull(catchThrowableOfType(
                MergeConflictsException.class, () -> graph.main().merge("side", options)));
    }

    private void write(String branch, Consumer<Transaction> body) {
        graph.branch(branch).write(tx -> {
            body.accept(tx);
            return null;
        });
    }
}
