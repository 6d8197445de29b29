package dev.sennit.testkit;

import java.util.List;

/** What may happen to one call of a store. */
public enum Fault {
    NONE,
    /** The call has no effect, and the store reports a failure. */
    FAIL_BEFORE,
    /** The call takes effect, and its response is lost. */
    FAIL_AFTER,
    /** The call takes effect, is repeated by the transport, and the caller hears the answer to the repetition. */
    CONFLICT_AFTER_SUCCESS,
    /** The call times out and takes effect later. */
    LAND_LATER,
    /** The call takes effect, is answered, and arrives a second time later. */
    DELIVER_TWICE,
    /** The process dies before the call. */
    CRASH_BEFORE,
    /** The process dies after the call took effect and before it hears of it. */
    CRASH_AFTER;

    private static final List<Fault> OF_CALLS =
            List.of(NONE, FAIL_BEFORE, FAIL_AFTER, CONFLICT_AFTER_SUCCESS, LAND_LATER, DELIVER_TWICE);

    /** What may happen to a call while the process lives. */
    public static List<Fault> ofCalls() {
        return OF_CALLS;
    }
}
