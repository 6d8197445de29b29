package dev.sennit.testkit.history;

import dev.sennit.testkit.history.SimulatedStore.Isolation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** Clients of a simulated store that run random transactions, interleaved at random, from a seed. */
final class Simulation {
    private static final List<String> LISTS = List.of("x", "y", "z");
    private static final List<String> REGISTERS = List.of("r", "s");

    private final SplittableRandom random;
    private final SimulatedStore store;
    private final boolean withUnknown;
    private final List<String> keys = new ArrayList<>();
    private final List<Transaction> done = new ArrayList<>();
    private long time;
    private long value;

    /** A transaction on its way. */
    private static final class Running {
        private final String id;
        private final String process;
        private final List<Operation> intended;
        private final List<Operation> results = new ArrayList<>();
        private final SimulatedStore.Client client;
        private final long invoked;

        private Running(
                String id, String process, List<Operation> intended, SimulatedStore.Client client, long invoked) {
            this.id = id;
            this.process = process;
            this.intended = intended;
            this.client = client;
            this.invoked = invoked;
        }
    }

    /**
     * A history, and what the store held in the end.
     *
     * @param forgotten acknowledged commits that it does not hold
     */
    record Run(History history, FinalState end, Set<String> forgotten) {
        /** The history with a transaction at the end that read everything. */
        History whole() {
            List<Transaction> all = new ArrayList<>(history.transactions());
            all.add(end.asTransaction(history));
            return new History(all, history.commitOrder());
        }
    }

    private Simulation(long seed, Isolation isolation, boolean withUnknown, boolean registers) {
        this.random = new SplittableRandom(seed);
        this.store = new SimulatedStore(isolation);
        this.withUnknown = withUnknown;
        keys.addAll(LISTS);
        if (registers) {
            keys.addAll(REGISTERS);
        }
    }

    /**
     * Runs.
     *
     * @param withUnknown whether some outcomes are unknown
     */
    static Run run(
            long seed, Isolation isolation, int clients, int transactions, boolean withUnknown, boolean registers) {
        return new Simulation(seed, isolation, withUnknown, registers).run(clients, transactions);
    }

    private Run run(int clients, int transactions) {
        List<Optional<Running>> running = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            running.add(Optional.empty());
        }
        int begun = 0;
        while (begun < transactions || running.stream().anyMatch(Optional::isPresent)) {
            int client = random.nextInt(clients);
            Optional<Running> current = running.get(client);
            if (current.isEmpty()) {
                if (begun < transactions) {
                    begun++;
                    running.set(client, Optional.of(begin("T" + begun, "client " + client)));
                }
            } else if (current.get().results.size() < current.get().intended.size()) {
                Running at = current.get();
                at.results.add(at.client.run(at.intended.get(at.results.size())));
            } else {
                end(current.get());
                running.set(client, Optional.empty());
            }
        }
        Set<String> lists = new TreeSet<>(keys);
        lists.retainAll(LISTS);
        Set<String> registers = new TreeSet<>(keys);
        registers.retainAll(REGISTERS);
        return new Run(
                History.of(done).committedInOrder(store.commits()),
                store.finalState(lists, registers),
                store.forgotten());
    }

    private Running begin(String id, String process) {
        List<Operation> operations = new ArrayList<>();
        boolean readsOnly = random.nextInt(3) == 0;
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            String key = keys.get(random.nextInt(keys.size()));
            boolean list = LISTS.contains(key);
            if (readsOnly || random.nextBoolean()) {
                operations.add(list ? Operation.readList(key) : Operation.readRegister(key));
            } else {
                if (random.nextBoolean()) {
                    operations.add(list ? Operation.readList(key) : Operation.readRegister(key));
                }
                operations.add(list ? Operation.append(key, ++value) : Operation.write(key, ++value));
            }
        }
        return new Running(id, process, operations, store.begin(readsOnly, random.nextInt(4)), ++time);
    }

    private void end(Running running) {
        int fate = random.nextInt(10);
        boolean aborts = fate == 0 || withUnknown && fate == 1;
        boolean committed = false;
        if (aborts) {
            running.client.abort();
        } else {
            committed = running.client.commit(running.id);
        }
        boolean unknown = withUnknown && (fate == 1 || fate == 2);
        Outcome outcome = unknown ? Outcome.UNKNOWN : committed ? Outcome.OK : Outcome.FAILED;
        done.add(new Transaction(
                running.id,
                running.process,
                outcome,
                running.invoked,
                unknown ? OptionalLong.empty() : OptionalLong.of(++time),
                outcome == Outcome.OK ? running.results : running.intended,
                committed ? Optional.of(running.id) : Optional.empty()));
    }
}
