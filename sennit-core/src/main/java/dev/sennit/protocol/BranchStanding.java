package dev.sennit.protocol;

/** Whether a branch is still what its name leads to, which its chain alone cannot tell once it may have been removed. */
@FunctionalInterface
public interface BranchStanding {
    /** That of main, which is never deleted. */
    BranchStanding ALWAYS = () -> {};

    /** @throws dev.sennit.model.ExpiredException BRANCH_DELETED if the name leads elsewhere, or nowhere */
    void require();
}
