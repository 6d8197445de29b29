package dev.sennit;

import dev.sennit.branch.NamedBranch;
import dev.sennit.maintain.CollectProgress;
import dev.sennit.maintain.GraphCollection;
import dev.sennit.maintain.Retention;
import dev.sennit.model.CollectReport;
import dev.sennit.model.Deadline;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.protocol.Gates;
import dev.sennit.protocol.ProtocolContext;
import java.time.Instant;

/** One call of {@link Graph#collect}. */
final class CollectCall {
    private static final String CLAIM = "collection";

    private final GraphRuntime runtime;
    private final CollectOptions options;

    CollectCall(GraphRuntime runtime, CollectOptions options) {
        this.runtime = runtime;
        this.options = options;
        if (options.keepCommits() < 1
                || options.keep().isNegative()
                || options.guard().filter(guard -> guard.isNegative()).isPresent()) {
            throw new InvalidArgumentException(ErrorText.of("a collection that would keep less than the newest state")
                    .remedy("keep at least one commit, and no negative time"));
        }
    }

    CollectReport run() {
        ProtocolContext context = runtime.protocol();
        Retention retention = new Retention(
                options.keep(),
                options.keepCommits(),
                options.guard().orElse(context.limits().collectionGuard()));
        if (options.dryRun()) {
            return run(context, retention);
        }
        Deadline deadline = Deadline.in(context.limits().waitForLiveWriter(), context.ticker());
        try (Gates.Claim claim = context.gates().claim(CLAIM, deadline)) {
            return run(context, retention);
        }
    }

    private CollectReport run(ProtocolContext context, Retention retention) {
        try (FreshStores stores = new FreshStores(runtime)) {
            return new GraphCollection(
                            stores.certificate(),
                            stores.branches(),
                            stores.natives(),
                            stores.tables(),
                            context.objects(),
                            upkeep(),
                            context.ids(),
                            context.clock(),
                            context.failurePoints(),
                            progress())
                    .run(retention, options.dryRun());
        }
    }

    private GraphCollection.BranchUpkeep upkeep() {
        return new GraphCollection.BranchUpkeep() {
            @Override
            public int settleArmedBefore(Instant time) {
                return new OperationReport(runtime).settleArmedBefore(time);
            }

            @Override
            public void shortenChain(NamedBranch branch, Instant now) {
                runtime.writes(branch).shortenChain(now);
            }
        };
    }

    private CollectProgress progress() {
        ProgressThrottle throttle = new ProgressThrottle(runtime.protocol().ticker());
        return (phase, done, total) -> throttle.pass(elapsed -> options.progress()
                .at(
                        switch (phase) {
                            case HISTORY -> "reading the history";
                            case VERSIONS -> "reading what is needed";
                            case FILES -> "removing files";
                        },
                        done,
                        total,
                        elapsed));
    }
}
