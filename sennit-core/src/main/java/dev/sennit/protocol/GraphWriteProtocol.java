package dev.sennit.protocol;

import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.FoundCommit;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.Head;
import dev.sennit.manifest.UpkeepSteps;
import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.BusyException;
import dev.sennit.model.CommitId;
import dev.sennit.model.ConflictException;
import dev.sennit.model.Deadline;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.ExpiredException;
import dev.sennit.model.LimitException;
import dev.sennit.model.NotFoundException;
import dev.sennit.model.OperationId;
import dev.sennit.model.OutcomeUnknownException;
import dev.sennit.model.SennitException;
import dev.sennit.model.StoreException;
import dev.sennit.model.TableId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The write protocol on one branch: stages A to H of the specification, in order, for every kind of writer.
 *
 * <p>A write is prepared against a base, and takes effect in one manifest compare-and-set or not at all. Before its
 * first effect its intent is durable; before its publication its decision is. Whatever instant the process dies at, any
 * later writer in any process settles the operation from those two objects and the lineage. Thread-safe.
 */
public final class GraphWriteProtocol {
    private final String branch;
    private final BranchIncarnation incarnation;
    private final BranchChain chain;
    private final BranchStanding standing;
    private final ProtocolContext context;
    private final ProtocolListener listener;
    private final IntentStore intents;
    private final RecoveryBarrier barrier;

    /** Writes to main. */
    public GraphWriteProtocol(
            String branch, BranchIncarnation incarnation, BranchChain chain, ProtocolContext context) {
        this(branch, incarnation, chain, BranchStanding.ALWAYS, context);
    }

    /** @param standing whether the name still leads to the branch */
    public GraphWriteProtocol(
            String branch,
            BranchIncarnation incarnation,
            BranchChain chain,
            BranchStanding standing,
            ProtocolContext context) {
        this.standing = standing;
        this.branch = branch;
        this.incarnation = incarnation;
        this.chain = chain;
        this.context = context;
        this.listener = new GuardedListener(context.listener());
        this.intents = new IntentStore(context.objects());
        this.barrier = new RecoveryBarrier(
                intents,
                chain,
                incarnation,
                context.liveness(),
                listener,
                context.ticker(),
                context.limits().resolveUnknown());
    }

    /**
     * Runs a write to its end. A lost race starts over from stage A, within the request's bounds.
     *
     * @throws SennitException READ_SET_CHANGED or WRITER_ACTIVE when the bounds are reached, PRECONDITION_FAILED,
     *     IDEMPOTENCY_KEY_REUSED, OPERATION_ABORTED, CANCELLED, OUTCOME_UNKNOWN, or whatever the writer's preparation throws; only
     *     OUTCOME_UNKNOWN leaves open whether the write was committed
     */
    public <R> WriteResult<R> write(WriteAdapter<R> writer, WriteRequest request) {
        Deadline deadline = Deadline.in(request.timeout(), context.ticker());
        Duration pause = context.limits().firstPause();
        try (Gates.Held gates = context.gates().none()) {
            context.gates().contended(writer.shape()).ifPresent(wanted -> gates.take(wanted, deadline));
            for (int attempt = 1; ; attempt++) {
                OperationId operation = new OperationId(context.ids().next());
                switch (attemptOrCancel(operation, writer, request, gates, deadline)) {
                    case Attempt.Done<R> done -> {
                        return done.result();
                    }
                    case Attempt.Again<R> again -> {
                        if (again.code() == ErrorCode.READ_SET_CHANGED) {
                            context.gates().forecast().lostRace(writer.shape());
                        }
                        if (attempt >= request.attempts() || deadline.hasPassed()) {
                            throw again.asError(operation, attempt);
                        }
                        boolean keepsGates = again.code() == ErrorCode.READ_SET_CHANGED
                                && attempt >= writer.kind().racesBeforeItKeepsItsGates();
                        Duration wait = keepsGates ? Duration.ZERO : jittered(pause);
                        listener.on(new ProtocolEvent.Retried(operation, attempt, again.why(), wait));
                        if (!keepsGates) {
                            gates.close();
                            sleep(wait);
                            pause = min(pause.multipliedBy(2), context.limits().maxPause());
                        }
                    }
                }
            }
        }
    }

    /** Runs the recovery barrier on its own; returns every operation it found and what came of it. */
    public List<Settled> recover() {
        return barrier.settleAll();
    }

    /**
     * Settles every operation that was armed before a time by the store's clock, whether or not its writer lives, as a
     * collection must before it takes files that such an operation may count on: undecided ones are aborted.
     *
     * @return every operation it settled and what came of it
     */
    public List<Settled> settleArmedBefore(Instant time) {
        return barrier.settleArmedBefore(time);
    }

    /**
     * Shortens the chain as a commit would, which may not have come since its versions became old enough.
     *
     * @param now the time by the store's clock
     */
    public void shortenChain(Instant now) {
        upkeep(() -> chain.shorten(now, upkeepSteps()));
    }

    /** The unresolved operations of this branch; changes nothing. */
    public List<Unresolved> unresolved() {
        return barrier.unresolved();
    }

    /** The operations of the whole graph that were decided {@code abort}. */
    public List<Aborted> aborts() {
        return intents.aborts();
    }

    /**
     * What became of an operation: settles it first if its owner is dead, then answers exactly.
     *
     * @throws NotFoundException if it is an operation of another branch, where to ask for it
     */
    public Resolution outcome(OperationId operation) {
        Optional<IntentStore.Armed> armed = intents.armed(operation);
        if (armed.isPresent() && !barrier.concerns(armed.get())) {
            throw new NotFoundException(ErrorText.of(
                            "operation " + operation + " is not one of branch '" + branch + "'")
                    .cause("it is one of branch '"
                            + armed.get().intent().map(ArmedIntent::branch).orElse("?") + "'")
                    .remedy("ask that branch"));
        }
        if (armed.isPresent()) {
            return barrier.resolve(armed.get());
        }
        Optional<FoundCommit> found = chain.findOperation(operation, 0);
        return found.isPresent()
                ? new Resolution.Committed(found.get().version(), found.get().commit())
                : new Resolution.NotCommitted("no commit carries this operation id, and nothing of it is unfinished");
    }

    /** An interruption shows as a failure of the store; before the decision it means that the write is given up. */
    private <R> Attempt<R> attemptOrCancel(
            OperationId operation, WriteAdapter<R> writer, WriteRequest request, Gates.Held gates, Deadline deadline) {
        try {
            return attempt(operation, writer, request, gates, deadline);
        } catch (StoreException e) {
            if (!Thread.currentThread().isInterrupted()) {
                throw e;
            }
            LimitException cancelled = new LimitException(
                    ErrorCode.CANCELLED, ErrorText.of("the write was interrupted; nothing is written"));
            cancelled.addSuppressed(e);
            throw cancelled;
        }
    }

    private <R> Attempt<R> attempt(
            OperationId operation, WriteAdapter<R> writer, WriteRequest request, Gates.Held gates, Deadline deadline) {
        Instant begun = context.clock().instant().truncatedTo(ChronoUnit.MILLIS);
        List<LiveIntent> live = recoverBeforeBase();
        BaseView base = captureBase(request);
        Optional<WriteResult<R>> earlier = earlierResult(writer, request);
        if (earlier.isPresent()) {
            return new Attempt.Done<>(earlier.get());
        }
        Preparation<R> preparation = prepare(operation, writer, request, base, begun);
        if (preparation instanceof Preparation.Unchanged<R> unchanged) {
            return new Attempt.Done<>(new WriteResult<>(unchanged.result(), Optional.empty(), false));
        }
        PreparedWrite<R> write = ((Preparation.Ready<R>) preparation).write();
        if (!acquireGates(writer, write, gates, deadline)) {
            write.discard().run();
            return new Attempt.Again<>(ErrorCode.WRITER_ACTIVE, "another write is in progress");
        }
        Optional<OperationId> active = awaitLiveWriters(operation, live, write);
        if (active.isPresent()) {
            write.discard().run();
            return new Attempt.Again<>(ErrorCode.WRITER_ACTIVE, "operation " + active.get() + " is in progress");
        }
        Head fresh = chain.headAfter(base.head());
        Optional<String> changed = revalidate(write, base, fresh);
        if (changed.isPresent()) {
            write.discard().run();
            return new Attempt.Again<>(ErrorCode.READ_SET_CHANGED, changed.get());
        }
        return publishPrepared(intent(operation, writer, write, fresh), write, fresh, gates);
    }

    /** Stages E to H, all of them with the gates held until the visibility decision is made. */
    private <R> Attempt<R> publishPrepared(ArmedIntent intent, PreparedWrite<R> write, Head fresh, Gates.Held gates) {
        OperationId operation = intent.operation();
        context.liveness().began(operation);
        try {
            PublishOutcome outcome;
            try (Lease lease = arm(intent, write)) {
                Map<TableId, ConfirmedTable> achieved = applyEffects(intent, write);
                outcome = decideAndPublish(intent, achieved, fresh);
            }
            if (outcome instanceof PublishOutcome.Committed) {
                gates.close();
            }
            return conclude(intent, outcome, write.result());
        } catch (BusyException e) {
            forgetLease(operation); // whoever aborted it may have done so before the last renewal
            throw e;
        } finally {
            context.liveness().ended(operation);
        }
    }

    /** Stage A (§4.1): no base is captured before every intent is settled that can be. */
    private List<LiveIntent> recoverBeforeBase() {
        return barrier.resolveAll();
    }

    /** The base of stage B (§2.1), and the precondition the caller put on it. */
    private BaseView captureBase(WriteRequest request) {
        Head head = namedHead();
        if (!head.state().incarnation().equals(incarnation) || head.state().kind() == GraphState.Kind.CLOSED) {
            throw new ExpiredException(ErrorCode.BRANCH_DELETED, ErrorText.of("branch '" + branch + "' was deleted"));
        }
        CommitId at = head.state().commit().id();
        if (request.ifCommit().isPresent() && !request.ifCommit().get().equals(at)) {
            throw new ConflictException(
                    ErrorCode.PRECONDITION_FAILED,
                    ErrorText.of("branch '" + branch + "' is not at commit "
                                    + request.ifCommit().get())
                            .cause("its head is " + at)
                            .remedy("read the new head and decide again")
                            .detail("head", at.toString()),
                    null);
        }
        return new BaseView(branch, head);
    }

    /**
     * The head of a branch that is still named after it has been read: where a chain was removed, a late commit may be the
     * only version there is.
     */
    private Head namedHead() {
        Head head;
        try {
            head = chain.head();
        } catch (StoreException e) {
            standing.require();
            throw e;
        }
        standing.require();
        return head;
    }

    /** The answer an idempotency key already has. */
    private <R> Optional<WriteResult<R>> earlierResult(WriteAdapter<R> writer, WriteRequest request) {
        if (request.idempotencyKey().isEmpty()) {
            return Optional.empty();
        }
        String key = request.idempotencyKey().get();
        Optional<FoundCommit> found = chain.findIdempotencyKey(key, 0);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        CommitRecord commit = found.get().commit();
        if (!commit.payloadDigest().equals(request.payloadDigest())) {
            throw new ConflictException(
                    ErrorCode.IDEMPOTENCY_KEY_REUSED,
                    ErrorText.of("idempotency key '" + key + "' belongs to another write")
                            .cause("commit " + commit.id() + " carries it with different content")
                            .remedy("use a new key for a new write")
                            .detail("commit", commit.id().toString()),
                    null);
        }
        return Optional.of(new WriteResult<>(writer.replay(commit), Optional.of(commit), true));
    }

    /** Stage B (§4.2): everything is computed, nothing takes effect. */
    private <R> Preparation<R> prepare(
            OperationId operation, WriteAdapter<R> writer, WriteRequest request, BaseView base, Instant begun) {
        CommitId commit = new CommitId(context.ids().next());
        Preparation<R> preparation;
        try {
            preparation = writer.prepare(
                    base, new PrepareContext(operation, commit, begun, request, context.failurePoints()));
        } catch (StoreException e) {
            throw collected(operation, base, e);
        }
        context.failurePoints().reached(FailurePoint.PREPARED);
        return preparation;
    }

    /** A file of the base that is missing was collected, if the base has become that old. */
    private SennitException collected(OperationId operation, BaseView base, StoreException failure) {
        if (chain.horizon() <= base.head().version()) {
            return failure;
        }
        LimitException tooLong = new LimitException(
                ErrorCode.TIMEOUT,
                ErrorText.of("operation " + operation + " took too long to prepare")
                        .cause("the state it read has been collected")
                        .remedy("split the write"));
        tooLong.addSuppressed(failure);
        return tooLong;
    }

    /**
     * The rest of stage A, once the tables are known: waits for live writers of other processes that overlap and do not
     * meet this one at the gates. Those seen before may be gone by now.
     *
     * @return the operation that is still in progress after the wait
     */
    private Optional<OperationId> awaitLiveWriters(
            OperationId operation, List<LiveIntent> live, PreparedWrite<?> write) {
        Deadline bound = Deadline.in(context.limits().waitForLiveWriter(), context.ticker());
        for (LiveIntent other : live) {
            OperationId theirs = other.intent().operation();
            boolean ours = other.intent()
                    .owner()
                    .runtime()
                    .equals(context.liveness().self().runtime());
            if (ours || !other.overlaps(write)) {
                continue;
            }
            listener.on(new ProtocolEvent.Waited(operation, theirs));
            while (true) {
                Optional<IntentStore.Armed> armed = intents.armed(theirs);
                if (armed.isEmpty() || !(barrier.resolve(armed.get()) instanceof Resolution.InProgress)) {
                    break;
                }
                if (bound.hasPassed()) {
                    return Optional.of(theirs);
                }
                sleep(context.limits().firstPause().multipliedBy(4));
            }
        }
        return Optional.empty();
    }

    /** Stage C (§4.3): all gates of the write, in the total order; some may be held since a lost race. */
    private boolean acquireGates(WriteAdapter<?> writer, PreparedWrite<?> write, Gates.Held gates, Deadline deadline) {
        List<GateKey> wanted = new ArrayList<>();
        Collection<TableId> tables = write.delta().slots();
        if (write.delta().changesSchema()) {
            wanted.add(new GateKey.Schema());
            tables = write.readSet().tables().keySet();
        }
        tables.forEach(table -> wanted.add(new GateKey.Table(incarnation, table)));
        context.gates().forecast().wants(writer.shape(), wanted);
        return gates.take(wanted, deadline);
    }

    /** Stage D (§4.4): the whole read set against fresh authority; a difference discards the attempt. */
    private Optional<String> revalidate(PreparedWrite<?> write, BaseView base, Head fresh) {
        Optional<String> changed = write.readSet().mismatch(fresh.state());
        if (changed.isPresent()) {
            return changed;
        }
        Optional<String> key = write.readSet().absentKey();
        if (key.isPresent()
                && chain.findIdempotencyKey(key.get(), base.head().version()).isPresent()) {
            return Optional.of("idempotency key '" + key.get() + "' was used meanwhile");
        }
        return Optional.empty();
    }

    private ArmedIntent intent(OperationId operation, WriteAdapter<?> writer, PreparedWrite<?> write, Head fresh) {
        return new ArmedIntent(
                operation,
                writer.kind(),
                branch,
                fresh.version(),
                manifestUuid(),
                write.readSet(),
                write.delta(),
                write.lineage(),
                write.recovery(),
                write.adopted(),
                context.liveness().self());
    }

    /** Stage E (§4.5): the intent is durable before the first effect, and young enough for its staged files. */
    private Lease arm(ArmedIntent intent, PreparedWrite<?> write) {
        requireYoungFiles(intent, write);
        intents.arm(intent);
        context.failurePoints().reached(FailurePoint.ARMED);
        listener.on(new ProtocolEvent.Armed(intent.operation()));
        // Again: a collection that began while this paused has not met the intent, and found the files old enough.
        requireYoungFiles(intent, write);
        return new Lease(intents, intent.operation(), context.limits().lease().dividedBy(3));
    }

    private void requireYoungFiles(ArmedIntent intent, PreparedWrite<?> write) {
        Duration staged = Duration.between(write.stagedSince(), context.clock().instant());
        if (staged.compareTo(context.limits().collectionGuard().dividedBy(2)) > 0) {
            throw new LimitException(
                    ErrorCode.TIMEOUT,
                    ErrorText.of("operation " + intent.operation() + " took " + staged.toHours() + " hours to prepare")
                            .cause("its staged files may soon be collected")
                            .remedy("split the write"));
        }
    }

    /** Stage F (§4.6): the effects; a failure leaves the intent to the next barrier. */
    private Map<TableId, ConfirmedTable> applyEffects(ArmedIntent intent, PreparedWrite<?> write) {
        Map<TableId, ConfirmedTable> achieved;
        try {
            achieved = write.effects().apply(context.failurePoints());
        } catch (StoreException e) {
            // What is missing may have been collected after the operation was aborted. It never decided, so nobody can
            // have published it.
            if (intents.decision(intent.operation()).orElse(null) instanceof Decision.Abort abort) {
                SennitException aborted = aborted(intent, abort);
                aborted.addSuppressed(e);
                throw aborted;
            }
            throw e;
        }
        write.delta().requireExactly(achieved);
        context.failurePoints().reached(FailurePoint.EFFECTS_APPLIED);
        return achieved;
    }

    /** From the decision on, only the lineage can say how the write ended, and only when the store can be reached. */
    private PublishOutcome decideAndPublish(ArmedIntent intent, Map<TableId, ConfirmedTable> achieved, Head fresh) {
        StoreRetry retry = new StoreRetry(context.ticker(), context.limits().maxPause(), untilUnknown());
        try {
            return switch (retry.call(() -> decide(intent, new Decision.Publish(achieved)))) {
                case Decision.Publish publish -> {
                    context.failurePoints().reached(FailurePoint.DECIDED);
                    listener.on(new ProtocolEvent.Decided(intent.operation()));
                    yield publish(intent, publish, fresh);
                }
                case Decision.Abort abort -> {
                    // An abort is no answer by itself: it may have been put after the commit.
                    Optional<FoundCommit> found =
                            retry.call(() -> chain.findOperation(intent.operation(), intent.baseVersion()));
                    yield new PublishOutcome.Committed(
                            found.orElseThrow(() -> aborted(intent, abort)).version(),
                            found.get().commit());
                }
            };
        } catch (StoreException e) {
            throw outcomeUnknown(intent.operation(), e);
        }
    }

    /**
     * The all-effects-complete boundary of stage F: the exact confirmed state, durable, as the decision to publish. From
     * here anyone completes the operation; a recoverer that decided first has fenced it off.
     *
     * @return the decision that stands
     */
    private Decision decide(ArmedIntent intent, Decision.Publish publish) {
        // A put that failed or was refused may have been ours, so a decision that exists is read before it is judged.
        if (intents.decide(intent.operation(), publish)) {
            return publish;
        }
        // One that is gone again was ours and is carried out: an abort is never removed.
        Decision made = intents.decision(intent.operation()).orElse(publish);
        if (made instanceof Decision.Publish other && !other.equals(publish)) {
            throw StoreException.internal(
                    ErrorText.of("operation " + intent.operation() + " has another writer's decision"), null);
        }
        return made;
    }

    /** Stage G (§4.7): one manifest compare-and-set, retried only over commits that left the read set unchanged. */
    private PublishOutcome publish(ArmedIntent intent, Decision.Publish decision, Head fresh) {
        return new Publication(chain, listener, context.ticker()).publish(intent, decision, fresh, untilUnknown());
    }

    private <R> Attempt<R> conclude(ArmedIntent intent, PublishOutcome outcome, R result) {
        return switch (outcome) {
            case PublishOutcome.Committed committed -> {
                context.failurePoints().reached(FailurePoint.PUBLISHED);
                listener.on(new ProtocolEvent.Committed(intent.operation(), committed.version()));
                finish(intent.operation());
                shortenChain(committed.version());
                yield new Attempt.Done<>(new WriteResult<>(result, Optional.of(committed.commit()), false));
            }
            case PublishOutcome.Superseded superseded -> {
                listener.on(new ProtocolEvent.Superseded(intent.operation(), superseded.why()));
                finish(intent.operation());
                yield new Attempt.Again<>(ErrorCode.READ_SET_CHANGED, superseded.why());
            }
            case PublishOutcome.Unknown unknown -> throw outcomeUnknown(intent.operation(), unknown.reason());
        };
    }

    /** Stage H (§4.8): removes what is left; a failure here never fails the write, the next barrier does the rest. */
    private void finish(OperationId operation) {
        try {
            intents.removeAll(operation, context.failurePoints());
        } catch (RuntimeException e) {
            listener.on(new ProtocolEvent.LeftForBarrier(operation, e));
        }
    }

    private void forgetLease(OperationId operation) {
        try {
            intents.removeLease(operation);
        } catch (RuntimeException e) {
            listener.on(new ProtocolEvent.LeftForBarrier(operation, e));
        }
    }

    /** Upkeep after visibility (§3, invariant 9): nothing depends on it being done now. */
    private void shortenChain(long version) {
        upkeep(() -> chain.shorten(version, upkeepSteps()));
    }

    private void upkeep(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            listener.on(new ProtocolEvent.UpkeepPutOff(e));
        }
    }

    private UpkeepSteps upkeepSteps() {
        return new UpkeepSteps() {
            @Override
            public void segmentWritten() {
                context.failurePoints().reached(FailurePoint.SEGMENT_WRITTEN);
            }

            @Override
            public void versionsCleaned() {
                context.failurePoints().reached(FailurePoint.VERSIONS_CLEANED);
            }
        };
    }

    /** A recoverer decided abort, and the commit is not in the lineage: it never will be. */
    private SennitException aborted(ArmedIntent intent, Decision.Abort abort) {
        return new BusyException(
                ErrorCode.OPERATION_ABORTED,
                ErrorText.of("operation " + intent.operation() + " was aborted and is not committed")
                        .cause("another writer took its process for dead: " + abort.why())
                        .remedy("start the write again"),
                intent.operation());
    }

    private Deadline untilUnknown() {
        return Deadline.in(context.limits().resolveUnknown(), context.ticker());
    }

    private static OutcomeUnknownException outcomeUnknown(OperationId operation, Throwable reason) {
        return new OutcomeUnknownException(
                ErrorText.of("it is not known whether operation " + operation + " was committed")
                        .cause("the store cannot be reached")
                        .remedy("ask for the outcome of the operation when it can; it answers exactly"),
                operation,
                reason);
    }

    /** A version 4 UUID from the injected id source. */
    private String manifestUuid() {
        var id = context.ids().next();
        return new UUID(id.high() & 0xFFFFFFFFFFFF0FFFL | 0x4000L, id.low() & 0x3FFFFFFFFFFFFFFFL | 0x8000000000000000L)
                .toString();
    }

    private Duration jittered(Duration pause) {
        return Duration.ofNanos(
                (long) (pause.toNanos() * (0.5 + context.random().nextDouble())));
    }

    private void sleep(Duration pause) {
        try {
            context.ticker().sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LimitException(
                    ErrorCode.CANCELLED, ErrorText.of("the write was interrupted while it waited to try again"));
        }
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }

    /** How one attempt ended. */
    private sealed interface Attempt<R> {
        record Done<R>(WriteResult<R> result) implements Attempt<R> {}

        record Again<R>(ErrorCode code, String why) implements Attempt<R> {
            SennitException asError(OperationId operation, int attempts) {
                ErrorText text = ErrorText.of("the write was not committed after " + attempts
                                + (attempts == 1 ? " attempt" : " attempts"))
                        .cause(why)
                        .remedy("try again");
                return code == ErrorCode.WRITER_ACTIVE
                        ? new BusyException(code, text, operation)
                        : new ConflictException(code, text, operation);
            }
        }
    }
}
