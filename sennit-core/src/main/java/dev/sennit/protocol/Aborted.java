package dev.sennit.protocol;

import dev.sennit.model.OperationId;
import java.time.Instant;

/**
 * An operation that was decided {@code abort}. Its commit may exist all the same if the decision came after it.
 *
 * @param decided when, by the store's clock
 */
public record Aborted(OperationId operation, Decision.Abort decision, Instant decided) {}
