package dev.sennit.manifest;

/**
 * A commit met in the lineage.
 *
 * @param version its number in the chain
 */
public record FoundCommit(long version, CommitRecord commit) {}
