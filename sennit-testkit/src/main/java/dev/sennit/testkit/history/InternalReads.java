package dev.sennit.testkit.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Within a transaction a key changes only by its own writes, and these are seen. */
final class InternalReads {
    private final List<Anomaly> anomalies = new ArrayList<>();

    /** Anomalies within single acknowledged transactions. */
    static List<Anomaly> check(History history) {
        InternalReads check = new InternalReads();
        history.transactions().stream().filter(Transaction::isOk).forEach(check::check);
        return check.anomalies;
    }

    private void check(Transaction transaction) {
        Map<String, List<Long>> lists = new HashMap<>();
        Map<String, List<Long>> appended = new HashMap<>();
        Map<String, Operation.Reading> registers = new HashMap<>();
        for (Operation operation : transaction.operations()) {
            switch (operation) {
                case Operation.Append append -> {
                    lists.computeIfPresent(append.key(), (key, known) -> with(known, append.element()));
                    appended.merge(append.key(), List.of(append.element()), (own, more) -> with(own, append.element()));
                }
                case Operation.ReadList read -> {
                    List<Long> seen = read.elements().orElseThrow();
                    List<Long> own = appended.getOrDefault(read.key(), List.of());
                    List<Long> known = lists.get(read.key());
                    boolean consistent = known != null
                            ? seen.equals(known)
                            : seen.size() >= own.size()
                                    && seen.subList(seen.size() - own.size(), seen.size())
                                            .equals(own);
                    if (!consistent) {
                        add(transaction, read, known != null ? known.toString() : "a list that ends with " + own);
                    }
                    lists.put(read.key(), seen);
                }
                case Operation.Write write ->
                    registers.put(write.key(), new Operation.Reading(Optional.of(write.value())));
                case Operation.ReadRegister read -> {
                    Operation.Reading seen = read.value().orElseThrow();
                    Operation.Reading known = registers.put(read.key(), seen);
                    if (known != null && !known.equals(seen)) {
                        add(transaction, read, known.toString());
                    }
                }
            }
        }
    }

    private static List<Long> with(List<Long> list, long element) {
        List<Long> longer = new ArrayList<>(list);
        longer.add(element);
        return longer;
    }

    private void add(Transaction transaction, Operation read, String expected) {
        anomalies.add(new Anomaly(
                Anomaly.Kind.INTERNAL,
                transaction.id() + ": " + read + ", but by what it had read and written itself it is " + expected
                        + "\n  " + transaction,
                List.of(transaction)));
    }
}
