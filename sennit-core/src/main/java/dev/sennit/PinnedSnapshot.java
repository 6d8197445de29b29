package dev.sennit;

import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.TableState;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.Deadline;
import dev.sennit.model.GraphInfo;
import dev.sennit.model.GraphInfo.TypeInfo;
import dev.sennit.model.PlanStep;
import dev.sennit.query.PreparedQuery;
import dev.sennit.query.execution.QueryLimits;
import dev.sennit.query.execution.StopSignal;
import dev.sennit.query.plan.Measurements;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TableVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A state that a commit made, and the pins in it. */
final class PinnedSnapshot implements Snapshot {
    private final OpenGraph graph;
    private final GraphRuntime runtime;
    private final GraphState state;
    private final Expiry expiry;
    private final String revision;

    /** @param revision how the caller named the state, for people */
    PinnedSnapshot(OpenGraph graph, GraphRuntime runtime, GraphState state, Expiry expiry, String revision) {
        this.graph = graph;
        this.runtime = runtime;
        this.state = state;
        this.expiry = expiry;
        this.revision = revision;
    }

    @Override
    public CommitInfo commit() {
        return OpenGraph.info(state.commit());
    }

    @Override
    public GraphSchema schema() {
        return state.schema().declared();
    }

    @Override
    public GraphInfo info() {
        graph.requireOpen();
        List<TypeInfo> types = new ArrayList<>();
        long bytes = 0;
        for (ElementType type : schema().types().toList()) {
            TableState table = state.tableOf(type);
            long size = expiry.reading(() -> sizeBytes(table));
            bytes += size;
            types.add(new TypeInfo(
                    type.name(),
                    type instanceof EdgeType,
                    table.rowCount(),
                    type.properties().size(),
                    table.indexedRows().getOrDefault(TableLayout.ID, 0L),
                    size));
        }
        return new GraphInfo(state.graph(), graph.location(), revision, commit(), types, bytes);
    }

    @Override
    public Result query(String cypher, Map<String, ?> parameters, QueryOptions options) {
        graph.requireOpen();
        StateSource source = source();
        StopSignal stop = new StopSignal(options.timeout()
                .map(timeout -> Deadline.in(timeout, runtime.protocol().ticker())));
        PreparedQuery query = runtime.queries().prepare(cypher, schema(), stop);
        QueryLimits limits = new QueryLimits(options.maxMemoryBytes(), stop);
        return new CursorResult(
                expiry.reading(() -> query.execute(source, QueryParameters.of(parameters), limits)),
                Optional.of(expiry),
                stop);
    }

    @Override
    public PlanStep explain(String cypher, Map<String, ?> parameters) {
        graph.requireOpen();
        StateSource source = source();
        PreparedQuery query = runtime.queries().prepare(cypher, schema());
        return expiry.reading(
                () -> query.plan(source, QueryParameters.of(parameters)).explain(Measurements.NONE));
    }

    private StateSource source() {
        return new StateSource(state, runtime.tables(), runtime.caches());
    }

    private long sizeBytes(TableState table) {
        try (TableVersion version = runtime.tables().open(table.table(), table.pin())) {
            return version.sizeBytes();
        }
    }
}
