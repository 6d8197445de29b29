package dev.sennit.query.ast;

import dev.sennit.model.SourcePosition;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The comma-separated parts of a MATCH, CREATE or EXISTS. */
public record Pattern(List<Part> parts, SourcePosition position) {
    public Pattern {
        parts = List.copyOf(parts);
    }

    /** One part, possibly bound to a path variable. */
    public record Part(Optional<Name> path, Optional<Shortest> shortest, Walk walk, SourcePosition position) {}

    /** Which paths of a part are wanted. */
    public enum Shortest {
        ONE,
        ALL
    }

    /** Nodes and the edges between them: one node more than edges. */
    public record Walk(List<NodePattern> nodes, List<EdgePattern> edges, SourcePosition position) {
        public Walk {
            nodes = List.copyOf(nodes);
            edges = List.copyOf(edges);
        }
    }

    /** @param properties a map literal or a parameter */
    public record NodePattern(
            Optional<Name> variable,
            Optional<LabelExpression> labels,
            Optional<Expression> properties,
            Optional<Expression> where,
            SourcePosition position) {}

    /** @param properties a map literal or a parameter */
    public record EdgePattern(
            Optional<Name> variable,
            Direction direction,
            Optional<LabelExpression> labels,
            Optional<Range> range,
            Optional<Expression> properties,
            Optional<Expression> where,
            SourcePosition position) {}

    /** How many edges a variable-length pattern takes; empty bounds were not written. */
    public record Range(OptionalInt least, OptionalInt most) {}

    /** Direction of an edge, read from left to right. */
    public enum Direction {
        RIGHT,
        LEFT,
        EITHER
    }
}
