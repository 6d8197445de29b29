package dev.sennit.query.ast;

import dev.sennit.model.SourcePosition;

/** A whole text: a query, and whether to run it or to show how it runs. */
public record Statement(Mode mode, Query query, SourcePosition position) {
    /** What to do with the query. */
    public enum Mode {
        RUN,
        EXPLAIN,
        PROFILE
    }
}
