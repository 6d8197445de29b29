package dev.sennit.protocol;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * Every durable step of a write, of a collection, and of the creation and deletion of branches and tags: reached right after the step has taken effect. Tests stop at each.
 */
public enum FailurePoint {
    /** A data file is written that no version names. */
    FRAGMENT_STAGED,
    /** Stage B is complete; nothing but staged files exists. */
    PREPARED,
    /** The intent is durable. */
    ARMED,
    /** A table exists that no manifest names. */
    TABLE_CREATED,
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
    VERSIONS_CLEANED,
    /** A collection has asked the store for the time, by an object. */
    COLLECTION_BEGUN,
    /** The history horizon of a branch is durable; every file is still there. */
    HORIZON_PUBLISHED,
    /** No intent that is too old for its files is undecided. */
    INTENTS_ABORTED,
    /** A file that nothing needs is gone. */
    FILE_COLLECTED,
    /** A native branch exists; it has no state of its own. */
    BRANCH_MADE,
    /** A branch has its first state; no name leads to it. */
    BRANCH_SEEDED,
    /** A branch has its closing state; its name still leads to it. */
    BRANCH_CLOSED,
    /** A name leads to something else. */
    POINTER_PUT,
    /** A native branch to which no name leads is gone. */
    CHAIN_COLLECTED;

    private static final Set<FailurePoint> OF_COLLECTION = Collections.unmodifiableSet(
            EnumSet.of(COLLECTION_BEGUN, HORIZON_PUBLISHED, INTENTS_ABORTED, FILE_COLLECTED, CHAIN_COLLECTED));

    private static final Set<FailurePoint> OF_NAMES =
            Collections.unmodifiableSet(EnumSet.of(BRANCH_MADE, BRANCH_SEEDED, BRANCH_CLOSED, POINTER_PUT));

    private static final Set<FailurePoint> UNDECIDED = Collections.unmodifiableSet(EnumSet.of(
            FRAGMENT_STAGED,
            PREPARED,
            ARMED,
            TABLE_CREATED,
            TABLE_COMMITTED,
            TABLE_INDEXED,
            EFFECTS_APPLIED,
            BRANCH_MADE,
            BRANCH_SEEDED));

    /** The steps of writes. */
    public static Set<FailurePoint> ofWrites() {
        Set<FailurePoint> points = EnumSet.complementOf(EnumSet.copyOf(OF_COLLECTION));
        points.removeAll(OF_NAMES);
        return points;
    }

    /** The steps that only the creation and deletion of branches and tags have. */
    public static Set<FailurePoint> ofNames() {
        return OF_NAMES;
    }

    /** The steps of collections. */
    public static Set<FailurePoint> ofCollections() {
        return OF_COLLECTION;
    }

    /** Whether a write that has come so far is decided to publish: it cannot be lost any more. */
    public boolean isDecided() {
        return !OF_COLLECTION.contains(this) && !UNDECIDED.contains(this);
    }
}
