package dev.sennit.write;

import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.TableLayouts;
import dev.sennit.manifest.TableState;
import dev.sennit.model.TableId;
import dev.sennit.model.Ulid;
import dev.sennit.protocol.PrepareContext;
import dev.sennit.schema.Cardinality;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.migration.MigrationPlan;
import dev.sennit.schema.migration.MigrationStep;
import dev.sennit.schema.migration.PlannedStep;
import dev.sennit.schema.migration.PropertyMigration;
import dev.sennit.schema.migration.TypeMigration;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableEvolution;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TableVersion;
import dev.sennit.validate.BaseState;
import dev.sennit.validate.SetValidator;
import dev.sennit.validate.SpillSettings;
import dev.sennit.validate.ViolationSink;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Goes once through the rows that a plan makes necessary to look at: whether they keep the rules that are new, through the
 * evaluator all writers use, and the values that change are staged. Used once.
 */
final class MigrationPass {
    private final MigrationPlan plan;
    private final GraphState base;
    private final WriterResources resources;
    private final PrepareContext context;
    private final SchemaProgress progress;
    private final List<SchemaEffects.Evolution> evolutions = new ArrayList<>();
    private long rowsRead;
    private long rowsRewritten;

    MigrationPass(
            MigrationPlan plan,
            GraphState base,
            WriterResources resources,
            PrepareContext context,
            SchemaProgress progress) {
        this.plan = plan;
        this.base = base;
        this.resources = resources;
        this.context = context;
        this.progress = progress;
    }

    /**
     * Reads rows and stages what changes.
     *
     * @param staging false to look only; a plan that is refused cannot be staged
     */
    void run(boolean staging, ViolationSink sink) {
        Set<String> ends = endsOfCheckedEdges();
        boolean overAllRows = plan.types().stream().anyMatch(TypeMigration::checksSets);
        if (!overAllRows) {
            plan.types().forEach(type -> migrate(type, false, null, staging, sink));
            return;
        }
        Ulid key = resources.ids().next();
        SpillSettings spill =
                SpillSettings.of(resources.spill().resolve("schema-" + context.operation()), key.high(), key.low());
        try (SetValidator all = new SetValidator(toCheck(ends), Map.of(), BaseState.empty(), spill)) {
            plan.types()
                    .forEach(type -> migrate(type, ends.contains(type.after().name()), all, staging, sink));
            all.judge(sink);
        }
    }

    /** The tables that get a version with other columns. */
    List<SchemaEffects.Evolution> evolutions() {
        return evolutions;
    }

    long rowsRead() {
        return rowsRead;
    }

    long rowsRewritten() {
        return rowsRewritten;
    }

    /** Removes what was staged. */
    void discard() {
        evolutions.forEach(evolution -> resources
                .tables()
                .discard(evolution.table(), List.copyOf(evolution.values().values())));
    }

    /** Every table whose rows, or number of rows, the plan or its judgement depend on, or that it takes away. */
    Set<TableId> tablesRead() {
        Set<TableId> read = new LinkedHashSet<>();
        Set<String> ends = endsOfCheckedEdges();
        for (TypeMigration type : plan.types()) {
            boolean looked = type.checksRows()
                    || type.checksSets()
                    || type.changesValues()
                    || ends.contains(type.after().name())
                    || evolutions.stream()
                            .anyMatch(evolution -> evolution.table().equals(type.table()));
            if (looked) {
                read.add(type.table());
            }
        }
        for (PlannedStep step : plan.steps()) {
            switch (step.step()) {
                case MigrationStep.DropType drop -> read.add(plan.before().tableOf(drop.dropped()));
                case MigrationStep.AddType(EdgeType added) -> {
                    endTable(added.source(), added.outgoing()).ifPresent(read::add);
                    endTable(added.destination(), added.incoming()).ifPresent(read::add);
                }
                default -> {}
            }
        }
        return read;
    }

    /** The table of a node type whose nodes each need an edge of a new type: that there are none. */
    private Optional<TableId> endTable(String nodeType, Cardinality cardinality) {
        return plan.types().stream()
                .filter(type -> cardinality.minimum() > 0 && type.after().name().equals(nodeType))
                .map(TypeMigration::table)
                .findFirst();
    }

    private Set<String> endsOfCheckedEdges() {
        return plan.types().stream()
                .filter(TypeMigration::checksSets)
                .map(TypeMigration::toCheck)
                .flatMap(check -> check instanceof EdgeType edge
                        ? Stream.of(edge.source(), edge.destination())
                        : Stream.<String>empty())
                .collect(Collectors.toSet());
    }

    /** The schema with nothing in it but the rules over several rows that are new, and what they need. */
    private GraphSchema toCheck(Set<String> ends) {
        List<NodeType> nodes = new ArrayList<>();
        List<EdgeType> edges = new ArrayList<>();
        for (TypeMigration type : plan.types()) {
            if (type.checksSets() || ends.contains(type.after().name())) {
                switch (type.toCheck()) {
                    case NodeType node -> nodes.add(node);
                    case EdgeType edge -> edges.add(edge);
                }
            }
        }
        return new GraphSchema(nodes, edges);
    }

    private void migrate(
            TypeMigration type, boolean isEnd, @Nullable SetValidator all, boolean staging, ViolationSink sink) {
        TableState table = Objects.requireNonNull(base.tables().get(type.table()));
        TableLayout before = TableLayouts.of(type.before(), plan.before()).stored();
        TableLayout after = TableLayouts.of(type.after(), plan.after()).stored();
        boolean overAllRows = all != null && (isEnd || type.checksSets());
        boolean reads = table.rowCount() > 0 && (overAllRows || type.checksRows() || type.changesValues());
        boolean evolves = staging && (!before.equals(after) || type.changesValues() && table.rowCount() > 0);
        if (!reads && !evolves) {
            return;
        }
        try (TableVersion version = resources.tables().open(table.table(), table.pin())) {
            Optional<TableEvolution> evolution =
                    evolves ? Optional.of(evolution(version, type, after)) : Optional.empty();
            Map<Integer, StagedFragment> values = Map.of();
            if (reads) {
                MigratedType rows = new MigratedType(type, evolution);
                Optional<TableEvolution> filling =
                        evolution.filter(planned -> !planned.filledLayout().isEmpty());
                long earlier = rowsRead;
                boolean complete = false;
                try {
                    rows.read(
                            resources.tables(),
                            version,
                            filling,
                            overAllRows ? all : null,
                            sink,
                            count -> progress.at(earlier + count, totalRows()),
                            context.failurePoints());
                    complete = true;
                } finally {
                    if (!complete) {
                        resources
                                .tables()
                                .discard(
                                        table.table(), List.copyOf(rows.staged().values()));
                    }
                }
                values = rows.staged();
                rowsRead += rows.rows();
                rowsRewritten += filling.isPresent() ? rows.rows() : 0;
            }
            if (evolution.isPresent()) {
                evolutions.add(
                        new SchemaEffects.Evolution(type.after(), table.table(), table.pin(), evolution.get(), values));
            }
        }
    }

    private TableEvolution evolution(TableVersion version, TypeMigration type, TableLayout after) {
        Set<String> filled = type.properties().stream()
                .filter(PropertyMigration::changesValues)
                .map(property -> property.after().name())
                .collect(Collectors.toSet());
        return resources.tables().evolution(version, after, filled);
    }

    private long totalRows() {
        Set<String> ends = endsOfCheckedEdges();
        return plan.types().stream()
                .filter(type -> type.checksRows()
                        || type.checksSets()
                        || type.changesValues()
                        || ends.contains(type.after().name()))
                .mapToLong(type ->
                        Objects.requireNonNull(base.tables().get(type.table())).rowCount())
                .sum();
    }
}
