package dev.sennit;

import dev.sennit.model.OperationId;
import dev.sennit.model.Outcome;
import dev.sennit.model.OutcomeUnknownException;
import dev.sennit.model.SennitException;
import dev.sennit.testkit.Fault;
import dev.sennit.testkit.Faults;
import dev.sennit.testkit.StoreCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One call of a store that goes wrong.
 *
 * @param call its number, from 1
 */
record AmbiguousCall(int call, Fault fault, Landing landing) {
    /** When calls that were held up arrive. */
    enum Landing {
        BEFORE_RECOVERY,
        AFTER_RECOVERY
    }

    /** All ways in which a call can go wrong, dying apart: one that changes nothing can only fail. */
    static List<AmbiguousCall> of(int call, StoreCall kind) {
        if (!kind.changes()) {
            return List.of(new AmbiguousCall(call, Fault.FAIL_BEFORE, Landing.BEFORE_RECOVERY));
        }
        List<AmbiguousCall> cells = new ArrayList<>();
        for (Fault fault : Fault.ofCalls()) {
            switch (fault) {
                case NONE, CRASH_BEFORE, CRASH_AFTER -> {
                    // the crash matrix has those
                }
                case FAIL_BEFORE, FAIL_AFTER, CONFLICT_AFTER_SUCCESS ->
                    cells.add(new AmbiguousCall(call, fault, Landing.BEFORE_RECOVERY));
                case LAND_LATER, DELIVER_TWICE -> {
                    for (Landing landing : Landing.values()) {
                        cells.add(new AmbiguousCall(call, fault, landing));
                    }
                }
            }
        }
        return cells;
    }

    /** What became of a change, in words, and whether it was made. */
    record Ended(String words, boolean isDone) {}

    /**
     * Makes a change during which this call goes wrong, recovers elsewhere, and looks at what is left there.
     *
     * @param open opens the graph with faults
     * @param elsewhere opens it in another process, when leases have run out
     */
    Ended happensTo(
            Consumer<Graph> change,
            Function<Faults, Graph> open,
            Supplier<Graph> elsewhere,
            BiConsumer<Graph, Ended> afterwards) {
        Faults faults = new Faults((number, kind, subject) -> number == call ? fault : Fault.NONE);
        Ended ended;
        Optional<OperationId> unknown = Optional.empty();
        try (Graph graph = open.apply(faults)) {
            change.accept(graph);
            ended = new Ended("done", true);
        } catch (OutcomeUnknownException e) {
            ended = new Ended("unknown", false);
            unknown = e.operationId();
        } catch (SennitException e) {
            ended = new Ended("refused", false);
        }
        if (landing == Landing.BEFORE_RECOVERY) {
            faults.landLateCalls();
        }
        try (Graph graph = elsewhere.get()) {
            graph.recover();
            if (landing == Landing.AFTER_RECOVERY) {
                faults.landLateCalls();
                graph.recover();
            }
            if (unknown.isPresent()) {
                ended = switch (graph.outcome(unknown.get())) {
                    case Outcome.Committed ignored -> new Ended("unknown, then done", true);
                    case Outcome.Applied ignored -> new Ended("unknown, then done", true);
                    case Outcome.NotCommitted ignored -> new Ended("unknown, then not done", false);
                    case Outcome.InProgress ignored -> new Ended("unknown, then not done", false);
                };
            }
            afterwards.accept(graph, ended);
        }
        return ended;
    }
}
