package dev.sennit.manifest;

import java.time.Duration;

/**
 * How long a chain of manifest versions may get before older ones move to the archive.
 *
 * @param maxVersions a chain longer than this is shortened
 * @param minVersions the newest versions that always stay
 * @param minAge versions younger than this, by the store's clock, always stay
 */
public record ChainLimits(int maxVersions, int minVersions, Duration minAge) {
    public static final ChainLimits DEFAULT = new ChainLimits(64, 20, Duration.ofMinutes(10));

    public ChainLimits {
        if (minVersions < 1 || maxVersions < minVersions) {
            throw new IllegalArgumentException("a chain keeps at least one version and at most as many as it may have");
        }
    }

    /**
     * How long a read of the head may be trusted for stepping to the next version by number: well below the age at
     * which that version could have been cleaned.
     */
    Duration trustedFor() {
        return minAge.dividedBy(3);
    }
}
