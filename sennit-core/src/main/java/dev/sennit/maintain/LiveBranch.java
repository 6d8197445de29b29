package dev.sennit.maintain;

import dev.sennit.manifest.BranchChain;
import dev.sennit.model.BranchIncarnation;

/**
 * A branch that a name points to.
 *
 * @param directory of its chain, relative to the graph
 */
public record LiveBranch(String name, BranchIncarnation incarnation, String directory, BranchChain chain) {}
