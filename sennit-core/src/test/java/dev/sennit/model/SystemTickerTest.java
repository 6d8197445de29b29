package dev.sennit.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SystemTickerTest {
    private final AtomicLong monotonicNanos = new AtomicLong(5);
    private final AtomicLong wallMillis = new AtomicLong(1_000_000);
    private final Ticker ticker = new SystemTicker(monotonicNanos::get, wallMillis::get);

    @Test
    void timeInWhichTheMachineWasSuspended_counts() {
        long before = ticker.nanos();
        pass(Duration.ofSeconds(3));
        wallMillis.addAndGet(Duration.ofHours(1).toMillis()); // the monotonic clock stood still

        assertThat(Duration.ofNanos(ticker.nanos() - before))
                .isEqualTo(Duration.ofHours(1).plusSeconds(3));
        pass(Duration.ofSeconds(4));
        assertThat(Duration.ofNanos(ticker.nanos() - before))
                .isEqualTo(Duration.ofHours(1).plusSeconds(7));
    }

    @Test
    void aWallClockThatIsAdjustedOrSetBack_changesNothing() {
        long before = ticker.nanos();
        pass(Duration.ofSeconds(3));
        wallMillis.addAndGet(1_500);
        assertThat(Duration.ofNanos(ticker.nanos() - before)).isEqualTo(Duration.ofSeconds(3));
        wallMillis.addAndGet(-Duration.ofDays(1).toMillis());
        assertThat(Duration.ofNanos(ticker.nanos() - before)).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void timeNeverGoesBackwards_whenTheWallClockJumpsForthAndBack() {
        wallMillis.addAndGet(Duration.ofHours(2).toMillis());
        long ahead = ticker.nanos();
        wallMillis.addAndGet(-Duration.ofHours(2).toMillis());

        assertThat(ticker.nanos()).isEqualTo(ahead);
    }

    private void pass(Duration duration) {
        monotonicNanos.addAndGet(duration.toNanos());
        wallMillis.addAndGet(duration.toMillis());
    }
}
