package dev.sennit.bench.comparison;

import dev.sennit.bench.comparison.Dataset.Column;
import dev.sennit.bench.comparison.Dataset.EdgeFile;
import dev.sennit.bench.comparison.Dataset.NodeFile;
import dev.sennit.bench.comparison.Dataset.ValueKind;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The world's airports and routes, from files {@code nodes.csv} and {@code edges.csv} with Neptune headers, as the
 * repository krlawrence/graph publishes them.
 */
final class AirRoutes {
    private static final String SCHEMA = """
            NODE airport {
              code STRING KEY, icao STRING, desc STRING, region STRING, runways INT32, longest INT32, elev INT32,
              country STRING, city STRING, lat FLOAT64, lon FLOAT64
            }
            NODE country { code STRING KEY, desc STRING }
            NODE continent { code STRING KEY, desc STRING }
            EDGE route (airport)-[0..*]->(airport) { dist INT32 NOT NULL, KEY () }
            EDGE contains (country)-[0..*]->(airport) { KEY () }
            EDGE contains (continent)-[0..*]->(airport) { KEY () }
            """;

    private static final List<Column> AIRPORT = List.of(
            new Column("code", ValueKind.STRING),
            new Column("icao", ValueKind.STRING),
            new Column("desc", ValueKind.STRING),
            new Column("region", ValueKind.STRING),
            new Column("runways", ValueKind.INTEGER),
            new Column("longest", ValueKind.INTEGER),
            new Column("elev", ValueKind.INTEGER),
            new Column("country", ValueKind.STRING),
            new Column("city", ValueKind.STRING),
            new Column("lat", ValueKind.FLOAT),
            new Column("lon", ValueKind.FLOAT));

    private static final List<Column> PLACE =
            List.of(new Column("code", ValueKind.STRING), new Column("desc", ValueKind.STRING));

    private AirRoutes() {}

    /** Splits the published files by type. */
    static Dataset read(Path source, Path target) throws IOException {
        Files.createDirectories(target);
        Dataset dataset = new Dataset(
                "airroutes",
                SCHEMA,
                List.of(
                        new NodeFile("airport", AIRPORT, target.resolve("airport.csv")),
                        new NodeFile("country", PLACE, target.resolve("country.csv")),
                        new NodeFile("continent", PLACE, target.resolve("continent.csv"))),
                List.of(
                        new EdgeFile(
                                "route",
                                "airport",
                                "airport",
                                List.of(new Column("dist", ValueKind.INTEGER)),
                                target.resolve("route.csv")),
                        new EdgeFile(
                                "contains", "country", "airport", List.of(), target.resolve("country-contains.csv")),
                        new EdgeFile(
                                "contains",
                                "continent",
                                "airport",
                                List.of(),
                                target.resolve("continent-contains.csv"))));
        Map<String, Place> places = nodes(dataset, source.resolve("nodes.csv"));
        edges(dataset, source.resolve("edges.csv"), places);
        return dataset;
    }

    private record Place(String label, String code) {}

    private static Map<String, Place> nodes(Dataset dataset, Path file) throws IOException {
        Map<String, Place> places = new HashMap<>();
        Map<String, List<List<String>>> rows = new HashMap<>();
        List<String> header = CsvFile.read(file, row -> {
            places.put(row.get(0), new Place(row.get(1), row.get(3)));
            rows.computeIfAbsent(row.get(1), l -> new ArrayList<>()).add(row);
        });
        List<String> names =
                header.stream().map(name -> name.replaceAll(":.*", "")).toList();
        for (NodeFile nodes : dataset.nodes()) {
            try (BufferedWriter out = Files.newBufferedWriter(nodes.file())) {
                CsvFile.write(out, nodes.columns().stream().map(Column::name).toList());
                for (List<String> row : rows.getOrDefault(nodes.label(), List.of())) {
                    CsvFile.write(
                            out,
                            nodes.columns().stream()
                                    .map(c -> row.get(names.indexOf(c.name())))
                                    .toList());
                }
            }
        }
        return places;
    }

    private static void edges(Dataset dataset, Path file, Map<String, Place> places) throws IOException {
        Map<EdgeFile, List<List<String>>> rows = new HashMap<>();
        CsvFile.read(file, row -> {
            Place from = Objects.requireNonNull(places.get(row.get(1)), row.get(1));
            Place to = Objects.requireNonNull(places.get(row.get(2)), row.get(2));
            for (EdgeFile edges : dataset.edges()) {
                if (edges.label().equals(row.get(3))
                        && edges.from().equals(from.label())
                        && edges.to().equals(to.label())) {
                    List<String> cells = new ArrayList<>(List.of(from.code(), to.code()));
                    cells.addAll(row.subList(4, 4 + edges.columns().size()));
                    rows.computeIfAbsent(edges, e -> new ArrayList<>()).add(cells);
                }
            }
        });
        for (EdgeFile edges : dataset.edges()) {
            try (BufferedWriter out = Files.newBufferedWriter(edges.file())) {
                List<String> header = new ArrayList<>(List.of("from", "to"));
                edges.columns().forEach(c -> header.add(c.name()));
                CsvFile.write(out, header);
                for (List<String> row : rows.getOrDefault(edges, List.of())) {
                    CsvFile.write(out, row);
                }
            }
        }
    }
}
