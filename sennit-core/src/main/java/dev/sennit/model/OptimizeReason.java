package dev.sennit.model;

/** Why a table is worth rewriting or reindexing. */
public enum OptimizeReason {
    /** Its rows are in many small fragments. */
    SMALL_FRAGMENTS("small fragments"),
    /** Deleted rows take much place in its files. */
    DELETED_ROWS("deleted rows"),
    /** Many rows have no index. */
    UNINDEXED_ROWS("rows without an index"),
    /** Its index is in many small segments. */
    INDEX_SEGMENTS("small index segments");

    private final String text;

    OptimizeReason(String text) {
        this.text = text;
    }

    /** As people read it. */
    public String text() {
        return text;
    }
}
