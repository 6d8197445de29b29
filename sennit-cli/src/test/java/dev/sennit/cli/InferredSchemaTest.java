package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The schema that {@code schema infer} proposes for real files is one under which they load. Runs where
 * {@code -Dsennit.data} names the directory of the data sets.
 */
@EnabledIfSystemProperty(named = "sennit.data", matches = ".+")
class InferredSchemaTest {
    private static final String AIRPORTS =
            "id,name,city,country,iata,icao,latitude,longitude,altitude,utcOffset,dst,tz,type,source";
    private static final String ROUTES =
            "airline,airlineId,sourceCode,from,destinationCode,to,codeshare,stops,equipment";

    @TempDir
    Path directory;

    private final CommandSandbox sennit = new CommandSandbox(Main.SENNIT);

    /** What {@code infer} and {@code load} are told about the same files. */
    static List<Arguments> files() {
        return List.of(
                Arguments.of("airroutes/nodes.csv", List.of("@airroutes/nodes.csv")),
                Arguments.of(
                        "airroutes/edges.csv with the nodes", List.of("@airroutes/nodes.csv", "@airroutes/edges.csv")),
                Arguments.of("airports.dat", openFlights("Airport", "airports.dat", AIRPORTS)),
                Arguments.of(
                        "airlines.dat",
                        openFlights("Airline", "airlines.dat", "id,name,alias,iata,icao,callsign,country,active")),
                Arguments.of("countries.dat", openFlights("Country", "countries.dat", "name,iso,dafif")),
                Arguments.of("planes.dat", openFlights("Plane", "planes.dat", "name,iata,icao")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void aFileLoadsUnderTheSchemaInferredFromIt(String name, List<String> about) throws IOException {
        CommandSandbox.Outcome loaded = inferInitLoad(about, List.of());

        assertThat(loaded.exitCode()).as(loaded.err()).isZero();
        assertThat(loaded.out()).contains("\"rejected\":0").doesNotContain("\"inserted\":0,");
    }

    /** 892 routes lead from or to an airport that is not in the file; no schema can help those. */
    @ParameterizedTest
    @MethodSource("routes")
    void routesLoadUnderTheSchemaInferredFromThem_butForThoseWithoutAirports(List<String> about) throws IOException {
        Path rejects = directory.resolve("rejects.jsonl");

        CommandSandbox.Outcome loaded = inferInitLoad(about, List.of("--skip-bad", "--rejects", rejects.toString()));

        assertThat(loaded.exitCode()).as(loaded.err()).isZero();
        List<String> lines = Files.readAllLines(rejects);
        assertThat(loaded.out()).contains("\"rejected\":" + lines.size());
        assertThat(lines)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line)
                        .containsAnyOf("\"rule\":\"ENDPOINT\"", "the source is empty", "the destination is empty"));
    }

    static Stream<List<String>> routes() {
        List<String> about = new ArrayList<>(openFlights("Airport", "airports.dat", AIRPORTS));
        about.addAll(List.of("--edges", "ROUTE=@openflights/routes.dat", "--columns", "ROUTE=" + ROUTES));
        return Stream.of(about);
    }

    private CommandSandbox.Outcome inferInitLoad(List<String> about, List<String> more) throws IOException {
        Path data = Path.of(System.getProperty("sennit.data")).toAbsolutePath();
        List<String> files =
                about.stream().map(each -> each.replace("@", data + "/")).toList();
        CommandSandbox.Outcome inferred = run(List.of("schema", "infer"), files);
        assertThat(inferred.exitCode()).as(inferred.err()).isZero();
        Path schema = Files.writeString(directory.resolve("inferred.sennit"), inferred.out());
        String graph = directory.resolve("graph").toString();
        CommandSandbox.Outcome made = run(List.of("init", graph, "--schema", schema.toString()), List.of());
        assertThat(made.exitCode()).as(made.err()).isZero();
        List<String> arguments = new ArrayList<>(List.of("load", graph, "--json"));
        arguments.addAll(more);
        return run(arguments, files);
    }

    private CommandSandbox.Outcome run(List<String> command, List<String> files) {
        List<String> all = new ArrayList<>(command);
        all.addAll(files);
        return sennit.run(all.toArray(String[]::new));
    }

    private static List<String> openFlights(String type, String file, String columns) {
        return List.of("--nodes", type + "=@openflights/" + file, "--columns", type + "=" + columns, "--null", "\\N");
    }
}
