package dev.sennit;

import dev.sennit.protocol.FailurePoint;
import dev.sennit.testkit.StopAt;
import java.time.Duration;

/** A process of its own that collects and is killed at one of its steps. */
final class CollectChild {
    private CollectChild() {}

    /** Arguments: graph, how many states to keep, failure point, how often it is passed before. */
    public static void main(String[] args) {
        StopAt stop = StopAt.halting(FailurePoint.valueOf(args[2]), 1 + Integer.parseInt(args[3]));
        try (Graph graph =
                new OpenGraph(args[0], new GraphRuntimes(GrownGraph.parts().failurePoints(stop)), GrownGraph.RELAXED)) {
            graph.collect(CollectOptions.DEFAULT.keep(Duration.ZERO).keepCommits(Integer.parseInt(args[1])));
        }
    }
}
