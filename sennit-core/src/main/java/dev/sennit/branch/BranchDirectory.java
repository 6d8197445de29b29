package dev.sennit.branch;

import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.Chains;
import dev.sennit.manifest.CommitPlace;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.Head;
import dev.sennit.manifest.Names;
import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.CommitId;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.ExpiredException;
import dev.sennit.model.NotFoundException;
import dev.sennit.model.StoreException;
import dev.sennit.model.Suggestion;
import dev.sennit.protocol.RefKind;
import dev.sennit.protocol.RefPointer;
import dev.sennit.store.ObjectStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the names of a graph lead to, and the chains behind them. Asks the store each time: a name may lead elsewhere at any
 * moment. Thread-safe.
 */
public final class BranchDirectory implements Names, Chains {
    /** The branch every graph has. */
    public static final String MAIN = "main";

    private final RefStore refs;
    private final BranchChains chains;

    public BranchDirectory(ObjectStore objects, BranchChains chains) {
        this.refs = new RefStore(objects);
        this.chains = chains;
    }

    RefStore refs() {
        return refs;
    }

    BranchChains chains() {
        return chains;
    }

    /** The branch main. */
    public NamedBranch main() {
        return new NamedBranch(MAIN, 0, chains.main());
    }

    /** The branch a name leads to; empty if there is none. It may be closed already. */
    public Optional<NamedBranch> find(String name) {
        return name.equals(MAIN)
                ? Optional.of(main())
                : refs.newest(RefKind.BRANCH, name)
                        .filter(pointer -> !pointer.ended())
                        .map(this::named);
    }

    /** @throws NotFoundException if there is none */
    public NamedBranch require(String name) {
        return find(name).orElseThrow(() -> missing(RefKind.BRANCH, name));
    }

    /** All branches that names lead to, main first, then in order of name. */
    public List<NamedBranch> branches() {
        List<NamedBranch> branches = new ArrayList<>();
        branches.add(main());
        pointers(RefKind.BRANCH).forEach(stored -> branches.add(named(stored.pointer())));
        branches.subList(1, branches.size()).sort(Comparator.comparing(NamedBranch::name));
        return branches;
    }

    /** The pointer that put a branch's name where it leads; not of main. */
    public RefPointer pointer(NamedBranch branch) {
        return refs.at(RefKind.BRANCH, branch.name(), branch.number())
                .orElseThrow(() -> missing(RefKind.BRANCH, branch.name()));
    }

    /** All names of a kind that lead to something. */
    public List<StoredPointer> pointers(RefKind kind) {
        return refs.newest(kind).stream()
                .filter(stored -> !stored.pointer().ended())
                .toList();
    }

    /** The last tombstones of names that lead to nothing now. */
    public List<StoredPointer> tombstones(RefKind kind) {
        return refs.newest(kind).stream()
                .filter(stored -> stored.pointer().ended())
                .toList();
    }

    /** All pointers and tombstones of a kind that were ever put. */
    public List<StoredPointer> history(RefKind kind) {
        return refs.all(kind);
    }

    /**
     * The newest state of a branch that its name still leads to.
     *
     * @throws ExpiredException BRANCH_DELETED if it is being deleted, or was
     */
    public Head head(NamedBranch branch) {
        Head head;
        try {
            head = branch.chain().head();
        } catch (StoreException e) {
            requireNamed(branch); // a chain that was removed cannot be read
            throw e;
        }
        requireNamed(branch);
        if (head.state().kind() == GraphState.Kind.CLOSED) {
            throw deleted(branch.name());
        }
        return head;
    }

    /**
     * Requires that a name still leads to a branch, as it must be known after the branch's chain has been read: a chain may
     * have been removed meanwhile, and something that came too late may lie in its place.
     *
     * @throws ExpiredException BRANCH_DELETED if it does not
     */
    public void requireNamed(NamedBranch branch) {
        if (branch.isMain()) {
            return;
        }
        boolean named = refs.newest(RefKind.BRANCH, branch.name())
                .filter(pointer -> !pointer.ended() && pointer.life().equals(branch.incarnation()))
                .isPresent();
        if (!named) {
            throw deleted(branch.name());
        }
    }

    /** That a branch was deleted, told to whoever still holds it. */
    public static ExpiredException deleted(String name) {
        return new ExpiredException(
                ErrorCode.BRANCH_DELETED,
                ErrorText.of("branch '" + name + "' was deleted")
                        .remedy("ask for the branch by its name again, if there is a new one")
                        .detail("branch", name));
    }

    /** Whether a tag names the commit, so that its state is kept whatever its branch gives up. */
    public boolean isTagged(CommitId commit) {
        return pointers(RefKind.TAG).stream()
                .anyMatch(stored -> stored.pointer().commit().equals(commit));
    }

    @Override
    public Optional<BranchChain> branch(String name) {
        return find(name).map(NamedBranch::chain);
    }

    @Override
    public Optional<CommitPlace> tag(String name) {
        return refs.newest(RefKind.TAG, name)
                .filter(pointer -> !pointer.ended())
                .map(RefPointer::place);
    }

    @Override
    public List<String> names() {
        List<String> names = new ArrayList<>();
        names.add(MAIN);
        for (RefKind kind : RefKind.values()) {
            pointers(kind).forEach(stored -> names.add(stored.pointer().name()));
        }
        return names;
    }

    @Override
    public BranchChain chain(BranchIncarnation incarnation) {
        return incarnation.equals(chains.main().incarnation()) ? chains.main() : chains.any(incarnation);
    }

    @Override
    public List<BranchChain> all() {
        return lives().stream().map(NamedBranch::chain).toList();
    }

    /**
     * The branch that an incarnation is or was.
     *
     * @throws StoreException CORRUPTION if no branch was ever that
     */
    public NamedBranch life(BranchIncarnation incarnation) {
        return incarnation.equals(chains.main().incarnation())
                ? main()
                : lives().stream()
                        .filter(branch -> branch.incarnation().equals(incarnation))
                        .findFirst()
                        .orElseThrow(() -> StoreException.corruption(
                                ErrorText.of("no branch was ever incarnation " + incarnation)
                                        .cause("something of this graph mentions it")
                                        .remedy("restore __refs/branches from a copy of the graph"),
                                null));
    }

    /** All branches there are or were: main, then those that live, then those that were deleted. */
    public List<NamedBranch> lives() {
        Map<BranchIncarnation, NamedBranch> live = new LinkedHashMap<>();
        List<NamedBranch> ended = new ArrayList<>();
        live.put(chains.main().incarnation(), main());
        refs.all(RefKind.BRANCH).stream().map(StoredPointer::pointer).forEach(pointer -> {
            if (pointer.ended()) {
                live.remove(pointer.life());
                ended.add(named(pointer));
            } else {
                live.put(pointer.life(), named(pointer));
            }
        });
        List<NamedBranch> lives = new ArrayList<>(live.values());
        lives.addAll(ended);
        return lives;
    }

    /** That a name leads to nothing. */
    NotFoundException missing(RefKind kind, String name) {
        ErrorText text =
                ErrorText.of("there is no " + kind.text() + " '" + name + "'").detail(kind.text(), name);
        List<String> others = new ArrayList<>(
                pointers(kind).stream().map(stored -> stored.pointer().name()).toList());
        if (kind == RefKind.BRANCH) {
            others.add(MAIN);
        }
        return new NotFoundException(Suggestion.didYouMean(name, others)
                .map(text::remedy)
                .orElseGet(() -> text.remedy("'sennit " + kind.text() + " list' shows those there are")));
    }

    /** The branch that a pointer leads to, or that a tombstone ended. */
    public NamedBranch named(RefPointer pointer) {
        return new NamedBranch(
                pointer.name(),
                pointer.number(),
                pointer.ended()
                        ? chains.ended(pointer.life(), pointer.place().version())
                        : chains.live(pointer.life()));
    }
}
