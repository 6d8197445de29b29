package dev.sennit.protocol;

import java.util.Optional;

/** What the creation or deletion of a branch or tag does once it is decided. Thread-safe. */
public interface RefActions {
    /**
     * Carries the change out, or what is left of it; any number of processes may do so at once, any number of times, and
     * come to the same answer.
     *
     * @return empty if it has taken effect; why it never will, if another change came first
     * @throws dev.sennit.model.StoreException if it cannot be known now
     */
    Optional<String> carryOut(RefIntent intent);

    /** Whether it has taken effect. */
    boolean tookEffect(RefIntent intent);
}
