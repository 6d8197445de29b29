package dev.sennit.testkit.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The plain truth about a few transactions on lists: tries all orders. */
final class SerialOrders {
    private SerialOrders() {}

    /** Whether some order of the transactions, one after the other, shows each what it saw. */
    static boolean exists(List<Transaction> transactions, boolean inTime) {
        return exists(transactions, Map.of(), inTime);
    }

    private static boolean exists(List<Transaction> left, Map<String, List<Long>> lists, boolean inTime) {
        if (left.isEmpty()) {
            return true;
        }
        for (Transaction next : left) {
            if (inTime && left.stream().anyMatch(other -> other.completed().orElseThrow() < next.invoked())) {
                continue;
            }
            Map<String, List<Long>> after = new HashMap<>(lists);
            if (runs(next, after)) {
                List<Transaction> others = new ArrayList<>(left);
                others.remove(next);
                if (exists(others, after, inTime)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean runs(Transaction transaction, Map<String, List<Long>> lists) {
        for (Operation operation : transaction.operations()) {
            List<Long> list = lists.getOrDefault(operation.key(), List.of());
            switch (operation) {
                case Operation.Append append -> {
                    List<Long> longer = new ArrayList<>(list);
                    longer.add(append.element());
                    lists.put(append.key(), longer);
                }
                case Operation.ReadList read -> {
                    if (!read.elements().orElseThrow().equals(list)) {
                        return false;
                    }
                }
                case Operation.Write write -> throw new IllegalArgumentException("lists only");
                case Operation.ReadRegister read -> throw new IllegalArgumentException("lists only");
            }
        }
        return true;
    }
}
