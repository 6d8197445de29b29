package dev.sennit.testkit.history;

import java.util.Optional;

/**
 * A version that an acknowledged transaction read and had not written itself.
 *
 * @param version the last element of a list, or the value of a register; empty for the state before any write
 * @param seen the read in words
 */
record VersionRead(Transaction reader, String key, Optional<Long> version, String seen) {}
