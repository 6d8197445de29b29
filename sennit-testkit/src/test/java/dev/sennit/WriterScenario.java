package dev.sennit;

import dev.sennit.manifest.ChainLimits;
import dev.sennit.model.Durability;
import dev.sennit.model.FastForward;
import dev.sennit.model.LoadMode;
import dev.sennit.model.NodeId;
import dev.sennit.protocol.WriterKind;
import dev.sennit.schema.SchemaParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * One write of one writer on a small graph, whose steps differ from those of the others: what matrices of crashes and
 * faults run over. Both parts are deterministic but for minted ids, which no type here has.
 *
 * @param name for messages and child processes
 * @param kind the writer
 * @param prepare brings the graph into the state the write is for; the directory is for input files
 * @param write the write
 */
record WriterScenario(String name, WriterKind kind, BiConsumer<Graph, Path> prepare, BiConsumer<Graph, Path> write) {
    static final String SCHEMA = """
            NODE Person { name STRING KEY, age INT32, email STRING, UNIQUE (email) }
            NODE City { name STRING KEY }
            EDGE KNOWS (Person)-[0..*]->(Person) { since INT32, KEY () }
            EDGE LIVES (Person)-[0..1]->(City) { KEY () }
            """;

    /** The schema after types and properties were added, renamed, widened, filled and dropped. */
    private static final String NEW_SCHEMA = """
            NODE Person { name STRING KEY, age INT64 NOT NULL DEFAULT 1, mail STRING RENAMED FROM email, UNIQUE (mail) }
            NODE City { name STRING KEY, size INT32 }
            NODE Land { name STRING KEY }
            EDGE SEES RENAMED FROM KNOWS (Person)-[0..1]->(Person) { since INT32, KEY () }
            EDGE LIES (City)-[0..1]->(Land) { KEY () }
            """;

    /** The schema after a change that no table hears of. */
    private static final String LABELLED_SCHEMA = SCHEMA.replace("NODE City", "NODE City : Place");

    /** The tag of the commit that is reverted: whoever starts again after another write still means this one. */
    private static final String WRONG = "wrong";

    /** Types of the schema, each with a table. */
    static final int TABLES = 4;

    /** Chains short enough that a small graph archives. */
    static final ChainLimits CHAIN = new ChainLimits(40, 4, Duration.ZERO);

    /** The commit after so many of one row folds the tail. */
    private static final int COMMITS_UNTIL_FOLD = 64;

    /** The commit after so many is the 48th version, at which a chain is shortened. */
    private static final int COMMITS_UNTIL_ARCHIVE = 46;

    private static final int SCATTERING_COMMITS = 6;

    /** Every writer has scenarios: one that is added does not compile before it has. */
    static List<WriterScenario> of(WriterKind kind) {
        return switch (kind) {
            case LOAD ->
                List.of(
                        new WriterScenario(
                                "load one table",
                                kind,
                                WriterScenario::base,
                                (graph, dir) -> graph.main()
                                        .load(Load.EMPTY.nodes("City", file(dir, "c.csv", "name\nOslo\nRome\n")))),
                        new WriterScenario(
                                "load many tables",
                                kind,
                                WriterScenario::base,
                                (graph, dir) -> graph.main()
                                        .load(Load.EMPTY
                                                .nodes("City", file(dir, "c.csv", "name\nOslo\nRome\n"))
                                                .nodes("Person", file(dir, "p.csv", "name,age\nEve,5\nFay,6\n"))
                                                .edges("LIVES", file(dir, "l.csv", "from,to\nEve,Oslo\nAnn,Rome\n")))),
                        new WriterScenario(
                                "load with upserts and rejected rows",
                                kind,
                                WriterScenario::base,
                                (graph, dir) -> graph.main()
                                        .load(Load.EMPTY
                                                .nodes(
                                                        "Person",
                                                        file(
                                                                dir,
                                                                "p.csv",
                                                                "name,age,email\nAnn,31,a@x\nZed,1,b@x\nYan,2,b@x\n"))
                                                .mode(LoadMode.UPSERT)
                                                .skippingBad())),
                        new WriterScenario(
                                "load that replaces a table",
                                kind,
                                WriterScenario::base,
                                (graph, dir) -> graph.main()
                                        .load(Load.EMPTY
                                                .edges("KNOWS", file(dir, "k.csv", "from,to\nBob,Ann\n"))
                                                .mode(LoadMode.REPLACE))),
                        new WriterScenario(
                                "load that folds the tail",
                                kind,
                                (graph, dir) -> grow(graph, COMMITS_UNTIL_FOLD),
                                (graph, dir) -> graph.main()
                                        .load(Load.EMPTY.nodes("City", file(dir, "c.csv", "name\nOslo\nRome\n")))),
                        new WriterScenario(
                                "load that shortens the chain",
                                kind,
                                (graph, dir) -> grow(graph, COMMITS_UNTIL_ARCHIVE),
                                (graph, dir) -> graph.main()
                                        .load(Load.EMPTY.nodes("City", file(dir, "c.csv", "name\nOslo\nRome\n")))));
            case MUTATION ->
                List.of(
                        new WriterScenario(
                                "statement of one row",
                                kind,
                                WriterScenario::base,
                                (graph, dir) -> graph.main().execute("CREATE (:City {name: 'Oslo'})")),
                        new WriterScenario(
                                "statement with changes and deletions in many tables",
                                kind,
                                WriterScenario::base,
                                (graph, dir) -> graph.main().execute("""
                                        MATCH (bob:Person {name: 'Bob'}), (ann:Person {name: 'Ann'})
                                        DETACH DELETE bob
                                        SET ann.age = 77
                                        MERGE (oslo:City {name: 'Oslo'})
                                        CREATE (ann)-[:LIVES]->(oslo)
                                        """)),
                        new WriterScenario(
                                "one row that folds the tail",
                                kind,
                                (graph, dir) -> grow(graph, COMMITS_UNTIL_FOLD),
                                (graph, dir) -> graph.main().write(tx -> tx.create("City", Map.of("name", "Oslo")))),
                        new WriterScenario(
                                "one row that shortens the chain",
                                kind,
                                (graph, dir) -> grow(graph, COMMITS_UNTIL_ARCHIVE),
                                (graph, dir) -> graph.main().write(tx -> tx.create("City", Map.of("name", "Oslo")))));
            case OPTIMIZE ->
                List.of(
                        new WriterScenario(
                                "optimize a table",
                                kind,
                                (graph, dir) -> {
                                    base(graph, dir);
                                    scatterPersons(graph);
                                },
                                WriterScenario::optimizePersons),
                        new WriterScenario(
                                "optimize that shortens the chain",
                                kind,
                                (graph, dir) -> {
                                    grow(graph, COMMITS_UNTIL_ARCHIVE - SCATTERING_COMMITS);
                                    scatterPersons(graph);
                                },
                                WriterScenario::optimizePersons));
            case MERGE ->
                List.of(
                        new WriterScenario(
                                "fast-forward",
                                kind,
                                (graph, dir) -> {
                                    base(graph, dir);
                                    graph.createBranch("side", "main");
                                    changes(graph.branch("side"));
                                },
                                (graph, dir) -> graph.main().merge("side")),
                        new WriterScenario(
                                "merge of rows where a fast-forward would do",
                                kind,
                                (graph, dir) -> {
                                    base(graph, dir);
                                    graph.createBranch("side", "main");
                                    changes(graph.branch("side"));
                                },
                                (graph, dir) -> graph.main()
                                        .merge("side", MergeOptions.DEFAULT.fastForward(FastForward.NEVER))),
                        new WriterScenario(
                                "merge of what both sides changed",
                                kind,
                                (graph, dir) -> {
                                    base(graph, dir);
                                    graph.createBranch("side", "main");
                                    changes(graph.branch("side"));
                                    graph.main().write(tx -> {
                                        tx.set(tx.node("Person", "Ann"), Map.of("email", "ann@x"));
                                        return tx.create("City", Map.of("name", "Rome"));
                                    });
                                },
                                (graph, dir) -> graph.main().merge("side")),
                        new WriterScenario(
                                "merge that unites two schemas",
                                kind,
                                WriterScenario::schemasApart,
                                (graph, dir) -> graph.main().merge("side")),
                        new WriterScenario(
                                "merge that folds the tail",
                                kind,
                                (graph, dir) -> diverge(graph, COMMITS_UNTIL_FOLD),
                                (graph, dir) -> graph.main().merge("side")),
                        new WriterScenario(
                                "merge that shortens the chain",
                                kind,
                                (graph, dir) -> diverge(graph, COMMITS_UNTIL_ARCHIVE),
                                (graph, dir) -> graph.main().merge("side")));
            case REVERT ->
                List.of(
                        new WriterScenario(
                                "revert the newest commit",
                                kind,
                                (graph, dir) -> {
                                    changed(graph, dir);
                                    graph.createTag(WRONG, "main");
                                },
                                (graph, dir) -> graph.main().revert(WRONG)),
                        new WriterScenario(
                                "revert below later changes",
                                kind,
                                (graph, dir) -> {
                                    changed(graph, dir);
                                    graph.createTag(WRONG, "main");
                                    graph.main().write(tx -> {
                                        tx.set(tx.node("Person", "Ann"), Map.of("email", "ann@x"));
                                        return tx.create("City", Map.of("name", "Rome"));
                                    });
                                },
                                (graph, dir) -> graph.main().revert(WRONG)),
                        new WriterScenario(
                                "revert that folds the tail",
                                kind,
                                (graph, dir) -> deleteBelowLater(graph, COMMITS_UNTIL_FOLD),
                                (graph, dir) -> graph.main().revert(WRONG)),
                        new WriterScenario(
                                "revert that shortens the chain",
                                kind,
                                (graph, dir) -> deleteBelowLater(graph, COMMITS_UNTIL_ARCHIVE - 2),
                                (graph, dir) -> graph.main().revert(WRONG)));
            case SCHEMA ->
                List.of(
                        new WriterScenario(
                                "schema change of every kind of effect",
                                kind,
                                WriterScenario::base,
                                (graph, dir) -> graph.main()
                                        .applySchema(SchemaUpdate.to(NEW_SCHEMA).hidingDroppedData())),
                        new WriterScenario(
                                "schema change that touches no table",
                                kind,
                                WriterScenario::base,
                                (graph, dir) -> graph.main()
                                        .applySchema(
                                                SchemaUpdate.to(SCHEMA.replace("NODE City", "NODE City : Place")))),
                        new WriterScenario(
                                "schema change that shortens the chain",
                                kind,
                                (graph, dir) -> grow(graph, COMMITS_UNTIL_ARCHIVE),
                                (graph, dir) -> graph.main().applySchema(SchemaUpdate.to(LABELLED_SCHEMA))));
        };
    }

    /** Those of all writers, or of them those of which {@code -Dsennit.scenario} is part of the name. */
    static Stream<WriterScenario> chosen() {
        String part = System.getProperty("sennit.scenario", "");
        return Arrays.stream(WriterKind.values())
                .flatMap(kind -> of(kind).stream())
                .filter(scenario -> scenario.name().contains(part));
    }

    /** The scenario of that name. */
    static WriterScenario named(String name) {
        return Arrays.stream(WriterKind.values())
                .flatMap(kind -> of(kind).stream())
                .filter(scenario -> scenario.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public String toString() {
        return name;
    }

    /** A graph that was prepared in a fresh directory. */
    static void create(Path root, Path files, WriterScenario scenario) {
        try (Graph graph = Sennit.create(
                root.toString(),
                SchemaParser.parse(SCHEMA),
                OpenOptions.DEFAULT.durability(Durability.RELAXED),
                "init")) {
            scenario.prepare().accept(graph, files);
        }
    }

    /** All elements of a graph, and how persons lie, as text that is equal for equal graphs. */
    static String content(Graph graph) {
        OptimizeOptions persons = OptimizeOptions.DEFAULT.type("Person").asDryRun();
        long fragments =
                graph.main().optimize(persons).types().getFirst().before().fragments();
        return content(graph.main().snapshot()) + " with persons in " + fragments + " fragments";
    }

    /** All elements of a snapshot, as text that is equal for equal graphs. */
    static String content(Snapshot snapshot) {
        Map<String, String> content = new TreeMap<>();
        for (String query : List.of(
                "MATCH (n) WHERE n.name <> 'next' RETURN labels(n) AS l, n.name AS k, properties(n) AS p",
                "MATCH (a)-[e]->(b) RETURN type(e) AS l, a.name + '>' + b.name AS k, properties(e) AS p")) {
            try (Result result = snapshot.query(query)) {
                result.forEachRemaining(row -> content.merge(
                        row.get("l") + " " + row.get("k"), String.valueOf(row.get("p")), (a, b) -> a + " TWICE " + b));
            }
        }
        return content.toString();
    }

    private static void base(Graph graph, Path files) {
        graph.main().write(tx -> {
            NodeId ann = tx.create("Person", Map.of("name", "Ann", "age", 30, "email", "a@x"));
            NodeId bob = tx.create("Person", Map.of("name", "Bob", "age", 40));
            NodeId cid = tx.create("Person", Map.of("name", "Cid", "age", 50));
            tx.create("KNOWS", ann, bob, Map.of("since", 1));
            tx.create("KNOWS", bob, cid, Map.of("since", 2));
            return tx.create("LIVES", bob, tx.create("City", Map.of("name", "Bonn")), Map.of());
        });
    }

    /** Changes, deletions and new elements in many tables, on the base. */
    private static void changed(Graph graph, Path files) {
        base(graph, files);
        changes(graph.main());
    }

    /** Both sides change the schema and the data: columns are added, filled and rewritten, and a type is new. */
    private static void schemasApart(Graph graph, Path files) {
        base(graph, files);
        graph.createBranch("side", "main");
        graph.branch("side").applySchema(SchemaUpdate.to("""
                NODE Person { name STRING KEY, age INT64 NOT NULL DEFAULT 1, email STRING, UNIQUE (email) }
                NODE City { name STRING KEY }
                NODE Land { name STRING KEY }
                EDGE KNOWS (Person)-[0..*]->(Person) { since INT32, KEY () }
                EDGE LIVES (Person)-[0..1]->(City) { KEY () }
                EDGE LIES (City)-[0..1]->(Land) { KEY () }
                """));
        changes(graph.branch("side"));
        graph.branch("side")
                .write(tx -> tx.create(
                        "LIES", tx.node("City", "Bonn"), tx.create("Land", Map.of("name", "Here")), Map.of()));
        graph.main()
                .applySchema(SchemaUpdate.to(SCHEMA.replace("age INT32", "height FLOAT32, age INT32")
                        .replace("NODE City { name STRING KEY }", "NODE City { name STRING KEY, size INT32 }")));
        graph.main().write(tx -> {
            tx.set(tx.node("Person", "Ann"), Map.of("email", "ann@x", "height", 1.5));
            return tx.create("City", Map.of("name", "Rome", "size", 3));
        });
    }

    /** A branch with a row of its own, and so many commits of one row each on main since. */
    private static void diverge(Graph graph, int commits) {
        graph.createBranch("side", "main");
        graph.branch("side").write(tx -> tx.create("City", Map.of("name", "of the side")));
        grow(graph, commits);
    }

    private static void changes(Branch branch) {
        branch.write(tx -> {
            tx.detachDelete(tx.node("Person", "Bob"));
            NodeId ann = tx.node("Person", "Ann");
            tx.set(ann, Map.of("age", 77));
            NodeId oslo = tx.create("City", Map.of("name", "Oslo"));
            return tx.create("LIVES", ann, oslo, Map.of());
        });
    }

    /** So many commits of one row each, then one that deletes the last of them, and another row. */
    private static void deleteBelowLater(Graph graph, int commits) {
        grow(graph, commits);
        graph.main().write(tx -> {
            tx.delete(tx.node("City", "c" + commits));
            return null;
        });
        graph.createTag(WRONG, "main");
        graph.main().write(tx -> tx.create("City", Map.of("name", "later")));
    }

    private static void grow(Graph graph, int commits) {
        for (int i = 1; i <= commits; i++) {
            String name = "c" + i;
            graph.main().write(tx -> tx.create("City", Map.of("name", name)));
        }
    }

    /** Puts persons into so many fragments that they are worth rewriting. */
    private static void scatterPersons(Graph graph) {
        for (int i = 0; i < SCATTERING_COMMITS; i++) {
            int number = i;
            graph.main().write(tx -> tx.create("Person", Map.of("name", "S" + number, "age", number)));
        }
    }

    private static void optimizePersons(Graph graph, Path files) {
        graph.main().optimize(OptimizeOptions.DEFAULT.type("Person"));
    }

    private static Path file(Path directory, String name, String text) {
        try {
            return Files.writeString(directory.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
