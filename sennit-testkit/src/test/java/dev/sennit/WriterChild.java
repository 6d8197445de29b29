package dev.sennit;

import dev.sennit.model.Durability;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.ProtocolLimits;
import dev.sennit.testkit.StopAt;
import java.nio.file.Path;

/** A process of its own that makes one write and is killed at one of its steps. */
final class WriterChild {
    private WriterChild() {}

    /** Arguments: graph, name of the scenario, failure point, directory of the input files. */
    public static void main(String[] args) {
        RuntimeParts parts = RuntimeParts.DEFAULT
                .limits(ProtocolLimits.DEFAULT, WriterScenario.CHAIN)
                .failurePoints(StopAt.halting(FailurePoint.valueOf(args[2]), 1));
        try (Graph graph =
                new OpenGraph(args[0], new GraphRuntimes(parts), OpenOptions.DEFAULT.durability(Durability.RELAXED))) {
            WriterScenario.named(args[1]).write().accept(graph, Path.of(args[3]));
        }
    }
}
