package dev.sennit.query.ast;

import dev.sennit.model.SourcePosition;
import java.util.List;
import java.util.stream.Stream;

/** One or more single queries united by UNION. */
public record Query(Single first, List<Union> unions, SourcePosition position) {
    public Query {
        unions = List.copyOf(unions);
    }

    /** Whether any clause, in subqueries too, changes the graph. */
    public boolean writes() {
        return Stream.concat(Stream.of(first), unions.stream().map(Union::query))
                .flatMap(single -> single.clauses().stream())
                .anyMatch(Clause::writes);
    }

    /** Clauses in the order written, at least one. */
    public record Single(List<Clause> clauses, SourcePosition position) {
        public Single {
            clauses = List.copyOf(clauses);
        }
    }

    /** A further single query, with or without removal of duplicates. */
    public record Union(boolean all, Single query, SourcePosition position) {}
}
