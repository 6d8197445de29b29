package dev.sennit.model;

import java.time.Instant;
import java.util.Objects;

/**
 * A branch.
 *
 * @param incarnation the life of the name that this is: deleting it and creating another gives another
 * @param creator who created it
 * @param created when, by the clock of whoever did
 * @param start the commit it began with
 * @param head its newest commit, which is the start if nothing was committed on it
 * @param ahead how many commits it has, over all parents, that main has not
 * @param behind how many commits main has, over all parents, that it has not
 */
public record BranchInfo(
        String name,
        BranchIncarnation incarnation,
        String creator,
        Instant created,
        CommitId start,
        CommitInfo head,
        long ahead,
        long behind) {
    public BranchInfo {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(incarnation, "incarnation");
        Objects.requireNonNull(creator, "creator");
        Objects.requireNonNull(created, "created");
        Objects.requireNonNull(start, "start");
        Objects.requireNonNull(head, "head");
    }
}
