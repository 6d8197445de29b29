package dev.sennit.protocol;

import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.CasResult;
import dev.sennit.manifest.FoundCommit;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.Head;
import dev.sennit.model.Deadline;
import dev.sennit.store.TransactionIdentity;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the commit of a decided operation visible (§4.7): exactly that commit, with its ids and its author, whoever does
 * it. Its writer and any number of recoverers may do so at once and come to the same answer: every commit changes its
 * own read set, so nobody can apply it a second time.
 */
final class Publication {
    private final BranchChain chain;

    Publication(BranchChain chain) {
        this.chain = chain;
    }

    /**
     * Publishes on the newest head whose read set matches, rebasing the delta over commits that left it unchanged.
     *
     * @param from a head read after the operation was prepared
     */
    PublishOutcome publish(ArmedIntent intent, Decision.Publish decision, Head from, Deadline deadline) {
        TransactionIdentity identity = new TransactionIdentity(
                intent.uuid(), Map.of("operation", intent.operation().toString()));
        Head head = from;
        while (true) {
            Optional<String> mismatch = mismatch(intent, head);
            if (mismatch.isPresent()) {
                // Superseded is said only after a look-up made at, or after, the head that mismatched.
                Optional<FoundCommit> found = chain.findOperation(intent.operation(), intent.baseVersion());
                return found.isPresent()
                        ? new PublishOutcome.Committed(
                                found.get().version(), found.get().commit())
                        : new PublishOutcome.Superseded(mismatch.get());
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
                case CasResult.Lost lost -> head = lost.head();
                case CasResult.Unknown unknown -> {
                    return new PublishOutcome.Unknown(unknown.reason());
                }
            }
        }
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
