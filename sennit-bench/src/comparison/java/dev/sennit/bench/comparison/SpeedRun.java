package dev.sennit.bench.comparison;

import dev.sennit.bench.comparison.Dataset.Column;
import dev.sennit.bench.comparison.Dataset.EdgeFile;
import dev.sennit.bench.comparison.Dataset.NodeFile;
import dev.sennit.bench.comparison.Dataset.ValueKind;
import dev.sennit.testkit.SocialGraphFiles;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * What one process of {@link CompareSpeed} measures of one engine, and prints: a name, then numbers.
 *
 * <p>Arguments: the work directory, the engine, the number of persons, and {@code load}, {@code writes}, {@code warm} with
 * names of tasks, or {@code cold} with one.
 */
final class SpeedRun {
    static final String RESULT = "RESULT";

    private static final long SEED = 42;
    private static final long WARM_UP_NANOS = 2_500_000_000L;
    private static final long MEASURED_NANOS = 2_000_000_000L;
    private static final int LEAST = 3;
    private static final int MOST = 100_000;
    private static final int ROUNDS_OF_WRITES = 60;
    private static final int WARM_UP_ROUNDS = 20;

    private final Engine engine;
    private final String name;
    private final int persons;

    private SpeedRun(Engine engine, String name, int persons) {
        this.engine = engine;
        this.name = name;
        this.persons = persons;
    }

    public static void main(String[] args) {
        Path work = Path.of(args[0]);
        int persons = Integer.parseInt(args[2]);
        Dataset dataset = dataset(work.resolve("files"));
        long began = System.nanoTime();
        try (Engine engine = open(args[1], work, dataset)) {
            SpeedRun run = new SpeedRun(engine, args[1], persons);
            switch (args[3]) {
                case "load" -> {
                    engine.load(dataset);
                    report("load", System.nanoTime() - began, engine.description());
                }
                case "warm" -> tasks(persons, args[4]).forEach(run::warm);
                case "writes" -> run.writes();
                case "cold" -> run.cold(args[4]);
                default -> throw new IllegalArgumentException(args[3]);
            }
        }
    }

    static Dataset dataset(Path files) {
        return new Dataset(
                "persons",
                SocialGraphFiles.SCHEMA,
                List.of(new NodeFile(
                        "Person",
                        List.of(
                                new Column("id", ValueKind.INTEGER),
                                new Column("name", ValueKind.STRING),
                                new Column("age", ValueKind.INTEGER),
                                new Column("city", ValueKind.STRING)),
                        files.resolve("persons.csv"))),
                List.of(new EdgeFile(
                        "FOLLOWS",
                        "Person",
                        "Person",
                        List.of(new Column("since", ValueKind.INTEGER)),
                        files.resolve("follows.csv"))));
    }

    private static Engine open(String name, Path work, Dataset dataset) {
        Path directory = work.resolve(name);
        return switch (name) {
            case "Sennit" -> new SennitEngine(directory, dataset.schema());
            case "Neo4j" -> new Neo4jEngine(directory);
            case "Kuzu" -> new KuzuEngine(directory);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static List<SpeedTask> tasks(int persons, String names) {
        List<String> wanted = List.of(names.split(","));
        return SpeedTask.reads(persons).stream()
                .filter(task -> wanted.contains(task.name()))
                .toList();
    }

    private static void report(String what, long nanos, Object more) {
        System.out.println(RESULT + "\t" + what + "\t" + nanos + "\t" + more);
    }

    /** The median, once everything the task needs is in memory and compiled. */
    private void warm(SpeedTask task) {
        String query = task.question().queryFor(name);
        SplittableRandom random = new SplittableRandom(SEED);
        Answer first = Answer.of(
                engine.rows(query, task.parameters().apply(random)),
                task.question().ordered());
        measure(query, task, random, WARM_UP_NANOS, 1);
        long[] nanos = measure(query, task, random, MEASURED_NANOS, LEAST);
        report(task.name(), median(nanos), Integer.toHexString(first.hashCode()));
    }

    private long[] measure(String query, SpeedTask task, SplittableRandom random, long budget, int least) {
        long[] nanos = new long[MOST];
        int done = 0;
        long spent = 0;
        while (done < MOST && (done < least || spent < budget)) {
            Map<String, Object> parameters = task.parameters().apply(random);
            long began = System.nanoTime();
            engine.read(query, parameters);
            nanos[done] = System.nanoTime() - began;
            spent += nanos[done++];
        }
        return Arrays.copyOf(nanos, done);
    }

    /** The first execution in a process; the one who started it has the clock. */
    private void cold(String taskName) {
        SpeedTask task = tasks(persons, taskName).getFirst();
        SplittableRandom random = new SplittableRandom(SEED);
        engine.read(task.question().queryFor(name), task.parameters().apply(random));
        report(taskName, 0, "answered");
    }

    /** Each round creates a person, lets it follow another, changes a third, and asks whom the new one follows. */
    private void writes() {
        SplittableRandom random = new SplittableRandom(SEED);
        long first = 1
                + (Long) Objects.requireNonNull(engine.rows("MATCH (p:Person) RETURN max(p.id)", Map.of())
                        .getFirst()
                        .getFirst());
        long[] creates = new long[ROUNDS_OF_WRITES];
        long[] follows = new long[ROUNDS_OF_WRITES];
        long[] changes = new long[ROUNDS_OF_WRITES];
        long[] reads = new long[ROUNDS_OF_WRITES];
        for (int round = -WARM_UP_ROUNDS; round < ROUNDS_OF_WRITES; round++) {
            int at = Math.max(0, round);
            long id = first + WARM_UP_ROUNDS + round;
            creates[at] = timed(() -> engine.write(
                    "CREATE (:Person {id: $id, name: $name, age: $age, city: 'Lima'})",
                    Map.of("id", id, "name", "Person " + id, "age", 30L)));
            Map<String, Object> ends = Map.of("a", id, "b", (long) random.nextInt(persons));
            follows[at] = timed(() -> engine.write(
                    "MATCH (a:Person {id: $a}), (b:Person {id: $b}) CREATE (a)-[:FOLLOWS {since: 2026}]->(b)", ends));
            Map<String, Object> change = Map.of("id", (long) random.nextInt(persons), "age", 31L);
            changes[at] = timed(() -> engine.write("MATCH (p:Person {id: $id}) SET p.age = $age", change));
            reads[at] = timed(() -> {
                long rows = engine.read(
                        "MATCH (p:Person {id: $id})-[:FOLLOWS]->(q:Person) RETURN q.id, q.name", Map.of("id", id));
                if (rows != 1) {
                    throw new IllegalStateException(id + " follows " + rows + " persons");
                }
            });
        }
        report("create-node", median(creates), "");
        report("create-edge", median(follows), "");
        report("set-property", median(changes), "");
        report("one-hop-after", median(reads), "");
    }

    private static long timed(Runnable work) {
        long began = System.nanoTime();
        work.run();
        return System.nanoTime() - began;
    }

    private static long median(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
