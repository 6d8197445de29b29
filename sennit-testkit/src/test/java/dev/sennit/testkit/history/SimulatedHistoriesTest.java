package dev.sennit.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.testkit.history.Anomaly.Kind;
import dev.sennit.testkit.history.SimulatedStore.Isolation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Histories of simulated stores: of a right one nothing is found, of wrong ones what they do wrong is. */
class SimulatedHistoriesTest {
    private static final int SEEDS = 1000;
    private static final int CLIENTS = 4;
    private static final int TRANSACTIONS = 30;

    @Test
    void ofASerializableStore_nothingIsFound() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Simulation.Run run = run(seed, Isolation.SERIALIZABLE, true);

            assertThat(HistoryChecker.strictlySerializable().check(run.whole()))
                    .as("seed %d", seed)
                    .isEmpty();
            assertThat(run.end().check(run.history())).as("seed %d", seed).isEmpty();
        }
    }

    @Test
    void ofAStoreThatShowsOldStates_onlyTheOrderInTimeIsWrong() {
        int found = 0;
        for (long seed = 0; seed < 200; seed++) {
            Simulation.Run run = run(seed, Isolation.STALE_READS, true);

            assertThat(HistoryChecker.serializable().check(run.whole()))
                    .as("seed %d", seed)
                    .isEmpty();
            List<Anomaly> anomalies = HistoryChecker.strictlySerializable().check(run.whole());
            assertThat(anomalies).as("seed %d", seed).allMatch(Anomaly::inTimeOnly);
            found += anomalies.isEmpty() ? 0 : 1;
        }
        assertThat(found).isGreaterThan(100);
    }

    @Test
    void ofSnapshotIsolation_writeSkewIsFound_andNothingThatItForbids() {
        Map<Kind, Integer> found = kinds(Isolation.SNAPSHOT, 200);

        assertThat(found).containsOnlyKeys(Kind.WRITE_SKEW);
        assertThat(found.get(Kind.WRITE_SKEW)).isGreaterThan(50);
    }

    @Test
    void ofReadCommitted_lostUpdatesAndReadSkewAreFound_andNothingThatItForbids() {
        Map<Kind, Integer> found = kinds(Isolation.READ_COMMITTED, 200);

        assertThat(found)
                .containsOnlyKeys(
                        Kind.INTERNAL, Kind.INCOMPATIBLE_ORDER, Kind.LOST_UPDATE, Kind.READ_SKEW, Kind.WRITE_SKEW)
                .hasEntrySatisfying(Kind.LOST_UPDATE, count -> assertThat(count).isGreaterThan(50))
                .hasEntrySatisfying(Kind.READ_SKEW, count -> assertThat(count).isGreaterThan(50));
    }

    @Test
    void ofReadUncommitted_everythingIsFound() {
        Map<Kind, Integer> found = kinds(Isolation.READ_UNCOMMITTED, 200);

        assertThat(found)
                .containsKeys(
                        Kind.DIRTY_WRITE,
                        Kind.ABORTED_READ,
                        Kind.INTERMEDIATE_READ,
                        Kind.CIRCULAR_INFORMATION_FLOW,
                        Kind.LOST_UPDATE,
                        Kind.READ_SKEW);
    }

    @Test
    void ofAForgetfulStore_exactlyTheForgottenWritesAreFound() {
        int found = 0;
        for (long seed = 0; seed < 100; seed++) {
            Simulation.Run run = Simulation.run(seed, Isolation.FORGETFUL, CLIENTS, TRANSACTIONS, false, false);

            List<Anomaly> anomalies = run.end().check(run.history());

            assertThat(anomalies).as("seed %d", seed).allMatch(anomaly -> anomaly.kind() == Kind.LOST_WRITE);
            assertThat(anomalies)
                    .as("seed %d", seed)
                    .extracting(anomaly -> anomaly.transactions().getFirst().id())
                    .containsExactlyInAnyOrderElementsOf(run.forgotten());
            found += anomalies.size();
        }
        assertThat(found).isGreaterThan(100);
    }

    @Test
    void theSameIsSaidOfFewTransactions_asTryingAllSerialOrdersSays() {
        int right = 0;
        int wrong = 0;
        for (Isolation isolation : Isolation.values()) {
            for (long seed = 0; seed < 200; seed++) {
                Simulation.Run run = Simulation.run(seed, isolation, 3, 5, false, false);
                List<Transaction> acknowledged = new ArrayList<>(run.whole().transactions());
                acknowledged.removeIf(transaction -> !transaction.isOk());

                boolean serializable = SerialOrders.exists(acknowledged, false);
                boolean strictly = SerialOrders.exists(acknowledged, true);

                String about = isolation + ", seed " + seed + ": " + acknowledged;
                assertThat(HistoryChecker.serializable().check(run.whole()).isEmpty())
                        .as(about)
                        .isEqualTo(serializable);
                assertThat(HistoryChecker.strictlySerializable()
                                .check(run.whole())
                                .isEmpty())
                        .as("strictly, " + about)
                        .isEqualTo(strictly);
                right += strictly ? 1 : 0;
                wrong += strictly ? 0 : 1;
            }
        }
        assertThat(right).isGreaterThan(300);
        assertThat(wrong).isGreaterThan(100);
    }

    private static Map<Kind, Integer> kinds(Isolation isolation, int seeds) {
        Map<Kind, Integer> found = new EnumMap<>(Kind.class);
        for (long seed = 0; seed < seeds; seed++) {
            HistoryChecker.serializable().check(run(seed, isolation, true).whole()).stream()
                    .map(Anomaly::kind)
                    .distinct()
                    .forEach(kind -> found.merge(kind, 1, Integer::sum));
        }
        return found;
    }

    private static Simulation.Run run(long seed, Isolation isolation, boolean withUnknown) {
        return Simulation.run(seed, isolation, CLIENTS, TRANSACTIONS, withUnknown, true);
    }
}
