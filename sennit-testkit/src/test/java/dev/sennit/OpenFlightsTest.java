package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sennit.input.InputFormat;
import dev.sennit.input.InputOptions;
import dev.sennit.input.InputSource;
import dev.sennit.input.InputTarget;
import dev.sennit.model.LoadResult;
import dev.sennit.model.LoadResult.TypeCounts;
import dev.sennit.schema.SchemaParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The OpenFlights data set is dirty: every fault goes to the rejects file with line and rule, the rest loads, and both
 * agree with a count made independently. Runs where {@code -Dsennit.data} names the directory that has
 * {@code openflights/}.
 */
@EnabledIfSystemProperty(named = "sennit.data", matches = ".+")
class OpenFlightsTest {
    private static final String AIRPORT_COLUMNS =
            "id,name,city,country,iata,icao,latitude,longitude,altitude,utcOffset,dst,tz,type,source";

    @TempDir
    Path directory;

    @Test
    void everyFaultIsRejectedWithLineAndRule_andTheRestLoads() throws IOException {
        Path data = Path.of(System.getProperty("sennit.data"), "openflights");
        Path rejects = directory.resolve("rejects.jsonl");
        Expected expected = expected(data);

        try (Graph graph = Sennit.create(
                directory.resolve("flights").toString(),
                SchemaParser.parse(Files.readString(Path.of("..", "examples", "openflights.sennit"))))) {
            LoadResult result = graph.main()
                    .load(Load.EMPTY
                            .add(input(data, "airports.dat", new InputTarget.Nodes("Airport"), AIRPORT_COLUMNS))
                            .add(input(
                                    data,
                                    "airlines.dat",
                                    new InputTarget.Nodes("Airline"),
                                    "id,name,alias,iata,icao,callsign,country,active"))
                            .add(input(data, "countries.dat", new InputTarget.Nodes("Country"), "name,iso,dafif"))
                            .add(input(data, "planes.dat", new InputTarget.Nodes("Plane"), "name,iata,icao"))
                            .add(input(
                                    data,
                                    "routes.dat",
                                    new InputTarget.Edges("ROUTE"),
                                    "airline,airlineId,sourceCode,from,destinationCode,to,codeshare,stops,equipment"))
                            .skippingBad()
                            .rejects(rejects));

            Map<String, Set<Long>> rejected = rejectedLines(rejects);
            assertThat(rejected).isEqualTo(expected.rejected());
            assertThat(result.rejected())
                    .isEqualTo(rejected.values().stream().mapToLong(Set::size).sum());
            assertThat(result.types().stream().collect(Collectors.toMap(TypeCounts::type, TypeCounts::inserted)))
                    .isEqualTo(expected.loaded());
            assertThat(graph.main().snapshot().info().types().stream()
                            .collect(Collectors.toMap(t -> t.name(), t -> t.rowCount())))
                    .isEqualTo(expected.loaded());
            try (Result named = graph.main()
                    .snapshot()
                    .query("MATCH (a:Airport) WHERE a.city = 'São Paulo' RETURN count(*) AS n")) {
                assertThat(named.next().getLong("n")).isEqualTo(expected.saoPaulo());
            }
            try (Result nulls =
                    graph.main().snapshot().query("MATCH (a:Airport) WHERE a.iata IS NULL RETURN count(*) AS n")) {
                assertThat(nulls.next().getLong("n")).isEqualTo(expected.withoutIata());
            }
        }
    }

    private record Expected(
            Map<String, Set<Long>> rejected, Map<String, Long> loaded, long saoPaulo, long withoutIata) {}

    /** What should happen, by the plainest means: one record a line, keys in sets. */
    private static Expected expected(Path data) throws IOException {
        Map<String, Set<Long>> rejected = new TreeMap<>();
        Map<String, Long> loaded = new TreeMap<>();
        List<List<String>> airports = PlainCsv.records(data.resolve("airports.dat"));
        Set<String> ids = new HashSet<>();
        long saoPaulo = 0;
        long withoutIata = 0;
        long line = 0;
        for (List<String> airport : airports) {
            line++;
            boolean good = ids.add(airport.get(0));
            good &= Double.parseDouble(airport.get(6)) <= 90;
            good &= airport.get(4).equals("\\N") || airport.get(4).matches("[A-Z0-9]{3}");
            good &= airport.get(5).equals("\\N") || airport.get(5).matches("[A-Z0-9]{4}");
            if (!good) {
                reject(rejected, "airports.dat", line);
                ids.remove(airport.get(0));
                continue;
            }
            saoPaulo += airport.get(2).equals("São Paulo") ? 1 : 0;
            withoutIata += airport.get(4).equals("\\N") ? 1 : 0;
        }
        loaded.put("Airport", (long) ids.size());
        loaded.put("Airline", distinct(data, "airlines.dat", rejected));
        loaded.put("Country", distinct(data, "countries.dat", rejected));
        loaded.put("Plane", distinct(data, "planes.dat", rejected));
        Set<List<String>> routes = new HashSet<>();
        line = 0;
        for (List<String> route : PlainCsv.records(data.resolve("routes.dat"))) {
            line++;
            if (!ids.contains(route.get(3))
                    || !ids.contains(route.get(5))
                    || route.get(0).equals("\\N")) {
                reject(rejected, "routes.dat", line);
            } else if (!routes.add(List.of(route.get(3), route.get(5), route.get(0)))) {
                reject(rejected, "routes.dat", line);
            }
        }
        loaded.put("ROUTE(Airport,Airport)", (long) routes.size());
        return new Expected(rejected, loaded, saoPaulo, withoutIata);
    }

    private static long distinct(Path data, String file, Map<String, Set<Long>> rejected) throws IOException {
        Set<String> keys = new HashSet<>();
        long line = 0;
        for (List<String> row : PlainCsv.records(data.resolve(file))) {
            line++;
            if (!keys.add(row.get(0))) {
                reject(rejected, file, line);
            }
        }
        return keys.size();
    }

    private static void reject(Map<String, Set<Long>> rejected, String file, long line) {
        rejected.computeIfAbsent(file, ignored -> new HashSet<>()).add(line);
    }

    private static Map<String, Set<Long>> rejectedLines(Path rejects) throws IOException {
        ObjectMapper json = new ObjectMapper();
        Map<String, Set<Long>> lines = new TreeMap<>();
        List<String> withoutRow = new ArrayList<>();
        for (String text : Files.readAllLines(rejects)) {
            JsonNode reject = json.readTree(text);
            assertThat(reject.path("rule").asText()).isNotEmpty();
            if (reject.path("row").asText().isEmpty()) {
                withoutRow.add(text);
            }
            String file = Path.of(reject.path("source").asText()).getFileName().toString();
            assertThat(lines.computeIfAbsent(file, ignored -> new HashSet<>())
                            .add(reject.path("line").asLong()))
                    .as("one reject per row: %s", text)
                    .isTrue();
        }
        assertThat(withoutRow).isEmpty();
        return lines;
    }

    private static Load.Input input(Path data, String file, InputTarget target, String columns) {
        InputOptions options = InputOptions.DEFAULTS
                .withFormat(InputFormat.CSV)
                .withNullText("\\N")
                .withColumns(List.of(columns.split(",")));
        return new Load.Input(InputSource.of(data.resolve(file)), target, Optional.of(options));
    }
}
