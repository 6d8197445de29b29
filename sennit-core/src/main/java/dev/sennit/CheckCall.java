package dev.sennit;

import dev.sennit.maintain.CheckProgress;
import dev.sennit.maintain.GraphCheck;
import dev.sennit.maintain.LiveBranch;
import dev.sennit.manifest.BirthCertificate;
import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.ChainLimits;
import dev.sennit.model.CheckReport;
import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.model.Ticker;
import dev.sennit.model.Ulid;
import dev.sennit.protocol.ProtocolContext;
import dev.sennit.protocol.UnresolvedOperations;
import dev.sennit.store.LanceManifestTables;
import dev.sennit.store.LanceRuntime;
import dev.sennit.store.LanceTableStore;
import dev.sennit.store.StoreLocation;
import dev.sennit.validate.SpillSettings;
import java.time.Duration;
import java.util.List;

/** One call of {@link Graph#check}: looks at the store through handles of its own, so that no cache hides damage. */
final class CheckCall {
    private static final Duration TELL_EVERY = Duration.ofMillis(500);

    private final GraphRuntime runtime;
    private final CheckOptions options;

    CheckCall(GraphRuntime runtime, CheckOptions options) {
        this.runtime = runtime;
        this.options = options;
    }

    CheckReport run() {
        ProtocolContext context = runtime.protocol();
        BirthCertificate certificate = BirthCertificate.read(context.objects())
                .orElseThrow(() -> StoreException.corruption(
                        ErrorText.of(BirthCertificate.PATH + " is missing")
                                .cause("it was there when the graph was opened"),
                        null));
        StoreLocation location = StoreLocation.local(runtime.root());
        Ulid key = context.ids().next();
        try (LanceRuntime lance = new LanceRuntime(
                context.ids(), context.random(), runtime.options().memoryLimitBytes())) {
            BranchChain main = new BranchChain(
                    new LanceManifestTables(lance, location).open(certificate.manifest()),
                    context.objects(),
                    certificate.main(),
                    ChainLimits.DEFAULT,
                    runtime.options().durability(),
                    context.ticker());
            return new GraphCheck(
                            certificate,
                            List.of(new LiveBranch(Graph.MAIN, certificate.main(), certificate.manifest(), main)),
                            new LanceTableStore(lance, location.child("tables")),
                            new UnresolvedOperations(context.objects()),
                            SpillSettings.of(
                                    runtime.writers().spill().resolve("sennit-check-" + key), key.high(), key.low()),
                            progress())
                    .run(options.readData() ? GraphCheck.Depth.FULL : GraphCheck.Depth.QUICK);
        }
    }

    /** Passes progress on about twice a second. */
    private CheckProgress progress() {
        Ticker ticker = runtime.protocol().ticker();
        long began = ticker.nanos();
        long[] told = {began};
        return (phase, done, total) -> {
            long now = ticker.nanos();
            if (now - told[0] >= TELL_EVERY.toNanos()) {
                told[0] = now;
                options.progress()
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
                                Duration.ofNanos(now - began));
            }
        };
    }
}
