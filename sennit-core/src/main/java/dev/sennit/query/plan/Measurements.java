package dev.sennit.query.plan;

import java.util.Optional;
import java.util.OptionalLong;

/** Tells what the operators of a plan did. */
@FunctionalInterface
public interface Measurements {
    /** Nothing has run. */
    Measurements NONE = operator -> Optional.empty();

    Optional<Measured> of(Operator operator);

    /**
     * What one operator did.
     *
     * @param nanos how long it took, the operators below it left out
     */
    record Measured(long rows, long nanos, OptionalLong fragments) {}
}
