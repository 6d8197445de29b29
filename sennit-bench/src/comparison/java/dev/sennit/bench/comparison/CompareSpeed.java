package dev.sennit.bench.comparison;

import dev.sennit.testkit.ChildJvm;
import dev.sennit.testkit.SocialGraphFiles;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How long Sennit, Neo4j and Kuzu take for the same work on the same social graph, one process at a time, all with the same
 * heap. Prints tables for a document. Ends with an error if the engines' answers differ.
 *
 * <p>A cold time runs from the start of a process to the answer of its only query. A warm time is the median of what is
 * measured once a task has run for some seconds.
 *
 * <p>Arguments: a directory to work in, the number of persons, how many each follows on average; then what to do, of
 * {@code load}, {@code warm}, {@code cold} and {@code writes}, engines and tasks: all of a kind of which none is named.
 * What is in the directory already is not generated or loaded again.
 */
public final class CompareSpeed {
    private static final List<String> FLAGS = List.of("-Xmx4g");
    private static final List<String> ENGINES = List.of("Sennit", "Kuzu", "Neo4j");
    private static final List<String> PARTS = List.of("load", "warm", "cold", "writes");

    private final Path work;
    private final int persons;
    private final List<String> parts;
    private final List<String> engines;
    private final List<String> tasks;

    /** By task and engine. */
    private final Map<String, Map<String, Long>> nanos = new LinkedHashMap<>();

    private final Map<String, Map<String, String>> answers = new LinkedHashMap<>();

    private CompareSpeed(Path work, int persons, List<String> named) {
        this.work = work;
        this.persons = persons;
        this.parts = among(PARTS, named);
        this.engines = among(ENGINES, named);
        this.tasks =
                among(SpeedTask.reads(persons).stream().map(SpeedTask::name).toList(), named);
    }

    private static List<String> among(List<String> all, List<String> named) {
        List<String> chosen = all.stream().filter(named::contains).toList();
        return chosen.isEmpty() ? all : chosen;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Path work = Files.createDirectories(Path.of(args[0]).toAbsolutePath());
        int persons = Integer.parseInt(args[1]);
        CompareSpeed comparison = new CompareSpeed(work, persons, List.of(args).subList(3, args.length));
        comparison.files(Integer.parseInt(args[2]));
        comparison.run();
    }

    /** Writes the graph without edges from a node to itself: Kuzu takes such an edge twice within one pattern. */
    private void files(int follows) throws IOException {
        Path files = work.resolve("files");
        if (Files.exists(files)) {
            return;
        }
        Path unfinished = Files.createDirectories(work.resolve("files-unfinished"));
        SocialGraphFiles.write(unfinished, persons, follows, 1);
        Path edges = unfinished.resolve("follows.csv");
        Path kept = unfinished.resolve("kept.csv");
        try (BufferedReader in = Files.newBufferedReader(edges);
                BufferedWriter out = Files.newBufferedWriter(kept)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                List<String> cells = List.of(line.split(",", -1));
                if (!cells.get(0).equals(cells.get(1))) {
                    out.write(line + "\n");
                }
            }
        }
        Files.move(kept, edges, StandardCopyOption.REPLACE_EXISTING);
        Files.move(unfinished, files);
    }

    private void run() throws IOException, InterruptedException {
        for (String part : parts) {
            switch (part) {
                case "load" -> {
                    for (String engine : engines) {
                        if (!Files.exists(work.resolve(engine))) {
                            child(engine, part, part);
                        }
                    }
                }
                case "cold" -> {
                    for (String task : tasks) {
                        for (String engine : engines) {
                            child(engine, part, part, task);
                        }
                    }
                }
                case "warm" -> {
                    for (String engine : engines) {
                        child(engine, part, part, String.join(",", tasks));
                    }
                }
                default -> {
                    for (String engine : engines) {
                        child(engine, part, part);
                    }
                }
            }
        }
        report();
    }

    private void child(String engine, String kind, String... what) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(work.toString(), engine, String.valueOf(persons)));
        arguments.addAll(List.of(what));
        File errors = work.resolve(engine + ".err").toFile();
        List<String> command =
                ChildJvm.command(work.resolve("tmp"), SpeedRun.class, FLAGS, arguments.toArray(String[]::new));
        long began = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectError(errors).start();
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith(SpeedRun.RESULT)) {
                    result(engine, kind, List.of(line.split("\t", -1)), System.nanoTime() - began);
                }
            }
        }
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", arguments) + ": " + Files.readString(errors.toPath()));
        }
    }

    private void result(String engine, String kind, List<String> fields, long sinceStart) {
        String task = kind + " " + fields.get(1);
        long measured = kind.equals("cold") ? sinceStart : Long.parseLong(fields.get(2));
        nanos.computeIfAbsent(task, t -> new HashMap<>()).merge(engine, measured, Math::min);
        if (kind.equals("warm")) {
            answers.computeIfAbsent(task, t -> new HashMap<>()).put(engine, fields.get(3));
        }
        System.err.printf(Locale.ROOT, "%s %s %.3f ms %s%n", engine, task, measured / 1e6, fields.get(3));
    }

    private void report() {
        System.out.println("| | " + String.join(" | ", engines) + " | Sennit to the fastest |");
        System.out.println("|---|" + "---|".repeat(engines.size() + 1));
        nanos.forEach((task, byEngine) -> {
            StringBuilder line = new StringBuilder("| " + task);
            for (String engine : engines) {
                Long measured = byEngine.get(engine);
                line.append(measured == null ? " | " : String.format(Locale.ROOT, " | %,.2f ms", measured / 1e6));
            }
            long fastest =
                    byEngine.values().stream().mapToLong(Long::longValue).min().orElse(1);
            Long own = byEngine.get("Sennit");
            System.out.println(
                    line + (own == null ? " | |" : String.format(Locale.ROOT, " | %.1f |", (double) own / fastest)));
        });
        List<String> different = answers.entrySet().stream()
                .filter(e -> e.getValue().values().stream().distinct().count() > 1)
                .map(e -> e.getKey() + " " + e.getValue())
                .toList();
        if (!different.isEmpty()) {
            System.out.println("ANSWERS DIFFER: " + different);
            System.exit(1);
        }
    }
}
