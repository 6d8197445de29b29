package dev.sennit.manifest;

/** How one compare-and-set on a chain ended. */
public sealed interface CasResult {
    /**
     * The commit is in the lineage, durably.
     *
     * @param version where it stands, whoever put it there
     */
    record Committed(long version, CommitRecord commit) implements CasResult {}

    /** Another commit took the place; this one is not in the lineage. */
    record Lost(Head head) implements CasResult {}

    /** The store stayed out of reach until the deadline. */
    record Unknown(Throwable reason) implements CasResult {}
}
