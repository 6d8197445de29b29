package dev.sennit.protocol;

import java.time.Duration;

/**
 * Bounds of waiting and retrying.
 *
 * @param lease how long an intent of another host counts as live after its last sign of life, by the store's clock
 * @param waitForLiveWriter how long a write waits for a live one it overlaps with
 * @param resolveUnknown how long an unreachable store is asked again before the outcome is unknown
 * @param firstPause pause before the second attempt; later ones widen, with jitter
 * @param maxPause the longest pause between attempts
 * @param collectionGuard age below which unreachable files are never collected; a write whose staged files are older
 *     than half of it gives up
 */
public record ProtocolLimits(
        Duration lease,
        Duration waitForLiveWriter,
        Duration resolveUnknown,
        Duration firstPause,
        Duration maxPause,
        Duration collectionGuard) {
    public static final ProtocolLimits DEFAULT = new ProtocolLimits(
            Duration.ofSeconds(10),
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofMillis(5),
            Duration.ofMillis(500),
            Duration.ofHours(24));
}
