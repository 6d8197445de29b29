package dev.sennit.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.store.ProcessLocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GateTest {
    private static final long SEED = 20_261_130;
    private static final long LONG = Duration.ofSeconds(50).toNanos();

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();
    private final ProcessLocks processes = name -> {
        asked.incrementAndGet();
        assertThat(held.incrementAndGet()).isEqualTo(1);
        return new OneTurn();
    };
    private final Gate gate = new Gate(processes, Optional.of("table"));

    /** Others are due after 16 writes. */
    private final class OneTurn implements ProcessLocks.Held {
        private final int began = writes.get();

        @Override
        public boolean isDue() {
            return writes.incrementAndGet() - began >= 16;
        }

        @Override
        public void close() {
            held.decrementAndGet();
        }
    }

    @Test
    void threadsThatWait_passTheLockOnAmongThemselves_butOthersGetTheirTurn() throws InterruptedException {
        take(gate);
        List<Thread> waiting = new ArrayList<>();
        for (int i = 1; i < 40; i++) {
            waiting.add(Thread.ofPlatform().start(() -> {
                take(gate);
                gate.giveBack();
            }));
        }
        for (Thread thread : waiting) {
            while (thread.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
        }

        gate.giveBack();
        for (Thread thread : waiting) {
            thread.join();
        }

        assertThat(asked).as("runs of 16, 16 and 8").hasValue(3);
        assertThat(held).hasValue(0);
    }

    @Test
    void withNobodyWaiting_otherProcessesGetTheLockAtOnce() {
        take(gate);
        assertThat(held).hasValue(1);

        gate.giveBack();

        assertThat(held).hasValue(0);
    }

    @Test
    void aLockThatWasKept_canBeLeftToOthers_beforeAnotherOneIsWaitedFor() throws InterruptedException {
        take(gate);
        Thread next = Thread.ofPlatform().start(() -> {
            try {
                assertThat(gate.tryTake(LONG)).isTrue();
                assertThat(held).as("kept for this thread").hasValue(1);
                assertThat(gate.mustAwaitOtherProcesses()).isFalse();
                gate.leaveToOtherProcesses();
                assertThat(held).hasValue(0);
                gate.awaitOtherProcesses();
                gate.giveBack();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        while (next.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        gate.giveBack();
        next.join();

        assertThat(asked).hasValue(2);
        assertThat(held).hasValue(0);
    }

    @Test
    void whoeverStopsWaiting_leavesNothingBehind() throws InterruptedException {
        for (int round = 0; round < 200; round++) {
            SplittableRandom random = new SplittableRandom(SEED + round);
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 6; t++) {
                long patience = random.nextLong(200_000);
                threads.add(Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < 20; i++) {
                        try {
                            if (gate.tryTake(patience)) {
                                gate.awaitOtherProcesses();
                                gate.giveBack();
                            }
                        } catch (InterruptedException e) {
                            // Another that stops waiting.
                        }
                    }
                }));
            }
            threads.forEach(Thread::interrupt);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(held).as("seed %d", SEED + round).hasValue(0);
            assertThat(gate.isHeld()).isFalse();
        }
    }

    private static void take(Gate gate) {
        try {
            assertThat(gate.tryTake(LONG)).isTrue();
            gate.awaitOtherProcesses();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
