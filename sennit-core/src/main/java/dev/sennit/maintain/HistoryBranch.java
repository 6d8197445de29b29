package dev.sennit.maintain;

import dev.sennit.branch.NamedBranch;
import dev.sennit.manifest.BirthCertificate;
import dev.sennit.manifest.BranchChain;
import dev.sennit.model.BranchIncarnation;

/**
 * A branch whose states are looked at: one that a name leads to, or that was deleted.
 *
 * @param directory of its chain, relative to the graph
 */
record HistoryBranch(String name, BranchIncarnation incarnation, String directory, BranchChain chain) {
    static HistoryBranch of(NamedBranch branch, BirthCertificate certificate) {
        return new HistoryBranch(
                branch.name(),
                branch.incarnation(),
                branch.isMain() ? certificate.manifest() : directory(certificate, branch.incarnation()),
                branch.chain());
    }

    /** Where the native branch of an incarnation lies, relative to the graph. */
    static String directory(BirthCertificate certificate, BranchIncarnation incarnation) {
        return certificate.manifest() + "/tree/" + incarnation;
    }
}
