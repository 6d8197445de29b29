package dev.sennit.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Technology Compatibility Kit of openCypher against the query engine and the writer of statements, every run in a
 * transaction of its own on an empty graph in memory. The file {@code expected.txt} says how each run ends that does not
 * pass; what ends otherwise, better or worse, fails this test. The results are also written to
 * {@code target/tck/results.txt}, in the form of that file.
 */
class CompatibilityKitTest {
    /** What the kit has, so that a run nobody reads is noticed. */
    private static final int RUNS = 3_897;

    private static final double LEAST_PASSED_OF_EXPRESSIBLE = 0.95;
    private static final double MOST_NOT_EXPRESSIBLE = 0.15;

    @TempDir
    private Path directory;

    @Test
    void everyRunEndsAsExpected() throws IOException {
        List<Run> runs = Kit.runs();
        assertThat(runs).hasSize(RUNS);
        assertThat(runs.stream().map(Run::id)).doesNotHaveDuplicates();
        Map<String, String> expected = expected();
        List<Outcome> outcomes = IntStream.range(0, runs.size())
                .parallel()
                .mapToObj(i -> new ScenarioRunner(directory.resolve("spill" + i)).run(runs.get(i)))
                .toList();

        List<String> results = new ArrayList<>();
        List<String> surprises = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            Run run = runs.get(i);
            Outcome outcome = outcomes.get(i);
            if (!(outcome instanceof Outcome.Passed)) {
                results.add(run.id() + " = " + outcome);
            }
            String wanted = expected.getOrDefault(run.id(), new Outcome.Passed().toString());
            if (!outcome.toString().equals(wanted)) {
                String why = outcome instanceof Outcome.Failed failed ? ": " + failed.why() : "";
                surprises.add(run + "\n  expected " + wanted + ", but " + outcome + why);
            }
        }
        Path written = Path.of("target", "tck", "results.txt");
        Files.createDirectories(written.getParent());
        Files.write(written, results);
        report(outcomes);
        assertThat(surprises)
                .as("runs that end otherwise than expected.txt says; all results are in %s", written)
                .isEmpty();
        assertThat(expected.keySet())
                .as("expected.txt names only runs of the kit")
                .isSubsetOf(runs.stream().map(Run::id).toList());
        requireEnough(outcomes);
    }

    private static void requireEnough(List<Outcome> outcomes) {
        long passed = outcomes.stream().filter(Outcome.Passed.class::isInstance).count();
        long notExpressible = outcomes.stream()
                .filter(Outcome.NotExpressible.class::isInstance)
                .count();
        assertThat(passed)
                .isGreaterThanOrEqualTo((long) (LEAST_PASSED_OF_EXPRESSIBLE * (outcomes.size() - notExpressible)));
        assertThat(notExpressible).isLessThanOrEqualTo((long) (MOST_NOT_EXPRESSIBLE * outcomes.size()));
        assertThat(outcomes).as("no run ends with a wrong answer").noneMatch(Outcome.Failed.class::isInstance);
    }

    @SuppressWarnings("SystemOut") // the totals belong into the build's log
    private static void report(List<Outcome> outcomes) {
        Map<String, Long> totals = outcomes.stream()
                .collect(Collectors.groupingBy(Outcome::toString, TreeMap::new, Collectors.counting()));
        System.out.println("openCypher TCK, " + outcomes.size() + " runs:");
        totals.forEach((outcome, count) -> System.out.printf("%6d  %s%n", count, outcome));
    }

    private static Map<String, String> expected() throws IOException {
        Map<String, String> expected = new LinkedHashMap<>();
        try (InputStream file = CompatibilityKitTest.class.getResourceAsStream("expected.txt")) {
            String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            text.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> {
                        String[] parts = line.split(" = ", 2);
                        expected.put(parts[0], parts[1]);
                    });
        }
        return expected;
    }
}
