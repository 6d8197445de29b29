package dev.sennit.testkit.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All transactions of a run.
 *
 * @param transactions in the order in which they began
 * @param commitOrder the database's commits in the order in which they took effect, as its own log tells after the run;
 *     empty if it does not
 */
public record History(List<Transaction> transactions, List<String> commitOrder) {
    /** @throws IllegalArgumentException if an id, or a write to a key, occurs twice, or a key is of two kinds */
    public History {
        transactions = transactions.stream()
                .sorted(Comparator.comparingLong(Transaction::invoked).thenComparing(Transaction::id))
                .toList();
        commitOrder = List.copyOf(commitOrder);
        requireUnique(transactions);
    }

    public static History of(List<Transaction> transactions) {
        return new History(transactions, List.of());
    }

    /** The same history with the order of commits in the database's log, oldest first. */
    public History committedInOrder(List<String> commits) {
        return new History(transactions, commits);
    }

    /** The histories of several processes as one. */
    public static History merged(List<History> parts) {
        List<Transaction> all = new ArrayList<>();
        parts.forEach(part -> all.addAll(part.transactions()));
        return of(all);
    }

    private static void requireUnique(List<Transaction> transactions) {
        Set<String> ids = new HashSet<>();
        Set<String> written = new HashSet<>();
        Map<String, Boolean> lists = new HashMap<>();
        for (Transaction transaction : transactions) {
            if (!ids.add(transaction.id())) {
                throw new IllegalArgumentException("two transactions are called " + transaction.id());
            }
            for (Operation operation : transaction.operations()) {
                boolean list = operation instanceof Operation.Append || operation instanceof Operation.ReadList;
                if (lists.computeIfAbsent(operation.key(), key -> list) != list) {
                    throw new IllegalArgumentException(operation.key() + " is a list and a register");
                }
                String write = switch (operation) {
                    case Operation.Append append -> append.key() + " " + append.element();
                    case Operation.Write set -> set.key() + " " + set.value();
                    case Operation.ReadList read -> "";
                    case Operation.ReadRegister read -> "";
                };
                if (!write.isEmpty() && !written.add(write)) {
                    throw new IllegalArgumentException("written twice: " + write);
                }
            }
        }
    }
}
