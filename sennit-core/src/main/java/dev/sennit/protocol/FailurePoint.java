package dev.sennit.protocol;

/** Every durable step of a write: reached right after the step has taken effect. Tests stop a writer at each. */
public enum FailurePoint {
    /** A data file is written that no version names. */
    FRAGMENT_STAGED,
    /** Stage B is complete; nothing but staged files exists. */
    PREPARED,
    /** The intent is durable. */
    ARMED,
    /** A table has a new version that no manifest names. */
    TABLE_COMMITTED,
    /** A table's new version has index segments. */
    TABLE_INDEXED,
    /** All effects are complete; no decision yet. */
    EFFECTS_APPLIED,
    /** The decision to publish is durable. */
    DECIDED,
    /** The commit is visible. */
    PUBLISHED,
    /** The intent is gone, its decision still there. */
    INTENT_REMOVED,
    /** Nothing of the operation is left in the recovery directory. */
    FINALIZED,
    /** A history segment is durable; its versions are still in the chain. */
    SEGMENT_WRITTEN,
    /** The versions of a history segment are cleaned. */
    VERSIONS_CLEANED
}
