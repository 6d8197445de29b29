package dev.sennit;

import dev.sennit.model.BranchInfo;
import dev.sennit.model.Durability;
import dev.sennit.model.TagInfo;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * One creation or deletion of a branch or tag on a small graph: what matrices of crashes and faults run over.
 *
 * @param name for messages and child processes
 * @param prepare brings the graph into the state the change is for
 * @param change the change
 */
record NameScenario(String name, Consumer<Graph> prepare, Consumer<Graph> change) {
    static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);

    static final List<NameScenario> ALL = List.of(
            new NameScenario("create a branch", graph -> {}, graph -> graph.createBranch("review", "main")),
            new NameScenario(
                    "create a branch whose name was deleted",
                    graph -> {
                        add(graph.createBranch("review", "main"), "lost");
                        graph.deleteBranch("review", true);
                    },
                    graph -> graph.createBranch("review", "main~1")),
            new NameScenario(
                    "delete a branch",
                    graph -> add(graph.createBranch("review", "main"), "lost"),
                    graph -> graph.deleteBranch("review", true)),
            new NameScenario(
                    "delete a merged branch with a long chain",
                    graph -> {
                        Branch review = graph.createBranch("review", "main");
                        for (int i = 0; i < 40; i++) {
                            add(review, "r" + i);
                        }
                        graph.createBranch("other", "review");
                    },
                    graph -> graph.deleteBranch("review", false)),
            new NameScenario("create a tag", graph -> {}, graph -> graph.createTag("v1", "main~1")),
            new NameScenario("delete a tag", graph -> graph.createTag("v1", "main~1"), graph -> graph.deleteTag("v1")));

    static NameScenario named(String name) {
        return ALL.stream()
                .filter(scenario -> scenario.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no scenario is called '" + name + "'"));
    }

    @Override
    public String toString() {
        return name;
    }

    void create(Path root) {
        try (Graph graph =
                Sennit.create(root.toString(), SchemaParser.parse("NODE City { name STRING KEY }"), RELAXED, "init")) {
            add(graph.main(), "Rome");
            add(graph.main(), "Oslo");
            prepare.accept(graph);
        }
    }

    static void add(Branch branch, String city) {
        branch.write(tx -> tx.create("City", Map.of("name", city)));
    }

    /** What each name leads to, as text that is equal for equal names and states. */
    static String names(Graph graph) {
        Map<String, String> names = new TreeMap<>();
        for (BranchInfo branch : graph.branches()) {
            names.put(
                    "branch " + branch.name(),
                    cities(graph.branch(branch.name()).snapshot()) + " +" + branch.ahead() + " -" + branch.behind());
        }
        for (TagInfo tag : graph.tags()) {
            names.put("tag " + tag.name(), cities(graph.at(tag.name())).toString());
        }
        return names.toString();
    }

    static List<String> cities(Snapshot snapshot) {
        try (Result result = snapshot.query("MATCH (c:City) RETURN c.name AS name ORDER BY name")) {
            return result.stream().map(row -> row.getString("name")).toList();
        }
    }
}
