package dev.sennit.query.execution;

import dev.sennit.model.ValueNames;
import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.NodeRef;
import dev.sennit.query.value.PathRef;

/** What kinds of values in rows are called in messages. */
final class KindNames {
    private KindNames() {}

    static String of(Object value) {
        return switch (value) {
            case NodeRef ignored -> "NODE";
            case EdgeRef ignored -> "EDGE";
            case PathRef ignored -> "PATH";
            default -> ValueNames.of(value);
        };
    }
}
