package dev.sennit.testkit;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Writes a social graph of any size as two CSV files: persons with unique ids, and who follows whom, each pair at most
 * once. The same seed writes the same bytes. Needs no memory that grows with the size.
 */
public final class SocialGraphFiles {
    /** The schema the files load under. */
    public static final String SCHEMA = """
            NODE Person {
              id INT64 KEY,
              name STRING NOT NULL,
              age INT32 NOT NULL RANGE 0..150,
              city STRING
            }
            EDGE FOLLOWS (Person)-[0..*]->(Person) { since INT32 NOT NULL, KEY () }
            """;

    private static final String[] CITIES = {
        "Amsterdam",
        "Bogotá",
        "Cairo",
        "Dakar",
        "Edinburgh",
        "Fukuoka",
        "Göteborg",
        "Hanoi",
        "Iași",
        "Jakarta",
        "Kraków",
        "Lima"
    };

    private SocialGraphFiles() {}

    /**
     * Writes {@code persons.csv} and {@code follows.csv} into a directory.
     *
     * @param follows per person on average, at most a tenth of the persons
     */
    public static void write(Path directory, int persons, int follows, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        try (BufferedWriter out = Files.newBufferedWriter(directory.resolve("persons.csv"), StandardCharsets.UTF_8)) {
            out.write("id,name,age,city\n");
            for (int id = 0; id < persons; id++) {
                out.write(id + ",Person " + Integer.toString(random.nextInt(1 << 20), 36) + "," + random.nextInt(100)
                        + "," + CITIES[random.nextInt(CITIES.length)] + "\n");
            }
        }
        try (BufferedWriter out = Files.newBufferedWriter(directory.resolve("follows.csv"), StandardCharsets.UTF_8)) {
            out.write("from,to,since\n");
            for (int id = 0; id < persons; id++) {
                // A stride that shares no factor with the number of persons visits each of them once.
                int count = Math.min(persons - 1, random.nextInt(2 * follows + 1));
                int at = random.nextInt(persons);
                int stride = strideFor(persons, random);
                for (int i = 0; i < count; i++) {
                    at = (int) (((long) at + stride) % persons);
                    out.write(id + "," + at + "," + (2000 + random.nextInt(26)) + "\n");
                }
            }
        }
    }

    private static int strideFor(int persons, SplittableRandom random) {
        while (true) {
            int stride = 1 + random.nextInt(Math.max(1, persons - 1));
            if (gcd(stride, persons) == 1) {
                return stride;
            }
        }
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }
}
