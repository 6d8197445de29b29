package dev.sennit.manifest;

import java.time.Duration;

/**
 * How long a chain of manifest versions may get before older ones move to the archive. Every process that writes a graph
 * must use the same: who trusts a listing for longer than another lets versions live may take a late stray for a state.
 *
 * <p>The age bounds the chain where commits are fast: a commit lists the chain, and takes a quarter longer once that
 * holds some 3,500 versions.
 *
 * @param maxVersions a chain longer than this is shortened
 * @param minVersions the newest versions that always stay
 * @param minAge versions that had no successor yet this long ago, by the store's clock, always stay
 */
public record ChainLimits(int maxVersions, int minVersions, Duration minAge) {
    public static final ChainLimits DEFAULT = new ChainLimits(64, 20, Duration.ofSeconds(30));

    public ChainLimits {
        if (minVersions < 1 || maxVersions < minVersions) {
            throw new IllegalArgumentException("a chain keeps at least one version and at most as many as it may have");
        }
    }

    /**
     * How long a listing of the chain may be trusted for reading what was the newest version then, or the next one by
     * number: well below the age at which either could have been cleaned.
     */
    Duration trustedFor() {
        return minAge.dividedBy(3);
    }
}
