package dev.sennit.branch;

import dev.sennit.manifest.CommitPlace;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.Head;
import dev.sennit.manifest.Lineage;
import dev.sennit.manifest.Located;
import dev.sennit.manifest.MergeBase;
import dev.sennit.model.AlreadyExistsException;
import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.CommitId;
import dev.sennit.model.ConflictException;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.ExpiredException;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.OperationId;
import dev.sennit.protocol.ProtocolContext;
import dev.sennit.protocol.RefIntent;
import dev.sennit.protocol.RefKind;
import dev.sennit.protocol.RefPointer;
import dev.sennit.protocol.RefProtocol;
import dev.sennit.protocol.UnresolvedRef;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Creates and deletes branches and tags. Safe in any number of processes at once, for the same names too. A lost race is
 * looked at again from the start. Thread-safe.
 */
public final class BranchControl {
    private static final int ATTEMPTS = 10;

    private final BranchDirectory directory;
    private final ProtocolContext context;
    private final RefChanges changes;
    private final RefProtocol protocol;

    public BranchControl(BranchDirectory directory, ProtocolContext context) {
        this.directory = directory;
        this.context = context;
        this.changes = new RefChanges(directory, context);
        this.protocol = new RefProtocol(context, changes);
    }

    /** The operations that create and delete names, to settle and to tell of. */
    public RefProtocol operations() {
        return protocol;
    }

    /**
     * Creates a branch.
     *
     * @param start the state it begins with
     * @return the pointer that was put
     * @throws InvalidArgumentException if no branch may have that name
     * @throws AlreadyExistsException if there is a branch of that name
     * @throws ExpiredException COLLECTED if the state has been given up meanwhile
     * @throws dev.sennit.model.SennitException OPERATION_ABORTED, OUTCOME_UNKNOWN or STORE_UNAVAILABLE
     */
    public RefPointer createBranch(String name, Located start, String author) {
        RefNames.require(RefKind.BRANCH, name);
        if (name.equals(BranchDirectory.MAIN)) {
            throw exists(RefKind.BRANCH, name);
        }
        GraphState state = start.state();
        return changing(RefKind.BRANCH, name, newest -> {
            Optional<NamedBranch> present =
                    newest.filter(pointer -> !pointer.ended()).map(directory::named);
            if (present.isPresent()) {
                if (!changes.finishDeletion(present.get())) {
                    throw exists(RefKind.BRANCH, name);
                }
                return Optional.empty();
            }
            RefPointer pointer = created(RefKind.BRANCH, name, newest, start, author);
            RefIntent intent =
                    protocol.intent(pointer, state.origin(start.place().version()));
            return Optional.of(new Change(intent, () -> {
                requireRetained(start);
                changes.seed(intent, state);
            }));
        });
    }

    /**
     * Deletes a branch. Its commits stay in the history for as long as a branch or tag leads to them.
     *
     * @param force whether commits that no other branch or tag leads to may be lost
     * @return the tombstone that was put
     * @throws dev.sennit.model.NotFoundException if there is none of that name
     * @throws ConflictException PRECONDITION_FAILED if it has such commits and {@code force} is not set
     * @throws InvalidArgumentException if it is main
     * @throws dev.sennit.model.SennitException OPERATION_ABORTED, OUTCOME_UNKNOWN or STORE_UNAVAILABLE
     */
    public RefPointer deleteBranch(String name, boolean force, String author) {
        if (name.equals(BranchDirectory.MAIN)) {
            throw new InvalidArgumentException(
                    ErrorText.of("branch 'main' cannot be deleted").cause("every graph has it"));
        }
        return changing(RefKind.BRANCH, name, newest -> {
            NamedBranch branch = directory.require(name);
            if (changes.finishDeletion(branch)) {
                throw directory.missing(RefKind.BRANCH, name);
            }
            Head head = branch.chain().head();
            RefPointer tombstone = new RefPointer(
                    RefKind.BRANCH,
                    name,
                    branch.number() + 1,
                    true,
                    branch.incarnation(),
                    head.state().commit().id(),
                    new CommitPlace(branch.incarnation(), head.version() + 1),
                    new OperationId(context.ids().next()),
                    author,
                    context.clock().instant().truncatedTo(ChronoUnit.MILLIS));
            RefIntent intent = protocol.intent(tombstone, head.state().origin(head.version()));
            return Optional.of(new Change(intent, () -> {
                directory.requireNamed(branch);
                if (!force) {
                    requireMerged(branch, head, intent.operation());
                }
            }));
        });
    }

    /**
     * Creates a tag.
     *
     * @param at the state it names
     * @return the pointer that was put
     * @throws InvalidArgumentException if no tag may have that name
     * @throws AlreadyExistsException if there is a tag of that name
     * @throws ExpiredException COLLECTED if the state has been given up meanwhile
     * @throws dev.sennit.model.SennitException OPERATION_ABORTED, OUTCOME_UNKNOWN or STORE_UNAVAILABLE
     */
    public RefPointer createTag(String name, Located at, String author) {
        RefNames.require(RefKind.TAG, name);
        return changing(RefKind.TAG, name, newest -> {
            if (newest.filter(pointer -> !pointer.ended()).isPresent()) {
                throw exists(RefKind.TAG, name);
            }
            RefPointer pointer = created(RefKind.TAG, name, newest, at, author);
            return Optional.of(new Change(protocol.intent(pointer, at.place()), () -> requireRetained(at)));
        });
    }

    /**
     * Deletes a tag.
     *
     * @return the tombstone that was put
     * @throws dev.sennit.model.NotFoundException if there is none of that name
     * @throws dev.sennit.model.SennitException OPERATION_ABORTED, OUTCOME_UNKNOWN or STORE_UNAVAILABLE
     */
    public RefPointer deleteTag(String name, String author) {
        return changing(RefKind.TAG, name, newest -> {
            RefPointer tag =
                    newest.filter(pointer -> !pointer.ended()).orElseThrow(() -> directory.missing(RefKind.TAG, name));
            RefPointer tombstone = new RefPointer(
                    RefKind.TAG,
                    name,
                    tag.number() + 1,
                    true,
                    tag.life(),
                    tag.commit(),
                    tag.place(),
                    new OperationId(context.ids().next()),
                    author,
                    context.clock().instant().truncatedTo(ChronoUnit.MILLIS));
            return Optional.of(new Change(protocol.intent(tombstone, tag.place()), () -> {}));
        });
    }

    /** Finishes the deletion of branches that are closed and still named; returns how many there were. */
    public int finishDeletions() {
        int finished = 0;
        for (NamedBranch branch : directory.branches()) {
            if (!branch.isMain() && changes.finishDeletion(branch)) {
                finished++;
            }
        }
        return finished;
    }

    /** One attempt at a change. */
    private record Change(RefIntent intent, Runnable prepare) {}

    /** @param attempt given what the name leads to, what to do; empty to look again */
    private RefPointer changing(RefKind kind, String name, Function<Optional<RefPointer>, Optional<Change>> attempt) {
        protocol.settle(kind, name);
        String why = "another operation deleted it";
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<Change> change = attempt.apply(directory.refs().newest(kind, name));
            if (change.isPresent()) {
                Optional<String> failed =
                        protocol.run(change.get().intent(), change.get().prepare());
                if (failed.isEmpty()) {
                    return change.get().intent().pointer();
                }
                why = failed.get();
            }
        }
        throw new ConflictException(
                ErrorCode.READ_SET_CHANGED,
                ErrorText.of(kind.text() + " '" + name + "' was not changed after " + ATTEMPTS + " attempts")
                        .cause(why)
                        .remedy("try again"),
                null);
    }

    /** The pointer after the one that ended the name, and no other: a name that leads to something is not taken over. */
    private RefPointer created(RefKind kind, String name, Optional<RefPointer> tombstone, Located at, String author) {
        return new RefPointer(
                kind,
                name,
                tombstone.map(RefPointer::number).orElse(0L) + 1,
                false,
                new BranchIncarnation(context.ids().next()),
                at.commit().commit().id(),
                at.place(),
                new OperationId(context.ids().next()),
                author,
                context.clock().instant().truncatedTo(ChronoUnit.MILLIS));
    }

    /**
     * That a state is kept, looked at when the intent names it: a collection that gives it up later has met the intent. A
     * tag that is deleted keeps its state for as long as a collection may not have seen the intent.
     */
    private void requireRetained(Located start) {
        CommitId commit = start.commit().commit().id();
        if (start.chain().horizon() > start.commit().version() && !directory.isTagged(commit)) {
            throw new ExpiredException(
                    ErrorCode.COLLECTED,
                    ErrorText.of("the state of commit " + commit + " has been collected")
                            .cause("a collection has removed files that only old states needed")
                            .remedy("start from a newer commit")
                            .detail("commit", commit.toString()));
        }
    }

    /**
     * That another branch or a tag leads to the head. Those that are being deleted do not count, and an intent to delete is
     * armed before it asks: of two branches that hold each other's commits only one can go unnoticed.
     */
    private void requireMerged(NamedBranch branch, Head head, OperationId deletion) {
        Set<BranchIncarnation> going = protocol.unresolved().stream()
                .map(UnresolvedRef::intent)
                .filter(intent ->
                        intent.pointer().ended() && !intent.operation().equals(deletion))
                .map(intent -> intent.pointer().life())
                .collect(Collectors.toSet());
        CommitId commit = head.state().commit().id();
        Lineage lineage = new Lineage(directory).add(head);
        long ahead = ahead(lineage, commit, directory.main());
        if (ahead == 0) {
            return; // as most are, and then no other has to be looked at
        }
        for (NamedBranch other : directory.branches()) {
            boolean asked = !other.isMain()
                    && !other.incarnation().equals(branch.incarnation())
                    && !going.contains(other.incarnation());
            if (asked) {
                ahead = Math.min(ahead, ahead(lineage, commit, other));
            }
            if (ahead == 0) {
                return;
            }
        }
        for (StoredPointer tag : directory.pointers(RefKind.TAG)) {
            if (!going.contains(tag.pointer().life()) && isContained(lineage, commit, tag.pointer())) {
                return;
            }
        }
        throw new ConflictException(
                ErrorCode.PRECONDITION_FAILED,
                ErrorText.of("branch '" + branch.name() + "' is not merged")
                        .cause((ahead == 1 ? "1 commit of it is" : ahead + " commits of it are")
                                + " on no other branch and no tag")
                        .remedy("merge it, tag it, or delete it with --force")
                        .detail("branch", branch.name())
                        .detail("ahead", ahead),
                null);
    }

    /** How many commits up to one a branch has not; as many as can be if it is being deleted. */
    private static long ahead(Lineage lineage, CommitId commit, NamedBranch branch) {
        Head head = branch.chain().head();
        if (head.state().kind() == GraphState.Kind.CLOSED) {
            return Long.MAX_VALUE;
        }
        lineage.add(head);
        return MergeBase.of(commit, head.state().commit().id(), lineage).ahead();
    }

    private boolean isContained(Lineage lineage, CommitId commit, RefPointer tag) {
        Located tagged = Located.at(tag.place(), directory);
        lineage.add(
                tagged.commit().commit(), tagged.state().origin(tagged.commit().version()));
        return MergeBase.of(commit, tag.commit(), lineage).isContained();
    }

    private static AlreadyExistsException exists(RefKind kind, String name) {
        return new AlreadyExistsException(ErrorText.of("there is a " + kind.text() + " '" + name + "' already")
                .remedy("choose another name, or delete it first")
                .detail(kind.text(), name));
    }
}
