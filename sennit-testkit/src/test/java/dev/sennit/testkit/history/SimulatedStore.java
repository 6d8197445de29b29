package dev.sennit.testkit.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A store in memory, at a level of isolation, whose transactions interleave operation by operation. */
final class SimulatedStore {
    /** What the store promises, or breaks. */
    enum Isolation {
        SERIALIZABLE,
        /** Serializable, but who only reads may be shown an old state. */
        STALE_READS,
        /** A snapshot for all reads; only writes of the same key conflict. */
        SNAPSHOT,
        READ_COMMITTED,
        READ_UNCOMMITTED,
        /** Serializable, but now and then an acknowledged commit is gone. */
        FORGETFUL
    }

    private final Isolation isolation;
    private final List<State> states = new ArrayList<>(List.of(new State(Map.of())));
    private final Map<String, List<Long>> dirty = new LinkedHashMap<>();
    private final List<String> commits = new ArrayList<>();
    private final Set<String> forgotten = new HashSet<>();
    private int writes;

    /** What all keys hold: lists, and of registers the last value only. */
    private record State(Map<String, List<Long>> keys) {
        List<Long> get(String key) {
            return keys.getOrDefault(key, List.of());
        }
    }

    SimulatedStore(Isolation isolation) {
        this.isolation = isolation;
    }

    /** @param age how old a state someone who only reads is shown, where the store does that */
    Client begin(boolean readsOnly, int age) {
        int newest = states.size() - 1;
        return new Client(isolation == Isolation.STALE_READS && readsOnly ? Math.max(0, newest - age) : newest);
    }

    List<String> commits() {
        return commits;
    }

    /** Commits that were acknowledged and left no trace. */
    Set<String> forgotten() {
        return forgotten;
    }

    FinalState finalState(Set<String> lists, Set<String> registers) {
        Map<String, List<Long>> listed = new HashMap<>();
        lists.forEach(key -> listed.put(key, latest(key)));
        Map<String, Optional<Long>> set = new HashMap<>();
        registers.forEach(key -> set.put(key, last(latest(key))));
        return new FinalState(listed, set);
    }

    private List<Long> latest(String key) {
        return isolation == Isolation.READ_UNCOMMITTED
                ? dirty.getOrDefault(key, List.of())
                : states.getLast().get(key);
    }

    private static Optional<Long> last(List<Long> list) {
        return list.isEmpty() ? Optional.empty() : Optional.of(list.getLast());
    }

    /** One running transaction. */
    final class Client {
        private final int snapshot;
        private final Set<String> read = new HashSet<>();
        private final Map<String, List<Long>> written = new LinkedHashMap<>();
        private final Set<String> registers = new HashSet<>();

        private Client(int snapshot) {
            this.snapshot = snapshot;
        }

        /** The operation, with what a read saw. */
        Operation run(Operation operation) {
            return switch (operation) {
                case Operation.Append append -> {
                    write(append.key(), append.element());
                    yield append;
                }
                case Operation.Write write -> {
                    registers.add(write.key());
                    write(write.key(), write.value());
                    yield write;
                }
                case Operation.ReadList list -> Operation.readList(list.key(), read(list.key()));
                case Operation.ReadRegister register ->
                    Operation.readRegister(register.key(), last(read(register.key())));
            };
        }

        private void write(String key, long value) {
            written.computeIfAbsent(key, own -> new ArrayList<>()).add(value);
            if (isolation == Isolation.READ_UNCOMMITTED) {
                dirty.computeIfAbsent(key, all -> new ArrayList<>()).add(value);
            }
        }

        private List<Long> read(String key) {
            read.add(key);
            if (isolation == Isolation.READ_UNCOMMITTED) {
                return List.copyOf(dirty.getOrDefault(key, List.of()));
            }
            State state = isolation == Isolation.READ_COMMITTED ? states.getLast() : states.get(snapshot);
            List<Long> seen = new ArrayList<>(state.get(key));
            seen.addAll(written.getOrDefault(key, List.of()));
            return seen;
        }

        /** Whether it commits now. */
        boolean commit(String name) {
            boolean conflict = switch (isolation) {
                case SERIALIZABLE, FORGETFUL -> changed(read) || changed(written.keySet());
                case STALE_READS -> !written.isEmpty() && (changed(read) || changed(written.keySet()));
                case SNAPSHOT -> changed(written.keySet());
                case READ_COMMITTED, READ_UNCOMMITTED -> false;
            };
            if (conflict) {
                abort();
                return false;
            }
            commits.add(name);
            if (isolation == Isolation.FORGETFUL && !written.isEmpty() && ++writes % 5 == 0) {
                forgotten.add(name);
                return true;
            }
            if (!written.isEmpty()) {
                Map<String, List<Long>> keys =
                        new LinkedHashMap<>(states.getLast().keys());
                written.forEach((key, values) -> {
                    List<Long> all = new ArrayList<>(keys.getOrDefault(key, List.of()));
                    all.addAll(values);
                    keys.put(key, List.copyOf(all));
                });
                states.add(new State(Map.copyOf(keys)));
            }
            return true;
        }

        private boolean changed(Set<String> keys) {
            return keys.stream()
                    .anyMatch(key -> !states.get(snapshot)
                            .get(key)
                            .equals(states.getLast().get(key)));
        }

        void abort() {
            if (isolation == Isolation.READ_UNCOMMITTED) {
                written.forEach((key, values) ->
                        dirty.getOrDefault(key, new ArrayList<>()).removeAll(values));
            }
        }
    }
}
