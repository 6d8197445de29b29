package dev.sennit.write;

import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.TableState;
import dev.sennit.model.OptimizeReason;
import dev.sennit.model.TableHealth;
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
import dev.sennit.store.TableVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes one table cheaper to read and changes nothing in it (§1.2): rewrites fragments that are small or largely deleted
 * into full ones, and builds index segments. One commit does a bounded share; {@link OptimizeSummary#reasons} is empty
 * once nothing is left to do. Its read set is the table, so other writers of it win; then only what they deleted is looked
 * up in the copy, and the plan made again. The copy is compared with what it replaces before the commit is decided.
 *
 * <p>For one call of the protocol, whose attempts share the copy. Not thread-safe.
 */
public final class OptimizeWriter implements GraphWriter<OptimizeSummary>, AutoCloseable {
    private final String type;
    private final OptimizeLimits limits;
    private final WriterResources resources;
    private final OptimizeProgress progress;

    @Nullable
    private CompactedRows copy;

    @Nullable
    private TableState copiedTable;

    /** Whether a version may name the copy's files. */
    private boolean applied;

    private boolean rewritingIsFutile;

    /** @param type the name of the type whose table is optimized */
    public OptimizeWriter(String type, OptimizeLimits limits, WriterResources resources, OptimizeProgress progress) {
        this.type = type;
        this.limits = limits;
        this.resources = resources;
        this.progress = progress;
    }

    @Override
    public WriterKind kind() {
        return WriterKind.OPTIMIZE;
    }

    @Override
    public Preparation<OptimizeSummary> prepare(BaseView base, PrepareContext context) {
        Optional<ElementType> declared = base.state().schema().declared().type(type);
        if (declared.isEmpty()) {
            return new Preparation.Unchanged<>(OptimizeSummary.nothingToDo(Optional.empty()));
        }
        TableState table = base.state().tableOf(declared.get());
        try (TableVersion version = resources.tables().open(table.table(), table.pin())) {
            OptimizePlan plan = OptimizePlan.of(version, declared.get(), limits, resources.segments());
            Optional<OptimizeEffects.Share> share = share(plan, rewritten(table, version, plan, context));
            if (share.isEmpty()) {
                return new Preparation.Unchanged<>(OptimizeSummary.nothingToDo(Optional.of(plan.health())));
            }
            OptimizeEffects effects = new OptimizeEffects(
                    resources, context.operation(), progress, declared.get(), table, share.get(), () -> applied = true);
            return ready(effects, summary(plan, share.get()), table, base, context);
        }
    }

    @Override
    public OptimizeSummary replay(CommitRecord commit) {
        return OptimizeSummary.of(commit);
    }

    /** Removes what was copied for nothing. */
    @Override
    public void close() {
        if (copy != null && copiedTable != null && !applied) {
            resources.tables().discard(copiedTable.table(), copy.staged());
        }
        copy = null;
    }

    /** The copy for this attempt: an earlier attempt's, if it can be carried over; null if nothing is to be rewritten. */
    private @Nullable CompactedRows rewritten(
            TableState table, TableVersion version, OptimizePlan plan, PrepareContext context) {
        if (copy != null && (!sameTable(table) || !copy.carryOver(resources.tables(), version))) {
            close();
        }
        if (copy == null && !plan.worthRewriting().isEmpty() && !rewritingIsFutile) {
            applied = false;
            copiedTable = table;
            copy = CompactedRows.copy(
                    resources.tables(),
                    version,
                    plan.rewrittenInOneCommit(limits),
                    limits,
                    context.begun(),
                    progress,
                    context.failurePoints());
            if (!plan.reasons().contains(OptimizeReason.DELETED_ROWS)
                    && copy.staged().size() >= copy.replaced().size()) {
                // Rows so large that fragments that look small in bytes are full ones.
                rewritingIsFutile = true;
                close();
            }
        }
        return copy;
    }

    private boolean sameTable(TableState table) {
        return copiedTable != null && copiedTable.table().equals(table.table());
    }

    /** The share of the plan this attempt does. */
    private Optional<OptimizeEffects.Share> share(OptimizePlan plan, @Nullable CompactedRows rewritten) {
        if (rewritten == null) {
            return plan.segments().segments().isEmpty()
                    ? Optional.empty()
                    : Optional.of(new OptimizeEffects.Share(Optional.empty(), plan.segments()));
        }
        OptimizeEffects.Rewrite rewrite = new OptimizeEffects.Rewrite(
                rewritten.staged(), Set.copyOf(rewritten.replaced()), rewritten.deletedRows(), rewritten.digest());
        Map<Integer, Long> added = rewrite.addedFragments();
        IndexShape shape = plan.shape().replacing(rewrite.replaced(), added);
        List<List<Integer>> segments =
                SegmentPlan.forUnindexed(shape, resources.segments().indexingAll()).segments().stream()
                        .filter(segment -> segment.stream().anyMatch(added::containsKey))
                        .toList();
        return Optional.of(new OptimizeEffects.Share(Optional.of(rewrite), new SegmentPlan(segments)));
    }

    private Preparation<OptimizeSummary> ready(
            OptimizeEffects effects, OptimizeSummary summary, TableState table, BaseView base, PrepareContext context) {
        return new Preparation.Ready<>(new PreparedWrite<>(
                ReadSet.of(
                        base.state(),
                        List.of(table.table()),
                        false,
                        context.request().idempotencyKey()),
                new ManifestDelta(List.of(table.table())),
                effects,
                LineageIntent.of(context, List.of(type), summary.numbers(type)),
                RecoveryStrategy.COMPLETE_OR_FORGET,
                copy == null ? context.begun() : copy.since(),
                () -> {}, // the next attempt may use the copy; close() removes it
                summary));
    }

    private static OptimizeSummary summary(OptimizePlan plan, OptimizeEffects.Share share) {
        IndexShape shape = plan.shape();
        long deletedRows = plan.health().deletedRows();
        if (share.rewrite().isPresent()) {
            OptimizeEffects.Rewrite rewrite = share.rewrite().get();
            shape = shape.replacing(rewrite.replaced(), rewrite.addedFragments());
            deletedRows += rewrite.deletedRowsKept() - plan.deletedRows(rewrite.replaced());
        }
        IndexShape built = share.segments().applyTo(shape);
        return new OptimizeSummary(
                Optional.of(plan.health()),
                Optional.of(new TableHealth(
                        plan.health().rows(),
                        deletedRows,
                        built.fragments().size(),
                        built.segments().size(),
                        built.rows(built.unindexed()))),
                List.copyOf(plan.reasons()),
                share.rewrite().map(OptimizeEffects.Rewrite::rowCount).orElse(0L),
                share.segments().segments().stream().mapToLong(shape::rows).sum());
    }
}
