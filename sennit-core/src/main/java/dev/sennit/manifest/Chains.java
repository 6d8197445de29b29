package dev.sennit.manifest;

import dev.sennit.model.BranchIncarnation;
import java.util.List;

/** The chains of a graph: of the branches it has, and of those it had. Thread-safe. */
public interface Chains {
    /**
     * The chain of an incarnation that a commit or a pointer of this graph mentions, to read versions of it that it mentions.
     * Asks the store nothing.
     */
    BranchChain chain(BranchIncarnation incarnation);

    /** All of them: main first, then those of branches that live, then those of deleted ones. */
    List<BranchChain> all();
}
