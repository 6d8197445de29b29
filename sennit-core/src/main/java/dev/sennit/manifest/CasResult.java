package dev.sennit.manifest;

/** How one compare-and-set on a chain ended. */
public sealed interface CasResult {
    /** The state is visible at this head. */
    record Committed(Head head) implements CasResult {}

    /** Another commit took the place; this one is not in the lineage. */
    record Lost(Head head) implements CasResult {}

    /** The store stayed out of reach until the deadline. */
    record Unknown(Throwable reason) implements CasResult {}
}
