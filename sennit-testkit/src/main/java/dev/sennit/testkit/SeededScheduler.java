package dev.sennit.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks as if at once: each on a thread of its own, but only one at a time, and which one goes on after a
 * {@link #step} is drawn from a source of randomness. The same source gives the same run.
 */
public final class SeededScheduler {
    private final RandomGenerator random;
    private final List<Task> unfinished = new ArrayList<>();
    private final Map<Thread, Task> byThread = new ConcurrentHashMap<>();
    private final CountDownLatch finished = new CountDownLatch(1);
    private int switches;
    private @Nullable Throwable failure;

    public SeededScheduler(RandomGenerator random) {
        this.random = random;
    }

    private static final class Task {
        private final Semaphore turn = new Semaphore(0);
    }

    /**
     * Runs the tasks to their ends.
     *
     * @throws AssertionError if one of them failed; the others run to their ends all the same
     */
    public void run(List<Runnable> tasks) throws InterruptedException {
        for (Runnable each : tasks) {
            Task task = new Task();
            unfinished.add(task);
            Thread thread = Thread.ofPlatform().daemon().unstarted(() -> run(task, each));
            byThread.put(thread, task);
            thread.start();
        }
        next().turn.release();
        finished.await();
        if (failure != null) {
            throw new AssertionError("a task failed: " + failure, failure);
        }
    }

    /** How often one task took over from another. */
    public int switches() {
        return switches;
    }

    /** Lets another task go on, perhaps. Of other threads than the tasks' it does nothing. */
    public void step() {
        Task mine = byThread.get(Thread.currentThread());
        if (mine == null) {
            return;
        }
        Task next = next();
        if (next != mine) {
            switches++;
            next.turn.release();
            mine.turn.acquireUninterruptibly();
        }
    }

    private Task next() {
        return unfinished.get(random.nextInt(unfinished.size()));
    }

    private void run(Task task, Runnable body) {
        task.turn.acquireUninterruptibly();
        try {
            body.run();
        } catch (Throwable e) {
            failure = failure == null ? e : failure;
        } finally {
            unfinished.remove(task);
            if (unfinished.isEmpty()) {
                finished.countDown();
            } else {
                next().turn.release();
            }
        }
    }
}
