package dev.sennit.testkit.history;

import dev.sennit.testkit.history.Anomaly.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Versions of lists. Every read of a list is a beginning of what the list became, so the longest read is the order of
 * its versions; an acknowledged element that nobody saw came after everything that was seen.
 */
final class ListOrders {
    private final History history;
    private final Writers writers;
    private final Map<String, List<ListRead>> readsByKey = new LinkedHashMap<>();
    private final List<VersionRead> reads = new ArrayList<>();
    private final List<Succession> successions = new ArrayList<>();
    private final List<Anomaly> anomalies = new ArrayList<>();

    private record ListRead(Transaction reader, List<Long> elements) {
        String words(String key) {
            return reader.id() + " " + Operation.readList(key, elements);
        }
    }

    private ListOrders(History history, Writers writers) {
        this.history = history;
        this.writers = writers;
    }

    static VersionOrders of(History history, Writers writers) {
        ListOrders orders = new ListOrders(history, writers);
        history.transactions().stream().filter(Transaction::isOk).forEach(orders::collect);
        Set<String> keys = new HashSet<>(orders.readsByKey.keySet());
        orders.readsByKey.forEach(orders::order);
        history.transactions().stream()
                .filter(Transaction::isOk)
                .flatMap(transaction -> transaction.operations().stream())
                .filter(operation -> operation instanceof Operation.Append && keys.add(operation.key()))
                .forEach(operation -> orders.order(operation.key(), List.of()));
        return new VersionOrders(orders.reads, orders.successions, orders.anomalies);
    }

    private void collect(Transaction transaction) {
        Set<String> appended = new HashSet<>();
        Set<String> read = new HashSet<>();
        for (Operation operation : transaction.operations()) {
            switch (operation) {
                case Operation.Append append -> appended.add(append.key());
                case Operation.ReadList list -> {
                    List<Long> elements = list.elements().orElseThrow();
                    ListRead found = new ListRead(transaction, elements);
                    readsByKey
                            .computeIfAbsent(list.key(), key -> new ArrayList<>())
                            .add(found);
                    if (!appended.contains(list.key()) && read.add(list.key())) {
                        Optional<Long> last = elements.isEmpty() ? Optional.empty() : Optional.of(elements.getLast());
                        reads.add(new VersionRead(transaction, list.key(), last, found.words(list.key())));
                    }
                }
                case Operation.Write write -> {}
                case Operation.ReadRegister register -> {}
            }
        }
    }

    private void order(String key, List<ListRead> found) {
        ListRead longest = null;
        for (ListRead read : found) {
            checkElements(key, read);
            longest = longest == null
                            || read.elements().size() > longest.elements().size()
                    ? read
                    : longest;
        }
        List<Long> order = longest == null ? List.of() : longest.elements();
        if (longest != null) {
            for (ListRead read : found) {
                if (!order.subList(0, read.elements().size()).equals(read.elements())) {
                    anomalies.add(new Anomaly(
                            Kind.INCOMPATIBLE_ORDER,
                            read.words(key) + ", which is not how " + longest.words(key) + " begins",
                            List.of(read.reader(), longest.reader())));
                }
            }
        }
        Optional<Long> before = Optional.empty();
        for (Long element : order) {
            successions.add(new Succession(key, before, element));
            before = Optional.of(element);
        }
        addUnseen(key, new HashSet<>(order), before);
    }

    private void addUnseen(String key, Set<Long> seen, Optional<Long> last) {
        history.transactions().stream().filter(Transaction::isOk).forEach(transaction -> {
            Optional<Long> before = last;
            for (Long element : transaction.appends(key)) {
                if (!seen.contains(element)) {
                    successions.add(new Succession(key, before, element));
                    before = Optional.of(element);
                }
            }
        });
    }

    private void checkElements(String key, ListRead read) {
        Set<Long> once = new HashSet<>();
        for (Long element : read.elements()) {
            Optional<Transaction> writer = writers.of(key, element);
            if (writer.isEmpty() || !once.add(element)) {
                anomalies.add(new Anomaly(
                        Kind.IMPOSSIBLE_VALUE,
                        read.words(key) + ", but "
                                + (writer.isEmpty() ? "nobody appended " + element : element + " is in it twice"),
                        List.of(read.reader())));
            } else if (writer.get().outcome() == Outcome.FAILED) {
                anomalies.add(new Anomaly(
                        Kind.ABORTED_READ,
                        read.words(key) + ", but " + element + " is of a transaction that failed:\n  " + writer.get(),
                        List.of(read.reader(), writer.get())));
            }
        }
        if (!read.elements().isEmpty()) {
            checkLast(key, read, read.elements().getLast());
        }
    }

    /** A transaction shows all of its appends to a key, or none, to others. */
    private void checkLast(String key, ListRead read, long last) {
        Optional<Transaction> writer = writers.of(key, last).filter(found -> !found.equals(read.reader()));
        if (writer.isPresent()
                && !writer.get().appends(key).isEmpty()
                && writer.get().appends(key).getLast() != last) {
            anomalies.add(new Anomaly(
                    Kind.INTERMEDIATE_READ,
                    read.words(key) + ", which is in the middle of\n  " + writer.get(),
                    List.of(read.reader(), writer.get())));
        }
    }
}
