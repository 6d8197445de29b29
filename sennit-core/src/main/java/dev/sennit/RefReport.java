package dev.sennit;

import dev.sennit.branch.BranchDirectory;
import dev.sennit.branch.NamedBranch;
import dev.sennit.branch.StoredPointer;
import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.Head;
import dev.sennit.manifest.Lineage;
import dev.sennit.manifest.Located;
import dev.sennit.manifest.MergeBase;
import dev.sennit.model.BranchInfo;
import dev.sennit.model.ErrorText;
import dev.sennit.model.ExpiredException;
import dev.sennit.model.StoreException;
import dev.sennit.model.TagInfo;
import dev.sennit.protocol.RefKind;
import dev.sennit.protocol.RefPointer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Tells of the branches and tags of a graph. */
final class RefReport {
    private final BranchDirectory directory;

    RefReport(BranchDirectory directory) {
        this.directory = directory;
    }

    /** All branches, main first, then in order of name. One that is deleted meanwhile is left out. */
    List<BranchInfo> branches() {
        List<BranchInfo> branches = new ArrayList<>();
        Head main = directory.main().chain().head();
        Lineage commits = new Lineage(directory).add(main);
        for (NamedBranch branch : directory.branches()) {
            info(branch, main, commits).ifPresent(branches::add);
        }
        return branches;
    }

    /** One branch. */
    BranchInfo branch(NamedBranch branch) {
        Head main = directory.main().chain().head();
        return info(branch, main, new Lineage(directory).add(main))
                .orElseThrow(() -> BranchDirectory.deleted(branch.name()));
    }

    /** All tags in order of name. */
    List<TagInfo> tags() {
        return directory.pointers(RefKind.TAG).stream()
                .map(StoredPointer::pointer)
                .map(pointer -> tag(
                        pointer, Located.at(pointer.place(), directory).commit().commit()))
                .sorted(Comparator.comparing(TagInfo::name))
                .toList();
    }

    static TagInfo tag(RefPointer pointer, CommitRecord commit) {
        return new TagInfo(pointer.name(), pointer.author(), pointer.time(), OpenGraph.info(commit));
    }

    private Optional<BranchInfo> info(NamedBranch branch, Head main, Lineage commits) {
        CommitRecord head;
        try {
            Head newest = directory.head(branch);
            commits.add(newest);
            head = newest.state().commit();
        } catch (ExpiredException e) {
            return Optional.empty();
        }
        MergeBase.Relation toMain =
                MergeBase.of(head.id(), main.state().commit().id(), commits);
        if (branch.isMain()) {
            CommitRecord first = first(branch.chain());
            return Optional.of(new BranchInfo(
                    branch.name(),
                    branch.incarnation(),
                    first.author(),
                    first.time(),
                    first.id(),
                    OpenGraph.info(head),
                    toMain.ahead(),
                    toMain.behind()));
        }
        RefPointer pointer = directory.pointer(branch);
        return Optional.of(new BranchInfo(
                branch.name(),
                branch.incarnation(),
                pointer.author(),
                pointer.time(),
                pointer.commit(),
                OpenGraph.info(head),
                toMain.ahead(),
                toMain.behind()));
    }

    private static CommitRecord first(BranchChain chain) {
        return chain.state(chain.first())
                .map(GraphState::commit)
                .orElseThrow(() -> StoreException.corruption(
                        ErrorText.of("the first commit of the graph is missing")
                                .remedy("'sennit check' tells what else is missing"),
                        null));
    }
}
