package dev.sennit;

import dev.sennit.manifest.BranchChain;
import dev.sennit.model.LoadResult;

/** A branch as it was when the handle was taken. */
final class OpenBranch implements Branch {
    private final OpenGraph graph;
    private final GraphRuntime runtime;
    private final String name;
    private final BranchChain chain;

    OpenBranch(OpenGraph graph, GraphRuntime runtime, String name) {
        this.graph = graph;
        this.runtime = runtime;
        this.name = name;
        this.chain = runtime.chain(name);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Snapshot snapshot() {
        graph.requireOpen();
        return new PinnedSnapshot(graph, runtime, chain.head().state(), name);
    }

    @Override
    public LoadResult load(Load load, WriteOptions options) {
        graph.requireOpen();
        return new LoadCall(runtime, name, load, options).run();
    }
}
