package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.Load;
import dev.sennit.OpenOptions;
import dev.sennit.WriteOptions;
import dev.sennit.cli.CommandSandbox.Outcome;
import dev.sennit.input.InputFormat;
import dev.sennit.input.InputTarget;
import dev.sennit.model.ConstraintViolationException;
import dev.sennit.model.Durability;
import dev.sennit.model.ErrorText;
import dev.sennit.model.LoadMode;
import dev.sennit.model.LoadResult;
import dev.sennit.model.LoadResult.TypeCounts;
import dev.sennit.model.Rule;
import dev.sennit.model.Violation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadCommandTest {
    private static final List<Violation> VIOLATIONS = List.of(
            new Violation(
                    Rule.ENDPOINT, "ROUTE(Airport,Airport)", null, "AMS|QQQ", "QQQ", "r.csv", 5, "no Airport 'QQQ'"),
            new Violation(Rule.UNREADABLE, null, null, null, null, "r.csv", 9, "the row has 3 cells, not 4"));

    @TempDir
    Path directory;

    private final FakeGraph graph = new FakeGraph();
    private final CommandSandbox sennit = new CommandSandbox(graph);
    private String airports = "";
    private String routes = "";

    @Nullable
    private Load load;

    @Nullable
    private WriteOptions options;

    private LoadResult result = new LoadResult(
            List.of(
                    new TypeCounts("Airport", 3_504, 3_500, 4, 0, 0, 0),
                    new TypeCounts("ROUTE(Airport,Airport)", 50_637, 50_000, 0, 635, 2, 0)),
            0,
            Optional.of(FakeGraph.commit(2, "load", "")),
            false,
            false,
            List.of());

    @BeforeEach
    void writeFiles() throws Exception {
        airports = Files.writeString(directory.resolve("airports.csv"), "code\nAMS\n")
                .toString();
        routes = Files.writeString(directory.resolve("routes.csv"), "from,to\nAMS,AMS\n")
                .toString();
        graph.history.add(FakeGraph.commit(1, "init", ""));
        graph.loader = (givenLoad, givenOptions) -> {
            load = givenLoad;
            options = givenOptions;
            return result;
        };
    }

    @Test
    void summaryIsALinePerTypeAndTheCommit() {
        assertThat(sennit.run("load", "air", "--nodes", "Airport=" + airports, "--edges", "ROUTE=" + routes))
                .isEqualTo(new Outcome(0, """
                        type                      read  inserted  updated  unchanged  rejected
                        ----------------------  ------  --------  -------  ---------  --------
                        Airport                  3,504     3,500        4          0         0
                        ROUTE(Airport,Airport)  50,637    50,000        0        635         2

                        2 rows were rejected; --rejects <file> keeps them

                        commit 00800002
                        """, ""));
        assertThat(given().inputs().stream().map(Load.Input::target))
                .containsExactly(new InputTarget.Nodes("Airport"), new InputTarget.Edges("ROUTE"));
        assertThat(given().inputs().stream().map(input -> input.source().name()))
                .containsExactly(airports, routes);
        assertThat(given().mode()).isEqualTo(LoadMode.INSERT);
        assertThat(given().skipBad()).isFalse();
        assertThat(graph.open).as("graphs left open").isZero();
    }

    @Test
    void rejectedRowsAreShown_theRestIsInTheFile() {
        result = new LoadResult(
                List.of(new TypeCounts("ROUTE(Airport,Airport)", 13, 10, 0, 0, 3, 0)),
                1,
                Optional.of(FakeGraph.commit(2, "load", "")),
                false,
                false,
                VIOLATIONS);
        Path rejects = directory.resolve("bad.jsonl");
        assertThat(sennit.run("load", "air", airports, "--skip-bad", "--rejects", rejects.toString())
                        .out())
                .isEqualTo("""
                        type                    read  inserted  updated  unchanged  rejected
                        ----------------------  ----  --------  -------  ---------  --------
                        ROUTE(Airport,Airport)    13        10        0          0         3
                        (unknown)                  1         0        0          0         1

                        4 rows were rejected; all are in %s:
                          r.csv:5: ENDPOINT ROUTE(Airport,Airport) no Airport 'QQQ'
                          r.csv:9: UNREADABLE the row has 3 cells, not 4
                          and 2 more

                        commit 00800002
                        """.formatted(rejects));
        assertThat(given().rejects()).contains(rejects);
        assertThat(given().skipBad()).isTrue();
    }

    @Test
    void json_isOneObject() {
        result = new LoadResult(
                List.of(new TypeCounts("ROUTE(Airport,Airport)", 13, 10, 0, 0, 3, 0)),
                1,
                Optional.empty(),
                false,
                true,
                VIOLATIONS);
        assertThat(sennit.run("load", "air", airports, "--dry-run", "--json"))
                .isEqualTo(new Outcome(
                        0,
                        "{\"commit\":null,\"dryRun\":true,\"replayed\":false,\"rejected\":4,\"unassigned\":1,"
                                + "\"types\":[{\"type\":\"ROUTE(Airport,Airport)\",\"read\":13,\"inserted\":10,"
                                + "\"updated\":0,\"unchanged\":0,\"rejected\":3,\"deleted\":0}],\"violations\":["
                                + "{\"rule\":\"ENDPOINT\",\"type\":\"ROUTE(Airport,Airport)\",\"property\":null,"
                                + "\"key\":\"AMS|QQQ\",\"value\":\"QQQ\",\"source\":\"r.csv\",\"line\":5,"
                                + "\"message\":\"no Airport 'QQQ'\"},"
                                + "{\"rule\":\"UNREADABLE\",\"type\":null,\"property\":null,\"key\":null,"
                                + "\"value\":null,\"source\":\"r.csv\",\"line\":9,"
                                + "\"message\":\"the row has 3 cells, not 4\"}]}\n",
                        ""));
        assertThat(given().dryRun()).isTrue();
    }

    @Test
    void lastLineTellsWhatBecameOfIt() {
        LoadResult nothing = new LoadResult(List.of(), 0, Optional.empty(), false, false, List.of());
        result = nothing;
        assertThat(sennit.run("load", "air", airports).out()).endsWith("\nnothing changed: no commit\n");
        result = new LoadResult(List.of(), 0, Optional.empty(), false, true, List.of());
        assertThat(sennit.run("load", "air", airports, "--dry-run").out())
                .endsWith("\ndry run: everything was checked, nothing was written\n");
        result = new LoadResult(List.of(), 0, Optional.of(FakeGraph.commit(2, "load", "")), true, false, List.of());
        assertThat(sennit.run("load", "air", airports, "--idempotency-key", "k").out())
                .isEqualTo("done before under this idempotency key, as commit 00800002; nothing was changed\n");
        assertThat(sennit.run("load", "air", airports, "--quiet")).isEqualTo(new Outcome(0, "", ""));
    }

    @Test
    void replaceTellsWhatItDeleted() {
        result = new LoadResult(
                List.of(new TypeCounts("Airport", 3, 1, 1, 1, 0, 3_501)),
                0,
                Optional.of(FakeGraph.commit(2, "load", "")),
                false,
                false,
                List.of());
        assertThat(sennit.run("load", "air", "--nodes", "Airport=" + airports, "--mode", "replace")
                        .out())
                .isEqualTo("""
                        type     read  inserted  updated  unchanged  rejected  deleted
                        -------  ----  --------  -------  ---------  --------  -------
                        Airport     3         1        1          1         0    3,501
                        commit 00800002
                        """);
        assertThat(given().mode()).isEqualTo(LoadMode.REPLACE);
    }

    @Test
    void violations_areListedAndEndWith4() {
        graph.loader = (givenLoad, givenOptions) -> {
            throw new ConstraintViolationException(
                    ErrorText.of("2 rows break rules; nothing was written"), VIOLATIONS, 2, null);
        };
        assertThat(sennit.run("load", "air", airports)).isEqualTo(new Outcome(4, "", """
                        error: 2 rows break rules; nothing was written
                          r.csv:5: ENDPOINT ROUTE(Airport,Airport) no Airport 'QQQ'
                          r.csv:9: UNREADABLE the row has 3 cells, not 4
                        """));
    }

    @Test
    void writeFlagsReachTheWrite() {
        Outcome outcome = sennit.with("SENNIT_AUTHOR", "grace")
                .run(
                        "load",
                        "air",
                        airports,
                        "-m",
                        "a message",
                        "--idempotency-key=k1",
                        "--if-commit",
                        "main~0",
                        "--timeout",
                        "1.5m",
                        "--durability",
                        "RELAXED");
        assertThat(outcome.err()).isEmpty();
        WriteOptions written = Objects.requireNonNull(options);
        assertThat(written.message()).isEqualTo("a message");
        assertThat(written.idempotencyKey()).contains("k1");
        assertThat(written.ifCommit()).contains(FakeGraph.commitId(1));
        assertThat(written.timeout()).isEqualTo(Duration.ofSeconds(90));
        assertThat(openedWith().author()).isEqualTo("grace");
        assertThat(openedWith().durability()).isEqualTo(Durability.RELAXED);

        String full = FakeGraph.commitId(7).toString();
        sennit.run("load", "air", airports, "--if-commit", full, "--author", "ada");
        assertThat(Objects.requireNonNull(options).ifCommit()).contains(FakeGraph.commitId(7));
        assertThat(openedWith().author()).isEqualTo("ada");
        assertThat(openedWith().durability()).isEqualTo(Durability.FULL);
    }

    @Test
    void authorIsTheSystemsUserWhereNobodySays() {
        sennit.run("load", "air", airports);
        assertThat(openedWith().author()).isEqualTo(System.getProperty("user.name"));
    }

    @Test
    void inputFlagsReachTheLoad() throws Exception {
        Path mapping = Files.writeString(
                directory.resolve("mapping.json"), "{\"columns\": {\"Airport\": {\"code\": \"IATA\"}}}");
        Outcome outcome = sennit.run(
                "load",
                "air",
                "--nodes",
                "Airport=" + airports,
                "--format",
                "csv",
                "--delimiter",
                "tab",
                "--quote",
                "none",
                "--null",
                "\\N",
                "--encoding",
                "ISO-8859-1",
                "--columns",
                "id,_,name",
                "--mapping",
                mapping.toString(),
                "--map",
                "Airport.name=full name",
                "--max-bad",
                "10",
                "--mode",
                "upsert");
        assertThat(outcome.err()).isEmpty();
        assertThat(given().options().format()).contains(InputFormat.CSV);
        assertThat(given().options().delimiter()).contains('\t');
        assertThat(given().options().quote()).isEmpty();
        assertThat(given().options().nullText()).contains("\\N");
        assertThat(given().options().encoding()).isEqualTo(StandardCharsets.ISO_8859_1);
        assertThat(given().options().columns()).contains(List.of("id", "_", "name"));
        assertThat(given().options().mapping().columns())
                .isEqualTo(Map.of("Airport", Map.of("code", "IATA", "name", "full name")));
        assertThat(given().maxBad()).isEqualTo(OptionalLong.of(10));
        assertThat(given().skipBad()).isTrue();
        assertThat(given().mode()).isEqualTo(LoadMode.UPSERT);
    }

    @Test
    void filesAreSeparatedByCommas_globsAndNamesWithCommasAreKept() throws Exception {
        String more =
                Files.writeString(directory.resolve("airports2.csv"), "code\n").toString();
        String comma = Files.writeString(directory.resolve("a,b.csv"), "code\n").toString();
        sennit.run("load", "air", "--nodes", "Airport=" + airports + "," + more, "--nodes", "Airport=" + comma);
        assertThat(names()).containsExactly(airports, more, comma);
        sennit.run("load", "air", "--nodes", "Airport=" + directory + "/{airports,airports2}.csv");
        assertThat(names()).containsExactly(airports, more);
        sennit.run("load", "air", directory + "/*s.csv");
        assertThat(names()).containsExactly(airports, routes);
        assertThat(given().inputs().getFirst().target()).isEqualTo(InputTarget.SELF_DESCRIBED);
    }

    @Test
    void standardInputIsReadOnce() {
        sennit.withInput("x").run("load", "air", "--nodes", "Airport=-", "--format", "csv");
        assertThat(given().inputs().getFirst().source().isRereadable()).isFalse();
        assertThat(sennit.run("load", "air", "-", "-").err()).startsWith("error: - is given twice\n");
    }

    @Test
    void wrongInputFlags_areUsageErrors() {
        for (String[] wrong : new String[][] {
            {},
            {"--nodes", "Airport"},
            {"--nodes", "=x.csv"},
            {airports, "--delimiter", "ab"},
            {airports, "--encoding", "utf9"},
            {airports, "--format", "xml"},
            {airports, "--mode", "merge"},
            {airports, "--timeout", "soon"},
            {airports, "--max-bad", "-1"},
            {airports, "--max-bad", "few"}
        }) {
            String[] arguments = new String[wrong.length + 2];
            arguments[0] = "load";
            arguments[1] = "air";
            System.arraycopy(wrong, 0, arguments, 2, wrong.length);
            Outcome outcome = sennit.run(arguments);
            assertThat(outcome.exitCode()).as("%s", (Object) wrong).isEqualTo(2);
            assertThat(outcome.err()).startsWith("error: ").contains("\nhelp: ");
            assertThat(outcome.out()).isEmpty();
        }
        assertThat(sennit.run("load", "air", "nothing.csv").exitCode()).isEqualTo(3);
        assertThat(load).as("nothing was loaded").isNull();
    }

    private Load given() {
        return Objects.requireNonNull(load);
    }

    private List<String> names() {
        return given().inputs().stream().map(input -> input.source().name()).toList();
    }

    private OpenOptions openedWith() {
        return Objects.requireNonNull(graph.openedWith);
    }
}
