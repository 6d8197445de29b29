package dev.sennit.protocol;

import dev.sennit.model.Deadline;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.LimitException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Process-local gates (§4.3): they spare writers of one process work that would be wasted, and nothing depends on them.
 * An attempt takes all its gates at once, in the total order, so that writers cannot deadlock. Thread-safe.
 */
public final class Gates {
    private final Map<GateKey, ReentrantLock> locks = new ConcurrentHashMap<>();
    private final boolean enabled;

    /** @param enabled false lets everybody pass, to show that correctness does not rest on gates */
    public Gates(boolean enabled) {
        this.enabled = enabled;
    }

    /**
     * Waits for all the gates.
     *
     * @return empty if they were not all free by the deadline; none is held then
     * @throws LimitException CANCELLED if the thread is interrupted while it waits
     * @throws IllegalStateException if the thread holds a gate already: a second set would break the order
     */
    Optional<Held> acquire(Collection<GateKey> keys, Deadline deadline) {
        if (!enabled) {
            return Optional.of(new Held(new ArrayDeque<>()));
        }
        List<ReentrantLock> wanted = keys.stream()
                .distinct()
                .sorted(GateKey.ORDER)
                .map(key -> locks.computeIfAbsent(key, ignored -> new ReentrantLock(true)))
                .toList();
        if (locks.values().stream().anyMatch(ReentrantLock::isHeldByCurrentThread)) {
            throw new IllegalStateException("a writer takes its gates once, all together");
        }
        Held held = new Held(new ArrayDeque<>());
        try {
            for (ReentrantLock lock : wanted) {
                if (!lock.tryLock(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                    held.close();
                    return Optional.empty();
                }
                held.locks.push(lock);
            }
            return Optional.of(held);
        } catch (InterruptedException e) {
            held.close();
            Thread.currentThread().interrupt();
            throw new LimitException(
                    ErrorCode.CANCELLED, ErrorText.of("the write was interrupted while it waited for another one"));
        }
    }

    /** Gates one attempt holds; closing gives them back in reverse order. */
    static final class Held implements AutoCloseable {
        private final Deque<ReentrantLock> locks;

        private Held(Deque<ReentrantLock> locks) {
            this.locks = locks;
        }

        @Override
        public void close() {
            while (!locks.isEmpty()) {
                locks.pop().unlock();
            }
        }
    }
}
