package dev.sennit.write;

import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.GraphState;
import dev.sennit.model.RefusedStep;
import dev.sennit.model.SchemaChangeRefusedException;
import dev.sennit.model.TableId;
import dev.sennit.protocol.BaseView;
import dev.sennit.protocol.LineageIntent;
import dev.sennit.protocol.ManifestDelta;
import dev.sennit.protocol.Preparation;
import dev.sennit.protocol.PrepareContext;
import dev.sennit.protocol.PreparedWrite;
import dev.sennit.protocol.ReadSet;
import dev.sennit.protocol.RecoveryStrategy;
import dev.sennit.protocol.WriterKind;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.SchemaDocument;
import dev.sennit.schema.migration.MigrationPlan;
import dev.sennit.schema.migration.MigrationPlanner;
import dev.sennit.schema.migration.MigrationStep;
import dev.sennit.validate.ViolationList;
import dev.sennit.validate.ViolationSink;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Changes the accepted schema in one commit, and tables with it. Every other write has the schema in its read set, so one
 * that was prepared under the old schema is prepared again. Its own read set holds the schema, every table it writes,
 * every table whose rows or number of rows allowed the change, and every table it takes away. Undecided, its effects are
 * forgotten; decided, they are published as they are.
 *
 * <p>Thread-safe; keeps nothing between attempts.
 */
public final class SchemaWriter implements GraphWriter<SchemaSummary> {
    private final SchemaDocument declared;
    private final boolean mayHideData;
    private final WriterResources resources;
    private final ViolationSink violations;
    private final SchemaProgress progress;

    /**
     * @param mayHideData whether what is dropped may have data
     * @param violations gets every violation of each attempt
     */
    public SchemaWriter(
            SchemaDocument declared,
            boolean mayHideData,
            WriterResources resources,
            ViolationSink violations,
            SchemaProgress progress) {
        this.declared = declared;
        this.mayHideData = mayHideData;
        this.resources = resources;
        this.violations = violations;
        this.progress = progress;
    }

    @Override
    public WriterKind kind() {
        return WriterKind.SCHEMA;
    }

    /**
     * {@inheritDoc}
     *
     * @throws SchemaChangeRefusedException if a step cannot be done
     */
    @Override
    public Preparation<SchemaSummary> prepare(BaseView base, PrepareContext context) {
        MigrationPlan plan = plan(base.state());
        if (plan.isEmpty()) {
            return new Preparation.Unchanged<>(SchemaSummary.nothing());
        }
        List<RefusedStep> hiding = mayHideData ? List.of() : hidingSteps(plan);
        MigrationPass pass = new MigrationPass(plan, base.state(), resources, context, progress);
        boolean kept = false;
        try {
            SchemaSummary summary = judge(plan, pass, hiding.isEmpty());
            if (!summary.refusals().isEmpty() || !hiding.isEmpty()) {
                throw new SchemaChangeRefusedException(
                        Stream.concat(summary.refusals().stream(), hiding.stream())
                                .toList(),
                        summary.violations(),
                        summary.totalViolations(),
                        context.operation());
            }
            Preparation<SchemaSummary> ready = ready(plan, pass, summary, base, context);
            kept = true;
            return ready;
        } finally {
            if (!kept) {
                pass.discard();
            }
        }
    }

    /** Plans against a state and reads what the plan makes necessary, and writes nothing. */
    public SchemaSummary check(GraphState state, PrepareContext context) {
        MigrationPlan plan = plan(state);
        return plan.isEmpty()
                ? SchemaSummary.nothing()
                : judge(plan, new MigrationPass(plan, state, resources, context, progress), false);
    }

    @Override
    public SchemaSummary replay(CommitRecord commit) {
        return SchemaSummary.of(commit);
    }

    /** The steps that need leave; none if others are refused, of which they may be mere consequences. */
    private static List<RefusedStep> hidingSteps(MigrationPlan plan) {
        return plan.steps().stream()
                .filter(step -> plan.refusals().isEmpty() && step.step().hidesData())
                .map(step -> new RefusedStep(
                        step.step().text(),
                        "there are data, which would be readable at older commits only",
                        "say that they may be hidden: --yes on the command line, hidingDroppedData() in the library;"
                                + " or write RENAMED FROM, if it has another name now"))
                .toList();
    }

    private MigrationPlan plan(GraphState state) {
        return new MigrationPlanner(resources.ids())
                .plan(
                        state.schema(),
                        declared,
                        table -> Objects.requireNonNull(state.tables().get(table))
                                .rowCount());
    }

    /**
     * What comes of a plan on the data there are. They are looked at even if the plan cannot be done anyway, so that all
     * that is in the way is told at once; then nothing is staged.
     */
    private SchemaSummary judge(MigrationPlan plan, MigrationPass pass, boolean staging) {
        StepVerdicts verdicts = new StepVerdicts(plan);
        ViolationList list = new ViolationList((type, ordinal, violation) -> {
            verdicts.accept(type, ordinal, violation);
            violations.accept(type, ordinal, violation);
        });
        pass.run(staging && plan.refusals().isEmpty(), list);
        List<RefusedStep> refusals = verdicts.refusals();
        if (refusals.isEmpty() && !list.isEmpty()) {
            throw list.toException("the graph breaks rules of the schema it has; 'sennit check' tells more");
        }
        return new SchemaSummary(
                plan.steps(),
                refusals,
                list.first(),
                list.total(),
                plan.steps().size(),
                pass.rowsRead(),
                pass.rowsRewritten());
    }

    private Preparation<SchemaSummary> ready(
            MigrationPlan plan, MigrationPass pass, SchemaSummary summary, BaseView base, PrepareContext context) {
        List<ElementType> created = plan.steps().stream()
                .flatMap(step -> step.step() instanceof MigrationStep.AddType(ElementType added)
                        ? Optional.of(added).stream()
                        : Optional.<ElementType>empty().stream())
                .toList();
        Set<TableId> added =
                created.stream().map(plan.after()::tableOf).collect(Collectors.toCollection(LinkedHashSet::new));
        List<TableId> slots = new ArrayList<>(added);
        pass.evolutions().forEach(evolution -> slots.add(evolution.table()));
        return new Preparation.Ready<>(new PreparedWrite<>(
                ReadSet.of(
                        base.state(),
                        pass.tablesRead(),
                        false,
                        context.request().idempotencyKey()),
                new ManifestDelta(slots, added, Optional.of(plan.after())),
                new SchemaEffects(resources, context.operation(), plan.after(), created, pass.evolutions()),
                LineageIntent.of(context, typesTouched(plan), summary.numbers()),
                RecoveryStrategy.COMPLETE_OR_FORGET,
                context.begun(),
                pass::discard,
                summary));
    }

    private static List<String> typesTouched(MigrationPlan plan) {
        return plan.steps().stream()
                .map(step -> step.step().type())
                .filter(type -> !type.isEmpty())
                .distinct()
                .toList();
    }
}
