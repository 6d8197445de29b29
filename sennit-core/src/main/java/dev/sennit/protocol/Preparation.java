package dev.sennit.protocol;

/** What stage B came to. */
public sealed interface Preparation<R> {
    /** There is something to commit. */
    record Ready<R>(PreparedWrite<R> write) implements Preparation<R> {}

    /** The write changes nothing: no commit is made. */
    record Unchanged<R>(R result) implements Preparation<R> {}
}
