package dev.sennit.query.ast;

import dev.sennit.model.SourcePosition;

/** A name where the user wrote it: of a variable, label, property or function. */
public record Name(String text, SourcePosition position) {
    @Override
    public String toString() {
        return text;
    }
}
