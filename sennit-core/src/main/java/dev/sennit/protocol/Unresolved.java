package dev.sennit.protocol;

import dev.sennit.model.OperationId;
import java.time.Instant;
import java.util.Optional;

/**
 * An unresolved operation, as it was found.
 *
 * @param intent empty if it cannot be read
 * @param armed when, by the store's clock
 * @param decision what has been decided
 * @param alive whether its owner seems to live
 */
public record Unresolved(
        OperationId operation,
        Optional<ArmedIntent> intent,
        Instant armed,
        Optional<Decision> decision,
        boolean alive) {}
