package dev.sennit.testkit.history;

import dev.sennit.testkit.history.Anomaly.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Versions of registers. Their order is that of the commits, where the history knows it; otherwise what can be told is
 * that nothing comes first, and that who reads a value and sets another puts the other after it.
 */
final class RegisterOrders {
    private final Writers writers;
    private final Set<Transaction> effective;
    private final Map<String, Integer> positions = new HashMap<>();
    private final List<VersionRead> reads = new ArrayList<>();
    private final List<Succession> successions = new ArrayList<>();
    private final List<Anomaly> anomalies = new ArrayList<>();

    private RegisterOrders(History history, Writers writers, Set<Transaction> effective) {
        this.writers = writers;
        this.effective = effective;
        history.commitOrder().forEach(commit -> positions.put(commit, positions.size()));
    }

    /** @param effective transactions that took effect */
    static VersionOrders of(History history, Writers writers, Set<Transaction> effective) {
        RegisterOrders orders = new RegisterOrders(history, writers, effective);
        history.transactions().stream().filter(Transaction::isOk).forEach(orders::collect);
        Set<String> keys = new TreeSet<>();
        effective.forEach(transaction -> transaction.operations().stream()
                .filter(Operation.Write.class::isInstance)
                .forEach(operation -> keys.add(operation.key())));
        keys.forEach(orders::order);
        return new VersionOrders(orders.reads, orders.successions, orders.anomalies);
    }

    private void collect(Transaction transaction) {
        Set<String> met = new HashSet<>();
        for (Operation operation : transaction.operations()) {
            switch (operation) {
                case Operation.Write write -> met.add(write.key());
                case Operation.ReadRegister read -> {
                    if (met.add(read.key())) {
                        Optional<Long> value = read.value().orElseThrow().value();
                        VersionRead found =
                                new VersionRead(transaction, read.key(), value, transaction.id() + " " + read);
                        reads.add(found);
                        value.ifPresent(seen -> check(found, seen));
                    }
                }
                case Operation.Append append -> {}
                case Operation.ReadList read -> {}
            }
        }
    }

    private void check(VersionRead read, long value) {
        Optional<Transaction> writer = writers.of(read.key(), value);
        if (writer.isEmpty()) {
            anomalies.add(new Anomaly(
                    Kind.IMPOSSIBLE_VALUE, read.seen() + ", but nobody set it to that", List.of(read.reader())));
        } else if (writer.get().outcome() == Outcome.FAILED) {
            anomalies.add(new Anomaly(
                    Kind.ABORTED_READ,
                    read.seen() + ", but that is of a transaction that failed:\n  " + writer.get(),
                    List.of(read.reader(), writer.get())));
        } else if (writer.get().writes(read.key()).getLast() != value) {
            anomalies.add(new Anomaly(
                    Kind.INTERMEDIATE_READ,
                    read.seen() + ", which is in the middle of\n  " + writer.get(),
                    List.of(read.reader(), writer.get())));
        }
    }

    private void order(String key) {
        List<Transaction> setters = effective.stream()
                .filter(transaction -> !transaction.writes(key).isEmpty())
                .toList();
        if (setters.stream().allMatch(setter -> position(setter).isPresent())) {
            Optional<Long> before = Optional.empty();
            for (Transaction setter : setters.stream()
                    .sorted(Comparator.comparing(found -> position(found).orElseThrow()))
                    .toList()) {
                long value = setter.writes(key).getLast();
                successions.add(new Succession(key, before, value));
                before = Optional.of(value);
            }
            return;
        }
        setters.forEach(setter -> successions.add(
                new Succession(key, Optional.empty(), setter.writes(key).getLast())));
        reads.stream()
                .filter(read -> read.key().equals(key)
                        && read.version().isPresent()
                        && !read.reader().writes(key).isEmpty())
                .forEach(read -> successions.add(new Succession(
                        key, read.version(), read.reader().writes(key).getLast())));
    }

    private Optional<Integer> position(Transaction transaction) {
        return transaction.commit().map(positions::get);
    }
}
