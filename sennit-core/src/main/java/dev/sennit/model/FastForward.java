package dev.sennit.model;

/**
 * What a merge does with a branch that has nothing the merged one has not. It makes a commit in any case, since every state
 * of a branch is one, and writes no row.
 */
public enum FastForward {
    /** Every table becomes the merged one's, unread, in a time that does not depend on how much has changed. */
    ALLOWED,
    /** The rows are looked at as in any merge, so that the commit tells how many of each type have changed. */
    NEVER,
    /** Anything but a fast-forward is refused. */
    ONLY
}
