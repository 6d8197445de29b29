package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Durability;
import dev.sennit.schema.SchemaParser;
import dev.sennit.testkit.ChildJvm;
import dev.sennit.testkit.history.History;
import dev.sennit.testkit.history.HistoryFiles;
import dev.sennit.testkit.history.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four processes with four clients each on shared lists and registers for a minute, killed and started again all the
 * time: what the clients saw is strictly serializable, and exactly what was acknowledged survives.
 */
class HistoriesTest {
    private static final int PROCESSES = 4;
    private static final int MIN_COMMITS = 1000;
    private static final int MIN_CONFLICTS = 100;
    private static final int MIN_KILLS = 10;
    private static final long MIN_SECONDS = 60;
    private static final long MAX_SECONDS = 240;
    private static final long SEED = 20_261_130;

    /** A process dies about once in so many steps between arming and finishing. */
    private static final int ODDS = 400;

    @TempDir
    Path directory;

    private Path root;
    private Path records;

    @BeforeEach
    void create() throws IOException {
        root = directory.resolve("graph");
        records = Files.createDirectory(directory.resolve("records"));
        Sennit.create(
                        root.toString(),
                        SchemaParser.parse(HistoryWorkload.schema()),
                        OpenOptions.DEFAULT.durability(Durability.RELAXED),
                        "init")
                .close();
    }

    @Test
    void whatClientsOfKilledProcessesSaw_isStrictlySerializable_andExactlyTheAcknowledgedSurvives()
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        int kills = runProcesses(start);

        History history = history();
        long commits = notes("commit");
        long conflicts = notes("conflict");
        long unknown = history.transactions().stream()
                .filter(transaction -> transaction.outcome() == Outcome.UNKNOWN)
                .count();
        System.out.printf(
                "histories: %d transactions, %d acknowledged commits, %d conflicts, %d kills between arm and finish,"
                        + " %d unknown, %d s%n",
                history.transactions().size(),
                commits,
                conflicts,
                kills,
                unknown,
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
        assertThat(commits).as("acknowledged commits (seed %d)", SEED).isGreaterThanOrEqualTo(MIN_COMMITS);
        assertThat(conflicts).as("conflicts (seed %d)", SEED).isGreaterThanOrEqualTo(MIN_CONFLICTS);
        assertThat(kills).as("kills (seed %d)", SEED).isGreaterThanOrEqualTo(MIN_KILLS);
        assertThat(new HistoryVerdict(root, history, aborted()).wrong())
                .as("seed %d", SEED)
                .isEmpty();
    }

    /** Keeps the processes running until enough has happened; returns how many died between arm and finish. */
    private int runProcesses(long start) throws IOException, InterruptedException {
        long end = start + TimeUnit.SECONDS.toNanos(MAX_SECONDS);
        List<Process> processes = new ArrayList<>();
        int started = 0;
        for (; started < PROCESSES; started++) {
            processes.add(startProcess(started, start, end));
        }
        int kills = 0;
        while (true) {
            Thread.sleep(200);
            for (int i = 0; i < PROCESSES; i++) {
                if (!processes.get(i).isAlive()) {
                    int exit = processes.get(i).exitValue();
                    assertThat(exit).as(outputOf(started)).isEqualTo(HistoryChild.DIED_ARMED);
                    kills++;
                    processes.set(i, startProcess(started++, start, end));
                }
            }
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            boolean enough = kills >= MIN_KILLS
                    && seconds >= MIN_SECONDS
                    && notes("commit") >= MIN_COMMITS
                    && notes("conflict") >= MIN_CONFLICTS;
            if (enough || seconds >= MAX_SECONDS) {
                break;
            }
        }
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
        return kills;
    }

    private Process startProcess(int number, long start, long end) throws IOException {
        return ChildJvm.start(
                directory.resolve("tmp"),
                directory.resolve("output-" + number),
                HistoryChild.class,
                List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"),
                root.toString(),
                records.toString(),
                "p" + number,
                String.valueOf(SEED + number),
                String.valueOf(start),
                String.valueOf(end),
                String.valueOf(ODDS));
    }

    private String outputOf(int started) throws IOException {
        StringBuilder output = new StringBuilder();
        for (int i = 0; i < started; i++) {
            output.append(Files.readString(directory.resolve("output-" + i)));
        }
        return output.toString();
    }

    private History history() throws IOException {
        try (Stream<Path> files = Files.list(records)) {
            return HistoryFiles.read(
                    files.filter(file -> file.toString().endsWith(".jsonl")).toList());
        }
    }

    private long notes(String line) throws IOException {
        return lines().filter(line::equals).count();
    }

    private List<String> aborted() throws IOException {
        return lines().filter(line -> line.startsWith("aborted "))
                .map(line -> line.substring("aborted ".length()))
                .toList();
    }

    private Stream<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(records)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".notes")).toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines.stream();
    }
}
