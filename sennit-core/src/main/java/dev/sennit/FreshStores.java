package dev.sennit;

import dev.sennit.branch.BranchChains;
import dev.sennit.branch.BranchDirectory;
import dev.sennit.manifest.BirthCertificate;
import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.ChainLimits;
import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.protocol.ProtocolContext;
import dev.sennit.store.LanceManifestBranches;
import dev.sennit.store.LanceManifestTables;
import dev.sennit.store.LanceRuntime;
import dev.sennit.store.LanceTableStore;
import dev.sennit.store.ManifestBranches;
import dev.sennit.store.StoreLocation;
import dev.sennit.store.TableStore;

/** Handles of their own on the stores of a graph, so that nothing an open graph has cached hides what is there. */
final class FreshStores implements AutoCloseable {
    private final GraphRuntime runtime;
    private final LanceRuntime lance;
    private final StoreLocation location;
    private final BirthCertificate certificate;

    FreshStores(GraphRuntime runtime) {
        ProtocolContext context = runtime.protocol();
        this.runtime = runtime;
        this.certificate = BirthCertificate.read(context.objects())
                .orElseThrow(() -> StoreException.corruption(
                        ErrorText.of(BirthCertificate.PATH + " is missing")
                                .cause("it was there when the graph was opened"),
                        null));
        this.location = StoreLocation.local(runtime.root());
        this.lance = new LanceRuntime(
                context.ids(), context.random(), runtime.options().memoryLimitBytes());
    }

    BirthCertificate certificate() {
        return certificate;
    }

    /** What names lead to. */
    BranchDirectory branches() {
        ProtocolContext context = runtime.protocol();
        BranchChain main = new BranchChain(
                new LanceManifestTables(lance, location).open(certificate.manifest()),
                context.objects(),
                certificate.main(),
                ChainLimits.DEFAULT,
                runtime.options().durability(),
                context.ticker());
        return new BranchDirectory(
                context.objects(),
                new BranchChains(
                        main,
                        natives(),
                        context.objects(),
                        ChainLimits.DEFAULT,
                        runtime.options().durability(),
                        context.ticker()));
    }

    /** The native branches. */
    ManifestBranches natives() {
        return new LanceManifestBranches(lance, location.child(certificate.manifest()));
    }

    TableStore tables() {
        return new LanceTableStore(lance, location.child("tables"));
    }

    @Override
    public void close() {
        lance.close();
    }
}
