package dev.sennit.query;

import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.schema.Cardinality;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A little graph of airports, countries and continents, with everything that is easy to get wrong. */
final class AirGraph {
    static final GraphSchema SCHEMA = new GraphSchema(
            List.of(
                    node(
                            "Airport",
                            List.of("Airport", "Place"),
                            "code",
                            Property.of("code", Scalar.STRING, true),
                            Property.of("name", Scalar.STRING, true),
                            Property.of("runways", Scalar.INT32, false),
                            Property.of("lat", Scalar.FLOAT64, false),
                            Property.of(
                                    "size", new PropertyType.Enumeration(List.of("large", "medium", "small")), false),
                            Property.of("tags", new PropertyType.ListOf(Scalar.STRING), false),
                            Property.of("opened", Scalar.DATE, false),
                            Property.of("hub", Scalar.BOOL, false)),
                    node(
                            "Country",
                            List.of("Country", "Place"),
                            "code",
                            Property.of("code", Scalar.STRING, true),
                            Property.of("name", Scalar.STRING, true)),
                    node(
                            "Continent",
                            List.of("Continent", "Place"),
                            "code",
                            Property.of("code", Scalar.STRING, true),
                            Property.of("name", Scalar.STRING, true)),
                    node("ROUTE", List.of("ROUTE"), null, Property.of("note", Scalar.STRING, false))),
            List.of(
                    edge(
                            "ROUTE",
                            "Airport",
                            "Airport",
                            Property.of("airline", Scalar.STRING, false),
                            Property.of("dist", Scalar.INT32, true)),
                    edge("CONTAINS", "Country", "Airport"),
                    edge("CONTAINS", "Continent", "Airport"),
                    edge("CONTAINS", "Continent", "Country")));

    private AirGraph() {}

    static NodeType node(String name, List<String> labels, @Nullable String key, Property... properties) {
        return new NodeType(
                name, labels, List.of(properties), key == null ? List.of() : List.of(key), List.of(), List.of(), "");
    }

    static EdgeType edge(String label, String source, String destination, Property... properties) {
        return new EdgeType(
                label,
                source,
                destination,
                Cardinality.ANY,
                Cardinality.ANY,
                List.of(properties),
                Optional.empty(),
                List.of(),
                List.of(),
                "");
    }

    static MemoryGraph create() {
        return create(3);
    }

    static MemoryGraph create(int batchSize) {
        MemoryGraph graph = new MemoryGraph(SCHEMA, batchSize);
        graph.node(
                "Airport",
                "AMS",
                "Amsterdam",
                6L,
                52.3,
                "large",
                List.of("hub", "sea"),
                LocalDate.of(1916, 9, 16),
                true);
        graph.node("Airport", "LHR", "London", 2L, 51.5, "large", List.of("hub"), LocalDate.of(1946, 3, 25), true);
        graph.node("Airport", "JFK", "New York", 4L, 40.6, "large", List.of("sea"), LocalDate.of(1948, 7, 1), true);
        graph.node("Airport", "EIN", "Eindhoven", 1L, 51.4, "medium", null, null, false);
        graph.node("Airport", "RTM", "Rotterdam", 1L, 51.9, "small", List.of(), null, null);
        graph.node("Airport", "SFO", "San Francisco", 4L, 37.6, "large", null, LocalDate.of(1927, 5, 7), false);
        graph.node("Airport", "NUL", "Nowhere", null, null, null, null, null, null);
        graph.node("Airport", "US", "Usedom", 1L, Double.NaN, "small", null, null, null);
        graph.node("Country", "NL", "Netherlands");
        graph.node("Country", "UK", "United Kingdom");
        graph.node("Country", "US", "United States");
        graph.node("Continent", "EU", "Europe");
        graph.node("Continent", "NA", "North America");
        graph.node("ROUTE", "r1", "a node type named like an edge label");
        route(graph, "AMS", "LHR", "KL", 370);
        route(graph, "LHR", "AMS", "BA", 370);
        route(graph, "AMS", "JFK", "KL", 5800);
        route(graph, "JFK", "AMS", "DL", 5800);
        route(graph, "LHR", "JFK", "BA", 5500);
        route(graph, "JFK", "SFO", "DL", 4100);
        route(graph, "AMS", "LHR", "BA", 371);
        route(graph, "EIN", "EIN", "TR", 0);
        route(graph, "EIN", "LHR", null, 400);
        route(graph, "US", "AMS", null, 600);
        for (String code : List.of("AMS", "EIN", "RTM")) {
            graph.edge("CONTAINS(Country,Airport)", "NL", code);
            graph.edge("CONTAINS(Continent,Airport)", "EU", code);
        }
        graph.edge("CONTAINS(Country,Airport)", "UK", "LHR");
        graph.edge("CONTAINS(Continent,Airport)", "EU", "LHR");
        for (String code : List.of("JFK", "SFO")) {
            graph.edge("CONTAINS(Country,Airport)", "US", code);
            graph.edge("CONTAINS(Continent,Airport)", "NA", code);
        }
        graph.edge("CONTAINS(Continent,Country)", "EU", "NL");
        graph.edge("CONTAINS(Continent,Country)", "EU", "UK");
        graph.edge("CONTAINS(Continent,Country)", "NA", "US");
        return graph;
    }

    private static void route(MemoryGraph graph, String from, String to, @Nullable String airline, long dist) {
        graph.edge("ROUTE(Airport,Airport)", from, to, airline, dist);
    }
}
