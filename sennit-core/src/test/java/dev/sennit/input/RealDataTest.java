package dev.sennit.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.input.InputRow.BadRow;
import dev.sennit.input.InputRow.EdgeRow;
import dev.sennit.input.InputRow.NodeRow;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Public data that nobody made for these tests; run with {@code -Dsennit.data} naming their directory. */
@EnabledIfSystemProperty(named = "sennit.data", matches = ".+")
class RealDataTest {
    @Test
    void airRoutesAreReadAsTheyAre() {
        assertThat(count("airroutes/nodes.csv", InputTarget.SELF_DESCRIBED, InputOptions.DEFAULTS))
                .isEqualTo(new Counts(3_749, 0, 0));
        assertThat(count("airroutes/edges.csv", InputTarget.SELF_DESCRIBED, InputOptions.DEFAULTS))
                .isEqualTo(new Counts(0, 57_645, 0));
    }

    @Test
    void openFlightsAreReadWithoutHeaders() {
        InputOptions options = InputOptions.DEFAULTS.withNullText("\\N");
        InputOptions airlines =
                options.withColumns(List.of("id", "name", "alias", "iata", "icao", "callsign", "country", "active"));
        assertThat(count("openflights/airlines.dat", new InputTarget.Nodes("Airline"), airlines))
                .isEqualTo(new Counts(6_162, 0, 0));
        InputOptions routes =
                options.withColumns(List.of("airline", "_", "from", "_", "to", "_", "codeshare", "stops", "equipment"));
        assertThat(count("openflights/routes.dat", new InputTarget.Edges("ROUTE"), routes))
                .isEqualTo(new Counts(0, 67_663, 0));
    }

    private static Counts count(String file, InputTarget target, InputOptions options) {
        Path path = Path.of(System.getProperty("sennit.data", ""), file);
        int nodes = 0;
        int edges = 0;
        int bad = 0;
        try (InputReader reader = InputReader.open(InputSource.of(path), target, options)) {
            for (InputRow row = reader.next(); row != null; row = reader.next()) {
                switch (row) {
                    case NodeRow node -> nodes++;
                    case EdgeRow edge -> edges++;
                    case BadRow problem -> bad++;
                }
            }
        }
        return new Counts(nodes, edges, bad);
    }

    private record Counts(int nodes, int edges, int bad) {}
}
