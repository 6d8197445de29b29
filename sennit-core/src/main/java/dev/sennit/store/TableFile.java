package dev.sennit.store;

import java.util.OptionalLong;

/**
 * A file that a version of a table needs.
 *
 * @param path relative to the table
 * @param sizeBytes its size when it was written, where that is recorded
 * @param crc32c its CRC-32C when it was written, where that is recorded
 */
public record TableFile(String path, OptionalLong sizeBytes, OptionalLong crc32c) {
    /** A file of which nothing is recorded. */
    static TableFile unrecorded(String path) {
        return new TableFile(path, OptionalLong.empty(), OptionalLong.empty());
    }
}
