package dev.sennit.protocol;

import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.DiskGraph;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.SennitException;
import dev.sennit.model.TableId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The child of {@link IncrementTest}: adds one to the counter as often as it is told, through the whole protocol, and
 * says which operations were acknowledged and how often it was turned away for good reason.
 */
final class CountingProcess {
    private CountingProcess() {}

    public static void main(String[] arguments) throws IOException {
        try (DiskGraph graph =
                        new DiskGraph(Path.of(arguments[0]), Long.parseLong(arguments[1]), IncrementTest.LIMITS);
                BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            GraphWriteProtocol protocol = graph.protocol(ProtocolLimits.DEFAULT);
            BranchChain chain = graph.chain();
            System.out.println("ready");
            int times = Integer.parseInt(orders.readLine());
            List<String> operations = increment(graph, protocol, graph.table(chain), times);
            System.out.println(String.join(" ", operations));
        }
    }

    /** Increments until {@code times} were acknowledged; returns the operations of those. */
    static List<String> increment(DiskGraph graph, GraphWriteProtocol protocol, TableId table, int times) {
        List<String> acknowledged = new ArrayList<>();
        while (acknowledged.size() < times) {
            try {
                WriteResult<String> result =
                        protocol.write(new RowAdder(graph.ids, List.of(table), List.of()), request());
                acknowledged.add(result.commit().orElseThrow().operation().toString());
            } catch (SennitException e) {
                boolean wasNotCommitted = e.code() == ErrorCode.READ_SET_CHANGED
                        || e.code() == ErrorCode.WRITER_ACTIVE
                        || e.code() == ErrorCode.OPERATION_ABORTED;
                if (!wasNotCommitted) {
                    throw e;
                }
            }
        }
        return acknowledged;
    }

    private static WriteRequest request() {
        return new WriteRequest(
                "test", "", Optional.empty(), Optional.empty(), Optional.empty(), Duration.ofSeconds(30), 10);
    }
}
