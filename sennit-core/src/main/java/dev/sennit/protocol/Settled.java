package dev.sennit.protocol;

import dev.sennit.model.OperationId;
import java.util.Optional;

/**
 * What the recovery barrier made of one unresolved operation.
 *
 * @param intent empty if it cannot be read
 */
public record Settled(OperationId operation, Optional<ArmedIntent> intent, Resolution resolution) {}
