package dev.sennit;

import dev.sennit.branch.NamedBranch;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.TableState;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.OptimizeReason;
import dev.sennit.model.OptimizeResult;
import dev.sennit.model.OptimizeResult.TypeResult;
import dev.sennit.model.Suggestion;
import dev.sennit.model.TableHealth;
import dev.sennit.protocol.WriteRequest;
import dev.sennit.protocol.WriteResult;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.store.TableVersion;
import dev.sennit.write.OptimizeLimits;
import dev.sennit.write.OptimizePlan;
import dev.sennit.write.OptimizeProgress;
import dev.sennit.write.OptimizeSummary;
import dev.sennit.write.OptimizeWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One call of {@link Branch#optimize}: table by table, one bounded commit after the other, until nothing is left to do. */
final class OptimizeCall {
    /** Writers of the data win every race, so the bound is the time. */
    private static final int ATTEMPTS = Integer.MAX_VALUE;

    private final GraphRuntime runtime;
    private final NamedBranch branch;
    private final OptimizeOptions options;
    private final OptimizeLimits limits;

    OptimizeCall(GraphRuntime runtime, NamedBranch branch, OptimizeOptions options, OptimizeLimits limits) {
        this.runtime = runtime;
        this.branch = branch;
        this.options = options;
        this.limits = limits;
    }

    OptimizeResult run() {
        GraphState state = runtime.branches().head(branch).state();
        List<TypeResult> results = new ArrayList<>();
        for (ElementType type : types(state.schema().declared())) {
            results.add(options.dryRun() ? planned(state, type) : optimized(state, type));
        }
        return new OptimizeResult(results, options.dryRun());
    }

    private List<ElementType> types(GraphSchema schema) {
        List<ElementType> chosen = new ArrayList<>();
        for (String name : options.types()) {
            List<ElementType> named = schema.types()
                    .filter(type -> type.name().equals(name)
                            || type instanceof EdgeType edge && edge.label().equals(name))
                    .toList();
            if (named.isEmpty()) {
                throw unknown(name, schema);
            }
            chosen.addAll(named);
        }
        return schema.types()
                .filter(type -> options.types().isEmpty() || chosen.contains(type))
                .toList();
    }

    private static InvalidTextException unknown(String name, GraphSchema schema) {
        List<String> known = schema.types()
                .flatMap(type ->
                        type instanceof EdgeType edge ? Stream.of(edge.label(), edge.name()) : Stream.of(type.name()))
                .distinct()
                .toList();
        return new InvalidTextException(
                ErrorCode.UNKNOWN_NAME,
                ErrorText.of("no type '" + name + "' to optimize")
                        .remedy(Suggestion.closest(name, known)
                                .map(near -> "did you mean '" + near + "'?")
                                .orElse("the schema has " + String.join(", ", known)))
                        .detail("name", name));
    }

    private TypeResult planned(GraphState state, ElementType type) {
        OptimizePlan plan = plan(state, type);
        return new TypeResult(
                type.name(),
                plan.health(),
                plan.health(),
                List.copyOf(plan.reasons()),
                plan.rowsToRewrite(),
                List.of());
    }

    private OptimizePlan plan(GraphState state, ElementType type) {
        TableState table = state.tableOf(type);
        try (TableVersion version = runtime.tables().open(table.table(), table.pin())) {
            return OptimizePlan.of(version, type, limits, runtime.writers().segments());
        }
    }

    private TypeResult optimized(GraphState state, ElementType type) {
        OptimizePlan plan = plan(state, type);
        TableHealth health = plan.health();
        List<CommitInfo> commits = new ArrayList<>();
        long rewritten = 0;
        // Each commit does away with one fragment or segment at least; what others add meanwhile is for another time.
        long most = plan.health().fragments() + plan.health().segments() + 1;
        for (long i = 0; i < most && !plan.reasons().isEmpty(); i++) {
            WriteResult<OptimizeSummary> written = write(type);
            health = written.result().after().orElse(health);
            rewritten += written.result().rowsRewritten();
            if (written.commit().isEmpty()) {
                break;
            }
            commits.add(OpenGraph.info(written.commit().get()));
        }
        List<OptimizeReason> reasons = commits.isEmpty() ? List.of() : List.copyOf(plan.reasons());
        return new TypeResult(type.name(), plan.health(), health, reasons, rewritten, commits);
    }

    private WriteResult<OptimizeSummary> write(ElementType type) {
        WriteRequest request = new WriteRequest(
                options.author().orElse(runtime.options().author()),
                options.message(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                options.timeout(),
                ATTEMPTS);
        try (OptimizeWriter writer =
                new OptimizeWriter(type.name(), limits, runtime.writers(), progress(type.name()))) {
            return runtime.writes(branch).write(writer, request);
        }
    }

    private OptimizeProgress progress(String type) {
        ProgressThrottle throttle = new ProgressThrottle(runtime.protocol().ticker());
        return (phase, rows, total) -> throttle.pass(elapsed -> options.progress()
                .at(
                        type,
                        switch (phase) {
                            case COPYING -> "copying";
                            case COMPARING -> "comparing";
                            case INDEXING -> "indexing";
                        },
                        rows,
                        total,
                        elapsed));
    }
}
