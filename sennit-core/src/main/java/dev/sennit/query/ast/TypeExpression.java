package dev.sennit.query.ast;

import dev.sennit.model.SourcePosition;
import java.util.List;
import java.util.Optional;

/** The types of which a value is to be one, as in {@code x IS :: INTEGER | LIST<STRING NOT NULL>}. */
public record TypeExpression(List<Alternative> alternatives, SourcePosition position) {
    public TypeExpression {
        alternatives = List.copyOf(alternatives);
    }

    /**
     * One type.
     *
     * @param name its words in capital letters, with a blank between
     * @param element of a list, if written
     */
    public record Alternative(
            String name, Optional<TypeExpression> element, boolean notNull, SourcePosition position) {}
}
