package dev.sennit.protocol;

import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.FoundCommit;
import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.Deadline;
import dev.sennit.model.ErrorText;
import dev.sennit.model.OperationId;
import dev.sennit.model.OutcomeUnknownException;
import dev.sennit.model.StoreException;
import dev.sennit.model.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Settles what unfinished operations left behind (§4.1), in any process, for any writer. Each unresolved intent of the
 * branch is finalized if its commit is in the lineage, completed if it is decided {@code publish}, and decided
 * {@code abort} if it is undecided and its owner is dead. Running it twice changes nothing the second time.
 */
final class RecoveryBarrier {
    private final IntentStore intents;
    private final BranchChain chain;
    private final BranchIncarnation incarnation;
    private final Liveness liveness;
    private final ProtocolListener listener;
    private final Ticker ticker;
    private final Duration resolveUnknown;

    RecoveryBarrier(
            IntentStore intents,
            BranchChain chain,
            BranchIncarnation incarnation,
            Liveness liveness,
            ProtocolListener listener,
            Ticker ticker,
            Duration resolveUnknown) {
        this.intents = intents;
        this.chain = chain;
        this.incarnation = incarnation;
        this.liveness = liveness;
        this.listener = listener;
        this.ticker = ticker;
        this.resolveUnknown = resolveUnknown;
    }

    /** Resolves every unresolved intent of this branch but those whose owners live, which it returns. */
    List<LiveIntent> resolveAll() {
        return settleAll().stream()
                .map(Settled::resolution)
                .filter(Resolution.InProgress.class::isInstance)
                .map(resolution -> new LiveIntent(((Resolution.InProgress) resolution).intent()))
                .toList();
    }

    /** Resolves every unresolved intent of this branch but those whose owners live, and says what came of each. */
    List<Settled> settleAll() {
        List<Settled> settled = new ArrayList<>();
        for (OperationId operation : intents.unresolved()) {
            Optional<IntentStore.Armed> armed = intents.armed(operation);
            if (armed.isEmpty() || !concerns(armed.get()) || isBeyondHelp(armed.get())) {
                continue;
            }
            Resolution resolution = isAlive(armed.get())
                    ? new Resolution.InProgress(armed.get().intent().orElseThrow())
                    : reachable(armed.get(), () -> resolve(armed.get()));
            settled.add(new Settled(operation, armed.get().intent(), resolution));
        }
        return settled;
    }

    /**
     * Resolves every intent of this branch that was armed before a time, whether or not its owner lives: undecided ones
     * are aborted.
     */
    List<Settled> settleArmedBefore(Instant time) {
        List<Settled> settled = new ArrayList<>();
        for (OperationId operation : intents.unresolved()) {
            Optional<IntentStore.Armed> armed = intents.armed(operation)
                    .filter(this::concerns)
                    .filter(each -> each.stored().isBefore(time) && !isBeyondHelp(each));
            armed.ifPresent(old -> settled.add(new Settled(
                    operation,
                    old.intent(),
                    reachable(old, () -> resolve(old, each -> Optional.of("it was armed before " + time))))));
        }
        return settled;
    }

    /** The unresolved intents of this branch; changes nothing. */
    List<Unresolved> unresolved() {
        List<Unresolved> found = new ArrayList<>();
        for (OperationId operation : intents.unresolved()) {
            intents.armed(operation)
                    .filter(this::concerns)
                    .ifPresent(armed -> found.add(new Unresolved(
                            operation, armed.intent(), armed.stored(), intents.decision(operation), isAlive(armed))));
        }
        return found;
    }

    /** The outcome of that operation may be unknown; of the write that meets it it is known: not committed. */
    private static Resolution reachable(IntentStore.Armed armed, Supplier<Resolution> resolve) {
        try {
            return resolve.get();
        } catch (OutcomeUnknownException e) {
            throw StoreException.unavailable(
                    ErrorText.of("unfinished operation " + armed.operation() + " cannot be settled")
                            .cause("the store cannot be reached")
                            .remedy("try again when it can"),
                    e);
        }
    }

    /** Completes one operation if it is decided, whether or not its owner lives; if it is not, aborts it unless its owner lives. */
    Resolution resolve(IntentStore.Armed armed) {
        return resolve(armed, this::deadReason);
    }

    /** @param reason why an undecided operation is to be aborted now; empty if it is not */
    private Resolution resolve(IntentStore.Armed armed, Function<IntentStore.Armed, Optional<String>> reason) {
        OperationId operation = armed.operation();
        long base = armed.intent().map(ArmedIntent::baseVersion).orElse(0L);
        while (true) {
            Optional<Decision> decision = intents.decision(operation);
            if (decision.isPresent()) {
                return switch (decision.get()) {
                    case Decision.Publish publish
                    when armed.intent().isPresent() -> complete(armed.intent().get(), publish);
                    case Decision.Publish ignored -> throw beyondHelp(operation);
                    case Decision.Abort abort -> settled(operation, base, abort.why());
                };
            }
            Optional<String> why = reason.apply(armed);
            if (why.isEmpty()) {
                return new Resolution.InProgress(armed.intent().orElseThrow());
            }
            if (!intents.isUnresolved(operation)) {
                return settledMeanwhile(operation, base);
            }
            if (intents.decide(operation, new Decision.Abort(liveness.self().runtime(), why.get()))) {
                return settled(operation, base, why.get());
            }
        }
    }

    /**
     * Whoever wins an abort, or meets one, asks the lineage before believing it: a writer that committed and cleaned up
     * leaves no decision, and an abort put after that means nothing.
     */
    private Resolution settled(OperationId operation, long base, String why) {
        Optional<FoundCommit> found = chain.findOperation(operation, base);
        intents.removeArmed(operation);
        intents.removeLease(operation);
        if (found.isPresent()) {
            listener.on(new ProtocolEvent.FoundCommitted(operation, found.get().version()));
            return new Resolution.Committed(found.get().version(), found.get().commit());
        }
        listener.on(new ProtocolEvent.Aborted(operation, why));
        return new Resolution.NotCommitted(why);
    }

    /**
     * The intent went between the listing and now: somebody has settled it for good, and only the lineage can say how.
     * Aborting it would be as right, and leave a decision that nobody ever needs or removes.
     */
    private Resolution settledMeanwhile(OperationId operation, long base) {
        return chain.findOperation(operation, base)
                .<Resolution>map(found -> new Resolution.Committed(found.version(), found.commit()))
                .orElseGet(() -> new Resolution.NotCommitted("another writer changed what it depends on"));
    }

    private Resolution complete(ArmedIntent intent, Decision.Publish decision) {
        OperationId operation = intent.operation();
        PublishOutcome outcome = new Publication(chain, listener, ticker)
                .publish(intent, decision, chain.head(), Deadline.in(resolveUnknown, ticker));
        return switch (outcome) {
            case PublishOutcome.Committed committed -> {
                remove(operation);
                listener.on(new ProtocolEvent.Completed(operation, committed.version()));
                yield new Resolution.Committed(committed.version(), committed.commit());
            }
            case PublishOutcome.Superseded superseded -> {
                remove(operation);
                listener.on(new ProtocolEvent.Superseded(operation, superseded.why()));
                yield new Resolution.NotCommitted(superseded.why());
            }
            case PublishOutcome.Unknown unknown ->
                throw new OutcomeUnknownException(
                        ErrorText.of("operation " + operation + " cannot be completed yet")
                                .cause("the store cannot be reached")
                                .remedy("try again when it can"),
                        operation,
                        unknown.reason());
        };
    }

    private void remove(OperationId operation) {
        intents.removeAll(operation, FailurePoints.NONE);
    }

    /** Whether the operation is a write of this branch; one that cannot be read may be. */
    boolean concerns(IntentStore.Armed armed) {
        return armed.intent()
                .map(i -> i.readSet().incarnation().equals(incarnation))
                .orElse(armed.isUnreadable());
    }

    /**
     * Whether it is decided to publish what cannot be read. Its writer may be about to do so still, on whatever branch:
     * it is left as it is, and nobody is told that it failed.
     */
    private boolean isBeyondHelp(IntentStore.Armed armed) {
        return armed.isUnreadable() && intents.decision(armed.operation()).orElse(null) instanceof Decision.Publish;
    }

    private static StoreException beyondHelp(OperationId operation) {
        return StoreException.corruption(
                ErrorText.of("operation " + operation + " cannot be completed")
                        .cause("it is decided, and its intent cannot be read")
                        .remedy("restore __recovery/armed/" + operation + " from a copy of the graph"),
                null);
    }

    private Optional<String> deadReason(IntentStore.Armed armed) {
        if (armed.intent().isEmpty()) {
            return Optional.of("its intent cannot be read");
        }
        return isAlive(armed) ? Optional.empty() : Optional.of("its writer is gone");
    }

    private boolean isAlive(IntentStore.Armed armed) {
        if (armed.intent().isEmpty()) {
            return false;
        }
        Instant lastSign = intents.lastRenewal(armed.operation())
                .filter(renewed -> renewed.isAfter(armed.stored()))
                .orElse(armed.stored());
        return liveness.isAlive(armed.intent().get(), lastSign);
    }
}
