package dev.sennit.branch;

import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.ChainLimits;
import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.Durability;
import dev.sennit.model.Ticker;
import dev.sennit.store.ManifestBranches;
import dev.sennit.store.ObjectStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The chains of a graph: that of main, one native branch for each other branch that lives, and the archives of those that
 * were deleted. Each is made once, so that all its users share what it remembers. Thread-safe.
 */
public final class BranchChains {
    private final BranchChain main;
    private final ManifestBranches natives;
    private final ObjectStore objects;
    private final ChainLimits limits;
    private final Durability durability;
    private final Ticker ticker;
    private final Map<BranchIncarnation, BranchChain> live = new ConcurrentHashMap<>();
    private final Map<BranchIncarnation, BranchChain> ended = new ConcurrentHashMap<>();

    public BranchChains(
            BranchChain main,
            ManifestBranches natives,
            ObjectStore objects,
            ChainLimits limits,
            Durability durability,
            Ticker ticker) {
        this.main = main;
        this.natives = natives;
        this.objects = objects;
        this.limits = limits;
        this.durability = durability;
        this.ticker = ticker;
    }

    BranchChain main() {
        return main;
    }

    ManifestBranches natives() {
        return natives;
    }

    /** Makes the native branch of a new incarnation, which has no state yet. */
    BranchChain create(BranchIncarnation incarnation) {
        natives.create(incarnation.toString(), durability);
        return live(incarnation);
    }

    /** The chain of a branch that a name leads to. */
    BranchChain live(BranchIncarnation incarnation) {
        return live.computeIfAbsent(
                incarnation,
                each -> BranchChain.ofBranch(natives.open(each.toString()), objects, each, limits, durability, ticker));
    }

    /**
     * The chain of a branch that lives or was deleted, to read versions by number: where its native branch is gone, they are
     * in its archive.
     */
    BranchChain any(BranchIncarnation incarnation) {
        BranchChain known = ended.get(incarnation);
        return known != null ? known : live(incarnation);
    }

    /**
     * The chain of a branch that was deleted.
     *
     * @param last the version of its closing state
     */
    BranchChain ended(BranchIncarnation incarnation, long last) {
        return ended.computeIfAbsent(incarnation, each -> BranchChain.ended(objects, each, last, limits, ticker));
    }
}
