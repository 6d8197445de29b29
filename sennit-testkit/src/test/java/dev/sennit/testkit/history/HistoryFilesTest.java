package dev.sennit.testkit.history;

import static dev.sennit.testkit.history.Operation.append;
import static dev.sennit.testkit.history.Operation.readList;
import static dev.sennit.testkit.history.Operation.readRegister;
import static dev.sennit.testkit.history.Operation.write;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFilesTest {
    @TempDir
    Path directory;

    private final AtomicLong nanos = new AtomicLong();

    @Test
    void partsOfSeveralProcesses_areOneHistory() throws IOException {
        Path first = directory.resolve("first.jsonl");
        Path second = directory.resolve("second.jsonl");
        try (HistoryRecorder one = new HistoryRecorder(first, "one", nanos::incrementAndGet);
                HistoryRecorder two = new HistoryRecorder(second, "two", nanos::incrementAndGet)) {
            HistoryRecorder.Running a = one.begin("a", List.of(append("x", 1), readList("y"), readRegister("r")));
            HistoryRecorder.Running b = two.begin("a", List.of(write("r", 2)));
            b.failed();
            a.acknowledged(
                    List.of(append("x", 1), readList("y", List.of(3L, 4L)), readRegister("r", Optional.empty())),
                    Optional.of("C1"));
            two.begin("b", List.of(append("x", 5))).unknown();
            two.begin("c", List.of(append("x", 6))); // and the process is killed
        }

        History history = HistoryFiles.read(List.of(first, second));

        assertThat(history.transactions())
                .containsExactly(
                        new Transaction(
                                "one-1",
                                "one/a",
                                Outcome.OK,
                                1,
                                OptionalLong.of(4),
                                List.of(
                                        append("x", 1),
                                        readList("y", List.of(3L, 4L)),
                                        readRegister("r", Optional.empty())),
                                Optional.of("C1")),
                        new Transaction(
                                "two-1",
                                "two/a",
                                Outcome.FAILED,
                                2,
                                OptionalLong.of(3),
                                List.of(write("r", 2)),
                                Optional.empty()),
                        new Transaction(
                                "two-2",
                                "two/b",
                                Outcome.UNKNOWN,
                                5,
                                OptionalLong.of(6),
                                List.of(append("x", 5)),
                                Optional.empty()),
                        new Transaction(
                                "two-3",
                                "two/c",
                                Outcome.UNKNOWN,
                                7,
                                OptionalLong.empty(),
                                List.of(append("x", 6)),
                                Optional.empty()));
    }

    @Test
    void aLineThatAKilledProcessDidNotFinish_isLeftOut() throws IOException {
        Path file = directory.resolve("killed.jsonl");
        try (HistoryRecorder recorder = new HistoryRecorder(file, "one", nanos::incrementAndGet)) {
            recorder.begin("a", List.of(append("x", 1)));
        }
        Files.writeString(file, "{\"transaction\":\"one-1\",\"process\"", StandardOpenOption.APPEND);

        assertThat(HistoryFiles.read(List.of(file)).transactions())
                .singleElement()
                .satisfies(found -> assertThat(found.outcome()).isEqualTo(Outcome.UNKNOWN));
    }
}
