package dev.sennit.protocol;

/** What became of an operation that creates or deletes a branch or tag. */
public sealed interface RefResolution {
    /** It has taken effect. */
    record Done() implements RefResolution {}

    /** It has not, and never will. */
    record NotDone(String why) implements RefResolution {}

    /** Its owner seems to live and has not decided. */
    record InProgress() implements RefResolution {}
}
