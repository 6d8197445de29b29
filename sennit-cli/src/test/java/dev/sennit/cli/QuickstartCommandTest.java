package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.cli.CommandSandbox.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickstartCommandTest {
    private static final double EARTH_RADIUS_KM = 6371.0088;

    @TempDir
    Path directory;

    private final CommandSandbox sennit = new CommandSandbox(Main.SENNIT);

    @Test
    void theTourRunsToItsEnd_andItsCommandsDoWhatItSays() throws IOException {
        Path tour = directory.resolve("tour");
        Outcome outcome = sennit.with("SENNIT_COMMAND", "./sennit").run("quickstart", "--dir", tour.toString());
        assertThat(outcome.exitCode()).as(outcome.out() + outcome.err()).isZero();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .contains(
                        "=== 8 of 11: History ===",
                        "created branch 'plans'",
                        "~ Airport:AMS\n    runways: 7 -> 8\n",
                        "divergent-property Airport:AMS runways",
                        "(exit code 5)",
                        "merged: commit ",
                        "reverted: commit ",
                        "$ ./sennit init " + tour + "/air ",
                        "EDGE ROUTE (Airport)-[0..*]->(Airport) {",
                        "dry run: everything was checked, nothing was written",
                        "SIN     Singapore   10513\n",
                        "error: 3 rows break rules",
                        "(exit code 4)",
                        "BER     Berlin",
                        "What next?");
        assertThat(outcome.out().split("\\(exit code", -1)).hasSize(3);
        assertThat(Files.readAllLines(tour.resolve("rejects.jsonl"))).hasSize(3);
        String air = tour.resolve("air").toString();
        assertThat(sennit.run("query", air, "MATCH (a:Airport) RETURN count(*) AS n", "--json", "-q")
                        .out())
                .isEqualTo("{\"n\":48}\n");
        assertThat(sennit.run("log", air, "--json").out().lines()).hasSize(7);

        assertThat(sennit.run("quickstart", "--dir", tour.toString()))
                .isEqualTo(new Outcome(
                        5,
                        "",
                        "error: " + tour + " exists\n  the tour begins with a new directory\n"
                                + "help: name another with --dir\n"));
    }

    @Test
    void cleanRemovesWhatTheTourMade() {
        Path tour = directory.resolve("tour");
        assertThat(sennit.run("quickstart", "--clean", "--dir", tour.toString()).exitCode())
                .isZero();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aStepThatGoesWrongEndsTheTour() {
        FakeGraph broken = new FakeGraph();
        broken.failure = new IllegalStateException("broken");
        Outcome outcome = new CommandSandbox(broken)
                .run("quickstart", "--dir", directory.resolve("tour").toString());
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).endsWith("(exit code 1)\n").doesNotContain("4 of 11");
    }

    @Test
    void distancesAreThoseOnTheGlobe() throws IOException {
        Map<String, double[]> places = new HashMap<>();
        for (List<String> row : rows("airports.csv")) {
            // Names with a comma are quoted: what follows counts from the end.
            int n = row.size();
            places.put(
                    row.getFirst(),
                    new double[] {Double.parseDouble(row.get(n - 5)), Double.parseDouble(row.get(n - 4))});
        }
        assertThat(places).hasSize(47);
        List<List<String>> routes = rows("routes.csv");
        assertThat(routes).hasSize(160);
        for (List<String> route : routes) {
            double[] from = Objects.requireNonNull(places.get(route.get(0)));
            double[] to = Objects.requireNonNull(places.get(route.get(1)));
            assertThat(Double.parseDouble(route.get(3)))
                    .as("%s", route)
                    .isCloseTo(distance(from, to), byLessThan(0.51));
        }
    }

    private static Offset<Double> byLessThan(double km) {
        return Offset.offset(km);
    }

    private static List<List<String>> rows(String file) throws IOException {
        try (var in = Objects.requireNonNull(QuickstartCommandTest.class.getResourceAsStream("quickstart/" + file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(line -> List.of(line.split(",", -1)))
                    .toList();
        }
    }

    private static double distance(double[] from, double[] to) {
        double lat1 = Math.toRadians(from[0]);
        double lat2 = Math.toRadians(to[0]);
        double half = Math.pow(Math.sin((lat2 - lat1) / 2), 2)
                + Math.cos(lat1) * Math.cos(lat2) * Math.pow(Math.sin(Math.toRadians(to[1] - from[1]) / 2), 2);
        return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(half));
    }
}
