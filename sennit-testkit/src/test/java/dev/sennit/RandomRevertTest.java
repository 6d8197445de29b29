package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.Durability;
import dev.sennit.model.Element;
import dev.sennit.model.MergeConflictsException;
import dev.sennit.model.MergeResult;
import dev.sennit.model.MergeResult.Outcome;
import dev.sennit.model.MergeStrategy;
import dev.sennit.model.NodeId;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reverts of random commits of random histories do what the reference does, conflict by conflict. In the middle of each
 * history a property is added, with a DEFAULT; what was before is taken back as if the elements had had it.
 */
class RandomRevertTest {
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);
    private static final int COMMITS = 14;
    private static final int REVERTS = 8;
    private static final AtomicInteger CLEAN = new AtomicInteger();
    private static final AtomicInteger REFUSED = new AtomicInteger();

    /** Clean reverts of commits from before the DEFAULT. */
    private static final AtomicInteger BELOW_DEFAULT = new AtomicInteger();

    private static final RandomAdditions.Given NICK =
            RandomAdditions.Addition.PERSON_NICK.given().orElseThrow();
    private static final String WITH_NICK =
            WriterScenario.SCHEMA.replace("UNIQUE (email)", "nick STRING " + NICK.text() + ", UNIQUE (email)");

    @TempDir
    Path directory;

    static LongStream seeds() {
        return Seeds.first(8, 300);
    }

    @AfterAll
    static void bothKindsHaveHappened() {
        System.out.println("random reverts: " + CLEAN + " clean, " + BELOW_DEFAULT + " of them below a DEFAULT, "
                + REFUSED + " refused");
        if (Seeds.areChosen()) {
            return;
        }
        assertThat(CLEAN).hasPositiveValue();
        assertThat(REFUSED).hasPositiveValue();
        assertThat(BELOW_DEFAULT).hasPositiveValue();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void revertsDoWhatTheReferenceDoes(long seed) {
        Random random = new Random(seed);
        RandomChanges changes = new RandomChanges(random);
        try (Graph graph = Sennit.create(
                directory.resolve("g").toString(), SchemaParser.parse(WriterScenario.SCHEMA), RELAXED, "")) {
            for (int i = 0; i < COMMITS; i++) {
                changes.commit(graph.main());
                if (random.nextInt(6) == 0) {
                    graph.main().optimize();
                }
                if (i > COMMITS / 2 && random.nextBoolean()) {
                    setNick(graph, random);
                }
                if (i == COMMITS / 2) {
                    graph.main().applySchema(SchemaUpdate.to(WITH_NICK));
                }
            }
            for (int i = 0; i < REVERTS; i++) {
                int commits = (int) graph.log("main").count();
                int back = random.nextInt(commits - 1);
                if (graph.commit("main~" + back).writer().equals("schema")) {
                    continue;
                }
                String where = "seed " + seed + ", revert " + i + " of main~" + back;
                int clean = CLEAN.get();
                revert(
                        graph,
                        "main~" + back,
                        seenNow(graph, "main~" + back),
                        ReferenceMerge.content(graph.at("main")),
                        new ReferenceMerge.Side(
                                seenNow(graph, "main~" + (back + 1)),
                                hasNick(graph, "main~" + (back + 1)) ? Set.of() : Set.of(NICK.property()),
                                Map.of()),
                        where);
                if (CLEAN.get() > clean && !hasNick(graph, "main~" + back)) {
                    BELOW_DEFAULT.incrementAndGet();
                }
                changes.commit(graph.main());
            }
            assertThat(graph.check().findings()).as("seed %d", seed).isEmpty();
        }
    }

    private static void setNick(Graph graph, Random random) {
        graph.main().write(tx -> {
            NodeId person = tx.node("Person", "p" + random.nextInt(5));
            if (tx.find(person).isPresent()) {
                tx.set(person, Map.of(NICK.property(), "n" + random.nextInt(3)));
            }
            return null;
        });
    }

    private static boolean hasNick(Graph graph, String revision) {
        return graph.at(revision)
                .schema()
                .nodeType("Person")
                .orElseThrow()
                .property(NICK.property())
                .isPresent();
    }

    /** A state as if the DEFAULT had been applied to it. */
    private static Map<String, Element> seenNow(Graph graph, String revision) {
        Map<String, Element> content = ReferenceMerge.content(graph.at(revision));
        if (!hasNick(graph, revision)) {
            content.replaceAll((id, element) -> ReferenceMerge.filled(id, element, NICK));
        }
        return content;
    }

    private static void revert(
            Graph graph,
            String revision,
            Map<String, Element> base,
            Map<String, Element> ours,
            ReferenceMerge.Side theirs,
            String where) {
        ReferenceMerge reference = new ReferenceMerge(base, ReferenceMerge.Side.of(ours), theirs, Optional.empty());
        MergeResult dry = graph.main().revert(revision, MergeOptions.DEFAULT.asDryRun());
        Set<String> told =
                dry.conflicts().stream().map(c -> c.conflict().id()).collect(Collectors.toCollection(TreeSet::new));
        requireSameConflicts(told, reference, where);
        if (told.isEmpty()) {
            CLEAN.incrementAndGet();
            graph.main().revert(revision);
            requireContent(graph, reference.merged(), where);
            return;
        }
        REFUSED.incrementAndGet();
        assertThatThrownBy(() -> graph.main().revert(revision)).as(where).isInstanceOf(MergeConflictsException.class);
        requireContent(graph, ours, where);
        for (MergeStrategy strategy : List.of(MergeStrategy.OURS, MergeStrategy.THEIRS)) {
            ReferenceMerge resolved = new ReferenceMerge(base, ReferenceMerge.Side.of(ours), theirs, strategy.side());
            MergeOptions options = MergeOptions.DEFAULT.strategy(strategy);
            MergeResult would = graph.main().revert(revision, options.asDryRun());
            if (!resolved.breaksRules()) {
                assertThat(would.outcome()).as(where + " " + strategy).isNotEqualTo(Outcome.CONFLICTS);
            }
            if (strategy == MergeStrategy.THEIRS && would.outcome() != Outcome.CONFLICTS) {
                graph.main().revert(revision, options);
                if (!resolved.breaksRules()) {
                    requireContent(graph, resolved.merged(), where + " " + strategy);
                }
            }
        }
    }

    /** Conflicts of elements one by one; of those that together break a rule, all but one. */
    static void requireSameConflicts(Set<String> told, ReferenceMerge reference, String where) {
        Set<String> left = new TreeSet<>(told);
        Set<String> expected = new TreeSet<>(reference.conflicts());
        expected.addAll(reference.orphans());
        assertThat(left).as(where).containsAll(expected);
        left.removeAll(expected);
        for (Set<String> group : Stream.concat(reference.sharedEmails().stream(), reference.tooManyHomes().stream())
                .toList()) {
            Set<String> ofGroup = new TreeSet<>(group);
            ofGroup.retainAll(left);
            assertThat(ofGroup).as(where + ": of " + group).hasSize(group.size() - 1);
            left.removeAll(ofGroup);
        }
        assertThat(left).as(where + ": conflicts that are none").isEmpty();
    }

    private static void requireContent(Graph graph, Map<String, Element> expected, String where) {
        assertThat(ReferenceMerge.text(ReferenceMerge.content(graph.main().snapshot())))
                .as(where)
                .isEqualTo(ReferenceMerge.text(expected));
    }
}
