package dev.sennit.testkit.history;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who wrote what: an element of a list or a value of a register has one writer. */
final class Writers {
    private record Version(String key, long value) {}

    private final Map<Version, Transaction> writers = new HashMap<>();

    Writers(List<Transaction> transactions) {
        for (Transaction transaction : transactions) {
            for (Operation operation : transaction.operations()) {
                switch (operation) {
                    case Operation.Append append ->
                        writers.put(new Version(append.key(), append.element()), transaction);
                    case Operation.Write write -> writers.put(new Version(write.key(), write.value()), transaction);
                    case Operation.ReadList read -> {}
                    case Operation.ReadRegister read -> {}
                }
            }
        }
    }

    Optional<Transaction> of(String key, long value) {
        return Optional.ofNullable(writers.get(new Version(key, value)));
    }
}
