package dev.sennit.write;

import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.Head;
import dev.sennit.manifest.MergeBase;
import dev.sennit.manifest.TableState;
import dev.sennit.merge.ConflictResolver;
import dev.sennit.merge.MergeStates;
import dev.sennit.merge.VirtualBase;
import dev.sennit.model.CommitId;
import dev.sennit.model.ConflictException;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.FastForward;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.MergeConflictsException;
import dev.sennit.model.ResolvedConflict;
import dev.sennit.model.TableId;
import dev.sennit.protocol.AdoptedVersion;
import dev.sennit.protocol.BaseView;
import dev.sennit.protocol.ConfirmedTable;
import dev.sennit.protocol.LineageIntent;
import dev.sennit.protocol.ManifestDelta;
import dev.sennit.protocol.Preparation;
import dev.sennit.protocol.PrepareContext;
import dev.sennit.protocol.PreparedWrite;
import dev.sennit.protocol.ReadSet;
import dev.sennit.protocol.RecoveryStrategy;
import dev.sennit.protocol.WriterKind;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.migration.MigrationStep;
import dev.sennit.schema.migration.SchemaDifference;
import dev.sennit.schema.migration.SchemaMerge;
import dev.sennit.schema.migration.SharedIdentities;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Merges another state of the graph into a branch, three-way, from the best common ancestor of both. Its read set holds the
 * branch's head, on which that ancestor depends, and every table it writes or looked at. Undecided, its effects are
 * forgotten.
 */
public final class MergeWriter implements GraphWriter<MergeWriter.Merged> {
    /** So deep ancestors of ancestors are looked for; histories that criss-cross deeper are rare, and lose precision only. */
    private static final int MAX_DEPTH = 8;

    private final MergeSource source;
    private final Supplier<ConflictResolver> resolvers;
    private final FastForward fastForward;
    private final WriterResources resources;

    /** How a branch stands to what is merged into it. */
    public enum Standing {
        /** It has everything already. */
        UP_TO_DATE,
        /** It has nothing of its own. */
        BEHIND,
        /** Both have something the other has not. */
        DIVERGED
    }

    /**
     * What a merge came to.
     *
     * @param base the commit both come from, the newest if there are several
     * @param schema what it changes in the branch's schema; not known of a commit that was made before
     */
    public record Merged(Standing standing, CommitId base, MergeSummary summary, List<MigrationStep> schema) {
        static Merged upToDate(CommitId base) {
            return new Merged(Standing.UP_TO_DATE, base, MergeSummary.NOTHING, List.of());
        }
    }

    /** @param resolvers makes a resolver for each attempt */
    public MergeWriter(
            MergeSource source,
            Supplier<ConflictResolver> resolvers,
            FastForward fastForward,
            WriterResources resources) {
        this.source = source;
        this.resolvers = resolvers;
        this.fastForward = fastForward;
        this.resources = resources;
    }

    @Override
    public WriterKind kind() {
        return WriterKind.MERGE;
    }

    /**
     * {@inheritDoc}
     *
     * @throws MergeConflictsException if there are conflicts that nothing resolves
     */
    @Override
    public Preparation<Merged> prepare(BaseView base, PrepareContext context) {
        GraphState ours = base.state();
        Origin origin = origin(base.head());
        if (origin.standing() == Standing.UP_TO_DATE) {
            return new Preparation.Unchanged<>(Merged.upToDate(origin.commit()));
        }
        requireAllowed(origin.standing(), base.branch());
        Sides sides = sides(origin, ours);
        try (MergeRun run = run(sides, true, context)) {
            MergePlan plan = run.run();
            if (plan.unresolved() > 0) {
                throw new MergeRefusal(
                                "the merge into '" + base.branch() + "' was not made",
                                conflicts(plan, sides),
                                plan.mayBeMore(),
                                sides.takesTheirSchema() ? plan.mirroredVain() : plan.vain(),
                                "'" + base.branch() + "'",
                                "the other side",
                                "")
                        .error(context.operation());
            }
            Preparation<Merged> ready = sides.takesTheirSchema()
                    ? readyUnderTheirSchema(plan, origin, ours, context)
                    : ready(plan, origin, ours, context);
            run.keepStaged();
            return ready;
        }
    }

    /**
     * What would be done to a state, of which nothing is written.
     *
     * @param unresolved how many conflicts nothing resolves
     */
    public record Preview(Merged merged, long unresolved) {}

    /** Looks at what would be done to a state, and writes nothing. */
    public Preview preview(Head head, String branch, PrepareContext context) {
        GraphState ours = head.state();
        Origin origin = origin(head);
        CommitId at = origin.commit();
        if (origin.standing() == Standing.UP_TO_DATE) {
            return new Preview(Merged.upToDate(at), 0);
        }
        requireAllowed(origin.standing(), branch);
        Sides sides = sides(origin, ours);
        try (MergeRun run = run(sides, false, context)) {
            MergePlan plan = run.run();
            MergeSummary summary = new MergeSummary(plan.counts(), conflicts(plan, sides));
            Optional<AcceptedSchema> schema = sides.takesTheirSchema()
                    ? Optional.of(plan.schema().orElse(source.theirs().schema()))
                    : plan.schema();
            return new Preview(new Merged(origin.standing(), at, summary, steps(ours, schema)), plan.unresolved());
        }
    }

    @Override
    public Merged replay(CommitRecord commit) {
        return new Merged(Standing.DIVERGED, commit.parents().getFirst(), MergeSummary.of(commit), List.of());
    }

    private static List<MigrationStep> steps(GraphState ours, Optional<AcceptedSchema> schema) {
        return schema.map(now -> SchemaDifference.of(
                        SharedIdentities.toldBy(now, ours.schema(), List.of()).in(now, now, ours.schema()), now))
                .orElse(List.of());
    }

    /** The state both come from, and how they stand to each other. */
    private record Origin(Standing standing, VirtualBase base) {
        CommitId commit() {
            return base.first().commit().id();
        }
    }

    private Origin origin(Head head) {
        GraphState ours = head.state();
        CommitId our = ours.commit().id();
        MergeBase.Relation relation = source.relation(head);
        if (relation.bases().isEmpty()) {
            throw new InvalidArgumentException(ErrorText.of("commits " + our + " and "
                            + source.theirs().commit().id() + " have nothing in common")
                    .cause("they have no common ancestor"));
        }
        if (relation.behind() == 0) {
            return new Origin(Standing.UP_TO_DATE, new VirtualBase.Single(source.theirs()));
        }
        if (relation.ahead() == 0) {
            return new Origin(Standing.BEHIND, new VirtualBase.Single(ours));
        }
        return new Origin(Standing.DIVERGED, united(relation.bases(), 0));
    }

    /** The base of several common ancestors: these merged, from what they have in common themselves. */
    private VirtualBase united(List<CommitId> ancestors, int depth) {
        CommitId first = ancestors.getFirst();
        VirtualBase united = new VirtualBase.Single(source.state(first));
        if (depth == MAX_DEPTH) {
            return united;
        }
        for (CommitId other : ancestors.subList(1, ancestors.size())) {
            List<CommitId> common = source.relation(first, other).bases();
            united = new VirtualBase.Merged(
                    united, new VirtualBase.Single(source.state(other)), united(common, depth + 1));
        }
        return united;
    }

    private void requireAllowed(Standing standing, String branch) {
        if (fastForward == FastForward.ONLY && standing == Standing.DIVERGED) {
            throw new ConflictException(
                    ErrorCode.PRECONDITION_FAILED,
                    ErrorText.of("branch '" + branch + "' cannot be fast-forwarded")
                            .cause("it has commits that what is merged has not")
                            .remedy("merge it without --ff-only"),
                    null);
        }
    }

    /**
     * What is merged into what, under which schema.
     *
     * @param takesTheirSchema whether their side changed the schema and ours did not: then ours is merged into theirs, and
     *     published as ours
     * @param united the schema that unites what both sides made of the base's
     */
    private record Sides(MergeStates states, boolean takesTheirSchema, Optional<SchemaMerge.Merged> united) {}

    /**
     * Finds out who changed the schema. An identity that ours gave and theirs united with its own is a change of theirs, too:
     * ours takes theirs over, so that both have one table afterwards. Several common ancestors count as one, if they can be
     * united; else nobody can say what a side has changed, unless it has the schema of one of them.
     */
    private Sides sides(Origin origin, GraphState ours) {
        GraphState theirs = source.theirs();
        MergeStates states = MergeStates.ofMerge(origin.base(), ours, theirs);
        AcceptedSchema first = origin.base().first().schema();
        Optional<AcceptedSchema> then = states.baseSchema();
        boolean oursChanged = isChanged(ours.schema(), first, ours, then);
        boolean theirsChanged = isChanged(theirs.schema(), first, states.theirs(), then);
        if (theirsChanged && !oursChanged) {
            return new Sides(MergeStates.ofMerge(origin.base(), theirs, ours), true, Optional.empty());
        }
        boolean bothChanged =
                oursChanged && theirsChanged && !states.theirs().schema().isSameAs(ours.schema());
        Optional<SchemaMerge.Merged> united = then.filter(
                        base -> bothChanged && states.contradictions().isEmpty())
                .flatMap(base ->
                        SchemaMerge.of(base, ours.schema(), states.theirs().schema())
                                        instanceof SchemaMerge.Merged merged
                                ? Optional.of(merged)
                                : Optional.empty());
        return new Sides(states, false, united);
    }

    /**
     * Whether a side has another schema than the base.
     *
     * @param schema the side's, with the identities it has
     * @param first that of the first ancestor
     * @param side the side in the terms of the merge
     * @param then what all ancestors come to, in these terms
     */
    private static boolean isChanged(
            AcceptedSchema schema, AcceptedSchema first, GraphState side, Optional<AcceptedSchema> then) {
        return !schema.isSameAs(first)
                || then.filter(base -> !side.schema().isSameAs(base)).isPresent();
    }

    private static List<ResolvedConflict> conflicts(MergePlan plan, Sides sides) {
        return sides.takesTheirSchema() ? plan.mirroredConflicts() : plan.conflicts();
    }

    private MergeRun run(Sides sides, boolean writing, PrepareContext context) {
        ConflictResolver resolver = resolvers.get();
        MergeRun run = sides.takesTheirSchema()
                ? new MergeRun(resources, sides.states(), Optional.empty(), resolver.mirrored(), writing, context)
                        .countingTheirs()
                : new MergeRun(resources, sides.states(), sides.united(), resolver, writing, context);
        return fastForward == FastForward.NEVER ? run.readingRows() : run;
    }

    /**
     * The result of merging ours into theirs, as what is to be done to ours: every table that theirs has otherwise becomes
     * theirs, with our changes if there are any, and tables that theirs has no more are gone.
     */
    private Preparation<Merged> readyUnderTheirSchema(
            MergePlan plan, Origin origin, GraphState ours, PrepareContext context) {
        GraphState theirs = source.theirs();
        Set<TableId> changed = new LinkedHashSet<>();
        plan.effects().forEach(effect -> changed.add(effect.table()));
        Map<TableId, ConfirmedTable> adopted = new LinkedHashMap<>();
        Map<TableId, String> slots = new LinkedHashMap<>();
        Set<TableId> added = new LinkedHashSet<>();
        Set<AdoptedVersion> sources = new LinkedHashSet<>();
        for (TableState their : theirs.tables().values()) {
            TableId table = their.table();
            Optional<TableState> our = ours.table(table);
            boolean becomesTheirs = !plan.adopted().containsKey(table)
                    && !our.map(TableState::pin).equals(Optional.of(their.pin()));
            if (our.isEmpty()) {
                added.add(table);
            }
            if (changed.contains(table) || becomesTheirs) {
                slots.put(table, their.type());
                sources.add(new AdoptedVersion(table, their.pin()));
            }
            if (!changed.contains(table) && becomesTheirs) {
                adopted.put(table, new ConfirmedTable(their.pin(), their.rowCount(), their.indexedRows()));
            }
        }
        Set<TableId> read = new LinkedHashSet<>(ours.tables().keySet());
        MergeSummary summary = new MergeSummary(plan.counts(), plan.mirroredConflicts());
        return new Preparation.Ready<>(new PreparedWrite<>(
                ReadSet.of(ours, read, true, context.request().idempotencyKey()),
                new ManifestDelta(
                        List.copyOf(slots.keySet()),
                        added,
                        Optional.of(plan.schema().orElse(theirs.schema()))),
                new MergeEffects(
                        source::require,
                        adopted,
                        Optional.empty(),
                        new TableEffects(resources, context.operation(), LoadProgress.NONE, plan.effects())),
                LineageIntent.of(context, List.copyOf(slots.values()), summary.numbers())
                        .withParent(theirs.commit(), source.place()),
                RecoveryStrategy.COMPLETE_OR_FORGET,
                sources,
                context.begun(),
                () -> plan.discard(resources.tables()),
                new Merged(
                        origin.standing(),
                        origin.commit(),
                        summary,
                        steps(ours, Optional.of(plan.schema().orElse(theirs.schema()))))));
    }

    private Preparation<Merged> ready(MergePlan plan, Origin origin, GraphState ours, PrepareContext context) {
        MergeSummary summary = MergeSummary.of(plan);
        Set<TableId> read = new LinkedHashSet<>(plan.read());
        LineageIntent lineage = LineageIntent.of(
                        context, List.copyOf(plan.tables().keySet()), summary.numbers())
                .withParent(source.theirs().commit(), source.place());
        return new Preparation.Ready<>(new PreparedWrite<>(
                ReadSet.of(ours, read, true, context.request().idempotencyKey()),
                new ManifestDelta(List.copyOf(plan.tables().values()), plan.added(), plan.schema()),
                MergeEffects.of(plan, source::require, resources, context.operation()),
                lineage,
                RecoveryStrategy.COMPLETE_OR_FORGET,
                plan.sources(),
                context.begun(),
                () -> plan.discard(resources.tables()),
                new Merged(origin.standing(), origin.commit(), summary, steps(ours, plan.schema()))));
    }
}
