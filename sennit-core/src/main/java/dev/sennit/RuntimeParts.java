package dev.sennit;

import dev.sennit.manifest.ChainLimits;
import dev.sennit.model.Ticker;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.protocol.Gates;
import dev.sennit.protocol.ProtocolLimits;
import dev.sennit.store.BootTime;
import dev.sennit.store.ManifestBranches;
import dev.sennit.store.ManifestTable;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.ProcessLocks;
import dev.sennit.store.TableStore;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What a runtime is made of besides its location: the sources of time, the bounds, and what stands between the core and
 * its stores. Tests put faults, other clocks and other bounds here.
 *
 * @param boot when the operating system started, where it says so
 * @param gates makes the gates, given the locks between processes
 */
record RuntimeParts(
        FailurePoints failurePoints,
        Clock clock,
        Ticker ticker,
        Supplier<Optional<Instant>> boot,
        ProtocolLimits limits,
        ChainLimits chainLimits,
        Function<ProcessLocks, Gates> gates,
        UnaryOperator<ObjectStore> objects,
        UnaryOperator<ManifestTable> manifest,
        UnaryOperator<ManifestBranches> branches,
        UnaryOperator<TableStore> tables) {
    /** The machine's clock, the default bounds, and the stores as they are. */
    static final RuntimeParts DEFAULT = new RuntimeParts(
            FailurePoints.NONE,
            Clock.systemUTC(),
            Ticker.system(),
            BootTime::read,
            ProtocolLimits.DEFAULT,
            ChainLimits.DEFAULT,
            Gates::with,
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity());

    RuntimeParts failurePoints(FailurePoints points) {
        return new RuntimeParts(
                points, clock, ticker, boot, limits, chainLimits, gates, objects, manifest, branches, tables);
    }

    RuntimeParts clock(Clock newClock) {
        return new RuntimeParts(
                failurePoints, newClock, ticker, boot, limits, chainLimits, gates, objects, manifest, branches, tables);
    }

    RuntimeParts boot(Instant newBoot) {
        return new RuntimeParts(
                failurePoints,
                clock,
                ticker,
                () -> Optional.of(newBoot),
                limits,
                chainLimits,
                gates,
                objects,
                manifest,
                branches,
                tables);
    }

    RuntimeParts limits(ProtocolLimits newLimits, ChainLimits newChainLimits) {
        return new RuntimeParts(
                failurePoints,
                clock,
                ticker,
                boot,
                newLimits,
                newChainLimits,
                gates,
                objects,
                manifest,
                branches,
                tables);
    }

    RuntimeParts gates(Function<ProcessLocks, Gates> newGates) {
        return new RuntimeParts(
                failurePoints, clock, ticker, boot, limits, chainLimits, newGates, objects, manifest, branches, tables);
    }

    RuntimeParts stores(
            UnaryOperator<ObjectStore> newObjects,
            UnaryOperator<ManifestTable> newManifest,
            UnaryOperator<TableStore> newTables) {
        return stores(newObjects, newManifest, branches, newTables);
    }

    /** @param newBranches of the manifest, whose chains {@code newManifest} stands before, too */
    RuntimeParts stores(
            UnaryOperator<ObjectStore> newObjects,
            UnaryOperator<ManifestTable> newManifest,
            UnaryOperator<ManifestBranches> newBranches,
            UnaryOperator<TableStore> newTables) {
        return new RuntimeParts(
                failurePoints,
                clock,
                ticker,
                boot,
                limits,
                chainLimits,
                gates,
                newObjects,
                newManifest,
                newBranches,
                newTables);
    }
}
