package dev.sennit.manifest;

import java.util.List;
import java.util.Optional;

/** What the names of a graph lead to. Asks the store each time. Thread-safe. */
public interface Names {
    /** The chain of a branch; empty if there is none of that name. */
    Optional<BranchChain> branch(String name);

    /** The state a tag holds; empty if there is no tag of that name. */
    Optional<CommitPlace> tag(String name);

    /** All names of branches and tags, for suggestions. */
    List<String> names();
}
