package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.schema.SchemaParser;
import dev.sennit.testkit.Fault;
import dev.sennit.testkit.Faults;
import dev.sennit.testkit.FaultyManifestBranches;
import dev.sennit.testkit.FaultyManifestTable;
import dev.sennit.testkit.FaultyObjectStore;
import dev.sennit.testkit.FaultyTableStore;
import dev.sennit.testkit.StoreCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What creating and deleting branches and tags asks of the stores: nothing of tables, and the same however much there is. */
class NameCostTest {
    private static final boolean LONG = Boolean.getBoolean("sennit.long");
    private static final Set<StoreCall> OF_TABLES = EnumSet.range(StoreCall.CREATE_TABLE, StoreCall.PROJECT_TABLE);

    @TempDir
    Path directory;

    private static final Map<String, Consumer<Graph>> CHANGES = Map.of(
            "1 create a branch", graph -> graph.createBranch("new", "main"),
            "2 delete a merged branch", graph -> graph.deleteBranch("new", false),
            "3 create a tag", graph -> graph.createTag("v1", "main"),
            "4 delete a tag", graph -> graph.deleteTag("v1"));

    @Test
    void theyCostTheSame_with1And1000Tables_andAfter1And300Commits() {
        Map<String, List<StoreCall>> few = calls(1, 1);
        Map<String, List<StoreCall>> many = calls(LONG ? 1_000 : 120, 1);
        Map<String, List<StoreCall>> grown = calls(1, 300);
        System.out.println("calls: "
                + few.entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue().size())
                        .collect(Collectors.joining(", ")));
        few.forEach((change, made) -> {
            assertThat(made).as(change).doesNotContainAnyElementsOf(OF_TABLES).hasSizeLessThan(40);
            assertThat(many.get(change)).as(change + " with many tables").isEqualTo(made);
            assertThat(grown.get(change)).as(change + " after many commits").isEqualTo(made);
        });
    }

    private Map<String, List<StoreCall>> calls(int types, int commits) {
        Path root = directory.resolve(types + "-" + commits);
        String schema = IntStream.range(0, types)
                .mapToObj(i -> "NODE City" + i + " { name STRING KEY }\n")
                .collect(Collectors.joining());
        try (Graph graph = Sennit.create(root.toString(), SchemaParser.parse(schema), NameScenario.RELAXED, "init")) {
            for (int i = 0; i < commits; i++) {
                String name = "c" + i;
                graph.main().write(tx -> tx.create("City0", Map.of("name", name)));
            }
        }
        return CHANGES.keySet().stream()
                .sorted()
                .collect(
                        Collectors.toMap(change -> change, change -> callsOf(root, change), (a, b) -> a, TreeMap::new));
    }

    private static List<StoreCall> callsOf(Path root, String change) {
        List<StoreCall> calls = new ArrayList<>();
        Faults faults = new Faults((number, call, subject) -> {
            calls.add(call);
            return Fault.NONE;
        });
        RuntimeParts parts = RuntimeParts.DEFAULT.stores(
                objects -> new FaultyObjectStore(objects, faults),
                manifest -> new FaultyManifestTable(manifest, (base, rows, identity) -> false, faults),
                branches -> new FaultyManifestBranches(branches, faults),
                tables -> new FaultyTableStore(tables, faults));
        try (Graph graph = new OpenGraph(root.toString(), new GraphRuntimes(parts), NameScenario.RELAXED)) {
            Objects.requireNonNull(CHANGES.get(change)).accept(graph);
        }
        return calls;
    }
}
