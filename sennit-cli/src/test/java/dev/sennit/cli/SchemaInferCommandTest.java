package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.cli.CommandSandbox.Outcome;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaInferCommandTest {
    private static final String AIRPORT_AND_ROUTE = """
            NODE Airport {
              code STRING KEY,
              city STRING
            }

            EDGE ROUTE (Airport)-[0..*]->(Airport) {
              dist INT32,
              KEY ()
            }
            """;

    @TempDir
    Path directory;

    private final CommandSandbox sennit = new CommandSandbox(new FakeGraph());

    @Test
    void plainCsvFilesAreNamedAfterThemselves() throws Exception {
        String airports = write("airports.csv", "code,city\nAMS,Amsterdam\nLHR,London\nSIN,\n");
        String routes = write("routes.csv", "from,to,dist\nAMS,LHR,370\nLHR,AMS,370\n");
        assertProposed(AIRPORT_AND_ROUTE, airports, routes);
    }

    @Test
    void filesWithAGivenTypeNeedNoTellingName() throws Exception {
        String a = write("a.csv", "code,city\nAMS,Amsterdam\nLHR,London\nSIN,\n");
        String b = write("b.csv", "from,to,dist\nAMS,LHR,370\nLHR,AMS,370\n");
        assertProposed(AIRPORT_AND_ROUTE, "--nodes", "Airport=" + a, "--edges", "ROUTE=" + b);
        assertProposed(AIRPORT_AND_ROUTE, "--nodes", "Airport=" + a, "--edges", "ROUTE(Airport,Airport)=" + b);
    }

    @Test
    void filesWithoutHeaderGetTheirColumns_mappedNamesAreUsed() throws Exception {
        String a = write("a.csv", "AMS;Amsterdam\nLHR;London\nSIN;\n");
        String b = write("b.csv", "AMS;LHR;370\nLHR;AMS;370\n");
        assertProposed(
                AIRPORT_AND_ROUTE,
                "--nodes",
                "Airport=" + a,
                "--edges",
                "ROUTE=" + b,
                "--delimiter",
                ";",
                "--columns",
                "Airport=IATA,city",
                "--columns",
                "ROUTE=from,to,dist",
                "--map",
                "Airport.code=IATA");
    }

    @Test
    void jsonRowsSayThemselvesWhatTheyAre() throws Exception {
        String rows = write("data.jsonl", """
                {"node":"Airport","properties":{"code":"AMS","city":"Amsterdam"}}
                {"node":"Airport","properties":{"code":"LHR","city":"London"}}
                {"node":"Airport","properties":{"code":"SIN","city":null}}
                {"edge":"ROUTE","from":"AMS","to":"LHR","properties":{"dist":370}}
                {"edge":"ROUTE","from":{"type":"Airport","key":"LHR"},"to":"AMS","properties":{"dist":370}}
                """);
        assertProposed(AIRPORT_AND_ROUTE, rows);
    }

    @Test
    void flatJsonObjectsAreNamedAfterTheirFile() throws Exception {
        String airports = write(
                "airports.jsonl",
                "{\"code\":\"AMS\",\"city\":\"Amsterdam\"}\n{\"code\":\"LHR\",\"city\":\"5\"}\n{\"code\":\"SIN\"}\n");
        assertProposed("NODE Airport {\n  code STRING KEY,\n  city STRING\n}\n", airports);
    }

    @Test
    void neptuneHeadersGiveLabelsAndTypes() throws Exception {
        String nodes = write("nodes.csv", "~id,~label,code:String,runways:Int\n1,Airport,AMS,6\n2,Airport,LHR,2\n");
        String edges = write("edges.csv", "~id,~from,~to,~label,dist:Int\ne1,1,2,ROUTE,370\ne2,2,1,ROUTE,370\n");
        Outcome outcome = sennit.run("schema", "infer", nodes, edges);
        assertThat(outcome.err()).isEmpty();
        assertThat(SchemaParser.parse(outcome.out()).types().map(type -> type.name()))
                .containsExactly("Airport", "ROUTE(Airport,Airport)");
    }

    @Test
    void rowsThatCannotBeReadAreLeftOutAndTold() throws Exception {
        String airports = write("airports.csv", "code,city\nAMS,Amsterdam\nLHR\nSIN,\n");
        Outcome outcome = sennit.run("schema", "infer", airports);
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).startsWith("1 row of " + airports + " cannot be read; the first is on line 3: ");
        assertThat(sennit.run("schema", "infer", airports, "--quiet").err()).isEmpty();
    }

    @Test
    void whatCannotBeInferredFrom_isAnError() throws Exception {
        assertThat(sennit.run("schema", "infer"))
                .isEqualTo(new Outcome(2, "", "error: no files\nhelp: name the data files\n"));
        assertThat(sennit.run("schema", "infer", "-", "--format", "csv").err())
                .startsWith("error: a schema cannot be inferred from standard input\n");
        assertThat(sennit.run("schema", "infer", "missing.csv").exitCode()).isEqualTo(3);
        Outcome noName = sennit.run("schema", "infer", write("x.csv", "code,,city\nAMS,,x\n"));
        assertThat(noName.exitCode()).isEqualTo(4);
        assertThat(noName.err()).contains("column 2 has no name");
        assertThat(sennit.run("schema", "infer", write("y.csv", "a\n1\n"), "--columns", "City=a")
                        .err())
                .startsWith("error: --columns for City, which has no files\n");
    }

    @Test
    void json_holdsTheText() throws Exception {
        String airports = write("airports.csv", "code\nAMS\n");
        assertThat(sennit.run("schema", "infer", airports, "--json").out())
                .startsWith("{\"schema\":\"")
                .contains("NODE Airport {\\n")
                .endsWith("\"}\n");
    }

    private void assertProposed(String schema, String... arguments) {
        List<String> all = new ArrayList<>(List.of("schema", "infer"));
        all.addAll(List.of(arguments));
        Outcome outcome = sennit.run(all.toArray(String[]::new));
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitCode()).isZero();
        assertThat(SchemaParser.parse(outcome.out())).as(outcome.out()).isEqualTo(SchemaParser.parse(schema));
    }

    private String write(String name, String text) throws Exception {
        return Files.writeString(directory.resolve(name), text).toString();
    }
}
