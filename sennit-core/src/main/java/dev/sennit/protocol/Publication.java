package dev.sennit.protocol;

import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.CasResult;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.Head;
import dev.sennit.model.Deadline;
import dev.sennit.model.StoreException;
import dev.sennit.model.Ticker;
import dev.sennit.store.TransactionIdentity;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the commit of a decided operation visible (§4.7): exactly that commit, with its ids and its author, whoever does
 * it. Its writer and any number of recoverers may do so at once and come to the same answer: every commit changes its
 * own read set, so nobody can apply it a second time.
 */
final class Publication {
    private static final Duration RETRY_PAUSE = Duration.ofMillis(50);

    private final BranchChain chain;
    private final ProtocolListener listener;
    private final Ticker ticker;

    Publication(BranchChain chain, ProtocolListener listener, Ticker ticker) {
        this.chain = chain;
        this.listener = listener;
        this.ticker = ticker;
    }

    /**
     * Publishes on the newest head whose read set matches, rebasing the delta over commits that left it unchanged.
     *
     * @param from a head read after the operation was prepared
     * @param deadline until when a lost race or an unreachable store is followed by another attempt
     */
    PublishOutcome publish(ArmedIntent intent, Decision.Publish decision, Head from, Deadline deadline) {
        TransactionIdentity identity = new TransactionIdentity(
                intent.uuid(), Map.of("operation", intent.operation().toString()));
        StoreRetry retry = new StoreRetry(ticker, RETRY_PAUSE, deadline);
        Head head = from;
        while (true) {
            Optional<PublishOutcome> settled;
            try {
                Head judged = head;
                settled = retry.call(() -> settled(intent, judged));
            } catch (StoreException e) {
                return new PublishOutcome.Unknown(e);
            }
            if (settled.isPresent()) {
                return settled.get();
            }
            GraphState next = intent.delta()
                    .applyTo(
                            head.state(),
                            decision.achieved(),
                            intent.lineage(),
                            intent.operation(),
                            intent.writer().text());
            switch (chain.publish(head, next, identity, deadline)) {
                case CasResult.Committed committed -> {
                    return new PublishOutcome.Committed(committed.version(), committed.commit());
                }
                case CasResult.Lost lost -> {
                    head = lost.head();
                    if (deadline.hasPassed()) {
                        return new PublishOutcome.Unknown(
                                new IllegalStateException("other commits came first until the deadline"));
                    }
                    listener.on(new ProtocolEvent.Rebased(intent.operation(), head.version()));
                }
                case CasResult.Unknown unknown -> {
                    return new PublishOutcome.Unknown(unknown.reason());
                }
            }
        }
    }

    /** What a head says of the operation once and for ever; empty if it can still be published there. */
    private Optional<PublishOutcome> settled(ArmedIntent intent, Head head) {
        Optional<String> mismatch = mismatch(intent, head);
        if (mismatch.isEmpty()) {
            return Optional.empty();
        }
        // Superseded is said only after a look-up made at, or after, the head that mismatched.
        return Optional.of(chain.findOperation(intent.operation(), intent.baseVersion())
                .<PublishOutcome>map(found -> new PublishOutcome.Committed(found.version(), found.commit()))
                .orElseGet(() -> new PublishOutcome.Superseded(mismatch.get())));
    }

    private Optional<String> mismatch(ArmedIntent intent, Head head) {
        Optional<String> changed = intent.readSet().mismatch(head.state());
        if (changed.isPresent() || intent.readSet().absentKey().isEmpty() || head.version() == intent.baseVersion()) {
            return changed;
        }
        String key = intent.readSet().absentKey().get();
        return chain.findIdempotencyKey(key, intent.baseVersion())
                .map(found ->
                        "commit " + found.commit().id().value().shortForm() + " carries idempotency key '" + key + "'");
    }
}
