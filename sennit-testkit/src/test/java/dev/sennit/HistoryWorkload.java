package dev.sennit;

import dev.sennit.model.Node;
import dev.sennit.model.NodeId;
import dev.sennit.model.OutcomeUnknownException;
import dev.sennit.model.SennitException;
import dev.sennit.testkit.history.FinalState;
import dev.sennit.testkit.history.HistoryRecorder;
import dev.sennit.testkit.history.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Random transactions on shared lists and registers in several tables, as one client after the other, recorded for a
 * {@link dev.sennit.testkit.history.HistoryChecker}. Keys change every few seconds, so that lists stay short. Not
 * thread-safe; each client has its own.
 */
final class HistoryWorkload {
    static final int TABLES = 3;
    private static final int KEYS = 2;
    private static final long WINDOW_NANOS = 5_000_000_000L;

    private final Branch branch;
    private final HistoryRecorder recorder;
    private final String client;
    private final SplittableRandom random;
    private final AtomicLong values;
    private final LongSupplier nanosSinceStart;

    /** What is being recorded, for whoever wants to acknowledge it too early. */
    private Optional<HistoryRecorder.Running> running = Optional.empty();

    private List<Operation> done = new ArrayList<>();

    /**
     * @param values numbers that no other client uses
     * @param nanosSinceStart since the run began, for all processes alike
     */
    HistoryWorkload(
            Branch branch,
            HistoryRecorder recorder,
            String client,
            SplittableRandom random,
            AtomicLong values,
            LongSupplier nanosSinceStart) {
        this.branch = branch;
        this.recorder = recorder;
        this.client = client;
        this.random = random;
        this.values = values;
        this.nanosSinceStart = nanosSinceStart;
    }

    static String schema() {
        StringBuilder schema = new StringBuilder();
        for (int table = 0; table < TABLES; table++) {
            schema.append("NODE List").append(table).append(" { k STRING KEY, items LIST<INT64> }\n");
            schema.append("NODE Register").append(table).append(" { k STRING KEY, v INT64 }\n");
        }
        return schema.toString();
    }

    /** Runs one transaction and records what became of it; returns whether it made a commit. */
    boolean runOne() {
        List<Operation> intended = operations();
        boolean byStatements = random.nextInt(4) == 0;
        HistoryRecorder.Running recording = recorder.begin(client, intended);
        running = Optional.of(recording);
        try {
            TransactionResult<?> result = branch.write(WriteOptions.DEFAULT.attempts(50), tx -> {
                done = new ArrayList<>();
                intended.forEach(
                        operation -> done.add(byStatements ? execute(tx, operation) : carryOut(tx, operation)));
                return done;
            });
            running.ifPresent(mine -> mine.acknowledged(
                    done, result.commit().map(commit -> commit.id().toString())));
            return result.commit().isPresent();
        } catch (OutcomeUnknownException e) {
            running.ifPresent(HistoryRecorder.Running::unknown);
        } catch (SennitException e) {
            running.ifPresent(HistoryRecorder.Running::failed);
        } finally {
            running = Optional.empty();
        }
        return false;
    }

    /** Tells the history that the transaction is acknowledged, whether or not it is. */
    void acknowledgeNow() {
        running.ifPresent(mine -> mine.acknowledged(done, Optional.empty()));
        running = Optional.empty();
    }

    /** What all keys hold now. */
    static FinalState finalState(Snapshot snapshot, List<String> keys) {
        Map<String, List<Long>> lists = new HashMap<>();
        Map<String, Optional<Long>> registers = new HashMap<>();
        for (int table = 0; table < TABLES; table++) {
            try (Result result = snapshot.query("MATCH (l:List" + table + ") RETURN l.k AS k, l.items AS items")) {
                result.forEachRemaining(row -> lists.put(row.getString("k"), longs(row.get("items"))));
            }
            try (Result result = snapshot.query("MATCH (r:Register" + table + ") RETURN r.k AS k, r.v AS v")) {
                result.forEachRemaining(row -> registers.put(row.getString("k"), Optional.of(row.getLong("v"))));
            }
        }
        for (String key : keys) {
            if (key.startsWith("L")) {
                lists.putIfAbsent(key, List.of());
            } else {
                registers.putIfAbsent(key, Optional.empty());
            }
        }
        return new FinalState(lists, registers);
    }

    private List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        int count = random.nextInt(1, 4);
        for (int i = 0; i < count; i++) {
            long window = nanosSinceStart.getAsLong() / WINDOW_NANOS;
            String key = random.nextInt(TABLES) + "-" + (window * KEYS + random.nextInt(KEYS));
            operations.add(
                    switch (random.nextInt(8)) {
                        case 0, 1, 2 -> Operation.append("L" + key, values.incrementAndGet());
                        case 3, 4 -> Operation.readList("L" + key);
                        case 5, 6 -> Operation.write("R" + key, values.incrementAndGet());
                        default -> Operation.readRegister("R" + key);
                    });
        }
        return operations;
    }

    private static Operation carryOut(Transaction tx, Operation operation) {
        String key = operation.key();
        String table = (key.startsWith("L") ? "List" : "Register") + key.charAt(1);
        NodeId node = tx.node(table, key);
        return switch (operation) {
            case Operation.Append append -> {
                List<Long> items = new ArrayList<>(items(tx.find(node)));
                items.add(append.element());
                tx.upsert(table, Map.of("k", key, "items", items));
                yield append;
            }
            case Operation.ReadList ignored -> Operation.readList(key, items(tx.find(node)));
            case Operation.Write write -> {
                tx.upsert(table, Map.of("k", key, "v", write.value()));
                yield write;
            }
            case Operation.ReadRegister ignored ->
                Operation.readRegister(key, tx.find(node).map(found ->
                        (Long) found.properties().get("v")));
        };
    }

    /** The same with statements. */
    private static Operation execute(Transaction tx, Operation operation) {
        String key = operation.key();
        String node = (key.startsWith("L") ? "(n:List" : "(n:Register") + key.charAt(1) + " {k: $k})";
        return switch (operation) {
            case Operation.Append append -> {
                tx.execute(
                                "MERGE " + node + " ON CREATE SET n.items = [$v] ON MATCH SET n.items = n.items + $v",
                                Map.of("k", key, "v", append.element()))
                        .close();
                yield append;
            }
            case Operation.ReadList ignored -> {
                try (Result result = tx.execute("MATCH " + node + " RETURN n.items AS items", Map.of("k", key))) {
                    yield Operation.readList(
                            key, result.hasNext() ? longs(result.next().get("items")) : List.of());
                }
            }
            case Operation.Write write -> {
                tx.execute("MERGE " + node + " SET n.v = $v", Map.of("k", key, "v", write.value()))
                        .close();
                yield write;
            }
            case Operation.ReadRegister ignored -> {
                try (Result result = tx.execute("MATCH " + node + " RETURN n.v AS v", Map.of("k", key))) {
                    yield Operation.readRegister(
                            key, result.hasNext() ? Optional.of(result.next().getLong("v")) : Optional.empty());
                }
            }
        };
    }

    private static List<Long> items(Optional<Node> node) {
        return node.map(found -> longs(found.properties().get("items"))).orElse(List.of());
    }

    private static List<Long> longs(@Nullable Object items) {
        return ((List<?>) Objects.requireNonNull(items))
                .stream().map(Long.class::cast).toList();
    }
}
