package dev.sennit.query.analysis;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The types of which a value is to be one. */
public record TypePattern(List<Alternative> alternatives) {
    public TypePattern {
        alternatives = List.copyOf(alternatives);
    }

    /**
     * One type.
     *
     * @param element what all elements of a list are to be; empty if any will do
     * @param nullable whether null is of the type
     */
    public record Alternative(String name, Set<Kind> kinds, Optional<TypePattern> element, boolean nullable) {
        public Alternative {
            kinds = Set.copyOf(kinds);
        }

        @Override
        public String toString() {
            return name + element.map(e -> "<" + e + ">").orElse("") + (nullable ? "" : " NOT NULL");
        }
    }

    @Override
    public String toString() {
        return alternatives.stream().map(Alternative::toString).collect(Collectors.joining(" | "));
    }
}
