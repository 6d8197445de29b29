package dev.sennit.testkit.history;

import static dev.sennit.testkit.history.Operation.append;
import static dev.sennit.testkit.history.Operation.readList;
import static dev.sennit.testkit.history.Operation.readRegister;
import static dev.sennit.testkit.history.Operation.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.testkit.history.Anomaly.Kind;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Histories made by hand, good and bad: one at least for each kind of anomaly. */
class HistoryCheckerTest {
    @Test
    void aSerialHistoryHasNoAnomaly() {
        History history = new Histories()
                .ok("T1", 0, 1, append("x", 1), append("x", 2))
                .ok("T2", 2, 3, readList("x", List.of(1L, 2L)), append("y", 3))
                .failed("T3", append("x", 9))
                .unknown("T4", append("x", 4))
                .ok(
                        "T5",
                        4,
                        5,
                        readList("x", List.of(1L, 2L, 4L)),
                        append("x", 5),
                        readList("x", List.of(1L, 2L, 4L, 5L)))
                .ok("T6", 6, 7, readRegister("r", Optional.empty()), write("r", 1), readRegister("r", Optional.of(1L)))
                .ok("T7", 8, 9, readRegister("r", Optional.of(1L)), write("r", 2))
                .committed("T1", "T2", "T5", "T6", "T7");

        assertThat(HistoryChecker.strictlySerializable().check(history)).isEmpty();
    }

    @Test
    void transactionsInTheOppositeOrderOfTheirAcknowledgements_areSerializable_butNotStrictly() {
        History history = new Histories()
                .ok("T1", 0, 1, append("x", 1))
                .ok("T2", 2, 3, readList("x", List.of()))
                .ok("T3", 4, 5, readList("x", List.of(1L)))
                .history();

        assertThat(HistoryChecker.serializable().check(history)).isEmpty();
        assertThat(HistoryChecker.strictlySerializable().check(history))
                .singleElement()
                .satisfies(anomaly -> {
                    assertThat(anomaly.kind()).isEqualTo(Kind.READ_SKEW);
                    assertThat(anomaly.inTimeOnly()).isTrue();
                    assertThat(anomaly.explanation())
                            .contains("T2 read x = [], without T1's 1")
                            .contains("it was acknowledged before T2 began");
                });
    }

    @Test
    void anElementNobodyAppended_orTwiceInAList_isImpossible() {
        assertKinds(new Histories().ok("T1", readList("x", List.of(7L))).history(), Kind.IMPOSSIBLE_VALUE);
        assertThat(kinds(HistoryChecker.serializable()
                        .check(new Histories()
                                .ok("T1", append("x", 7))
                                .ok("T2", readList("x", List.of(7L, 7L)))
                                .history())))
                .contains(Kind.IMPOSSIBLE_VALUE);
        assertKinds(new Histories().ok("T1", readRegister("r", Optional.of(7L))).history(), Kind.IMPOSSIBLE_VALUE);
    }

    @Test
    void notSeeingOnesOwnWrite_orAKeyThatChangesUnderARead_isInternal() {
        assertKinds(
                new Histories()
                        .ok("T1", append("x", 1), readList("x", List.of()))
                        .history(),
                Kind.INTERNAL);
        assertKinds(
                new Histories()
                        .ok("T1", append("x", 1))
                        .ok("T2", readList("x", List.of()), readList("x", List.of(1L)))
                        .history(),
                Kind.INTERNAL);
        assertKinds(
                new Histories()
                        .ok("T1", write("r", 1))
                        .ok("T2", write("r", 2), readRegister("r", Optional.of(1L)))
                        .history(),
                Kind.INTERNAL);
    }

    @Test
    void readsOfAListThatDisagree_areIncompatible() {
        History history = new Histories()
                .ok("T1", append("x", 1))
                .ok("T2", append("x", 2))
                .ok("T3", readList("x", List.of(1L, 2L)))
                .ok("T4", readList("x", List.of(2L)))
                .history();

        assertThat(kinds(HistoryChecker.serializable().check(history))).contains(Kind.INCOMPATIBLE_ORDER);
    }

    @Test
    void writesInterleavedOverTwoKeys_areADirtyWrite() {
        History lists = new Histories()
                .ok("T1", append("x", 1), append("y", 1))
                .ok("T2", append("x", 2), append("y", 2))
                .ok("T3", readList("x", List.of(1L, 2L)))
                .ok("T4", readList("y", List.of(2L, 1L)))
                .history();

        List<Anomaly> anomalies = HistoryChecker.serializable().check(lists);

        assertThat(anomalies).anySatisfy(anomaly -> {
            assertThat(anomaly.kind()).isEqualTo(Kind.DIRTY_WRITE);
            assertThat(anomaly.explanation())
                    .contains("its 1 in x comes before T2's 2")
                    .contains("its 2 in y comes before T1's 1");
            assertThat(anomaly.transactions()).extracting(Transaction::id).containsExactlyInAnyOrder("T1", "T2");
        });
    }

    @Test
    void readingWhatAFailedTransactionWrote_isAnAbortedRead() {
        assertKinds(
                new Histories()
                        .failed("T1", append("x", 1))
                        .ok("T2", readList("x", List.of(1L)))
                        .history(),
                Kind.ABORTED_READ);
        assertKinds(
                new Histories()
                        .failed("T1", write("r", 1))
                        .ok("T2", readRegister("r", Optional.of(1L)))
                        .history(),
                Kind.ABORTED_READ);
    }

    @Test
    void readingTheMiddleOfATransaction_isAnIntermediateRead() {
        assertThat(kinds(HistoryChecker.serializable()
                        .check(new Histories()
                                .ok("T1", append("x", 1), append("x", 2))
                                .ok("T2", readList("x", List.of(1L)))
                                .ok("T3", readList("x", List.of(1L, 2L)))
                                .history())))
                .contains(Kind.INTERMEDIATE_READ);
        assertKinds(
                new Histories()
                        .ok("T1", write("r", 1), write("r", 2))
                        .ok("T2", readRegister("r", Optional.of(1L)))
                        .history(),
                Kind.INTERMEDIATE_READ);
    }

    @Test
    void transactionsThatSeeEachOther_areACircularInformationFlow() {
        assertKinds(
                new Histories()
                        .ok("T1", append("x", 1), readList("y", List.of(2L)))
                        .ok("T2", append("y", 2), readList("x", List.of(1L)))
                        .history(),
                Kind.CIRCULAR_INFORMATION_FLOW);
        assertKinds(
                new Histories()
                        .ok("T1", write("r", 1), readRegister("s", Optional.of(2L)))
                        .ok("T2", write("s", 2), readRegister("r", Optional.of(1L)))
                        .history(),
                Kind.CIRCULAR_INFORMATION_FLOW);
    }

    @Test
    void twoReplacementsOfOneVersion_areALostUpdate() {
        assertThat(kinds(HistoryChecker.serializable()
                        .check(new Histories()
                                .ok("T1", readRegister("r", Optional.empty()), write("r", 1))
                                .ok("T2", readRegister("r", Optional.empty()), write("r", 2))
                                .history())))
                .contains(Kind.LOST_UPDATE);
        assertThat(kinds(HistoryChecker.serializable()
                        .check(new Histories()
                                .ok("T0", append("x", 0))
                                .ok("T1", readList("x", List.of(0L)), append("x", 1))
                                .ok("T2", readList("x", List.of(0L)), append("x", 2))
                                .ok("T3", readList("x", List.of(0L, 1L, 2L)))
                                .history())))
                .contains(Kind.LOST_UPDATE, Kind.READ_SKEW);
    }

    @Test
    void seeingHalfOfATransaction_isReadSkew() {
        History history = new Histories()
                .ok("T1", append("x", 1), append("y", 1))
                .ok("T2", readList("x", List.of(1L)), readList("y", List.of()))
                .history();

        List<Anomaly> anomalies = HistoryChecker.serializable().check(history);

        assertThat(kinds(anomalies)).containsExactly(Kind.READ_SKEW);
        assertThat(anomalies.getFirst().explanation())
                .contains("T2 read y = [], without T1's 1")
                .contains("T2 read x = [1], whose last write is T1's");
    }

    @Test
    void twoThatEachMissTheOthersWrite_areWriteSkew() {
        assertKinds(
                new Histories()
                        .ok("T1", readList("x", List.of()), append("y", 1))
                        .ok("T2", readList("y", List.of()), append("x", 2))
                        .history(),
                Kind.WRITE_SKEW);
        assertKinds(
                new Histories()
                        .ok("T1", readRegister("r", Optional.empty()), write("s", 1))
                        .ok("T2", readRegister("s", Optional.empty()), write("r", 2))
                        .history(),
                Kind.WRITE_SKEW);
    }

    @Test
    void registersNeedTheOrderOfCommits_forWhatReadsDoNotTell() {
        Histories blind = new Histories()
                .ok("T1", write("r", 1), write("s", 1))
                .ok("T2", write("r", 2), write("s", 2))
                .ok("T3", readRegister("r", Optional.of(1L)), readRegister("s", Optional.of(2L)));

        assertThat(HistoryChecker.serializable().check(blind.history())).isEmpty();
        assertThat(kinds(HistoryChecker.serializable().check(blind.committed("T1", "T2", "T3"))))
                .contains(Kind.READ_SKEW);
    }

    @Test
    void anUnknownTransactionCountsOnlyIfItWasSeen() {
        Histories unseen = new Histories()
                .ok("T1", readList("x", List.of()), append("y", 1))
                .unknown("T2", readList("y"), append("x", 2));
        Histories seen = new Histories()
                .ok("T1", readList("x", List.of()), readList("y", List.of(2L)))
                .unknown("T2", append("x", 2), append("y", 2));

        assertThat(HistoryChecker.strictlySerializable().check(unseen.history()))
                .isEmpty();
        // Nobody saw its append to x, so nothing orders it against the read of x.
        assertThat(HistoryChecker.strictlySerializable().check(seen.history())).isEmpty();
        seen.ok("T3", readList("x", List.of(2L)));
        assertThat(kinds(HistoryChecker.strictlySerializable().check(seen.history())))
                .contains(Kind.READ_SKEW);
    }

    @Test
    void longListsAreShownByTheirEnds() {
        List<Long> thirty = LongStream.range(0, 30).boxed().toList();

        assertThat(readList("x", thirty)).hasToString("read x = [(20 more), 20, 21, 22, 23, 24, 25, 26, 27, 28, 29]");
        assertThat(readList("x", List.of(1L, 2L))).hasToString("read x = [1, 2]");
    }

    @Test
    void aHistoryThatWritesAValueTwice_orMixesKinds_isRefused() {
        assertThatThrownBy(() -> new Histories()
                        .ok("T1", append("x", 1))
                        .ok("T2", append("x", 1))
                        .history())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("written twice");
        assertThatThrownBy(() ->
                        new Histories().ok("T1", append("x", 1), write("x", 2)).history())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a list and a register");
    }

    private static void assertKinds(History history, Kind... kinds) {
        assertThat(kinds(HistoryChecker.serializable().check(history))).containsExactly(kinds);
    }

    private static List<Kind> kinds(List<Anomaly> anomalies) {
        return anomalies.stream().map(Anomaly::kind).toList();
    }
}
