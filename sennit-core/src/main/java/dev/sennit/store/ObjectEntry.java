package dev.sennit.store;

import java.time.Instant;

/**
 * One line of a listing.
 *
 * @param sizeBytes the body's size
 * @param modified when it was created, by the store's clock
 */
public record ObjectEntry(String path, long sizeBytes, Instant modified) {}
