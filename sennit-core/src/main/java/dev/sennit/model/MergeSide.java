package dev.sennit.model;

/** One of the two sides of a merge. */
public enum MergeSide {
    /** The branch that is merged into. */
    OURS,
    /** What is merged into it: another branch or, when a commit is reverted, the state before that commit. */
    THEIRS;

    /** The other one. */
    public MergeSide other() {
        return this == OURS ? THEIRS : OURS;
    }
}
