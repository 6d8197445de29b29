package dev.sennit.protocol;

import dev.sennit.manifest.CommitRecord;

/** What became of an operation. */
public sealed interface Resolution {
    /** The commit is visible, for ever. */
    record Committed(long version, CommitRecord commit) implements Resolution {}

    /** There is no such commit, and there never will be. */
    record NotCommitted(String why) implements Resolution {}

    /** The owner seems to live and has not decided. */
    record InProgress(ArmedIntent intent) implements Resolution {}
}
