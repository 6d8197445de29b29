package dev.sennit.store;

import java.time.Instant;

/**
 * An object's content.
 *
 * @param modified when it was created, by the store's clock
 */
public record StoredObject(String path, byte[] body, Instant modified) {}
