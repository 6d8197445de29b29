package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.Durability;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.SennitException;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.protocol.Gates;
import dev.sennit.protocol.ProtocolLimits;
import dev.sennit.protocol.WriterKind;
import dev.sennit.store.ProcessLocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A writer that is paused for so long that another process takes it for dead, at each of its steps, and then goes on: it
 * never publishes what was aborted, learns of what was completed for it, and can start again.
 */
class ZombieTest {
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);

    @TempDir
    Path directory;

    static Stream<WriterScenario> scenarios() {
        return Arrays.stream(WriterKind.values())
                .flatMap(kind -> WriterScenario.of(kind).stream().limit(2));
    }

    /** What becomes of a zombie. */
    private enum End {
        /** It finds that it was aborted. */
        ABORTED,
        /** It prepares again, on what the other has written. */
        COMMITTED_LATER,
        /** The other completed it. */
        COMMITTED_BY_THE_OTHER
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void pausedAtAnyStepWhileARecovererDecides_neverPublishesWhatWasAborted(WriterScenario scenario)
            throws IOException {
        Path files = Files.createDirectory(directory.resolve("files"));
        Map<FailurePoint, End> ends = new EnumMap<>(FailurePoint.class);
        for (FailurePoint point : FailurePoint.ofWrites()) {
            Path root = directory.resolve("graph-" + point);
            WriterScenario.create(root, files, scenario);
            String before = content(root);
            PausedOnce paused = new PausedOnce(point, () -> recoverAndWrite(root));

            Optional<SennitException> failure = Optional.empty();
            try (Graph graph = new OpenGraph(root.toString(), new GraphRuntimes(parts(paused)), RELAXED)) {
                try {
                    scenario.write().accept(graph, files);
                } catch (SennitException e) {
                    failure = Optional.of(e);
                }
                if (!paused.happened()) {
                    continue;
                }
                String where = scenario.name() + " paused at " + point;
                boolean there = !content(root).equals(before);
                if (failure.isPresent()) {
                    assertThat(failure.get().code()).as(where).isEqualTo(ErrorCode.OPERATION_ABORTED);
                    assertThat(there).as(where).isFalse();
                    scenario.write().accept(graph, files);
                    assertThat(content(root)).as("started again: " + where).isNotEqualTo(before);
                    ends.put(point, End.ABORTED);
                } else {
                    assertThat(there).as(where).isTrue();
                    ends.put(point, paused.committedByTheOther() ? End.COMMITTED_BY_THE_OTHER : End.COMMITTED_LATER);
                }
                assertThat(graph.recover()).as(where).isEmpty();
                assertThat(graph.operations(100))
                        .as(where)
                        .noneMatch(operation -> operation.state().name().equals("UNRESOLVED"));
            }
        }
        System.out.println(scenario.name() + ": " + ends);
        assertThat(ends).containsEntry(FailurePoint.ARMED, End.ABORTED);
        assertThat(ends).containsEntry(FailurePoint.EFFECTS_APPLIED, End.ABORTED);
        assertThat(ends).containsEntry(FailurePoint.DECIDED, End.COMMITTED_BY_THE_OTHER);
        assertThat(ends).containsEntry(FailurePoint.PREPARED, End.COMMITTED_LATER);
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void anAbortedWriter_isToldSoWithItsOperation(WriterScenario scenario) throws IOException {
        Path files = Files.createDirectory(directory.resolve("files"));
        Path root = directory.resolve("graph");
        WriterScenario.create(root, files, scenario);
        PausedOnce paused = new PausedOnce(FailurePoint.EFFECTS_APPLIED, () -> recoverAndWrite(root));
        try (Graph graph = new OpenGraph(root.toString(), new GraphRuntimes(parts(paused)), RELAXED)) {
            assertThatThrownBy(() -> scenario.write().accept(graph, files))
                    .isInstanceOfSatisfying(SennitException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.OPERATION_ABORTED);
                        assertThat(e.operationId()).isPresent();
                        assertThat(graph.operations(10))
                                .anyMatch(operation -> operation
                                                .operation()
                                                .equals(e.operationId().orElseThrow())
                                        && operation.why().contains("its writer is gone"));
                    });
        }
    }

    /** Does something in the middle of a write, the first time it passes a step. */
    private static final class PausedOnce implements FailurePoints {
        private final FailurePoint point;
        private final BooleanSupplier meanwhile;
        private boolean happened;
        private boolean byTheOther;

        PausedOnce(FailurePoint point, BooleanSupplier meanwhile) {
            this.point = point;
            this.meanwhile = meanwhile;
        }

        @Override
        public void reached(FailurePoint reached) {
            if (reached == point && !happened) {
                happened = true;
                byTheOther = meanwhile.getAsBoolean();
            }
        }

        boolean happened() {
            return happened;
        }

        boolean committedByTheOther() {
            return byTheOther;
        }
    }

    /** Another process, in which leases have run out; returns whether it found a commit that the paused writer left. */
    private static boolean recoverAndWrite(Path root) {
        RuntimeParts later = parts(FailurePoints.NONE).clock(Clock.offset(Clock.systemUTC(), Duration.ofMinutes(5)));
        try (Graph graph = new OpenGraph(root.toString(), new GraphRuntimes(later), RELAXED)) {
            boolean completed = graph.recover().stream()
                    .anyMatch(operation -> operation.state().name().equals("COMMITTED"));
            graph.main().write(tx -> tx.upsert("City", Map.of("name", "next")));
            return completed;
        }
    }

    /** Two processes do not share gates, and a stopped one would keep its locks from the other only for a while. */
    private static RuntimeParts parts(FailurePoints points) {
        return RuntimeParts.DEFAULT
                .limits(ProtocolLimits.DEFAULT, WriterScenario.CHAIN)
                .gates(locks -> Gates.with(ProcessLocks.NONE))
                .failurePoints(points);
    }

    private static String content(Path root) {
        try (Graph graph = new OpenGraph(root.toString(), new GraphRuntimes(RuntimeParts.DEFAULT), RELAXED)) {
            return WriterScenario.content(graph);
        }
    }
}
