package dev.sennit.protocol;

import java.time.Instant;

/**
 * The process an intent belongs to.
 *
 * @param bootId identity of the host's running system
 * @param processStarted when the process started, which tells it from a later one of the same number
 * @param runtime identity of the open graph within the process
 */
public record Owner(String host, String bootId, long pid, Instant processStarted, String runtime) {}
