package dev.sennit.protocol;

import java.util.Locale;

/** The closed registry of writers that change what a graph shows. */
public enum WriterKind {
    /** Files are loaded. */
    LOAD,
    /** A transaction or statement changes elements. */
    MUTATION,
    /** A table is rewritten and reindexed, and holds the same afterwards. */
    OPTIMIZE;

    /** As intents and commits store it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
