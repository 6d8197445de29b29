package dev.sennit.testkit.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds what no serial execution of a history's transactions could have shown their clients. Sound; and complete where
 * the order of all versions can be told: for lists that a last transaction has read, and for registers whose commits the
 * history knows the order of.
 */
public final class HistoryChecker {
    private final boolean inTime;

    private HistoryChecker(boolean inTime) {
        this.inTime = inTime;
    }

    /** Demands some serial order of the transactions. */
    public static HistoryChecker serializable() {
        return new HistoryChecker(false);
    }

    /** Demands a serial order in which what was acknowledged before something else began also comes before it. */
    public static HistoryChecker strictlySerializable() {
        return new HistoryChecker(true);
    }

    /** The anomalies found, the plainest first; empty if there is none. */
    public List<Anomaly> check(History history) {
        Writers writers = new Writers(history.transactions());
        Set<Transaction> effective = effective(history, writers);
        VersionOrders lists = ListOrders.of(history, writers);
        VersionOrders registers = RegisterOrders.of(history, writers, effective);

        List<Anomaly> anomalies = new ArrayList<>(InternalReads.check(history));
        anomalies.addAll(lists.anomalies());
        anomalies.addAll(registers.anomalies());
        DependencyGraph graph = new DependencyGraph();
        for (VersionOrders orders : List.of(lists, registers)) {
            addDependencies(graph, orders, writers, effective);
            anomalies.addAll(lostUpdates(orders.reads()));
        }
        if (inTime) {
            TimeOrder.addTo(graph, effective);
        }
        anomalies.addAll(Cycles.find(graph, inTime));
        return anomalies;
    }

    /** Transactions that took effect: acknowledged, or seen by one that was, or in the log of commits. */
    private static Set<Transaction> effective(History history, Writers writers) {
        Set<String> committed = new HashSet<>(history.commitOrder());
        Set<Transaction> effective = new LinkedHashSet<>();
        for (Transaction transaction : history.transactions()) {
            if (transaction.isOk()
                    || transaction.outcome() == Outcome.UNKNOWN
                            && transaction.commit().filter(committed::contains).isPresent()) {
                effective.add(transaction);
            }
            if (transaction.isOk()) {
                transaction
                        .operations()
                        .forEach(operation -> seenBy(operation)
                                .forEach(value -> writers.of(operation.key(), value)
                                        .filter(writer -> writer.outcome() == Outcome.UNKNOWN)
                                        .ifPresent(effective::add)));
            }
        }
        return effective;
    }

    private static List<Long> seenBy(Operation operation) {
        return switch (operation) {
            case Operation.ReadList read -> read.elements().orElse(List.of());
            case Operation.ReadRegister read ->
                read.value().flatMap(Operation.Reading::value).map(List::of).orElse(List.of());
            case Operation.Append append -> List.of();
            case Operation.Write write -> List.of();
        };
    }

    private static void addDependencies(
            DependencyGraph graph, VersionOrders orders, Writers writers, Set<Transaction> effective) {
        Map<String, Map<Optional<Long>, List<Succession>>> next = new HashMap<>();
        for (Succession succession : orders.successions()) {
            next.computeIfAbsent(succession.key(), key -> new HashMap<>())
                    .computeIfAbsent(succession.before(), before -> new ArrayList<>())
                    .add(succession);
            Optional<Transaction> earlier =
                    succession.before().flatMap(before -> writer(writers, effective, succession.key(), before));
            Optional<Transaction> later = writer(writers, effective, succession.key(), succession.after());
            if (earlier.isPresent() && later.isPresent()) {
                graph.add(
                        earlier.get(),
                        later.get(),
                        new Dependency(
                                Dependency.Kind.WRITE_WRITE,
                                "its " + succession.before().orElseThrow() + " in " + succession.key()
                                        + " comes before " + later.get().id() + "'s " + succession.after()));
            }
        }
        for (VersionRead read : orders.reads()) {
            read.version()
                    .flatMap(version -> writer(writers, effective, read.key(), version))
                    .ifPresent(writer -> graph.add(
                            writer,
                            read.reader(),
                            new Dependency(
                                    Dependency.Kind.WRITE_READ,
                                    read.seen() + ", whose last write is " + writer.id() + "'s")));
            for (Succession succession :
                    next.getOrDefault(read.key(), Map.of()).getOrDefault(read.version(), List.of())) {
                writer(writers, effective, read.key(), succession.after())
                        .ifPresent(writer -> graph.add(
                                read.reader(),
                                writer,
                                new Dependency(
                                        Dependency.Kind.READ_WRITE,
                                        read.seen() + ", without " + writer.id() + "'s " + succession.after())));
            }
        }
    }

    private static Optional<Transaction> writer(Writers writers, Set<Transaction> effective, String key, long version) {
        return writers.of(key, version).filter(effective::contains);
    }

    /** Transactions that read the same version of a key and replaced it. */
    private static List<Anomaly> lostUpdates(List<VersionRead> reads) {
        Map<String, List<VersionRead>> byVersion = new LinkedHashMap<>();
        for (VersionRead read : reads) {
            Transaction reader = read.reader();
            if (!reader.appends(read.key()).isEmpty()
                    || !reader.writes(read.key()).isEmpty()) {
                byVersion
                        .computeIfAbsent(read.key() + " " + read.version(), version -> new ArrayList<>())
                        .add(read);
            }
        }
        return byVersion.values().stream()
                .filter(updates -> updates.size() > 1)
                .map(updates -> new Anomaly(
                        Anomaly.Kind.LOST_UPDATE,
                        "all of these read the same version of "
                                + updates.getFirst().key() + " and replaced it:\n  "
                                + updates.stream()
                                        .map(update -> update.reader().toString())
                                        .collect(Collectors.joining("\n  ")),
                        updates.stream().map(VersionRead::reader).toList()))
                .toList();
    }
}
