package dev.sennit;

import dev.sennit.protocol.FailurePoint;
import dev.sennit.testkit.StopAt;

/** A process of its own that creates or deletes a branch or tag and is killed at one of its steps. */
final class NameChild {
    private NameChild() {}

    /** Arguments: graph, name of the scenario, failure point. */
    public static void main(String[] args) {
        RuntimeParts parts = RuntimeParts.DEFAULT.failurePoints(StopAt.halting(FailurePoint.valueOf(args[2]), 1));
        try (Graph graph = new OpenGraph(args[0], new GraphRuntimes(parts), NameScenario.RELAXED)) {
            NameScenario.named(args[1]).change().accept(graph);
        }
    }
}
