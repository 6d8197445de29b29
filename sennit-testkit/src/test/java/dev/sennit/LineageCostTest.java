package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sennit.model.BranchInfo;
import dev.sennit.model.ConflictException;
import dev.sennit.model.MergeResult.Outcome;
import dev.sennit.schema.SchemaParser;
import dev.sennit.testkit.Fault;
import dev.sennit.testkit.Faults;
import dev.sennit.testkit.FaultyManifestBranches;
import dev.sennit.testkit.FaultyManifestTable;
import dev.sennit.testkit.FaultyObjectStore;
import dev.sennit.testkit.FaultyTableStore;
import dev.sennit.testkit.StoreCall;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What looking along the lineage asks of the stores: the same whatever number of other branches there is. Each operation
 * is counted in a process that knows nothing yet.
 */
class LineageCostTest {
    private static final int FEW = 2;
    private static final int MANY = Boolean.getBoolean("sennit.long") ? 200 : 40;

    /** What an operation that looks at every branch may ask for each. */
    private static final int CALLS_FOR_A_BRANCH = 8;

    @TempDir
    Path directory;

    private static final Map<String, Consumer<Graph>> FLAT = new LinkedHashMap<>();

    static {
        FLAT.put(
                "fast-forward",
                graph -> assertThat(graph.main().merge("ahead").outcome()).isEqualTo(Outcome.FAST_FORWARD));
        FLAT.put(
                "merge",
                graph -> assertThat(graph.main().merge("side").outcome()).isEqualTo(Outcome.MERGED));
        FLAT.put(
                "merge the other way",
                graph ->
                        assertThat(graph.branch("side").merge("main").outcome()).isEqualTo(Outcome.FAST_FORWARD));
        FLAT.put(
                "merge after criss-cross merges",
                graph -> assertThat(graph.branch("left").merge("right").outcome())
                        .isEqualTo(Outcome.MERGED));
        FLAT.put(
                "merge of what is merged",
                graph ->
                        assertThat(graph.main().merge("gone-merge^2").outcome()).isEqualTo(Outcome.UP_TO_DATE));
        FLAT.put("dry run", graph -> graph.main().merge("right", MergeOptions.DEFAULT.asDryRun()));
        FLAT.put(
                "revert",
                graph -> assertThat(graph.main().revert("main").outcome()).isEqualTo(Outcome.REVERTED));
        FLAT.put("log", graph -> read(graph.log("side")));
        FLAT.put("show a second parent", graph -> graph.commit("gone-merge^2~1"));
        FLAT.put("diff", graph -> read(graph.diff("main~2", "side").changes()));
        FLAT.put("delete a merged branch", graph -> graph.deleteBranch("ahead", false));
    }

    private static final Map<String, Consumer<Graph>> FOR_EACH_BRANCH = Map.of(
            "list branches",
            Graph::branches,
            "refuse to delete an unmerged branch",
            graph -> assertThatThrownBy(() -> graph.deleteBranch("left", false)).isInstanceOf(ConflictException.class));

    @Test
    void whatFollowsTheLineage_asksTheSame_withFewAndWithManyBranches() {
        Path few = create("few", FEW);
        Path many = create("many", MANY);
        FLAT.forEach((name, operation) -> {
            Map<StoreCall, Integer> calls = calls(few, operation);
            System.out.println(name + ": " + calls);
            assertThat(calls(many, operation)).as(name).isEqualTo(calls);
        });
        FOR_EACH_BRANCH.forEach((name, operation) -> {
            int less = sum(calls(few, operation));
            int more = sum(calls(many, operation));
            System.out.println(name + ": " + less + " calls with " + FEW + " more branches, " + more + " with " + MANY);
            assertThat(more).as(name).isLessThanOrEqualTo(less + (MANY - FEW) * CALLS_FOR_A_BRANCH);
        });
    }

    @Test
    void aheadAndBehindAreCounted_overMergesFromDeletedBranches() {
        Path root = create("counted", 1);
        try (Graph graph = open(root, new Faults((number, call, subject) -> Fault.NONE))) {
            assertThat(graph.branches())
                    .filteredOn(branch -> !branch.name().equals("main"))
                    .extracting(BranchInfo::name, BranchInfo::ahead, BranchInfo::behind)
                    .containsExactly(
                            tuple("ahead", 2L, 0L),
                            tuple("left", 4L, 0L),
                            tuple("other0", 1L, 4L),
                            tuple("right", 4L, 0L),
                            tuple("side", 1L, 0L));
        }
    }

    /** Branches that something is done with, a merge from a branch that is gone, and so many branches beside. */
    private Path create(String name, int others) {
        Path root = directory.resolve(name);
        Sennit.create(
                        root.toString(),
                        SchemaParser.parse("NODE City { name STRING KEY, size INT32 }"),
                        NameScenario.RELAXED,
                        "init")
                .close();
        try (Graph graph = Sennit.open(root.toString(), NameScenario.RELAXED)) {
            add(graph, "main", "first");
            for (int i = 0; i < others; i++) {
                graph.createBranch("other" + i, "main");
                add(graph, "other" + i, "of " + i);
            }
            graph.createBranch("gone", "main");
            add(graph, "gone", "gone 1");
            add(graph, "gone", "gone 2");
            add(graph, "main", "second");
            graph.main().merge("gone");
            graph.createTag("gone-merge", "main");
            graph.deleteBranch("gone", false);
            for (String branch : new String[] {"side", "ahead", "left", "right"}) {
                graph.createBranch(branch, "main");
                add(graph, branch, "of " + branch);
            }
            add(graph, "ahead", "of ahead again");
            String left = graph.commit("left").id().toString();
            graph.branch("left").merge("right");
            graph.branch("right").merge(left);
            add(graph, "left", "left again");
            add(graph, "right", "right again");
        }
        return root;
    }

    private static void add(Graph graph, String branch, String name) {
        graph.branch(branch).write(tx -> tx.create("City", Map.of("name", name)));
    }

    private static Map<StoreCall, Integer> calls(Path root, Consumer<Graph> operation) {
        Map<StoreCall, Integer> calls = new EnumMap<>(StoreCall.class);
        Faults counting = new Faults((number, call, subject) -> {
            calls.merge(call, 1, Integer::sum);
            return Fault.NONE;
        });
        try (Graph graph = open(root, counting)) {
            calls.clear();
            operation.accept(graph);
            return new EnumMap<>(calls);
        }
    }

    private static Graph open(Path root, Faults faults) {
        RuntimeParts parts = RuntimeParts.DEFAULT.stores(
                objects -> new FaultyObjectStore(objects, faults),
                manifest -> new FaultyManifestTable(manifest, (base, rows, identity) -> false, faults),
                branches -> new FaultyManifestBranches(branches, faults),
                tables -> new FaultyTableStore(tables, faults));
        return new OpenGraph(root.toString(), new GraphRuntimes(parts), NameScenario.RELAXED);
    }

    private static void read(Stream<?> stream) {
        try (stream) {
            assertThat(stream.count()).isPositive();
        }
    }

    private static int sum(Map<StoreCall, Integer> calls) {
        return calls.values().stream().mapToInt(Integer::intValue).sum();
    }
}
