package dev.sennit.protocol;

import dev.sennit.model.OperationId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Guesses whether an intent's owner still lives. Politeness only: a wrong guess costs its owner an abort, never
 * correctness. Thread-safe.
 */
public final class Liveness {
    /** Start times are computed from the boot time, which the system corrects by a second now and then. */
    private static final Duration START_TOLERANCE = Duration.ofSeconds(3);

    private final Supplier<Owner> findSelf;
    private final Clock clock;
    private final Duration lease;
    private final Set<OperationId> running = ConcurrentHashMap.newKeySet();

    @Nullable
    private Owner self;

    /** @param self asked once, when the first write or live intent is met: finding it out takes time */
    public Liveness(Supplier<Owner> self, Clock clock, Duration lease) {
        this.findSelf = self;
        this.clock = clock;
        this.lease = lease;
    }

    synchronized Owner self() {
        if (self == null) {
            self = findSelf.get();
        }
        return self;
    }

    void began(OperationId operation) {
        running.add(operation);
    }

    void ended(OperationId operation) {
        running.remove(operation);
    }

    /** @param lastSign when the intent was armed or its lease last renewed, by the store's clock */
    boolean isAlive(ArmedIntent intent, Instant lastSign) {
        return isAlive(intent.operation(), intent.owner(), lastSign);
    }

    boolean isAlive(OperationId operation, Owner owner, Instant lastSign) {
        Owner self = self();
        if (owner.runtime().equals(self.runtime())) {
            return running.contains(operation);
        }
        if (owner.host().equals(self.host()) && !(owner.bootId().equals(self.bootId()) && processLives(owner))) {
            return false;
        }
        // A live process proves nothing about the operation, which it may have given up: only the lease does.
        return lastSign.plus(lease).isAfter(clock.instant());
    }

    private static boolean processLives(Owner owner) {
        Optional<ProcessHandle> process = ProcessHandle.of(owner.pid()).filter(ProcessHandle::isAlive);
        // A start time that cannot be read proves nothing, so the process counts as the one that armed.
        return process.isPresent()
                && process.get()
                        .info()
                        .startInstant()
                        .map(started -> Duration.between(started, owner.processStarted())
                                        .abs()
                                        .compareTo(START_TOLERANCE)
                                < 0)
                        .orElse(true);
    }
}
