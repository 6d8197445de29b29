package dev.sennit.model;

import java.time.Instant;
import java.util.Optional;

/**
 * One attempt of one write, or of one creation or deletion of a branch or tag, and what is known of it.
 *
 * @param writer what kind of write it is, or {@code create branch} and the like; empty if its intent is gone or cannot be
 *     read
 * @param branch the branch it is on, or the name that it creates or deletes; empty if its intent is gone or cannot be
 *     read
 * @param author who wrote; empty if its intent is gone or cannot be read
 * @param state where it stands
 * @param why what happened and why, in words
 * @param time when it was armed, committed or aborted; by the store's clock but for commits
 * @param commit the commit it became
 */
public record OperationInfo(
        OperationId operation,
        Optional<String> writer,
        Optional<String> branch,
        Optional<String> author,
        State state,
        String why,
        Instant time,
        Optional<CommitInfo> commit) {
    /** Where an operation stands. */
    public enum State {
        /** Its writer seems to live, and has not decided. */
        IN_PROGRESS,
        /** Its writer is gone, or has decided: the next write, or {@code recover}, settles it. */
        UNRESOLVED,
        /** It is committed, for ever. */
        COMMITTED,
        /** It is not committed, and never will be. */
        NOT_COMMITTED
    }
}
