package dev.sennit.testkit;

/** A kind of call that the core makes of a store. */
public enum StoreCall {
    PUT_OBJECT(true),
    GET_OBJECT(false),
    LIST_OBJECTS(false),
    DELETE_OBJECT(true),
    PRUNE_DIRECTORY(true),
    LATEST_VERSION(false),
    READ_VERSION(false),
    LIST_VERSIONS(false),
    OVERWRITE(true),
    SYNC_VERSION(false),
    CLEAN_VERSIONS(true),
    CREATE_BRANCH(true),
    LIST_BRANCHES(false),
    DELETE_BRANCH(true),
    CREATE_TABLE(true),
    OPEN_TABLE(false),
    STAGE_FRAGMENT(true),
    DISCARD_FRAGMENTS(true),
    COMMIT_TABLE(true),
    INDEX_TABLE(true),
    PROJECT_TABLE(true),
    EVOLVE_TABLE(true);

    private final boolean changes;

    StoreCall(boolean changes) {
        this.changes = changes;
    }

    /** Whether the call changes what is stored. */
    public boolean changes() {
        return changes;
    }
}
