package dev.sennit;

import dev.sennit.model.CommitId;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.LoadMode;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.SchemaParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * One writer's loads, transactions, schema changes and optimizations, drawn from a seed, and what of it a graph holds
 * after each. The same seed draws the same. Writers touch only what is theirs.
 */
final class PowerLossWorkload {
    static final String SCHEMA = """
            NODE Item { k STRING KEY, v INT64 NOT NULL, note STRING }
            EDGE NEXT (Item)-[0..*]->(Item) { w INT64 NOT NULL RENAMED FROM weight, KEY () }
            """;

    /** The other schema: types and properties that came, columns with other values, and one with a value for each row. */
    private static final String OTHER_SCHEMA = """
            NODE Item { k STRING KEY, v INT32 NOT NULL, note STRING, size INT8 DEFAULT 1 }
            NODE Kind { k STRING KEY }
            EDGE NEXT (Item)-[0..*]->(Item) { weight INT32 NOT NULL RENAMED FROM w, KEY () }
            EDGE OF (Item)-[0..1]->(Kind)
            """;

    /** The step of a round that changes the schema. */
    static final int SCHEMA_STEP = 4;

    /** The steps of a round before the one that optimizes leave enough small fragments for it. */
    static final int STEPS_OF_A_ROUND = 10;

    private static final int NODES_PER_STEP = 5;

    private final String writer;
    private final List<Step> steps = new ArrayList<>();
    private final List<Contents> after = new ArrayList<>();

    /** What a graph holds: nodes as {@code k} to {@code v/note}, edges as {@code from>to} to their weight. */
    record Contents(GraphSchema schema, SortedMap<String, String> nodes, SortedMap<String, Long> edges) {
        static final Contents EMPTY = new Contents(SchemaParser.parse(SCHEMA), new TreeMap<>(), new TreeMap<>());

        /** What both hold, under the other's schema. */
        Contents and(Contents other) {
            SortedMap<String, String> allNodes = new TreeMap<>(nodes);
            allNodes.putAll(other.nodes);
            SortedMap<String, Long> allEdges = new TreeMap<>(edges);
            allEdges.putAll(other.edges);
            return new Contents(other.schema, allNodes, allEdges);
        }

        Contents and(String node, String value) {
            return and(new Contents(schema, new TreeMap<>(Map.of(node, value)), new TreeMap<>()));
        }
    }

    /** One commit. */
    private sealed interface Step {
        record Loaded(LoadMode mode, String nodes, String edges) implements Step {}

        /** Sets the nodes, new ones and others, and takes one away with its edges. */
        record Changed(SortedMap<String, String> nodes, Optional<String> removed) implements Step {}

        record Optimized() implements Step {}

        record Migrated(String schema) implements Step {}

        /**
         * Creates nodes on a branch that begins before the newest commit, and merges it.
         *
         * @param ended a branch of an earlier step that is deleted first
         */
        record Merged(SortedMap<String, String> created, Optional<String> ended) implements Step {}
    }

    /**
     * @param writer a name, which begins the keys of its nodes
     * @param alone whether it is the only one, so that it may optimize, replace everything and change the schema, now
     *     and then
     * @param branching whether it makes its second and fourth step on a branch
     */
    PowerLossWorkload(String writer, long seed, int count, boolean alone, boolean branching) {
        this.writer = writer;
        SplittableRandom random = new SplittableRandom(seed);
        Contents now = Contents.EMPTY;
        after.add(now);
        for (int i = 0; i < count; i++) {
            now = switch (i % STEPS_OF_A_ROUND) {
                case 1, 3 -> branching ? merge(i, random, now) : change(i, random, now);
                case 6 -> change(i, random, now);
                case SCHEMA_STEP -> alone ? migrate(now) : upsert(i, random, now);
                case 8 -> alone ? optimize(now) : upsert(i, random, now);
                case 9 -> alone ? replace(i, random, now) : upsert(i, random, now);
                default -> upsert(i, random, now);
            };
            after.add(now);
        }
    }

    /** New nodes and edges, and other values for some that are there. */
    private Contents upsert(int step, SplittableRandom random, Contents before) {
        SortedMap<String, String> nodes = new TreeMap<>(before.nodes());
        SortedMap<String, Long> edges = new TreeMap<>(before.edges());
        SortedMap<String, String> changed = new TreeMap<>();
        for (int i = 0; i < NODES_PER_STEP; i++) {
            changed.put(writer + step + "-" + i, random.nextInt(1000) + "/new");
        }
        for (String key : before.nodes().keySet()) {
            if (random.nextInt(4) == 0) {
                changed.put(key, random.nextInt(1000) + "/changed in " + step);
            }
        }
        nodes.putAll(changed);
        SortedMap<String, Long> linked = new TreeMap<>();
        List<String> keys = List.copyOf(nodes.keySet());
        for (String key : changed.keySet()) {
            linked.put(key + ">" + keys.get(random.nextInt(keys.size())), random.nextLong(1000));
        }
        edges.putAll(linked);
        steps.add(new Step.Loaded(LoadMode.UPSERT, nodesCsv(changed), edgesCsv(before.schema(), linked)));
        return new Contents(before.schema(), nodes, edges);
    }

    private Contents change(int step, SplittableRandom random, Contents before) {
        SortedMap<String, String> nodes = new TreeMap<>(before.nodes());
        SortedMap<String, Long> edges = new TreeMap<>(before.edges());
        Optional<String> removed = before.nodes().keySet().stream().findFirst();
        removed.ifPresent(key -> {
            nodes.remove(key);
            edges.keySet().removeIf(ends -> List.of(ends.split(">")).contains(key));
        });
        SortedMap<String, String> changed = new TreeMap<>();
        for (String key : nodes.keySet()) {
            if (random.nextInt(3) == 0) {
                changed.put(key, random.nextInt(1000) + "/set in " + step);
            }
        }
        changed.put(writer + step + "-created", random.nextInt(1000) + "/created");
        nodes.putAll(changed);
        steps.add(new Step.Changed(changed, removed));
        return new Contents(before.schema(), nodes, edges);
    }

    /** To the other schema and back. */
    private Contents migrate(Contents before) {
        String schema = before.schema().equals(Contents.EMPTY.schema()) ? OTHER_SCHEMA : SCHEMA;
        steps.add(new Step.Migrated(schema));
        return new Contents(SchemaParser.parse(schema), before.nodes(), before.edges());
    }

    private Contents merge(int step, SplittableRandom random, Contents before) {
        SortedMap<String, String> created = new TreeMap<>();
        for (int i = 0; i < NODES_PER_STEP; i++) {
            created.put(writer + step + "-" + i, random.nextInt(1000) + "/aside");
        }
        steps.add(new Step.Merged(created, step == 3 ? Optional.of(side(1)) : Optional.empty()));
        return before.and(new Contents(before.schema(), created, new TreeMap<>()));
    }

    /** The name of the branch that a step makes. */
    static String side(int step) {
        return "side" + step;
    }

    private Contents optimize(Contents before) {
        steps.add(new Step.Optimized());
        return before;
    }

    /** Everything anew. */
    private Contents replace(int step, SplittableRandom random, Contents before) {
        SortedMap<String, String> nodes = new TreeMap<>();
        for (int i = 0; i < NODES_PER_STEP; i++) {
            nodes.put(writer + step + "-" + i, random.nextInt(1000) + "/replaced");
        }
        SortedMap<String, Long> edges = new TreeMap<>();
        nodes.keySet().forEach(key -> edges.put(key + ">" + nodes.firstKey(), random.nextLong(1000)));
        steps.add(new Step.Loaded(LoadMode.REPLACE, nodesCsv(nodes), edgesCsv(before.schema(), edges)));
        return new Contents(before.schema(), nodes, edges);
    }

    private static String nodesCsv(Map<String, String> nodes) {
        StringBuilder csv = new StringBuilder("k,v,note\n");
        nodes.forEach((key, value) ->
                csv.append(key).append(',').append(value.replace('/', ',')).append('\n'));
        return csv.toString();
    }

    private static String edgesCsv(GraphSchema schema, Map<String, Long> edges) {
        StringBuilder csv = new StringBuilder("from,to," + weight(schema) + "\n");
        edges.forEach((ends, weight) ->
                csv.append(ends.replace('>', ',')).append(',').append(weight).append('\n'));
        return csv.toString();
    }

    String writer() {
        return writer;
    }

    int count() {
        return steps.size();
    }

    Contents after(int count) {
        return after.get(count);
    }

    /**
     * Does one step, in one commit or, if it optimizes, perhaps several. Done again, it finds what it did before.
     *
     * @param files a directory for the files that are loaded
     * @return the last commit
     */
    CommitId run(int step, Graph graph, Path files, String message) throws IOException {
        Branch branch = graph.main();
        WriteOptions options =
                WriteOptions.DEFAULT.message(message).idempotencyKey(message).attempts(100);
        return switch (steps.get(step)) {
            case Step.Loaded loaded ->
                branch.load(load(step, loaded, files), options)
                        .commit()
                        .orElseThrow()
                        .id();
            case Step.Changed changed ->
                branch.write(options, tx -> {
                            changed.removed().ifPresent(key -> tx.detachDelete(tx.node("Item", key)));
                            changed.nodes().forEach((key, value) -> tx.upsert("Item", properties(key, value)));
                            return changed.nodes().size();
                        })
                        .commit()
                        .orElseThrow()
                        .id();
            case Step.Migrated migrated ->
                branch.applySchema(SchemaUpdate.to(migrated.schema()).hidingDroppedData(), options)
                        .commit()
                        .orElseThrow()
                        .id();
            case Step.Merged merged -> merge(step, graph, merged, options);
            case Step.Optimized ignored ->
                branch.optimize(OptimizeOptions.DEFAULT.type("Item").message(message)).types().stream()
                        .flatMap(type -> type.commits().stream())
                        .map(CommitInfo::id)
                        .reduce((earlier, later) -> later)
                        .orElseThrow(() -> new IllegalStateException("there was nothing to optimize"));
        };
    }

    private static CommitId merge(int step, Graph graph, Step.Merged merged, WriteOptions options) {
        merged.ended().ifPresent(name -> graph.deleteBranch(name, false));
        graph.createBranch(side(step), "main~1");
        graph.branch(side(step)).write(tx -> {
            merged.created().forEach((key, value) -> tx.upsert("Item", properties(key, value)));
            return null;
        });
        return graph.main()
                .merge(side(step), MergeOptions.DEFAULT.write(options))
                .commit()
                .orElseThrow()
                .id();
    }

    private static Map<String, Object> properties(String key, String value) {
        int slash = value.indexOf('/');
        return Map.of("k", key, "v", Long.valueOf(value.substring(0, slash)), "note", value.substring(slash + 1));
    }

    private Load load(int step, Step.Loaded loaded, Path files) throws IOException {
        Path nodes = files.resolve("nodes-" + writer + step + ".csv");
        Path edges = files.resolve("edges-" + writer + step + ".csv");
        Files.writeString(nodes, loaded.nodes());
        Files.writeString(edges, loaded.edges());
        return Load.EMPTY.mode(loaded.mode()).nodes("Item", nodes).edges("NEXT", edges);
    }

    /** What a snapshot holds. */
    static Contents read(Snapshot snapshot) {
        SortedMap<String, String> nodes = new TreeMap<>();
        SortedMap<String, Long> edges = new TreeMap<>();
        try (Result found = snapshot.query("MATCH (n:Item) RETURN n.k AS k, n.v AS v, n.note AS note")) {
            found.forEachRemaining(row -> put(nodes, text(row, "k"), text(row, "v") + "/" + text(row, "note")));
        }
        try (Result found = snapshot.query("MATCH (a:Item)-[r:NEXT]->(b:Item) RETURN a.k AS a, b.k AS b, r."
                + weight(snapshot.schema()) + " AS w")) {
            found.forEachRemaining(
                    row -> put(edges, text(row, "a") + ">" + text(row, "b"), Long.valueOf(text(row, "w"))));
        }
        return new Contents(snapshot.schema(), nodes, edges);
    }

    /** What the weight of edges is called. */
    private static String weight(GraphSchema schema) {
        return schema.edgeTypes().getFirst().properties().getFirst().name();
    }

    private static String text(Row row, String column) {
        return String.valueOf(row.toMap().get(column));
    }

    private static <V> void put(Map<String, V> map, String key, V value) {
        if (map.put(key, value) != null) {
            throw new AssertionError("twice in the graph: " + key);
        }
    }
}
