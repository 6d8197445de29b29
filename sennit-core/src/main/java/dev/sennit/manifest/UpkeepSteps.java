package dev.sennit.manifest;

/** Told of each durable step of shortening a chain, so that tests can stop there. */
public interface UpkeepSteps {
    /** Nobody listens. */
    UpkeepSteps NONE = new UpkeepSteps() {};

    /** A segment is durable; the versions it covers are still in the chain. */
    default void segmentWritten() {}

    /** The versions a segment covers have been cleaned. */
    default void versionsCleaned() {}
}
