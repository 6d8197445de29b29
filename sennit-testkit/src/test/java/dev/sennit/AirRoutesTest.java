package dev.sennit;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;
import static java.util.Map.Entry.comparingByKey;
import static java.util.stream.Collectors.averagingDouble;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sennit.PlainCsv.Row;
import dev.sennit.model.LoadResult;
import dev.sennit.schema.SchemaParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The air-routes data set loads in one commit, and ten questions get the answers that plain Java computes over the CSV
 * files. Runs where {@code -Dsennit.data} names the directory that has {@code airroutes/}.
 */
@EnabledIfSystemProperty(named = "sennit.data", matches = ".+")
class AirRoutesTest {
    private static final Map<String, Row> NODES = new HashMap<>();
    private static final List<Row> ROUTES = new ArrayList<>();
    private static final List<Row> CONTAINS = new ArrayList<>();

    private static Graph graph;
    private static LoadResult loaded;

    @BeforeAll
    static void load(@TempDir Path directory) throws IOException {
        Path data = Path.of(System.getProperty("sennit.data"), "airroutes");
        for (Row row : PlainCsv.rows(data.resolve("nodes.csv"))) {
            NODES.put(row.get("~id"), row);
        }
        for (Row row : PlainCsv.rows(data.resolve("edges.csv"))) {
            (row.get("~label").equals("route") ? ROUTES : CONTAINS).add(row);
        }
        graph = Sennit.create(
                directory.resolve("air").toString(),
                SchemaParser.parse(Files.readString(Path.of("..", "examples", "airroutes.sennit"))));
        loaded = graph.main()
                .load(
                        Load.EMPTY.rows(data.resolve("nodes.csv")).rows(data.resolve("edges.csv")),
                        WriteOptions.DEFAULT.message("the whole world"));
    }

    @AfterAll
    static void close() {
        graph.close();
    }

    @Test
    void everythingIsLoaded_inOneCommit() {
        assertThat(loaded.rejected()).isZero();
        assertThat(graph.log("main")).hasSize(2);
        assertThat(graph.main().snapshot().info().nodeCount())
                .isEqualTo(NODES.size())
                .isEqualTo(3_749);
        assertThat(graph.main().snapshot().info().edgeCount())
                .isEqualTo(ROUTES.size() + CONTAINS.size())
                .isEqualTo(50_637 + 7_008);
    }

    @Test
    void q1_farthestFromAmsterdam() {
        List<List<Object>> expected = ROUTES.stream()
                .filter(r -> code(r, "~from").equals("AMS") && dist(r) > 5000)
                .sorted(comparingLong(AirRoutesTest::dist).reversed().thenComparing(r -> code(r, "~to")))
                .limit(5)
                .map(r -> List.<Object>of(code(r, "~to"), to(r).get("city"), dist(r)))
                .toList();

        assertThat(rows("MATCH (a:airport {code: 'AMS'})-[r:route]->(b:airport) WHERE r.dist > 5000"
                        + " RETURN b.code, b.city, r.dist ORDER BY r.dist DESC, b.code LIMIT 5"))
                .isEqualTo(expected);
    }

    @Test
    void q2_airportsPerContinent() {
        Map<String, Long> expected = CONTAINS.stream()
                .filter(c -> from(c).get("~label").equals("continent"))
                .collect(groupingBy(c -> code(c, "~from"), TreeMap::new, counting()));

        assertThat(rows("MATCH (c:continent)-[:contains]->(a:airport) RETURN c.code, count(*) ORDER BY c.code"))
                .isEqualTo(entries(expected));
    }

    @Test
    void q3_busiestTenAirportsByDepartures() {
        Map<String, Long> departures = ROUTES.stream().collect(groupingBy(r -> code(r, "~from"), counting()));
        List<List<Object>> expected = departures.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(comparingByKey()))
                .limit(10)
                .map(e -> List.<Object>of(e.getKey(), e.getValue()))
                .toList();

        assertThat(
                        rows(
                                "MATCH (a:airport)-[r:route]->() RETURN a.code, count(r) AS n ORDER BY n DESC, a.code LIMIT 10"))
                .isEqualTo(expected);
    }

    @Test
    void q4_countriesWithoutAnyAirportInTheData_areThoseWithoutContainment() {
        Set<String> with = CONTAINS.stream()
                .filter(c -> from(c).get("~label").equals("country"))
                .map(c -> code(c, "~from"))
                .collect(Collectors.toSet());
        long countries = NODES.values().stream()
                .filter(n -> n.get("~label").equals("country"))
                .count();

        assertThat(rows("MATCH (c:country)-[:contains]->(:airport) RETURN count(DISTINCT c)"))
                .isEqualTo(List.of(List.of((long) with.size())));
        assertThat(rows("MATCH (c:country) RETURN count(c)")).isEqualTo(List.of(List.of(countries)));
    }

    @Test
    void q5_twoHopsFromAReykjavik_distinctDestinations() {
        Map<String, List<String>> next = ROUTES.stream()
                .collect(groupingBy(
                        r -> code(r, "~from"), Collectors.mapping(r -> code(r, "~to"), Collectors.toList())));
        Set<String> reached = new HashSet<>();
        long paths = 0;
        for (String middle : next.getOrDefault("KEF", List.of())) {
            for (String end : next.getOrDefault(middle, List.of())) {
                reached.add(end);
                paths++;
            }
        }

        assertThat(rows("MATCH (:airport {code: 'KEF'})-[:route]->()-[:route]->(c:airport)"
                        + " RETURN count(*), count(DISTINCT c.code)"))
                .isEqualTo(List.of(List.of(paths, (long) reached.size())));
    }

    @Test
    void q6_averageAndExtremeDistances() {
        double average =
                ROUTES.stream().mapToLong(AirRoutesTest::dist).average().orElseThrow();
        long shortest = ROUTES.stream().mapToLong(AirRoutesTest::dist).min().orElseThrow();
        long longest = ROUTES.stream().mapToLong(AirRoutesTest::dist).max().orElseThrow();

        List<List<Object>> answer =
                rows("MATCH ()-[r:route]->() RETURN min(r.dist), max(r.dist), avg(r.dist), sum(r.dist)");

        assertThat(answer.getFirst().get(0)).isEqualTo(shortest);
        assertThat(answer.getFirst().get(1)).isEqualTo(longest);
        assertThat((Double) answer.getFirst().get(2)).isCloseTo(average, within(1e-9));
        assertThat(answer.getFirst().get(3))
                .isEqualTo(ROUTES.stream().mapToLong(AirRoutesTest::dist).sum());
    }

    @Test
    void q7_namesWithSpecialLetters() {
        List<List<Object>> expected = airports()
                .filter(a -> a.get("desc").contains("ã") || a.get("city").startsWith("São"))
                .map(a -> List.<Object>of(a.get("code")))
                .sorted(comparing(row -> (String) row.getFirst()))
                .toList();

        assertThat(expected).isNotEmpty();
        assertThat(rows("MATCH (a:airport) WHERE a.desc CONTAINS 'ã' OR a.city STARTS WITH 'São'"
                        + " RETURN a.code ORDER BY a.code"))
                .isEqualTo(expected);
    }

    @Test
    void q8_routesThatDoNotGoBothWays() {
        Set<List<String>> pairs = ROUTES.stream()
                .map(r -> List.of(code(r, "~from"), code(r, "~to")))
                .collect(Collectors.toSet());
        long both = pairs.stream()
                .filter(pair -> pairs.contains(List.of(pair.get(1), pair.get(0))))
                .count();

        assertThat(rows("MATCH (a:airport)-[:route]->(b:airport)-[:route]->(a) RETURN count(*)"))
                .isEqualTo(List.of(List.of(both)));
    }

    @Test
    void q9_highAirportsWithLongRunways_perCountry() {
        Map<String, Double> expected = airports()
                .filter(a -> Integer.parseInt(a.get("elev")) > 8000 && Integer.parseInt(a.get("longest")) >= 10_000)
                .collect(groupingBy(
                        a -> a.get("country"), TreeMap::new, averagingDouble(a -> Integer.parseInt(a.get("elev")))));

        assertThat(rows("MATCH (a:airport) WHERE a.elev > 8000 AND NOT a.longest < 10000"
                        + " RETURN a.country, avg(a.elev) ORDER BY a.country"))
                .isEqualTo(entries(expected));
    }

    @Test
    void q10_countriesReachedNonstopFromAListOfAirports() {
        Set<String> start = Set.of("LHR", "JFK", "SIN");
        Map<String, Long> expected = ROUTES.stream()
                .filter(r -> start.contains(code(r, "~from")))
                .collect(groupingBy(
                        r -> code(r, "~from"),
                        TreeMap::new,
                        Collectors.collectingAndThen(
                                Collectors.mapping(r -> to(r).get("country"), Collectors.toSet()),
                                set -> (long) set.size())));

        assertThat(rows("MATCH (a:airport)-[:route]->(b:airport)<-[:contains]-(c:country)"
                        + " WHERE a.code IN ['LHR', 'JFK', 'SIN']"
                        + " RETURN a.code, count(DISTINCT c.code) ORDER BY a.code"))
                .isEqualTo(entries(expected));
    }

    private static Stream<Row> airports() {
        return NODES.values().stream().filter(n -> n.get("~label").equals("airport"));
    }

    private static Row node(String id) {
        return Objects.requireNonNull(NODES.get(id), id);
    }

    private static Row from(Row edge) {
        return node(edge.get("~from"));
    }

    private static Row to(Row edge) {
        return node(edge.get("~to"));
    }

    private static String code(Row edge, String end) {
        return node(edge.get(end)).get("code");
    }

    private static long dist(Row route) {
        return Long.parseLong(route.get("dist"));
    }

    private static List<List<Object>> entries(Map<String, ?> map) {
        return map.entrySet().stream()
                .map(e -> List.<Object>of(e.getKey(), e.getValue()))
                .toList();
    }

    private static List<List<@Nullable Object>> rows(String query) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (Result result = graph.main().snapshot().query(query)) {
            while (result.hasNext()) {
                rows.add(new ArrayList<>(result.next().toMap().values()));
            }
        }
        return rows;
    }
}
