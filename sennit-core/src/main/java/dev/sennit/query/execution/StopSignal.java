package dev.sennit.query.execution;

import dev.sennit.model.Deadline;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.LimitException;
import java.util.Optional;

/** Stops a query at its deadline, when somebody says so, or when its thread is interrupted. Thread-safe. */
public final class StopSignal implements Cancellation {
    private final Optional<Deadline> deadline;
    private volatile boolean stopped;

    public StopSignal(Optional<Deadline> deadline) {
        this.deadline = deadline;
    }

    /** The query is to stop at its next check. */
    public void stop() {
        stopped = true;
    }

    @Override
    public void check() {
        if (stopped) {
            throw new LimitException(ErrorCode.CANCELLED, ErrorText.of("the query was cancelled"));
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new LimitException(ErrorCode.CANCELLED, ErrorText.of("the query's thread was interrupted"));
        }
        if (deadline.isPresent() && deadline.get().hasPassed()) {
            throw new LimitException(
                    ErrorCode.TIMEOUT,
                    ErrorText.of("the query took longer than "
                                    + deadline.get().length().toMillis() + " ms")
                            .remedy("restrict it, or give it more time"));
        }
    }
}
