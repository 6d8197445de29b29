package dev.sennit.protocol;

import java.util.Locale;

/** The closed registry of writers that change what a graph shows. */
public enum WriterKind {
    /** Files are loaded. */
    LOAD,
    /** A transaction or statement changes elements. */
    MUTATION,
    /** A table is rewritten and reindexed, and holds the same afterwards. */
    OPTIMIZE,
    /** Another branch is merged. */
    MERGE,
    /** What a commit did is taken back. */
    REVERT,
    /** The schema changes, and tables with it. */
    SCHEMA;

    /**
     * How many lost races it takes until a writer is prepared again without giving its gates back, so that it must win
     * against the other writers of its process: one for short writers, more for those that would keep others waiting.
     */
    int racesBeforeItKeepsItsGates() {
        return switch (this) {
            case MUTATION, MERGE, REVERT, SCHEMA -> 1;
            case OPTIMIZE -> 2; // the first is lost while it copies, which later attempts need not do again
            case LOAD -> 5;
        };
    }

    /** As intents and commits store it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
