package dev.sennit.testkit.history;

import java.util.Optional;

/**
 * Two versions of a key of which one came before the other.
 *
 * @param before empty for the state before any write
 */
record Succession(String key, Optional<Long> before, long after) {}
