package dev.sennit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalProcessLocksTest {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @TempDir
    Path directory;

    private final AtomicLong now = new AtomicLong();
    private final Ticker ticker = new Ticker() {
        @Override
        public long nanos() {
            return now.get();
        }

        @Override
        public void sleep(Duration duration) {
            now.addAndGet(duration.toNanos());
        }
    };

    @Test
    void aLockThatIsHeld_isWaitedForWithinBounds_andGoneOnceItIsGivenBack() throws InterruptedException {
        try (LocalProcessLocks ours = new LocalProcessLocks(directory, ticker, PATIENCE);
                LocalProcessLocks theirs = new LocalProcessLocks(directory, ticker, PATIENCE)) {
            ProcessLocks.Held held = ours.acquire("t");
            long before = now.get();
            theirs.acquire("t").close();
            assertThat(Duration.ofNanos(now.get() - before)).isEqualTo(PATIENCE);

            held.close();
            before = now.get();
            theirs.acquire("t").close();
            assertThat(now).hasValue(before);
        }
    }

    @Test
    void othersAreDue_onceItHasBeenHeldLong() throws InterruptedException {
        try (LocalProcessLocks locks = new LocalProcessLocks(directory, ticker, PATIENCE)) {
            now.addAndGet(Duration.ofMinutes(1).toNanos());
            try (ProcessLocks.Held held = locks.acquire("t")) {
                assertThat(held.isDue()).isFalse();
                now.addAndGet(Duration.ofMillis(299).toNanos());
                assertThat(held.isDue()).isFalse();
                now.addAndGet(Duration.ofMillis(1).toNanos());
                assertThat(held.isDue()).isTrue();
            }
            try (ProcessLocks.Held again = locks.acquire("t")) {
                assertThat(again.isDue()).isFalse();
            }
        }
    }
}
