package dev.sennit.input;

/** What kinds of rows a file can have. */
public enum RowKinds {
    NODES,
    EDGES,
    NODES_AND_EDGES;

    /** What the target says of rows that could be either. */
    static RowKinds of(InputTarget target) {
        return switch (target) {
            case InputTarget.Nodes ignored -> NODES;
            case InputTarget.Edges ignored -> EDGES;
            case InputTarget.SelfDescribed ignored -> NODES_AND_EDGES;
        };
    }
}
