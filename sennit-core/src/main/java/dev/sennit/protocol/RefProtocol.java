package dev.sennit.protocol;

import dev.sennit.manifest.CommitPlace;
import dev.sennit.model.BusyException;
import dev.sennit.model.Deadline;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.OperationId;
import dev.sennit.model.OutcomeUnknownException;
import dev.sennit.model.SennitException;
import dev.sennit.model.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The control protocol of branches and tags (§1.2): their creation and deletion are no commits of the graph, but they are
 * operations, armed, decided and settled as writes are. What they do besides, to a native branch or its chain, nobody sees
 * before the name's pointer, which comes last; and whoever meets a decided one can put it. Thread-safe.
 */
public final class RefProtocol {
    private final ProtocolContext context;
    private final RefActions actions;
    private final ProtocolListener listener;
    private final IntentStore intents;

    public RefProtocol(ProtocolContext context, RefActions actions) {
        this.context = context;
        this.actions = actions;
        this.listener = new GuardedListener(context.listener());
        this.intents = new IntentStore(context.objects());
    }

    /** The intent to put a pointer, of this process. */
    public RefIntent intent(RefPointer pointer, CommitPlace origin) {
        var id = context.ids().next();
        return new RefIntent(
                pointer,
                origin,
                new UUID(id.high(), id.low()).toString(),
                context.liveness().self());
    }

    /**
     * Runs an operation to its end.
     *
     * @param prepare looks again at what the change depends on, now that the intent names it, and makes what the pointer
     *     will lead to; whatever it throws ends the operation, which has not taken effect then
     * @return empty if it has taken effect; why it never will, if another change came first
     * @throws SennitException OPERATION_ABORTED, OUTCOME_UNKNOWN, STORE_UNAVAILABLE, or what {@code prepare} throws
     */
    public Optional<String> run(RefIntent intent, Runnable prepare) {
        OperationId operation = intent.operation();
        context.liveness().began(operation);
        try (Lease lease = arm(intent)) {
            try {
                prepare.run();
            } catch (SennitException e) {
                // Undecided, and this process will not decide: no pointer can ever come of it.
                SennitException told = e instanceof StoreException ? explained(intent, e) : e;
                finish(operation);
                throw told;
            }
            Optional<String> failed = decideAndCarryOut(intent);
            failed.ifPresentOrElse(
                    why -> listener.on(new ProtocolEvent.Superseded(operation, why)),
                    () -> listener.on(new ProtocolEvent.Applied(operation, intent.text())));
            finish(operation);
            return failed;
        } finally {
            context.liveness().ended(operation);
        }
    }

    /** What is missing may have been collected after the operation was aborted. */
    private SennitException explained(RefIntent intent, SennitException failure) {
        try {
            if (intents.decision(intent.operation()).orElse(null) instanceof Decision.Abort abort) {
                SennitException aborted = aborted(intent, abort);
                aborted.addSuppressed(failure);
                return aborted;
            }
        } catch (StoreException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    private Lease arm(RefIntent intent) {
        intents.arm(intent.operation(), RefCodec.write(intent));
        context.failurePoints().reached(FailurePoint.ARMED);
        listener.on(new ProtocolEvent.Armed(intent.operation()));
        return new Lease(intents, intent.operation(), context.limits().lease().dividedBy(3));
    }

    private Optional<String> decideAndCarryOut(RefIntent intent) {
        StoreRetry retry = new StoreRetry(
                context.ticker(),
                context.limits().maxPause(),
                Deadline.in(context.limits().resolveUnknown(), context.ticker()));
        try {
            return switch (retry.call(() -> decide(intent))) {
                case Decision.Publish ignored -> {
                    context.failurePoints().reached(FailurePoint.DECIDED);
                    listener.on(new ProtocolEvent.Decided(intent.operation()));
                    yield retry.call(() -> actions.carryOut(intent));
                }
                case Decision.Abort abort -> {
                    // An abort is no answer by itself: it may have been put after the change took effect.
                    if (!retry.call(() -> actions.tookEffect(intent))) {
                        throw aborted(intent, abort);
                    }
                    yield Optional.empty();
                }
            };
        } catch (StoreException e) {
            throw unknown(intent, e);
        }
    }

    private Decision decide(RefIntent intent) {
        Decision.Publish publish = Decision.Publish.WITHOUT_TABLES;
        return intents.decide(intent.operation(), publish)
                ? publish
                : intents.decision(intent.operation()).orElse(publish);
    }

    private void finish(OperationId operation) {
        try {
            intents.removeAll(operation, context.failurePoints());
        } catch (RuntimeException e) {
            listener.on(new ProtocolEvent.LeftForBarrier(operation, e));
        }
    }

    // --- what others left -----------------------------------------------------------------------------------------

    /** Settles every unresolved operation of this kind whose owner is gone, and says what came of each. */
    public List<SettledRef> settleAll() {
        return settle(ignored -> true, this::deadReason);
    }

    /** Settles those of them that change what one name leads to. */
    public void settle(RefKind kind, String name) {
        settle(
                armed -> armed.ref()
                        .map(RefIntent::pointer)
                        .filter(pointer ->
                                pointer.kind() == kind && pointer.name().equals(name))
                        .isPresent(),
                this::deadReason);
    }

    /** Settles those that were armed before a time by the store's clock, whether or not their owners live. */
    public List<SettledRef> settleArmedBefore(Instant time) {
        return settle(armed -> armed.stored().isBefore(time), armed -> Optional.of("it was armed before " + time));
    }

    private List<SettledRef> settle(
            Predicate<IntentStore.Armed> wanted, Function<IntentStore.Armed, Optional<String>> reason) {
        List<SettledRef> settled = new ArrayList<>();
        for (OperationId operation : intents.unresolved()) {
            Optional<IntentStore.Armed> armed = intents.armed(operation).filter(wanted);
            armed.flatMap(IntentStore.Armed::ref)
                    .ifPresent(intent -> settled.add(new SettledRef(intent, resolve(armed.get(), intent, reason))));
        }
        return settled;
    }

    /** The unresolved operations of this kind; changes nothing. */
    public List<UnresolvedRef> unresolved() {
        List<UnresolvedRef> found = new ArrayList<>();
        for (OperationId operation : intents.unresolved()) {
            intents.armed(operation)
                    .ifPresent(armed -> armed.ref()
                            .ifPresent(intent -> found.add(new UnresolvedRef(
                                    intent, armed.stored(), intents.decision(operation), isAlive(armed, intent)))));
        }
        return found;
    }

    /** What became of one that is armed, settling it first if its owner is dead; empty if it is not armed, or no such. */
    public Optional<SettledRef> resolve(OperationId operation) {
        return intents.armed(operation)
                .flatMap(armed ->
                        armed.ref().map(intent -> new SettledRef(intent, resolve(armed, intent, this::deadReason))));
    }

    private RefResolution resolve(
            IntentStore.Armed armed, RefIntent intent, Function<IntentStore.Armed, Optional<String>> reason) {
        OperationId operation = intent.operation();
        while (true) {
            Optional<Decision> decision = intents.decision(operation);
            if (decision.isPresent()) {
                return switch (decision.get()) {
                    case Decision.Publish ignored -> complete(intent);
                    case Decision.Abort abort -> settled(intent, abort.why());
                };
            }
            Optional<String> why = reason.apply(armed);
            if (why.isEmpty()) {
                return new RefResolution.InProgress();
            }
            if (!intents.isUnresolved(operation)) {
                return told(intent, "another change of that name came first"); // somebody has settled it meanwhile
            }
            if (intents.decide(
                    operation, new Decision.Abort(context.liveness().self().runtime(), why.get()))) {
                return settled(intent, why.get());
            }
        }
    }

    private RefResolution complete(RefIntent intent) {
        Optional<String> failed = actions.carryOut(intent);
        intents.removeAll(intent.operation(), FailurePoints.NONE);
        if (failed.isPresent()) {
            listener.on(new ProtocolEvent.Superseded(intent.operation(), failed.get()));
            return new RefResolution.NotDone(failed.get());
        }
        listener.on(new ProtocolEvent.Applied(intent.operation(), intent.text()));
        return new RefResolution.Done();
    }

    private RefResolution settled(RefIntent intent, String why) {
        RefResolution resolution = told(intent, why);
        intents.removeArmed(intent.operation());
        intents.removeLease(intent.operation());
        if (resolution instanceof RefResolution.NotDone) {
            listener.on(new ProtocolEvent.Aborted(intent.operation(), why));
        }
        return resolution;
    }

    /** An abort may have been put after the change took effect: only what is stored can say. */
    private RefResolution told(RefIntent intent, String why) {
        return actions.tookEffect(intent) ? new RefResolution.Done() : new RefResolution.NotDone(why);
    }

    private Optional<String> deadReason(IntentStore.Armed armed) {
        return armed.ref()
                .filter(intent -> !isAlive(armed, intent))
                .map(ignored -> "the process that began it is gone");
    }

    private boolean isAlive(IntentStore.Armed armed, RefIntent intent) {
        Instant lastSign = intents.lastRenewal(intent.operation())
                .filter(renewed -> renewed.isAfter(armed.stored()))
                .orElse(armed.stored());
        return context.liveness().isAlive(intent.operation(), intent.owner(), lastSign);
    }

    private static SennitException aborted(RefIntent intent, Decision.Abort abort) {
        return new BusyException(
                ErrorCode.OPERATION_ABORTED,
                ErrorText.of("operation " + intent.operation() + " (" + intent.text()
                                + ") was aborted and has not taken effect")
                        .cause("another process took its own for dead: " + abort.why())
                        .remedy("start it again"),
                intent.operation());
    }

    private static OutcomeUnknownException unknown(RefIntent intent, Throwable reason) {
        return new OutcomeUnknownException(
                ErrorText.of("it is not known whether operation " + intent.operation() + " (" + intent.text()
                                + ") has taken effect")
                        .cause("the store cannot be reached")
                        .remedy("ask for the outcome of the operation when it can; it answers exactly"),
                intent.operation(),
                reason);
    }
}
