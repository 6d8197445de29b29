package dev.sennit;

import dev.sennit.maintain.CheckProgress;
import dev.sennit.maintain.GraphCheck;
import dev.sennit.manifest.BranchChain;
import dev.sennit.model.CheckReport;
import dev.sennit.model.StoreException;
import dev.sennit.model.Ulid;
import dev.sennit.protocol.ProtocolContext;
import dev.sennit.protocol.UnresolvedOperations;
import dev.sennit.validate.SpillSettings;
import java.util.List;

/** One call of {@link Graph#check}. Files that a collection takes meanwhile are no damage, so it looks again then. */
final class CheckCall {
    private static final int LOOKS = 3;

    private final GraphRuntime runtime;
    private final CheckOptions options;

    CheckCall(GraphRuntime runtime, CheckOptions options) {
        this.runtime = runtime;
        this.options = options;
    }

    CheckReport run() {
        for (int look = 1; ; look++) {
            List<Long> horizons = horizons();
            CheckReport report = look();
            if (report.isSound() || look == LOOKS || horizons().equals(horizons)) {
                return report;
            }
        }
    }

    /** What has been given up of each branch, and which there are; nothing where that cannot be read, which is a finding. */
    private List<Long> horizons() {
        try {
            return runtime.branches().all().stream().map(BranchChain::horizon).toList();
        } catch (StoreException e) {
            return List.of();
        }
    }

    private CheckReport look() {
        ProtocolContext context = runtime.protocol();
        Ulid key = context.ids().next();
        try (FreshStores stores = new FreshStores(runtime)) {
            return new GraphCheck(
                            stores.certificate(),
                            stores.branches(),
                            stores.tables(),
                            new UnresolvedOperations(context.objects()),
                            SpillSettings.of(
                                    runtime.writers().spill().resolve("sennit-check-" + key), key.high(), key.low()),
                            progress())
                    .run(options.readData() ? GraphCheck.Depth.FULL : GraphCheck.Depth.QUICK);
        }
    }

    private CheckProgress progress() {
        ProgressThrottle throttle = new ProgressThrottle(runtime.protocol().ticker());
        return (phase, done, total) -> throttle.pass(elapsed -> options.progress()
                .at(
                        switch (phase) {
                            case HISTORY -> "reading the history";
                            case FILES -> "looking at files";
                            case ROWS -> "reading rows";
                            case RULES -> "checking rules";
                            case INDEXES -> "checking indexes";
                        },
                        done,
                        total,
                        elapsed));
    }
}
