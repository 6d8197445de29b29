package dev.sennit.testkit.history;

import dev.sennit.testkit.history.Anomaly.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What keys hold when all transactions are over, read by someone who waited for that.
 *
 * @param lists what was read of all lists that anybody appended to
 * @param registers what was read of all registers that anybody set; nothing is empty
 */
public record FinalState(Map<String, List<Long>> lists, Map<String, Optional<Long>> registers) {
    public FinalState {
        lists = Map.copyOf(lists);
        registers = Map.copyOf(registers);
    }

    /**
     * Checks that exactly the acknowledged appends survived: all of them, none that failed, and of each transaction with
     * unknown outcome all or none. Of registers, that none holds what failed or was never set, and none that was set
     * holds nothing. What else the final state must be follows from {@link #asTransaction}.
     */
    public List<Anomaly> check(History history) {
        List<Anomaly> anomalies = new ArrayList<>();
        Writers writers = new Writers(history.transactions());
        for (Transaction transaction : history.transactions()) {
            List<Operation> present = new ArrayList<>();
            List<Operation> missing = new ArrayList<>();
            for (Operation operation : transaction.operations()) {
                if (operation instanceof Operation.Append append) {
                    (holds(append) ? present : missing).add(append);
                }
            }
            judge(transaction, present, missing).ifPresent(anomalies::add);
        }
        registers.forEach((key, value) -> {
            Optional<Transaction> writer = value.flatMap(written -> writers.of(key, written));
            if (value.isPresent() && writer.isEmpty()) {
                anomalies.add(new Anomaly(
                        Kind.IMPOSSIBLE_VALUE,
                        "at the end " + key + " is " + value.get() + ", which nobody set it to",
                        List.of()));
            }
            writer.filter(found -> found.outcome() == Outcome.FAILED)
                    .ifPresent(found -> anomalies.add(new Anomaly(
                            Kind.FAILED_WRITE_SURVIVED,
                            "at the end " + key + " is " + value.orElseThrow() + "\n  " + found,
                            List.of(found))));
            List<Transaction> setters = history.transactions().stream()
                    .filter(found -> found.isOk() && !found.writes(key).isEmpty())
                    .toList();
            if (value.isEmpty() && !setters.isEmpty()) {
                anomalies.add(new Anomaly(
                        Kind.LOST_WRITE,
                        "at the end " + key + " holds nothing, but it was set\n  " + setters.getFirst(),
                        setters));
            }
        });
        return anomalies;
    }

    private boolean holds(Operation.Append append) {
        List<Long> list = lists.get(append.key());
        if (list == null) {
            throw new IllegalArgumentException("the final state does not say what " + append.key() + " is");
        }
        return list.contains(append.element());
    }

    private static Optional<Anomaly> judge(Transaction transaction, List<Operation> present, List<Operation> missing) {
        return switch (transaction.outcome()) {
            case OK ->
                missing.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Anomaly(
                                Kind.LOST_WRITE,
                                "at the end these are missing: " + missing + "\n  " + transaction,
                                List.of(transaction)));
            case FAILED ->
                present.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Anomaly(
                                Kind.FAILED_WRITE_SURVIVED,
                                "at the end these are there: " + present + "\n  " + transaction,
                                List.of(transaction)));
            case UNKNOWN ->
                present.isEmpty() || missing.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Anomaly(
                                Kind.HALF_A_TRANSACTION,
                                "at the end these are there: " + present + ", and these are not: " + missing + "\n  "
                                        + transaction,
                                List.of(transaction)));
        };
    }

    /**
     * The final state as a transaction that came after all others, to be added to the history: with it the order of all
     * versions of lists is known.
     */
    public Transaction asTransaction(History history) {
        long end = history.transactions().stream()
                .mapToLong(found -> found.completed().orElse(found.invoked()))
                .max()
                .orElse(0);
        List<Operation> reads = new ArrayList<>();
        lists.forEach((key, elements) -> reads.add(Operation.readList(key, elements)));
        registers.forEach((key, value) -> reads.add(Operation.readRegister(key, value)));
        return new Transaction(
                "final-state",
                "reader of the final state",
                Outcome.OK,
                end + 1,
                OptionalLong.of(end + 2),
                reads,
                Optional.empty());
    }
}
