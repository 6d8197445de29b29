package dev.sennit.validate;

import java.nio.file.Path;

/**
 * Where and when hashes go to files, and the key of the hash.
 *
 * @param directory where files go: one per operation, created when the first file is, whose leftovers whoever finds
 *     them may delete
 * @param key0 half of the hash's key: random, so that nobody can prepare colliding input
 * @param key1 the other half
 * @param partitions how many parts the hashes are split into; a part has to fit into memory
 * @param bufferBytes what each of at most seven kinds of hashes keeps in memory before it goes to files
 * @param probeLimit up to how many ids and tuples of a type the base state is asked for just these; beyond, it is
 *     scanned
 */
public record SpillSettings(Path directory, long key0, long key1, int partitions, long bufferBytes, int probeLimit) {
    public SpillSettings {
        if (partitions < 1 || bufferBytes < 1 || probeLimit < 0) {
            throw new IllegalArgumentException("partitions and buffer are at least 1, the probe limit at least 0");
        }
    }

    /** What suits a heap of 512 MB and more, from ten rows to hundreds of millions. */
    public static SpillSettings of(Path directory, long key0, long key1) {
        return new SpillSettings(directory, key0, key1, 128, 8L << 20, 10_000);
    }
}
