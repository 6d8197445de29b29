package dev.sennit.query.execution;

/** Asked again and again while a query runs, whether to go on. */
@FunctionalInterface
public interface Cancellation {
    /** Never stops. */
    Cancellation NEVER = () -> {};

    /** @throws dev.sennit.model.LimitException TIMEOUT or CANCELLED if the query is to stop */
    void check();
}
