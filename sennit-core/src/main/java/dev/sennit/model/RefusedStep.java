package dev.sennit.model;

import java.util.Objects;

/**
 * A step of a schema change that cannot be done.
 *
 * @param step the step, in one line
 * @param reason why not
 * @param wayOut what to do instead
 */
public record RefusedStep(String step, String reason, String wayOut) {
    public RefusedStep {
        Objects.requireNonNull(step, "step");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(wayOut, "wayOut");
    }
}
