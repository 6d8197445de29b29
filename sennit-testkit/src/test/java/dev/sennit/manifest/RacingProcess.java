package dev.sennit.manifest;

import dev.sennit.model.Deadline;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** The child of {@link BranchChainRaceTest}: reads the head when told, publishes on it when told, and says how that ended. */
final class RacingProcess {
    private RacingProcess() {}

    public static void main(String[] arguments) throws IOException {
        ChainLimits limits = BranchChainRaceTest.LIMITS;
        try (DiskGraph graph = new DiskGraph(Path.of(arguments[0]), Long.parseLong(arguments[1]), limits);
                BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            BranchChain chain = graph.chain();
            System.out.println("ready");
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                Head base = chain.head();
                System.out.println(base.version());
                orders.readLine(); // everybody has read the base
                System.out.println(race(graph, chain, base));
            }
        }
    }

    private static String race(DiskGraph graph, BranchChain chain, Head base) {
        GraphState next = graph.commitOn(base);
        Deadline deadline = Deadline.in(Duration.ofSeconds(60), graph.ticker());
        return switch (chain.publish(base, next, graph.identity(next), deadline)) {
            case CasResult.Committed committed -> {
                chain.shorten(committed.version(), UpkeepSteps.NONE);
                yield "won " + next.commit().operation();
            }
            case CasResult.Lost ignored -> "lost";
            case CasResult.Unknown unknown -> "unknown " + unknown.reason();
        };
    }
}
