package dev.sennit.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.manifest.ChainLimits;
import dev.sennit.manifest.ChainWalk;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.OperationId;
import dev.sennit.model.OutcomeUnknownException;
import dev.sennit.model.SennitException;
import dev.sennit.testkit.Fault;
import dev.sennit.testkit.Faults;
import dev.sennit.testkit.StoreCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * One write, and every fault at every call it makes of a store: it is committed once, or not committed, or unknown and
 * then answered exactly; and it never stands in the way of the next write.
 */
class FaultMatrixTest {
    private static final ChainLimits LIMITS = new ChainLimits(33, 4, Duration.ZERO);
    private static final int VERSIONS_BEFORE_ARCHIVING = 39;

    /** When calls that were held up arrive. */
    private enum Landing {
        BEFORE_RECOVERY,
        AFTER_RECOVERY
    }

    /** One fault, and whether the store stays out of reach after it for as long as the write lasts. */
    private record Cell(int call, Fault fault, boolean outage, Landing landing) {}

    /** A write and the graph it meets. */
    private record Scenario(int versions, boolean keyed) {
        WriteRequest request() {
            return keyed ? ProtocolWorld.requestWithKey("key", "digest") : ProtocolWorld.request();
        }

        ProtocolWorld world() {
            ProtocolWorld world = new ProtocolWorld(7, 3, LIMITS);
            for (int version = 2; version <= versions; version++) {
                world.commitBehindTheProtocol(2);
            }
            return world;
        }
    }

    @Test
    void anyFaultAtAnyCallOfAWrite_leavesItCommittedOnceOrNotAtAll_andAnswerable() {
        everyCell(new Scenario(1, false));
    }

    @Test
    void anyFaultAtAnyCallOfAWriteWithAKeyThatAlsoArchives_leavesItCommittedOnceOrNotAtAll_andAnswerable() {
        everyCell(new Scenario(VERSIONS_BEFORE_ARCHIVING, true));
    }

    private static void everyCell(Scenario scenario) {
        List<StoreCall> calls = new ArrayList<>();
        Faults counting = new Faults((number, call, subject) -> {
            calls.add(call);
            return Fault.NONE;
        });
        ProtocolWorld plain = scenario.world();
        plain.process(FailurePoints.NONE, counting, event -> {})
                .write(plain.touching(List.of(0, 1), List.of()), scenario.request());
        Map<String, Integer> outcomes = new TreeMap<>();
        int cells = 0;
        for (int call = 1; call <= calls.size(); call++) {
            for (Fault fault : faultsOf(calls.get(call - 1))) {
                for (boolean outage : new boolean[] {false, true}) {
                    for (Landing landing : landingsOf(fault)) {
                        Cell cell = new Cell(call, fault, outage, landing);
                        outcomes.merge(verify(scenario, cell), 1, Integer::sum);
                        cells++;
                    }
                }
            }
        }
        System.out.println(cells + " cells over " + calls.size() + " store calls: " + outcomes);
        assertThat(outcomes.keySet())
                .as("the matrix is not vacuous")
                .contains("committed", "not committed", "unknown, then committed", "unknown, then not committed");
    }

    /** A read that fails has no effect, so there is one way only. */
    private static EnumSet<Fault> faultsOf(StoreCall call) {
        return call.changes() ? faults() : EnumSet.of(Fault.FAIL_BEFORE);
    }

    private static EnumSet<Fault> faults() {
        EnumSet<Fault> faults = EnumSet.copyOf(Fault.ofCalls());
        faults.remove(Fault.NONE);
        return faults;
    }

    private static EnumSet<Landing> landingsOf(Fault fault) {
        return fault == Fault.LAND_LATER || fault == Fault.DELIVER_TWICE
                ? EnumSet.allOf(Landing.class)
                : EnumSet.of(Landing.BEFORE_RECOVERY);
    }

    private static String verify(Scenario scenario, Cell cell) {
        ProtocolWorld world = scenario.world();
        boolean[] healed = new boolean[1];
        List<String> calls = new ArrayList<>();
        Faults faults = new Faults((number, call, subject) -> {
            if (!healed[0]) {
                calls.add(call + " " + subject);
            }
            if (number == cell.call()) {
                return cell.fault();
            }
            return cell.outage() && number > cell.call() && !healed[0] ? Fault.FAIL_BEFORE : Fault.NONE;
        });
        GraphWriteProtocol writer = world.process(FailurePoints.NONE, faults, event -> {});
        Optional<OperationId> unknown = Optional.empty();
        boolean committed = false;
        String outcome;
        try {
            writer.write(world.touching(List.of(0, 1), List.of()), scenario.request());
            committed = true;
            outcome = "committed";
        } catch (OutcomeUnknownException e) {
            unknown = Optional.of(e.operationId().orElseThrow());
            outcome = "unknown";
        } catch (SennitException e) {
            assertThat(e.code())
                    .as("%s at %s", cell, calls.get(cell.call() - 1))
                    .isIn(ErrorCode.STORE_UNAVAILABLE, ErrorCode.READ_SET_CHANGED, ErrorCode.OPERATION_ABORTED);
            outcome = "not committed";
        }
        healed[0] = true;
        String where = cell + " at " + calls.get(cell.call() - 1);

        if (cell.landing() == Landing.BEFORE_RECOVERY) {
            faults.landLateCalls();
        }
        world.letLeasesRunOut();
        GraphWriteProtocol other = world.process(FailurePoints.NONE);
        if (unknown.isPresent()) {
            Resolution resolution = other.outcome(unknown.get());
            assertThat(resolution).as(where).isNotInstanceOf(Resolution.InProgress.class);
            committed = resolution instanceof Resolution.Committed;
            outcome = committed ? "unknown, then committed" : "unknown, then not committed";
        }
        assertThat(other.recover())
                .as(where)
                .noneMatch(settled -> settled.resolution() instanceof Resolution.InProgress);
        if (cell.landing() == Landing.AFTER_RECOVERY) {
            faults.landLateCalls();
            world.letLeasesRunOut(); // an intent that arrives now looks fresh
            assertThat(other.recover())
                    .as(where)
                    .noneMatch(settled -> settled.resolution() instanceof Resolution.InProgress);
        }
        assertThat(world.rows(0)).as(where).isEqualTo(committed ? 1 : 0);
        assertThat(world.rows(1)).as(where).isEqualTo(committed ? 1 : 0);
        assertThat(ChainWalk.verified(world.chain())).as(where).hasSize(scenario.versions() + (committed ? 1 : 0));
        if (unknown.isPresent()) {
            assertThat(other.outcome(unknown.get()) instanceof Resolution.Committed)
                    .as(where)
                    .isEqualTo(committed);
        }

        WriteResult<String> again = other.write(world.touching(List.of(0, 1), List.of()), scenario.request());
        assertThat(again.replayed()).as(where).isEqualTo(scenario.keyed() && committed);
        assertThat(world.rows(0)).as(where).isEqualTo(committed && !scenario.keyed() ? 2 : 1);
        assertThat(world.objects.list("__recovery/armed/")).as(where).isEmpty();
        return outcome;
    }
}
