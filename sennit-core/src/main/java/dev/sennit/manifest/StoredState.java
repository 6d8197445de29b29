package dev.sennit.manifest;

import java.time.Instant;

/**
 * A state as its chain holds it.
 *
 * @param version its number in the chain
 * @param stored when it was written, by the store's clock
 */
public record StoredState(long version, Instant stored, GraphState state) {}
