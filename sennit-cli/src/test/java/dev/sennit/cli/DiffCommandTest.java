package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.cli.CommandSandbox.Outcome;
import dev.sennit.model.Edge;
import dev.sennit.model.EdgeId;
import dev.sennit.model.Element;
import dev.sennit.model.ElementChange;
import dev.sennit.model.ElementChange.PropertyChange;
import dev.sennit.model.Node;
import dev.sennit.model.NodeId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DiffCommandTest {
    private final FakeGraph graph = new FakeGraph();
    private final CommandSandbox sennit = new CommandSandbox(graph);

    @BeforeEach
    void changeSomething() {
        graph.history.add(FakeGraph.commit(1, "init", ""));
        graph.history.add(FakeGraph.commit(2, "load", ""));
        graph.differs = List.of(
                new ElementChange(
                        new NodeId("Airport", "AMS"),
                        Optional.of(airport("AMS", Map.of("runways", 5L))),
                        Optional.of(airport("AMS", Map.of("runways", 6L, "name", "Schiphol"))),
                        List.of(new PropertyChange("name", null, "Schiphol"), new PropertyChange("runways", 5L, 6L))),
                new ElementChange(
                        new NodeId("Airport", "NEW\n"),
                        Optional.empty(),
                        Optional.of(airport("NEW\n", Map.of("runways", 1L))),
                        List.of(new PropertyChange("runways", null, 1L))),
                new ElementChange(
                        new EdgeId("ROUTE(Airport,Airport)", "AMS|LHR"),
                        Optional.of(new Edge("ROUTE", "AMS|LHR", "Airport", "AMS", "Airport", "LHR", Map.of())),
                        Optional.empty(),
                        List.of()));
    }

    private static Element airport(String id, Map<String, Object> properties) {
        return new Node("Airport", List.of("Airport"), id, properties);
    }

    @Test
    void countsByType() {
        assertThat(sennit.run("diff", "air", "main~1")).isEqualTo(new Outcome(0, """
                type                    inserted  updated  deleted
                ----------------------  --------  -------  -------
                Airport                        1        1        0
                ROUTE(Airport,Airport)         0        0        1
                """, ""));
        assertThat(graph.askedFor).isEqualTo("main~1..main");
        assertThat(sennit.run("diff", "air", "a", "b", "--json").out())
                .isEqualTo("{\"from\":\"" + FakeGraph.commitId(1) + "\",\"to\":\"" + FakeGraph.commitId(2)
                        + "\",\"changesSchema\":false,\"types\":["
                        + "{\"type\":\"Airport\",\"inserted\":1,\"updated\":1,\"deleted\":0},"
                        + "{\"type\":\"ROUTE(Airport,Airport)\",\"inserted\":0,\"updated\":0,\"deleted\":1}]}\n");
        assertThat(graph.askedFor).isEqualTo("a..b");
    }

    @Test
    void full_showsEachElementWithItsPropertiesBeforeAndAfter() {
        assertThat(sennit.run("diff", "air", "main~1", "--full").out()).isEqualTo("""
                ~ Airport:AMS
                    name: null -> Schiphol
                    runways: 5 -> 6
                + Airport:NEW\\n
                    runways: 1
                - ROUTE(Airport,Airport):AMS|LHR
                """);
        assertThat(sennit.run("diff", "air", "main~1", "--full", "--json", "--type", "Airport")
                        .out()
                        .lines())
                .hasSize(2)
                .first()
                .isEqualTo("{\"change\":\"updated\",\"node\":\"Airport\",\"id\":\"AMS\",\"properties\":{"
                        + "\"name\":{\"before\":null,\"after\":\"Schiphol\"},"
                        + "\"runways\":{\"before\":5,\"after\":6}},"
                        + "\"before\":{\"node\":\"Airport\",\"id\":\"AMS\",\"labels\":[\"Airport\"],"
                        + "\"properties\":{\"runways\":5}},"
                        + "\"after\":{\"node\":\"Airport\",\"id\":\"AMS\",\"labels\":[\"Airport\"],\"properties\":"
                        + airportProperties() + "}}");
    }

    /** The order of the fake's properties is its map's. */
    private static String airportProperties() {
        return Map.of("runways", 6L, "name", "Schiphol")
                        .keySet()
                        .iterator()
                        .next()
                        .equals("name")
                ? "{\"name\":\"Schiphol\",\"runways\":6}"
                : "{\"runways\":6,\"name\":\"Schiphol\"}";
    }

    @Test
    void nothingDiffers() {
        graph.differs = List.of();
        assertThat(sennit.run("diff", "air", "main", "main")).isEqualTo(new Outcome(0, "no differences\n", ""));
        assertThat(sennit.run("diff", "air", "main", "main", "--full").out()).isEqualTo("no differences\n");
        assertThat(sennit.run("diff", "air", "main", "main", "--full", "--json").out())
                .isEmpty();
    }

    @Test
    void show_full_listsWhatTheCommitChanged() {
        Outcome shown = sennit.run("show", "air", "--full");
        assertThat(graph.askedFor).isEqualTo(FakeGraph.commitId(2) + "^1.." + FakeGraph.commitId(2));
        assertThat(shown.out()).contains("writer     load").contains("~ Airport:AMS\n    name: null -> Schiphol\n");
        assertThat(sennit.run("show", "air", "--full", "--json").out().lines()).hasSize(4);
    }
}
