package dev.sennit.protocol;

import java.time.Instant;
import java.util.Optional;

/**
 * An unresolved creation or deletion of a branch or tag, as it was found.
 *
 * @param armed when, by the store's clock
 * @param decision what has been decided
 * @param alive whether its owner seems to live
 */
public record UnresolvedRef(RefIntent intent, Instant armed, Optional<Decision> decision, boolean alive) {}
