package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.sennit.QueryOptions;
import dev.sennit.StatementResult;
import dev.sennit.cli.CommandSandbox.Outcome;
import dev.sennit.model.Edge;
import dev.sennit.model.MutationCounts;
import dev.sennit.model.Node;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryCommandTest {
    @TempDir
    Path directory;

    private final FakeGraph graph = new FakeGraph();
    private final CommandSandbox sennit = new CommandSandbox(graph);

    @BeforeEach
    void fillTheGraph() {
        graph.history.add(FakeGraph.commit(1, "init", ""));
        graph.history.add(FakeGraph.commit(2, "load", "first load"));
        graph.withColumns("b.code", "b.city", "dist")
                .withRow("SYD", "Sydney", 16_653L)
                .withRow("GRU", null, 9_774L);
    }

    @Test
    void rowsAreAlignedColumns_theCountGoesToStandardError() {
        assertThat(sennit.run("query", "air", "RETURN 1")).isEqualTo(new Outcome(0, """
                        b.code  b.city   dist
                        ------  ------  -----
                        SYD     Sydney  16653
                        GRU     null     9774
                        """, "2 rows, 0 ms\n"));
        assertThat(graph.queried).isEqualTo("RETURN 1");
        assertThat(graph.askedFor).isEqualTo("main");
        assertThat(graph.open).as("graphs left open").isZero();
    }

    @Test
    void noRows_showsTheColumns() {
        graph.rows.clear();
        assertThat(sennit.run("query", "air", "RETURN 1"))
                .isEqualTo(new Outcome(0, "b.code  b.city  dist\n------  ------  ----\n", "0 rows, 0 ms\n"));
    }

    @Test
    void json_isOneObjectPerRowByColumnName() {
        assertThat(sennit.run("query", "air", "RETURN 1", "--json", "--quiet")).isEqualTo(new Outcome(0, """
                        {"b.code":"SYD","b.city":"Sydney","dist":16653}
                        {"b.code":"GRU","b.city":null,"dist":9774}
                        """, ""));
    }

    @Test
    void csv_hasAHeaderAndKeepsNullAndEmptyTextApart() {
        graph.withRow("a,b", "", 1L);
        assertThat(sennit.run("query", "air", "RETURN 1", "--csv", "-q"))
                .isEqualTo(new Outcome(0, "b.code,b.city,dist\nSYD,Sydney,16653\nGRU,,9774\n\"a,b\",\"\",1\n", ""));
    }

    @Test
    void elementsAreReadable() {
        graph.rows.clear();
        Node ams = new Node("Airport", List.of("Airport", "Place"), "AMS", Map.of("code", "AMS"));
        Edge route = new Edge("ROUTE", "e1", "Airport", "AMS", "Airport", "LHR", Map.of("dist", 370L));
        graph.withColumns("a", "r").withRow(ams, route);
        assertThat(sennit.run("query", "air", "RETURN 1").out())
                .endsWith("\n(:Airport:Place {code: 'AMS'})  (AMS)-[:ROUTE {dist: 370}]->(LHR)\n");
        assertThat(sennit.run("query", "air", "RETURN 1", "--json").out())
                .isEqualTo("{\"a\":{\"node\":\"Airport\",\"id\":\"AMS\",\"labels\":[\"Airport\",\"Place\"],"
                        + "\"properties\":{\"code\":\"AMS\"}},\"r\":{\"edge\":\"ROUTE\",\"id\":\"e1\",\"from\":"
                        + "{\"type\":\"Airport\",\"id\":\"AMS\"},\"to\":{\"type\":\"Airport\",\"id\":\"LHR\"},"
                        + "\"properties\":{\"dist\":370}}}\n");
    }

    @Test
    void parametersAreJsonWhereTheyParseAsJson_elseText() throws Exception {
        Path file = Files.writeString(directory.resolve("codes.json"), "[\"AMS\", 7]\n");
        Path text = Files.writeString(directory.resolve("name.txt"), "Schiphol\n");
        Outcome outcome = sennit.run(
                "query",
                "air",
                "RETURN 1",
                "--param",
                "from=AMS",
                "-p",
                "most=5",
                "-p",
                "big=123456789012345678901234567890",
                "-p",
                "rate=1.5",
                "-p",
                "zeros=007",
                "-p",
                "quoted=\"5\"",
                "-p",
                "nothing=null",
                "-p",
                "yes=true",
                "-p",
                "map={\"a\": [1, null]}",
                "-p",
                "equation=a=b",
                "-p",
                "empty=",
                "-p",
                "two=1 2",
                "-p",
                "$dollar=x",
                "-p",
                "codes=@" + file,
                "-p",
                "name=@" + text);
        assertThat(outcome.err()).isEqualTo("2 rows, 0 ms\n");
        assertThat(graph.parameters)
                .contains(
                        entry("from", "AMS"),
                        entry("most", 5L),
                        entry("big", new BigInteger("123456789012345678901234567890")),
                        entry("rate", 1.5),
                        entry("zeros", "007"),
                        entry("quoted", "5"),
                        entry("nothing", null),
                        entry("yes", true),
                        entry("map", Map.of("a", java.util.Arrays.asList(1L, null))),
                        entry("equation", "a=b"),
                        entry("empty", ""),
                        entry("two", "1 2"),
                        entry("dollar", "x"),
                        entry("codes", List.of("AMS", 7L)),
                        entry("name", "Schiphol"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "[1, 2 § it ends in the middle of a value § [",
                "{\"a\": } § line 1, column § {",
                "[1, x] § line 1, column § [",
                "[1] 2 § line 1, column § [",
                "  [AMS] § line 1, column § [",
                "{a: 1} § line 1, column § {",
            })
    void whatBeginsLikeAListOrAMap_isNoText(String value, String cause, String begin) throws Exception {
        Path file = Files.writeString(directory.resolve("value.json"), value);
        for (String given : List.of(value, "@" + file)) {
            Outcome outcome = sennit.run("query", "air", "RETURN 1", "-p", "q=" + given);
            assertThat(outcome.exitCode()).as(given).isEqualTo(2);
            assertThat(outcome.err())
                    .startsWith("error: parameter $q begins like a list or a map of JSON, but is none\n  " + cause)
                    .contains("written in quotes, as JSON: q='\"" + begin + "...\"'");
        }
        assertThat(sennit.run("query", "air", "RETURN 1", "-p", "q=\"[AMS]\"").exitCode())
                .isZero();
        assertThat(graph.parameters).contains(entry("q", "[AMS]"));
    }

    @Test
    void malformedParameters_areUsageErrors() {
        assertThat(sennit.run("query", "air", "RETURN 1", "--param", "from"))
                .isEqualTo(new Outcome(
                        2, "", "error: --param from\nhelp: write --param name=value, for example from=AMS\n"));
        assertThat(sennit.run("query", "air", "RETURN 1", "--param", "a=1", "--param", "a=2"))
                .isEqualTo(new Outcome(2, "", "error: --param a is given twice\n"));
        assertThat(sennit.run("query", "air", "RETURN 1", "--param", "a=@missing.json"))
                .isEqualTo(new Outcome(3, "", "error: no file missing.json\n"));
    }

    @Test
    void numbersBeyondThoseOfFloats_areRefused_notInfinite() {
        for (String value : List.of("1e400", "-1e400", "[1, {\"a\": 1e999}]")) {
            Outcome outcome = sennit.run("query", "air", "RETURN $x", "-p", "x=" + value);
            assertThat(outcome.exitCode()).as(value).isNotZero();
            assertThat(outcome.err())
                    .as(value)
                    .startsWith("error: parameter $x has a number that is out of range\n  floats are -1.797");
        }
        assertThat(sennit.run("query", "air", "RETURN $x", "-p", "x=1e300").exitCode())
                .isZero();
    }

    /** The JVM has replaced what the shell gave that is not text. */
    @Test
    void argumentsWithBytesThatAreNotText_areRefused_asFilesAre() throws Exception {
        assertThat(sennit.run("query", "air", "RETURN 'a\uFFFD'"))
                .isEqualTo(new Outcome(
                        2,
                        "",
                        "error: the query has bytes that are not text at character 10\n"
                                + "  the shell's locale has no character for them, or they are U+FFFD itself\n"
                                + "help: name a file that has it with -f, which is read as UTF-8; for U+FFFD write"
                                + " \\uFFFD in the string\n"));
        assertThat(sennit.run("query", "air", "RETURN $x", "-p", "x=a\uFFFD").err())
                .startsWith("error: parameter $x has bytes that are not text at character 4");
        assertThat(sennit.run("query", "air", "RETURN $x", "-p", "x=\"\\uFFFD\"")
                        .exitCode())
                .isZero();
        assertThat(graph.parameters).contains(entry("x", "\uFFFD"));
        Path file = Files.writeString(directory.resolve("q.cypher"), "RETURN '\uFFFD'");
        assertThat(sennit.run("query", "air", "-f", file.toString()).exitCode()).isZero();
    }

    @Test
    void queryComesFromAFileOrFromStandardInput() throws Exception {
        Path file = Files.writeString(directory.resolve("q.cypher"), "MATCH (n)\nRETURN n");
        assertThat(sennit.run("query", "air", "-f", file.toString()).exitCode()).isZero();
        assertThat(graph.queried).isEqualTo("MATCH (n)\nRETURN n");
        assertThat(sennit.withInput("RETURN 2").run("query", "air", "-").exitCode())
                .isZero();
        assertThat(graph.queried).isEqualTo("RETURN 2");
        assertThat(sennit.withInput("RETURN 3").run("query", "air", "-f", "-").exitCode())
                .isZero();
        assertThat(graph.queried).isEqualTo("RETURN 3");
    }

    @Test
    void whatIsSaidOfACommit_isText() throws Exception {
        assertThat(sennit.run("query", "air", "CREATE (:Firm)", "-m", "caf\uFFFD"))
                .isEqualTo(new Outcome(2, "", """
                        error: the commit's message has bytes that are not text at character 4
                          the shell's locale has no character for them, or they are U+FFFD itself
                        help: write it in the locale's characters, or set one with UTF-8: LC_ALL=C.UTF-8
                        """));
        assertThat(sennit.run("query", "air", "CREATE (:Firm)", "--author", "Zo\uFFFD")
                        .err())
                .startsWith("error: the author has bytes that are not text at character 3");
        assertThat(sennit.run("query", "air", "CREATE (:Firm)", "--idempotency-key", "\uFFFD")
                        .err())
                .startsWith("error: the idempotency key has bytes that are not text at character 1");
        String file = Files.writeString(directory.resolve("x.jsonl"), "").toString();
        assertThat(sennit.run("load", "air", file, "-m", "\uFFFD").err())
                .startsWith("error: the commit's message has bytes that are not text");
        assertThat(sennit.with("SENNIT_AUTHOR", "Zo\uFFFD")
                        .run("query", "air", "CREATE (:Firm)")
                        .err())
                .startsWith("error: the author has bytes that are not text at character 3");
        assertThat(graph.executed).isEmpty();
    }

    @Test
    void aStatementsMemoryIsBounded() {
        List<Long> given = new ArrayList<>();
        graph.executor = (cypher, options) -> {
            given.add(options.maxMemoryBytes());
            return new StatementResult(List.of(), List.of(), Optional.empty(), false, MutationCounts.NONE);
        };
        long usual = QueryOptions.DEFAULT.maxMemoryBytes();
        for (String[] size : new String[][] {{"20MB", "20000000"}, {"1.5kb", "1500"}, {"3 MiB", "3145728"}}) {
            assertThat(sennit.run("query", "air", "RETURN 1", "--max-memory", size[0])
                            .exitCode())
                    .isZero();
            assertThat(graph.queriedWith)
                    .as(size[0])
                    .isEqualTo(QueryOptions.DEFAULT.maxMemoryBytes(Long.parseLong(size[1])));
        }
        sennit.run("query", "air", "RETURN 1", "--timeout", "3s");
        assertThat(graph.queriedWith).isEqualTo(QueryOptions.DEFAULT.timeout(Duration.ofSeconds(3)));
        sennit.run("query", "air", "CREATE (:Firm)", "--max-memory", "20MB");
        sennit.run("query", "air", "CREATE (:Firm)");
        assertThat(given).containsExactly(20_000_000L, usual);
        for (String wrong : List.of("20", "MB", "0MB", "-1MB", "1XB", "1e3MB")) {
            assertThat(sennit.run("query", "air", "RETURN 1", "--max-memory=" + wrong)
                            .err())
                    .as(wrong)
                    .contains("'" + wrong + "' is not a size; write for example 500MB, 2GB or 512MiB");
        }
        Outcome tooMuch = sennit.run("query", "air", "RETURN 1", "--max-memory", "900TB");
        assertThat(tooMuch.exitCode()).isEqualTo(2);
        assertThat(tooMuch.err())
                .startsWith("error: --max-memory of 900 TB\n  Java's heap has ")
                .endsWith("help: give the JVM more, for example SENNIT_JAVA_OPTS=-Xmx4g\n");
    }

    @Test
    void queryTextIsNeededOnce() {
        assertThat(sennit.run("query", "air").err()).startsWith("error: no query\nhelp: ");
        assertThat(sennit.run("query", "air", "RETURN 1", "-f", "q").err())
                .isEqualTo("error: both a query and -f q\nhelp: give one of them\n");
        assertThat(sennit.run("query", "air", "RETURN 1", "--csv", "--json").exitCode())
                .isEqualTo(2);
    }

    @Test
    void anEarlierStateIsReadByItsRevision() {
        sennit.run("query", "air", "RETURN 1", "--at", "main~1");
        assertThat(graph.askedFor).isEqualTo("main~1");
        sennit.run("query", "air", "RETURN 1", "--branch", "dev", "--at", "~1");
        assertThat(graph.askedFor).isEqualTo("dev~1");
        sennit.run("query", "air", "RETURN 1", "--branch", "dev", "--at", "@{2026-11-29T12:00Z}");
        assertThat(graph.askedFor).isEqualTo("dev@{2026-11-29T12:00Z}");
        assertThat(sennit.run("query", "air", "RETURN 1", "--branch", "dev", "--at", "main~1"))
                .isEqualTo(new Outcome(2, "", """
                        error: both --branch dev and the revision main~1
                          a revision that begins with a name says itself what it starts from
                        help: leave out --branch
                        """));
    }

    @Test
    void unknownBranch_isNotFound() {
        assertThat(sennit.run("query", "air", "RETURN 1", "--branch", "mian"))
                .isEqualTo(new Outcome(3, "", "error: no branch 'mian' in graph air\nhelp: did you mean 'main'?\n"));
    }

    @Test
    void aStatementThatWrites_isExecutedOnTheBranch_andTellsItsCommit() {
        graph.executor = (cypher, options) -> {
            assertThat(options.message()).isEqualTo("two firms");
            return new StatementResult(
                    List.of(),
                    List.of(),
                    Optional.of(FakeGraph.commit(3, "mutation", "")),
                    false,
                    new MutationCounts(2, 1, 0, 1, 0, 3));
        };
        assertThat(sennit.run("query", "air", "CREATE (:Firm)", "-m", "two firms", "--author", "zoe"))
                .isEqualTo(new Outcome(
                        0,
                        "",
                        "created 2 nodes and 1 edge, changed 1 node, deleted 3 edges; commit 0001000003\n"
                                .replace("0001000003", CommitText.shortId(FakeGraph.commit(3, "mutation", "")))));
        assertThat(graph.executed).containsExactly("CREATE (:Firm)");
        assertThat(sennit.run("query", "air", "CREATE (:Firm)", "-m", "two firms", "--json")
                        .out())
                .startsWith("{\"commit\":\"")
                .contains("\"nodesCreated\":2,\"nodesUpdated\":1,\"nodesDeleted\":0");
        graph.executor = (cypher, options) ->
                new StatementResult(List.of(), List.of(), Optional.empty(), false, MutationCounts.NONE);
        assertThat(sennit.run("query", "air", "MATCH (n) DELETE n").err())
                .isEqualTo("nothing changed, so there is no commit\n");
    }

    @Test
    void aStatementThatWrites_takesNoRevision() {
        assertThat(sennit.run("query", "air", "CREATE (:Firm)", "--at", "main~1")
                        .exitCode())
                .isEqualTo(2);
        assertThat(graph.executed).isEmpty();
    }

    @Test
    void statementsOfAScript_areExecutedInOrder() {
        graph.rows.clear();
        assertThat(sennit.run("query", "air", "CREATE (:Firm); MATCH (n) RETURN n; MATCH (n) DELETE n")
                        .exitCode())
                .isZero();
        assertThat(graph.executed.stream().map(String::strip)).containsExactly("CREATE (:Firm)", "MATCH (n) DELETE n");
        assertThat(graph.queried).asString().isEqualToIgnoringWhitespace("MATCH (n) RETURN n");
        assertThat(sennit.run("query", "air", "CREATE (:A); CREATE (:B)", "--idempotency-key", "k"))
                .isEqualTo(new Outcome(2, "", """
                        error: --idempotency-key with 2 statements that write
                          each makes a commit of its own
                        help: make one of them with --atomic
                        """));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"RETURN 1;", "RETURN 1;;  ; ", ";; RETURN 1 ;", "RETURN 1; // the end", "/* ; */ RETURN 1;;"})
    void semicolonsAroundAStatement_areNone(String query) {
        assertThat(sennit.run("query", "air", query, "-q").exitCode()).isZero();
        assertThat(graph.queried).contains("RETURN 1").doesNotContain("1;");
    }

    @ParameterizedTest
    @CsvSource({"'', false", "' \n ', false", ";, true", "'  // only a comment', true", "'/* one */ ; ;', true"})
    void noStatement_isAnError_thatNamesWhereThereIsNone(String text, boolean more) throws Exception {
        String cause = more ? "  it has only comments and semicolons\n" : "";
        String help = "help: begin with MATCH, RETURN or another clause\n";
        assertThat(sennit.run("query", "air", text))
                .isEqualTo(new Outcome(4, "", "error: the query is empty\n" + cause + help));
        Path file = Files.writeString(directory.resolve("none.cypher"), text);
        assertThat(sennit.run("query", "air", "-f", file.toString()))
                .isEqualTo(new Outcome(4, "", "error: " + file + " has no query\n" + cause + help));
        assertThat(sennit.withInput(text).run("query", "air", "-"))
                .isEqualTo(new Outcome(4, "", "error: standard input has no query\n" + cause + help));
        assertThat(graph.openedWith).as("how the graph was opened").isNull();
    }
}
