package dev.sennit;

import dev.sennit.branch.NamedBranch;
import dev.sennit.manifest.Head;
import dev.sennit.model.LoadResult;
import dev.sennit.model.MergeResult;
import dev.sennit.model.OptimizeResult;
import dev.sennit.protocol.WriteResult;
import dev.sennit.write.Mutation;
import dev.sennit.write.MutationWriter;
import dev.sennit.write.OptimizeLimits;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A branch as it was when the handle was taken. */
final class OpenBranch implements Branch {
    private final OpenGraph graph;
    private final GraphRuntime runtime;
    private final NamedBranch branch;

    OpenBranch(OpenGraph graph, GraphRuntime runtime, NamedBranch branch) {
        this.graph = graph;
        this.runtime = runtime;
        this.branch = branch;
    }

    @Override
    public String name() {
        return branch.name();
    }

    @Override
    public Snapshot snapshot() {
        graph.requireOpen();
        Head head = runtime.branches().head(branch);
        Expiry expiry = new Expiry(
                runtime.branches(), branch.chain(), head.version(), head.state().commit());
        return new PinnedSnapshot(graph, runtime, head.state(), expiry, branch.name());
    }

    @Override
    public LoadResult load(Load load, WriteOptions options) {
        graph.requireOpen();
        return new LoadCall(runtime, branch, load, options).run();
    }

    @Override
    public <T> TransactionResult<T> write(WriteOptions options, Function<Transaction, T> body) {
        graph.requireOpen();
        MutationWriter<T> writer = new MutationWriter<>(
                mutation -> run(mutation, body, options), body.getClass(), runtime.writers(), runtime.queries());
        WriteResult<MutationWriter.Done<T>> written = runtime.writes(branch)
                .write(writer, options.request(runtime.options().author(), Optional.empty()));
        return new TransactionResult<>(
                written.result().value(),
                written.commit().map(OpenGraph::info),
                written.replayed(),
                written.result().counts());
    }

    @Override
    public StatementResult execute(String cypher, Map<String, ?> parameters, WriteOptions options) {
        graph.requireOpen();
        return new StatementCall(runtime, branch, cypher, parameters, options).run();
    }

    @Override
    public OptimizeResult optimize(OptimizeOptions options) {
        graph.requireOpen();
        return new OptimizeCall(runtime, branch, options, OptimizeLimits.DEFAULT).run();
    }

    @Override
    public MergeResult merge(String revision, MergeOptions options) {
        graph.requireOpen();
        return new MergeCall(runtime, branch, revision, options).run();
    }

    @Override
    public MergeResult revert(String revision, MergeOptions options) {
        graph.requireOpen();
        return new RevertCall(runtime, branch, revision, options).run();
    }

    @Override
    public SchemaChange applySchema(SchemaUpdate update, WriteOptions options) {
        graph.requireOpen();
        return new SchemaCall(runtime, branch, update, options).run();
    }

    private static <T> T run(Mutation mutation, Function<Transaction, T> body, WriteOptions options) {
        OpenTransaction transaction = new OpenTransaction(mutation, options.maxMemoryBytes());
        try {
            return body.apply(transaction);
        } finally {
            transaction.end();
        }
    }
}
