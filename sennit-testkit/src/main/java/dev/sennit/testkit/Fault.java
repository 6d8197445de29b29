package dev.sennit.testkit;

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
    DELIVER_TWICE
}
