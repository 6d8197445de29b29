package dev.sennit.testkit.history;

/** What a client heard of its transaction. */
public enum Outcome {
    /** It was acknowledged: its writes are there, and its reads are what it saw. */
    OK,
    /** It was told that nothing of it took effect. */
    FAILED,
    /** It heard nothing it could rely on, or died: all of the writes took effect, or none. */
    UNKNOWN
}
