package dev.sennit.bench.comparison;

import dev.sennit.bench.comparison.Dataset.Column;
import dev.sennit.bench.comparison.Dataset.EdgeFile;
import dev.sennit.bench.comparison.Dataset.NodeFile;
import dev.sennit.bench.comparison.Dataset.ValueKind;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A small social graph with what makes answers differ: nulls, negative numbers, equal names, texts beyond ASCII, dates
 * around leap days, nodes without edges, edges from a node to itself, and several edges between two nodes. The same seed
 * makes the same files.
 */
final class SocialGraph {
    private static final String SCHEMA = """
            NODE Person {
              id INT64 KEY, name STRING, age INT32, score FLOAT64, born DATE, motto STRING
            }
            NODE City { name STRING KEY, country STRING, people INT64 }
            EDGE FOLLOWS (Person)-[0..*]->(Person) { since INT32 NOT NULL, weight FLOAT64, KEY (since) }
            EDGE LIVES_IN (Person)-[0..1]->(City) { KEY () }
            """;

    private static final String[] NAMES = {
        "Ada", "Böde", "Çelik", "Dora", "Emil", "Farah", "Gül", "Hugo", "Ines", "Jörg", "Kim", "Łucja", "Mäkinen", "ada"
    };
    private static final String[] WORDS = {
        "carpe", "diem", "per", "aspera", "ad", "astra", "über", "alles", "nil", "désespéré", "novi", "sub", "sole"
    };
    private static final String[][] CITIES = {
        {"Amsterdam", "NL"}, {"Bogotá", "CO"}, {"Cairo", "EG"}, {"Dakar", "SN"}, {"Edinburgh", "GB"}, {"Fukuoka", "JP"},
        {"Göteborg", "SE"}, {"Hanoi", "VN"}, {"Iași", "RO"}, {"Jakarta", "ID"}, {"Kyōto", "JP"}, {"Leiden", "NL"}
    };

    private SocialGraph() {}

    static Dataset write(Path target, int persons, int follows, long seed) throws IOException {
        Files.createDirectories(target);
        SplittableRandom random = new SplittableRandom(seed);
        Dataset dataset = dataset(target, seed);
        writePersons(dataset.nodes().get(0).file(), persons, random);
        writeCities(dataset.nodes().get(1).file(), random);
        writeFollows(dataset.edges().get(0).file(), persons, follows, random);
        writeHomes(dataset.edges().get(1).file(), persons, random);
        return dataset;
    }

    private static Dataset dataset(Path target, long seed) {
        return new Dataset(
                "social-" + seed,
                SCHEMA,
                List.of(
                        new NodeFile(
                                "Person",
                                List.of(
                                        new Column("id", ValueKind.INTEGER),
                                        new Column("name", ValueKind.STRING),
                                        new Column("age", ValueKind.INTEGER),
                                        new Column("score", ValueKind.FLOAT),
                                        new Column("born", ValueKind.DATE),
                                        new Column("motto", ValueKind.STRING)),
                                target.resolve("person.csv")),
                        new NodeFile(
                                "City",
                                List.of(
                                        new Column("name", ValueKind.STRING),
                                        new Column("country", ValueKind.STRING),
                                        new Column("people", ValueKind.INTEGER)),
                                target.resolve("city.csv"))),
                List.of(
                        new EdgeFile(
                                "FOLLOWS",
                                "Person",
                                "Person",
                                List.of(new Column("since", ValueKind.INTEGER), new Column("weight", ValueKind.FLOAT)),
                                target.resolve("follows.csv")),
                        new EdgeFile("LIVES_IN", "Person", "City", List.of(), target.resolve("lives-in.csv"))));
    }

    private static void writePersons(Path file, int persons, SplittableRandom random) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            CsvFile.write(out, List.of("id", "name", "age", "score", "born", "motto"));
            for (int id = 0; id < persons; id++) {
                LocalDate born = LocalDate.of(1950 + random.nextInt(60), 1, 1).plusDays(random.nextInt(366));
                CsvFile.write(
                        out,
                        List.of(
                                String.valueOf(id),
                                orNull(NAMES[random.nextInt(NAMES.length)], 20, random),
                                orNull(String.valueOf(random.nextInt(100)), 8, random),
                                orNull(
                                        String.format(Locale.ROOT, "%.2f", (random.nextInt(2001) - 1000) / 8.0),
                                        6,
                                        random),
                                orNull(born.toString(), 10, random),
                                orNull(motto(random), 7, random)));
            }
        }
    }

    private static String motto(SplittableRandom random) {
        StringBuilder motto = new StringBuilder();
        int words = 1 + random.nextInt(4);
        for (int i = 0; i < words; i++) {
            motto.append(i == 0 ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
        }
        return motto.toString();
    }

    private static String orNull(String cell, int oneIn, SplittableRandom random) {
        return random.nextInt(oneIn) == 0 ? "" : cell;
    }

    private static void writeCities(Path file, SplittableRandom random) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            CsvFile.write(out, List.of("name", "country", "people"));
            for (String[] city : CITIES) {
                CsvFile.write(out, List.of(city[0], city[1], orNull("" + random.nextInt(9_000_000), 5, random)));
            }
        }
    }

    private static void writeFollows(Path file, int persons, int follows, SplittableRandom random) throws IOException {
        Set<List<Integer>> written = new HashSet<>();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            CsvFile.write(out, List.of("from", "to", "since", "weight"));
            for (int i = 0; i < persons * follows; i++) {
                int from = random.nextInt(persons);
                // Some are followed much more than others; one in thirty follows itself.
                int to = random.nextInt(30) == 0 ? from : random.nextInt(1 + random.nextInt(persons));
                int since = 2000 + random.nextInt(26);
                if (written.add(List.of(from, to, since))) {
                    String weight = String.valueOf(random.nextInt(64) / 16.0);
                    CsvFile.write(out, List.of("" + from, "" + to, "" + since, orNull(weight, 9, random)));
                }
            }
        }
    }

    private static void writeHomes(Path file, int persons, SplittableRandom random) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            CsvFile.write(out, List.of("from", "to"));
            for (int id = 0; id < persons; id++) {
                if (random.nextInt(5) > 0) {
                    // The last city is nobody's home.
                    CsvFile.write(out, List.of("" + id, CITIES[random.nextInt(CITIES.length - 1)][0]));
                }
            }
        }
    }
}
