package dev.sennit.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.sennit.Branch;
import dev.sennit.Graph;
import dev.sennit.Load;
import dev.sennit.SchemaChange;
import dev.sennit.SchemaUpdate;
import dev.sennit.Sennit;
import dev.sennit.schema.SchemaParser;
import dev.sennit.testkit.ChildJvm;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What each kind of step of a schema change costs on a large table: its plan, and its application, synced. Each step is
 * taken on a branch of its own, in a JVM of its own with {@code -Xmx256m}, which has done nothing before. Processor time is
 * that of all threads, compiling and collecting garbage included; memory is the peak the operating system saw.
 *
 * <p>Arguments: a directory to work in, and how many nodes and edges there are.
 */
public final class SchemaCost {
    private static final String SCHEMA = """
            NODE Person {
              id INT64 KEY, member INT64, name STRING NOT NULL, town STRING, age INT32, height FLOAT32,
              score DECIMAL(9,2), kind ENUM('x', 'y', 'z'), mail STRING
            }
            EDGE KNOWS (Person)-[0..*]->(Person) { since INT32 }
            """;

    /**
     * One step.
     *
     * @param from a part of the schema
     * @param to what is there instead
     */
    private record Step(String name, String from, String to) {
        String schema() {
            if (!SCHEMA.contains(from)) {
                throw new IllegalStateException("the schema has no " + from);
            }
            return SCHEMA.replace(from, to);
        }
    }

    private static final List<Step> STEPS = List.of(
            new Step("rename a property", "town STRING", "city STRING RENAMED FROM town"),
            new Step("rename a node type", "Person", "Human"),
            new Step("add a property", "town STRING", "town STRING, more INT8"),
            new Step("drop a property", "town STRING,", ""),
            new Step("add a node type", "NODE", "NODE Place NODE"),
            new Step("drop an edge type", "EDGE KNOWS (Person)-[0..*]->(Person) { since INT32 }", ""),
            new Step("allow null", "name STRING NOT NULL", "name STRING"),
            new Step("widen ENUM", "'z')", "'z', 'w')"),
            new Step("add a label", "NODE Person", "NODE Person : Being"),
            new Step("declare FULLTEXT", "mail STRING", "mail STRING, FULLTEXT (name)"),
            new Step("make NOT NULL", "town STRING", "town STRING NOT NULL"),
            new Step("add RANGE", "age INT32", "age INT32 RANGE 0..99"),
            new Step("add PATTERN", "mail STRING", "mail STRING PATTERN '[a-z0-9]+@[a-z]+'"),
            new Step("narrow ENUM", ", 'z')", ")"),
            new Step("add UNIQUE", "mail STRING", "mail STRING UNIQUE"),
            new Step("add UNIQUE to edges", "since INT32", "since INT32 UNIQUE"),
            new Step("another key", "id INT64 KEY, member INT64", "id INT64, member INT64 KEY"),
            new Step("lower a maximum of edges", "[0..*]", "[0..1]"),
            new Step("raise a minimum of edges", "[0..*]", "[1..*]"),
            new Step("INT32 to INT64", "age INT32", "age INT64"),
            new Step("INT64 to INT32", "member INT64", "member INT32"),
            new Step("FLOAT32 to FLOAT64", "height FLOAT32", "height FLOAT64"),
            new Step("a longer DECIMAL", "DECIMAL(9,2)", "DECIMAL(12,3)"),
            new Step("add a property with DEFAULT", "town STRING", "town STRING, more STRING NOT NULL DEFAULT 'none'"),
            new Step("make NOT NULL with DEFAULT", "age INT32", "age INT32 NOT NULL DEFAULT 7"));

    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private SchemaCost() {}

    public static void main(String[] args) throws Exception {
        if (args[0].equals("step")) {
            take(Path.of(args[1]), STEPS.get(Integer.parseInt(args[2])));
            return;
        }
        Path directory = Files.createDirectories(Path.of(args[0]));
        Path graph = prepare(directory, Integer.parseInt(args[1]));
        for (int i = 0; i < STEPS.size(); i++) {
            Path output = directory.resolve("step-" + i + ".out");
            Process child = ChildJvm.start(
                    directory.resolve("tmp"),
                    output,
                    SchemaCost.class,
                    List.of("-Xmx256m"),
                    "step",
                    graph.toString(),
                    Integer.toString(i));
            if (child.waitFor() != 0) {
                throw new IllegalStateException(Files.readString(output));
            }
            try (Stream<String> lines = Files.lines(output)) {
                lines.filter(line -> line.startsWith("| ")).forEach(System.out::println);
            }
        }
    }

    private static Path prepare(Path directory, int rows) throws IOException {
        Path nodes = directory.resolve("persons.csv");
        Path edges = directory.resolve("knows.csv");
        try (BufferedWriter person = Files.newBufferedWriter(nodes);
                BufferedWriter knows = Files.newBufferedWriter(edges)) {
            person.write("id,name,town,age,height,score,kind,mail,member\n");
            knows.write("from,to,since\n");
            for (int i = 0; i < rows; i++) {
                person.write(i + ",Person number " + i + ",town" + i % 5000 + "," + i % 100 + "," + i % 8 / 4.0 + ","
                        + i % 1000 + ".25," + "xy".charAt(i % 2) + ",mail" + i + "@example," + i + "\n");
                knows.write(i + "," + (i + 1L) * 7919 % rows + "," + i + "\n");
            }
        }
        Path root = directory.resolve("graph");
        try (Graph graph = Sennit.create(root.toString(), SchemaParser.parse(SCHEMA))) {
            graph.main().load(Load.EMPTY.nodes("Person", nodes).edges("KNOWS", edges));
        }
        return root;
    }

    private static void take(Path root, Step step) {
        String text = step.name().equals("rename a node type")
                ? step.schema().replaceFirst("NODE Human", "NODE Human RENAMED FROM Person")
                : step.schema();
        SchemaUpdate update = SchemaUpdate.to(text).hidingDroppedData();
        try (Graph graph = Sennit.open(root.toString())) {
            Branch branch = graph.createBranch("step-" + System.nanoTime(), "main");
            long begun = processorNanos();
            SchemaChange planned = branch.applySchema(update.asDryRun());
            long plan = processorNanos() - begun;
            if (!planned.refusals().isEmpty()) {
                throw new IllegalStateException(step + ": " + planned.refusals());
            }
            begun = processorNanos();
            long began = System.nanoTime();
            SchemaChange done = branch.applySchema(update);
            long elapsed = System.nanoTime() - began;
            long apply = processorNanos() - begun;
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %s | %.1f s | %.1f s | %.1f s | %,d MiB |%n",
                    step.name(),
                    count(done.rowsRead()),
                    count(done.rowsRewritten()),
                    plan / 1e9,
                    apply / 1e9,
                    elapsed / 1e9,
                    peakResidentMib());
        }
    }

    private static long processorNanos() {
        return PROCESS.getProcessCpuTime();
    }

    private static String count(long rows) {
        return rows == 0 ? "none" : String.format(Locale.ROOT, "%,d", rows);
    }

    private static long peakResidentMib() {
        try (Stream<String> status = Files.lines(Path.of("/proc/self/status"))) {
            return status.filter(line -> line.startsWith("VmHWM:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                            .findFirst()
                            .orElse(0)
                    / 1024;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
