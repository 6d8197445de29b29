package dev.sennit.protocol;

/** Told of every durable step. Production code passes {@link #NONE}; tests throw, pause or halt the JVM. */
@FunctionalInterface
public interface FailurePoints {
    FailurePoints NONE = point -> {};

    void reached(FailurePoint point);
}
