package dev.sennit.model;

/** What became of an operation, exactly. */
public sealed interface Outcome {
    /** The commit is visible, for ever. */
    record Committed(CommitInfo commit) implements Outcome {}

    /**
     * A branch or tag was created or deleted, which is no commit.
     *
     * @param what for people: {@code create branch 'review'}
     */
    record Applied(String what) implements Outcome {}

    /** There is no such commit and there never will be. */
    record NotCommitted(String why) implements Outcome {}

    /** Its writer seems to live and has not decided yet. */
    record InProgress(String writer) implements Outcome {}
}
