package dev.sennit.branch;

import dev.sennit.protocol.RefPointer;
import java.time.Instant;

/**
 * A pointer as the store holds it.
 *
 * @param stored when it was put, by the store's clock
 */
public record StoredPointer(RefPointer pointer, Instant stored) {}
