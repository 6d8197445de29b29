package dev.sennit.branch;

import dev.sennit.manifest.BranchChain;
import dev.sennit.model.BranchIncarnation;

/**
 * A branch as its name led to it.
 *
 * @param number of the pointer, or of the tombstone of one that was deleted; 0 for main, which needs none
 */
public record NamedBranch(String name, long number, BranchChain chain) {
    public BranchIncarnation incarnation() {
        return chain.incarnation();
    }

    /** Whether it is main, which is never deleted. */
    public boolean isMain() {
        return number == 0;
    }
}
