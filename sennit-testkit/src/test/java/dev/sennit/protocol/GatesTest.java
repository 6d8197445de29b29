package dev.sennit.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.Deadline;
import dev.sennit.model.IdSource;
import dev.sennit.model.TableId;
import dev.sennit.model.Ticker;
import dev.sennit.store.ProcessLocks;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GatesTest {
    private final IdSource ids = new IdSource(Clock.systemUTC(), new Random(20_261_130));
    private final BranchIncarnation branch = new BranchIncarnation(ids.next());
    private final List<GateKey> keys = Stream.generate(() -> new GateKey.Table(branch, new TableId(ids.next())))
            .limit(2)
            .<GateKey>map(key -> key)
            .sorted(GateKey.ORDER)
            .toList();
    private final List<String> held = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private final ProcessLocks processes = name -> {
        synchronized (held) {
            asked.add(name + " while holding " + held.size());
            held.add(name);
        }
        return () -> {
            synchronized (held) {
                held.remove(name);
            }
        };
    };
    private final Gates gates = Gates.with(processes);

    /** Two processes that did otherwise would wait for each other until their patience ends. */
    @Test
    void whoWaitsForALockOfAnotherProcess_holdsNoneThatComesAfterIt_notOneKeptFromAnEarlierWriteEither()
            throws InterruptedException {
        GateKey first = keys.getFirst();
        GateKey second = keys.getLast();
        Gates.Held earlier = gates.none();
        assertThat(earlier.take(List.of(second), deadline())).isTrue();
        Thread both = Thread.ofPlatform().start(() -> {
            try (Gates.Held later = gates.none()) {
                assertThat(later.take(List.of(second, first), deadline())).isTrue();
            }
        });
        while (both.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        earlier.close();
        both.join();

        assertThat(asked)
                .containsExactly(
                        name(second) + " while holding 0",
                        name(first) + " while holding 0",
                        name(second) + " while holding 1");
        assertThat(held).isEmpty();
    }

    private static Deadline deadline() {
        return Deadline.in(Duration.ofSeconds(50), Ticker.system());
    }

    private static String name(GateKey key) {
        GateKey.Table table = (GateKey.Table) key;
        return table.branch() + "-" + table.table();
    }
}
