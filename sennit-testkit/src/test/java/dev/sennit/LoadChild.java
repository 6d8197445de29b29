package dev.sennit;

import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.testkit.StopAt;
import java.nio.file.Path;

/** A process of its own that loads persons and whom they follow, and is killed meanwhile. */
final class LoadChild {
    private LoadChild() {}

    /** Arguments: graph, directory of the files, failure point to halt at or {@code NONE}. */
    public static void main(String[] args) {
        FailurePoints points =
                args[2].equals("NONE") ? FailurePoints.NONE : StopAt.halting(FailurePoint.valueOf(args[2]), 1);
        Path files = Path.of(args[1]);
        try (Graph graph = new OpenGraph(
                args[0], new GraphRuntimes(RuntimeParts.DEFAULT.failurePoints(points)), OpenOptions.DEFAULT)) {
            graph.main()
                    .load(Load.EMPTY
                            .nodes("Person", files.resolve("persons.csv"))
                            .edges("FOLLOWS", files.resolve("follows.csv")));
        }
    }
}
