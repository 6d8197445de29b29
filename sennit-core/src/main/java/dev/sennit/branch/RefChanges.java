package dev.sennit.branch;

import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.CasResult;
import dev.sennit.manifest.CommitPlace;
import dev.sennit.manifest.ControlRecord;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.Head;
import dev.sennit.manifest.UpkeepSteps;
import dev.sennit.model.Deadline;
import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.ProtocolContext;
import dev.sennit.protocol.RefActions;
import dev.sennit.protocol.RefIntent;
import dev.sennit.protocol.RefKind;
import dev.sennit.protocol.RefPointer;
import dev.sennit.store.TransactionIdentity;
import java.util.Map;
import java.util.Optional;

/**
 * What is done to names and chains once it is decided, by whoever decided it or whoever comes after. Each step is one that
 * any number of processes may do at once: a pointer is put under the number its intent gave it, a branch is closed on the
 * very head its deletion was decided for, and what is archived of a closed branch is always the same. Thread-safe.
 */
final class RefChanges implements RefActions {
    private final BranchDirectory directory;
    private final ProtocolContext context;

    RefChanges(BranchDirectory directory, ProtocolContext context) {
        this.directory = directory;
        this.context = context;
    }

    @Override
    public Optional<String> carryOut(RefIntent intent) {
        RefPointer pointer = intent.pointer();
        if (pointer.kind() == RefKind.BRANCH && pointer.ended() && !isPut(pointer)) {
            Optional<String> failed = close(intent);
            if (failed.isPresent()) {
                return failed;
            }
            directory.chains().live(pointer.life()).archiveAll(pointer.place().version(), archiving());
        }
        return put(pointer);
    }

    @Override
    public boolean tookEffect(RefIntent intent) {
        RefPointer pointer = intent.pointer();
        if (isPut(pointer)) {
            return true;
        }
        // A branch that is closed is deleted, though its name may be left to whoever comes next.
        return pointer.kind() == RefKind.BRANCH
                && pointer.ended()
                && directory
                        .refs()
                        .at(pointer.kind(), pointer.name(), pointer.number())
                        .isEmpty()
                && directory
                        .chains()
                        .live(pointer.life())
                        .head()
                        .state()
                        .control()
                        .filter(by -> by.operation().equals(intent.operation()))
                        .isPresent();
    }

    /** Gives a new branch its first state, on its own chain and before any name leads to it. */
    void seed(RefIntent intent, GraphState start) {
        RefPointer pointer = intent.pointer();
        BranchChain chain = directory.chains().create(pointer.life());
        context.failurePoints().reached(FailurePoint.BRANCH_MADE);
        GraphState seed = start.seed(pointer.life(), record(intent));
        switch (chain.publish(chain.head(), seed, identity(intent), untilUnknown())) {
            case CasResult.Committed ignored -> context.failurePoints().reached(FailurePoint.BRANCH_SEEDED);
            case CasResult.Lost lost ->
                throw StoreException.internal(
                        ErrorText.of("branch " + pointer.life() + " has another first state")
                                .cause("version " + lost.head().version() + " is there, and no name led to it"),
                        null);
            case CasResult.Unknown unknown -> throw unreachable(unknown.reason());
        }
    }

    /** Closes a branch on the head its deletion is for; or says which commit, or deletion, came first. */
    private Optional<String> close(RefIntent intent) {
        RefPointer pointer = intent.pointer();
        BranchChain chain = directory.chains().live(pointer.life());
        while (true) {
            Head head = chain.head();
            Optional<ControlRecord> closed =
                    head.state().kind() == GraphState.Kind.CLOSED ? head.state().control() : Optional.empty();
            if (closed.isPresent()) {
                return closed.get().operation().equals(intent.operation())
                        ? Optional.empty()
                        : Optional.of("operation " + closed.get().operation() + " deletes it already");
            }
            if (head.version() != pointer.place().version() - 1) {
                return Optional.of(
                        "commit " + head.state().commit().id().value().shortForm() + " is its new head");
            }
            GraphState last = head.state().closed(record(intent));
            switch (chain.publish(head, last, identity(intent), untilUnknown())) {
                case CasResult.Committed ignored -> {
                    context.failurePoints().reached(FailurePoint.BRANCH_CLOSED);
                    return Optional.empty();
                }
                case CasResult.Lost ignored -> {
                    // to whom, the head says
                }
                case CasResult.Unknown unknown -> throw unreachable(unknown.reason());
            }
        }
    }

    /**
     * Finishes the deletion of a branch that is closed and still named, whoever began it.
     *
     * @return whether it is closed
     */
    boolean finishDeletion(NamedBranch branch) {
        Head head = branch.chain().head();
        Optional<ControlRecord> closed =
                head.state().kind() == GraphState.Kind.CLOSED ? head.state().control() : Optional.empty();
        closed.ifPresent(by -> {
            branch.chain().archiveAll(head.version(), archiving());
            // The number after the pointer that was met, whatever has come since.
            directory
                    .refs()
                    .put(new RefPointer(
                            RefKind.BRANCH,
                            branch.name(),
                            branch.number() + 1,
                            true,
                            branch.incarnation(),
                            head.state().commit().id(),
                            new CommitPlace(branch.incarnation(), head.version()),
                            by.operation(),
                            by.author(),
                            by.time()));
            context.failurePoints().reached(FailurePoint.POINTER_PUT);
        });
        return closed.isPresent();
    }

    private Optional<String> put(RefPointer pointer) {
        directory.refs().put(pointer);
        context.failurePoints().reached(FailurePoint.POINTER_PUT);
        RefPointer present = directory
                .refs()
                .at(pointer.kind(), pointer.name(), pointer.number())
                .orElseThrow(() -> unreachable(new IllegalStateException("the pointer cannot be read back")));
        return present.equals(pointer)
                ? Optional.empty()
                : Optional.of("operation " + present.operation() + " (" + present.change() + ") came first");
    }

    private boolean isPut(RefPointer pointer) {
        return directory
                .refs()
                .at(pointer.kind(), pointer.name(), pointer.number())
                .filter(pointer::equals)
                .isPresent();
    }

    private UpkeepSteps archiving() {
        return new UpkeepSteps() {
            @Override
            public void segmentWritten() {
                context.failurePoints().reached(FailurePoint.SEGMENT_WRITTEN);
            }
        };
    }

    private static ControlRecord record(RefIntent intent) {
        RefPointer pointer = intent.pointer();
        return new ControlRecord(pointer.operation(), pointer.author(), pointer.time(), intent.origin());
    }

    private static TransactionIdentity identity(RefIntent intent) {
        return new TransactionIdentity(
                intent.uuid(), Map.of("operation", intent.operation().toString()));
    }

    private Deadline untilUnknown() {
        return Deadline.in(context.limits().resolveUnknown(), context.ticker());
    }

    private static StoreException unreachable(Throwable reason) {
        return StoreException.unavailable(ErrorText.of("the store cannot be reached"), reason);
    }
}
