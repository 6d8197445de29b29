package dev.sennit.testkit.history;

import static dev.sennit.testkit.history.Operation.append;
import static dev.sennit.testkit.history.Operation.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.testkit.history.Anomaly.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FinalStateTest {
    private static final History HISTORY = new Histories()
            .ok("T1", append("x", 1), append("y", 1))
            .failed("T2", append("x", 2))
            .unknown("T3", append("x", 3), append("y", 3))
            .ok("T4", write("r", 4))
            .failed("T5", write("r", 5))
            .history();

    @Test
    void exactlyTheAcknowledgedWrites_withOrWithoutTheUnknown_areRight() {
        assertThat(check(List.of(1L), List.of(1L), Optional.of(4L))).isEmpty();
        assertThat(check(List.of(1L, 3L), List.of(3L, 1L), Optional.of(4L))).isEmpty();
    }

    @Test
    void whatIsMissing_survivedWrongly_orIsHalfThere_isNamed() {
        assertThat(check(List.of(), List.of(1L), Optional.of(4L)))
                .singleElement()
                .satisfies(anomaly -> {
                    assertThat(anomaly.kind()).isEqualTo(Kind.LOST_WRITE);
                    assertThat(anomaly.explanation()).contains("append 1 to x").contains("T1 of process of T1");
                });
        assertThat(check(List.of(1L, 2L), List.of(1L), Optional.of(4L)))
                .extracting(Anomaly::kind)
                .containsExactly(Kind.FAILED_WRITE_SURVIVED);
        assertThat(check(List.of(1L, 3L), List.of(1L), Optional.of(4L)))
                .extracting(Anomaly::kind)
                .containsExactly(Kind.HALF_A_TRANSACTION);
    }

    @Test
    void registersHoldSomethingThatWasSet() {
        assertThat(check(List.of(1L), List.of(1L), Optional.empty()))
                .extracting(Anomaly::kind)
                .containsExactly(Kind.LOST_WRITE);
        assertThat(check(List.of(1L), List.of(1L), Optional.of(5L)))
                .extracting(Anomaly::kind)
                .containsExactly(Kind.FAILED_WRITE_SURVIVED);
        assertThat(check(List.of(1L), List.of(1L), Optional.of(6L)))
                .extracting(Anomaly::kind)
                .containsExactly(Kind.IMPOSSIBLE_VALUE);
    }

    private static List<Anomaly> check(List<Long> x, List<Long> y, Optional<Long> r) {
        return new FinalState(Map.of("x", x, "y", y), Map.of("r", r)).check(HISTORY);
    }
}
