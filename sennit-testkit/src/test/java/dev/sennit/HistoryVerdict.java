package dev.sennit;

import dev.sennit.model.CommitInfo;
import dev.sennit.testkit.history.Anomaly;
import dev.sennit.testkit.history.FinalState;
import dev.sennit.testkit.history.History;
import dev.sennit.testkit.history.HistoryChecker;
import dev.sennit.testkit.history.Operation;
import dev.sennit.testkit.history.Transaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Holds a history against the graph it ran on: what the graph contains in the end, and in which order its log has the
 * commits.
 *
 * @param aborted operations that somebody was told to be aborted
 */
record HistoryVerdict(Path root, History history, List<String> aborted) {
    /** Everything that is wrong, in words. */
    List<String> wrong() {
        List<String> wrong = new ArrayList<>();
        try (Graph graph = Sennit.open(root.toString())) {
            graph.recover();
            List<CommitInfo> log = graph.log("main").toList().reversed();
            Set<String> operations =
                    log.stream().map(commit -> commit.operation().toString()).collect(Collectors.toSet());
            aborted.stream()
                    .filter(operations::contains)
                    .forEach(operation -> wrong.add("operation " + operation + " was aborted, and is committed"));

            List<String> keys = history.transactions().stream()
                    .flatMap(transaction -> transaction.operations().stream().map(Operation::key))
                    .distinct()
                    .toList();
            FinalState state = HistoryWorkload.finalState(graph.main().snapshot(), keys);
            state.check(history).stream().map(Anomaly::toString).forEach(wrong::add);
            List<Transaction> all = new ArrayList<>(history.transactions());
            all.add(state.asTransaction(history));
            History whole = History.of(all)
                    .committedInOrder(
                            log.stream().map(commit -> commit.id().toString()).toList());
            HistoryChecker.strictlySerializable().check(whole).stream()
                    .map(Anomaly::toString)
                    .forEach(wrong::add);
        }
        return wrong;
    }
}
