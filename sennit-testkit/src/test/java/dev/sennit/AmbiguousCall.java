package dev.sennit;

import dev.sennit.testkit.Fault;
import dev.sennit.testkit.StoreCall;
import java.util.ArrayList;
import java.util.List;

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
}
