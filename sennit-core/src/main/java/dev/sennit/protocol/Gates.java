package dev.sennit.protocol;

import dev.sennit.model.BusyException;
import dev.sennit.model.Deadline;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.LimitException;
import dev.sennit.store.ProcessLocks;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Process-local gates (§4.3): they spare writers of one process work that would be wasted, and nothing depends on them.
 * An attempt takes all its gates at once, in the total order, so that writers cannot deadlock; gates of tables are followed
 * by the locks that processes of one machine keep for each other. Thread-safe.
 */
public final class Gates {
    private final Map<GateKey, Gate> gates = new ConcurrentHashMap<>();
    private final ThreadLocal<Deque<GateKey>> heldByThread = ThreadLocal.withInitial(ArrayDeque::new);
    private final GateForecast forecast = new GateForecast();
    private final ProcessLocks processes;
    private final boolean enabled;
    private final boolean checkingOrder;

    private Gates(ProcessLocks processes, boolean enabled, boolean checkingOrder) {
        this.processes = processes;
        this.enabled = enabled;
        this.checkingOrder = checkingOrder;
    }

    /** Gates of one graph in one process. */
    public static Gates with(ProcessLocks processes) {
        return new Gates(processes, true, false);
    }

    /** Gates that fail when one is taken out of order: for tests. */
    public static Gates checkingOrder() {
        return new Gates(ProcessLocks.NONE, true, true);
    }

    /** Gates that let everybody pass, to show that correctness does not rest on them. */
    public static Gates open() {
        return new Gates(ProcessLocks.NONE, false, false);
    }

    /** What writes will want, as far as it can be foreseen. */
    GateForecast forecast() {
        return forecast;
    }

    /** The gates that a write of that shape does well to take before it prepares. */
    Optional<List<GateKey>> contended(Object shape) {
        return forecast.contended(shape, key -> {
            Gate gate = gates.get(key);
            return gate != null && gate.isHeld();
        });
    }

    /** Nothing held yet, by the calling thread. */
    Held none() {
        return new Held();
    }

    /** A claim on the whole graph, held by the thread that made it until it is closed. */
    public interface Claim extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Claims the whole graph for one kind of upkeep.
     *
     * @throws BusyException WRITER_ACTIVE if another thread has that claim until the deadline
     */
    public Claim claim(String operation, Deadline deadline) {
        Held held = none();
        if (!held.take(List.of(new GateKey.Claim(operation)), deadline)) {
            throw new BusyException(
                    ErrorCode.WRITER_ACTIVE,
                    ErrorText.of("another " + operation + " of this graph is running in this process")
                            .remedy("let it end"),
                    null);
        }
        return held;
    }

    /** Gates one thread holds for one write; closing gives them back in reverse order. Not thread-safe. */
    final class Held implements Claim {
        private final Deque<Gate> taken = new ArrayDeque<>();
        private final Set<GateKey> keys = new HashSet<>();

        private Held() {}

        /**
         * Waits until all the gates are held. If only some are, they are given back first: a second set would break the
         * order.
         *
         * @return false if they were not all free by the deadline; none is held then
         * @throws LimitException CANCELLED if the thread is interrupted while it waits
         * @throws InvalidArgumentException if the thread holds gates for another write
         */
        boolean take(Collection<GateKey> wanted, Deadline deadline) {
            if (!enabled || keys.containsAll(wanted)) {
                return true;
            }
            close();
            if (!heldByThread.get().isEmpty()) {
                throw new InvalidArgumentException(ErrorText.of("a transaction wrote to its graph by another write")
                        .cause("the one would wait for the other for ever")
                        .remedy("do all reads and changes through the transaction"));
            }
            List<GateKey> ordered =
                    wanted.stream().distinct().sorted(GateKey.ORDER).toList();
            try {
                boolean all = takeAll(ordered, deadline);
                if (!all) {
                    close();
                }
                return all;
            } catch (InterruptedException e) {
                close();
                Thread.currentThread().interrupt();
                throw new LimitException(
                        ErrorCode.CANCELLED, ErrorText.of("the write was interrupted while it waited for another one"));
            }
        }

        private boolean takeAll(List<GateKey> ordered, Deadline deadline) throws InterruptedException {
            for (GateKey key : ordered) {
                requireOrder(key);
                Gate gate = gates.computeIfAbsent(key, k -> new Gate(processes, courtesy(k)));
                if (!gate.tryTake(deadline.remaining().toNanos())) {
                    return false;
                }
                taken.push(gate);
                keys.add(key);
                heldByThread.get().push(key);
            }
            // In the same order: whoever waits for a lock of another process must keep none that comes after it.
            boolean waits = false;
            for (Gate gate : taken.reversed()) {
                if (waits) {
                    gate.leaveToOtherProcesses();
                }
                waits |= gate.mustAwaitOtherProcesses();
            }
            for (Gate gate : taken.reversed()) {
                gate.awaitOtherProcesses();
            }
            return true;
        }

        @Override
        public void close() {
            while (!taken.isEmpty()) {
                taken.pop().giveBack();
                heldByThread.get().pop();
            }
            keys.clear();
        }
    }

    private static Optional<String> courtesy(GateKey key) {
        return key instanceof GateKey.Table table
                ? Optional.of(table.branch() + "-" + table.table())
                : Optional.empty();
    }

    /** Sorting makes this impossible; the check is there to show when it does not any more. */
    private void requireOrder(GateKey key) {
        GateKey last = heldByThread.get().peek();
        if (checkingOrder && last != null && GateKey.ORDER.compare(last, key) >= 0) {
            throw new IllegalStateException("gate " + key + " is taken after " + last);
        }
    }
}
