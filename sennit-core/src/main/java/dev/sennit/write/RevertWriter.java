package dev.sennit.write;

import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.GraphState;
import dev.sennit.merge.ConflictResolver;
import dev.sennit.merge.MergeStates;
import dev.sennit.model.ErrorText;
import dev.sennit.model.MergeConflictsException;
import dev.sennit.model.MergeResult.TypeCounts;
import dev.sennit.model.UnsupportedException;
import dev.sennit.protocol.BaseView;
import dev.sennit.protocol.LineageIntent;
import dev.sennit.protocol.ManifestDelta;
import dev.sennit.protocol.Preparation;
import dev.sennit.protocol.PrepareContext;
import dev.sennit.protocol.PreparedWrite;
import dev.sennit.protocol.ReadSet;
import dev.sennit.protocol.RecoveryStrategy;
import dev.sennit.protocol.WriterKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Takes back what one commit did: a three-way merge whose base is that commit's state, and whose other side is the state
 * before it. What was changed since stays, and is a conflict where it was changed again. Its read set holds every table it
 * writes or looked at, and those whose being unchanged it relied on. Undecided, its effects are forgotten.
 */
public final class RevertWriter implements GraphWriter<MergeSummary> {
    private final GraphState reverted;
    private final GraphState before;
    private final Supplier<ConflictResolver> resolvers;
    private final Runnable requireSource;
    private final WriterResources resources;

    /**
     * @param reverted the state of the commit that is taken back
     * @param before the state of its first parent
     * @param resolvers makes a resolver for each attempt
     * @param requireSource fails if the state before has been collected
     */
    public RevertWriter(
            GraphState reverted,
            GraphState before,
            Supplier<ConflictResolver> resolvers,
            Runnable requireSource,
            WriterResources resources) {
        this.reverted = reverted;
        this.before = before;
        this.resolvers = resolvers;
        this.requireSource = requireSource;
        this.resources = resources;
    }

    @Override
    public WriterKind kind() {
        return WriterKind.REVERT;
    }

    /**
     * {@inheritDoc}
     *
     * @throws MergeConflictsException if there are conflicts that nothing resolves
     */
    @Override
    public Preparation<MergeSummary> prepare(BaseView base, PrepareContext context) {
        try (MergeRun run = run(base.state(), true, context)) {
            MergePlan plan = run.run();
            requireResolved(plan, context);
            if (!plan.changesAnything()) {
                return new Preparation.Unchanged<>(MergeSummary.of(plan));
            }
            Preparation<MergeSummary> ready = ready(plan, base.state(), context);
            run.keepStaged();
            return ready;
        }
    }

    /** Looks at what would be done to a state, and writes nothing. */
    public MergePreview preview(GraphState state, PrepareContext context) {
        try (MergeRun run = run(state, false, context)) {
            MergePlan plan = run.run();
            return new MergePreview(MergeSummary.of(plan), plan.unresolved(), plan.changesAnything());
        }
    }

    @Override
    public MergeSummary replay(CommitRecord commit) {
        return MergeSummary.of(commit);
    }

    private MergeRun run(GraphState ours, boolean writing, PrepareContext context) {
        if (!MergeStates.haveSameSchema(reverted, before)) {
            throw new UnsupportedException(
                    ErrorText.of("commit " + reverted.commit().id() + " changed the schema")
                            .cause("a revert takes back changes of data only")
                            .remedy("apply the earlier schema")
                            .detail("commit", reverted.commit().id().toString()));
        }
        return new MergeRun(
                        resources,
                        MergeStates.ofRevert(reverted, ours, before),
                        Optional.empty(),
                        resolvers.get(),
                        writing,
                        context)
                .countingAll(reversed());
    }

    /** What taking the commit back does where nothing was done since, as far as the commit says what it did. */
    private Map<String, TypeCounts> reversed() {
        return MergeSummary.of(reverted.commit()).counts().stream()
                .collect(Collectors.toMap(
                        TypeCounts::type,
                        did -> new TypeCounts(did.type(), did.deleted(), did.updated(), did.inserted())));
    }

    private void requireResolved(MergePlan plan, PrepareContext context) {
        if (plan.unresolved() > 0) {
            String commit = "commit " + reverted.commit().id().value().shortForm();
            throw new MergeRefusal(
                            commit + " cannot be reverted",
                            plan.conflicts(),
                            plan.mayBeMore(),
                            plan.vain(),
                            "the branch",
                            "the state before " + commit,
                            "base is what the commit made, ours the branch as it is now, theirs what was before the"
                                    + " commit")
                    .error(context.operation());
        }
    }

    private Preparation<MergeSummary> ready(MergePlan plan, GraphState base, PrepareContext context) {
        MergeSummary summary = MergeSummary.of(plan);
        return new Preparation.Ready<>(new PreparedWrite<>(
                ReadSet.of(base, plan.read(), false, context.request().idempotencyKey()),
                new ManifestDelta(List.copyOf(plan.tables().values())),
                MergeEffects.of(plan, requireSource, resources, context.operation()),
                LineageIntent.of(context, List.copyOf(plan.tables().keySet()), summary.numbers()),
                RecoveryStrategy.COMPLETE_OR_FORGET,
                plan.sources(),
                context.begun(),
                () -> plan.discard(resources.tables()),
                summary));
    }
}
