package dev.sennit.cli;

import java.nio.file.Path;
import java.util.List;

/**
 * What {@code sennit quickstart} shows, step by step.
 *
 * @param graph the graph's directory
 * @param schema the schema's file
 */
record Tour(Path directory, Path graph, Path schema) {
    /** The data that comes with Sennit. */
    static final List<String> FILES =
            List.of("airports.csv", "routes.csv", "summer.csv", "update.jsonl", "plans.jsonl", "closure.jsonl");

    /** A title, what is about to happen and why, and what is done. */
    record Step(String title, String explanation, List<Action> actions) {}

    /** Something a step does. */
    sealed interface Action {
        /**
         * Runs a command of Sennit.
         *
         * @param exitCode the code it is meant to end with
         */
        record Run(List<String> arguments, int exitCode) implements Action {}

        /** Runs a command of Sennit with its output going to a file. */
        record RunInto(List<String> arguments, Path file) implements Action {}

        /** Shows the beginning of a file. */
        record Show(Path file, int lines) implements Action {}
    }

    static Tour in(Path directory) {
        return new Tour(directory, directory.resolve("air"), directory.resolve("air.sennit"));
    }

    List<Step> steps() {
        String longRoutes = """
                MATCH (a:Airport {code: $from})-[r:ROUTE]->(b:Airport) WHERE r.dist > 5000 \
                RETURN b.code, b.city, r.dist ORDER BY r.dist DESC LIMIT 5""";
        String twoAirports = "MATCH (a:Airport) WHERE a.code IN ['AMS', 'BER'] RETURN a.code, a.city, a.runways";
        String airports = file("airports.csv");
        String routes = file("routes.csv");
        String summer = "ROUTE=" + file("summer.csv");
        return List.of(
                new Step(
                        "Two files of data",
                        "Airports, and the routes between them, as most programs export them: CSV with a header line.",
                        List.of(show("airports.csv"), show("routes.csv"))),
                new Step(
                        "A schema, proposed from the data",
                        "Sennit reads all rows and proposes types, keys, what is never null, and which nodes the edges"
                                + " join. It is a text file: edit it as you like before you use it.",
                        List.of(
                                new Action.RunInto(List.of("schema", "infer", airports, routes), schema),
                                new Action.Show(schema, 60))),
                new Step(
                        "An empty graph",
                        "One directory holds everything: it can be copied, moved and removed like any other.",
                        List.of(run("init", graph.toString(), "--schema", schema.toString()))),
                new Step(
                        "A load, first on trial, then in earnest",
                        "A dry run checks every row and writes nothing. The load itself is one commit: readers see all"
                                + " of it or nothing, even if the power fails in between.",
                        List.of(
                                run(
                                        "load",
                                        graph.toString(),
                                        "--nodes",
                                        "Airport=" + airports,
                                        "--edges",
                                        "ROUTE=" + routes,
                                        "--dry-run"),
                                run(
                                        "load",
                                        graph.toString(),
                                        "--nodes",
                                        "Airport=" + airports,
                                        "--edges",
                                        "ROUTE=" + routes,
                                        "-m",
                                        "airports and routes"),
                                run("info", graph.toString()))),
                new Step(
                        "A query",
                        "Queries are openCypher: here the five longest routes from Amsterdam, with the airport as a"
                                + " parameter.",
                        List.of(run("query", graph.toString(), longRoutes, "--param", "from=AMS"))),
                new Step(
                        "Data that breaks the rules",
                        "The summer timetable names an airport that does not exist, repeats a route and has a distance"
                                + " that is no number. All problems are found and named by line, and nothing is"
                                + " written. --skip-bad loads the good rows and keeps the others in a file.",
                        List.of(
                                new Action.Run(List.of("load", graph.toString(), "--edges", summer), 4),
                                run(
                                        "load",
                                        graph.toString(),
                                        "--edges",
                                        summer,
                                        "--skip-bad",
                                        "--rejects",
                                        file("rejects.jsonl"),
                                        "-m",
                                        "summer timetable"))),
                new Step(
                        "An update",
                        "Rows can say themselves what they are. With --mode upsert, rows whose key exists change that"
                                + " element and leave alone what they do not mention; the others are new.",
                        List.of(
                                show("update.jsonl"),
                                run(
                                        "load",
                                        graph.toString(),
                                        file("update.jsonl"),
                                        "--mode",
                                        "upsert",
                                        "-m",
                                        "Berlin opens"))),
                new Step(
                        "History",
                        "Every load was a commit, and every commit can be read for ever: before the update, Amsterdam"
                                + " had one runway less, and Berlin was not there.",
                        List.of(
                                run("log", graph.toString()),
                                run("query", graph.toString(), twoAirports),
                                run("query", graph.toString(), twoAirports, "--at", "main~1"))),
                new Step(
                        "A branch",
                        "Plans for next year go to a branch of their own. Creating one copies nothing, and what is"
                                + " written there shows nowhere else. What differs is shown property by property.",
                        List.of(
                                run("branch", "create", graph.toString(), "plans"),
                                show("plans.jsonl"),
                                run(
                                        "load",
                                        graph.toString(),
                                        file("plans.jsonl"),
                                        "--mode",
                                        "upsert",
                                        "--branch",
                                        "plans",
                                        "-m",
                                        "next year's runways"),
                                run("diff", graph.toString(), "main", "plans", "--full"))),
                new Step(
                        "A merge, and a conflict",
                        "Meanwhile main has changed, too. Different elements and different properties of one merge by"
                                + " themselves; Amsterdam's runways were changed on both sides, and nobody but you can"
                                + " know which number is right. Until you say so, nothing is written.",
                        List.of(
                                show("closure.jsonl"),
                                run(
                                        "load",
                                        graph.toString(),
                                        file("closure.jsonl"),
                                        "--mode",
                                        "upsert",
                                        "-m",
                                        "a runway closes"),
                                new Action.Run(List.of("merge", graph.toString(), "plans"), 5),
                                run("merge", graph.toString(), "plans", "--strategy", "ours", "-m", "plans approved"),
                                run("log", graph.toString(), "-n", "3"))),
                new Step(
                        "Taking something back",
                        "Any commit can be taken back, whatever came after it: here the closed runway.",
                        List.of(
                                run("revert", graph.toString(), "main~1"),
                                run("query", graph.toString(), twoAirports))));
    }

    private String file(String name) {
        return directory.resolve(name).toString();
    }

    private Action show(String name) {
        return new Action.Show(directory.resolve(name), 4);
    }

    private static Action run(String... arguments) {
        return new Action.Run(List.of(arguments), 0);
    }
}
