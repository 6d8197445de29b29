package dev.sennit.write;

import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.TableState;
import dev.sennit.model.MutationCounts;
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
import dev.sennit.query.QueryEngine;
import dev.sennit.schema.EdgeType;
import dev.sennit.store.RowAddress;
import dev.sennit.store.TableChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * A transaction: a body that reads and changes single elements, in one commit (§6.1). The body runs again on a newer base
 * when another write wins the race. Its read set holds every table it wrote, and every table that it, its queries or the
 * constraints looked at, empty ones included. Its rows are staged only once it is armed, so giving it up leaves nothing.
 *
 * @param <T> what the body returns
 */
public final class MutationWriter<T> implements GraphWriter<MutationWriter.Done<T>> {
    private final Function<Mutation, T> body;
    private final Object shape;
    private final WriterResources resources;
    private final QueryEngine queries;

    /**
     * What a transaction came to.
     *
     * @param value what the body returned; null for a transaction that an earlier one has done already
     */
    public record Done<T>(@Nullable T value, MutationCounts counts) {}

    /** @param shape the same for transactions that do the same kind of thing */
    public MutationWriter(Function<Mutation, T> body, Object shape, WriterResources resources, QueryEngine queries) {
        this.body = body;
        this.shape = shape;
        this.resources = resources;
        this.queries = queries;
    }

    @Override
    public WriterKind kind() {
        return WriterKind.MUTATION;
    }

    @Override
    public Object shape() {
        return shape;
    }

    /**
     * {@inheritDoc}
     *
     * @throws dev.sennit.model.ConstraintViolationException if the result would break rules of the schema
     * @throws dev.sennit.model.ConflictException KEY_CONFLICT if an element is created that exists
     */
    @Override
    public Preparation<Done<T>> prepare(BaseView base, PrepareContext context) {
        try (Mutation mutation = new Mutation(base.state(), resources, queries)) {
            T value = body.apply(mutation);
            List<PendingType> pending = mutation.finish();
            var key = resources.ids().next();
            new MutationCheck(
                            base.state().schema().declared(),
                            new PendingBaseState(mutation.baseState(), pending),
                            resources.spill().resolve("mutation-" + context.operation()),
                            key.high(),
                            key.low())
                    .require(pending, mutation.stranded(), context.operation());
            return preparation(mutation, pending, value, base.state(), context);
        }
    }

    @Override
    public Done<T> replay(CommitRecord commit) {
        return new Done<>(null, MutationCounts.of(commit.result()));
    }

    private Preparation<Done<T>> preparation(
            Mutation mutation, List<PendingType> pending, T value, GraphState base, PrepareContext context) {
        List<TableEffect> effects = new ArrayList<>();
        for (PendingType type : pending) {
            PendingRows rows = PendingRows.of(type);
            if (!rows.isEmpty()) {
                effects.add(effect(type, rows, base));
            }
        }
        Done<T> done = new Done<>(value, counts(pending));
        if (effects.isEmpty()) {
            return new Preparation.Unchanged<>(done);
        }
        Set<TableId> read = new LinkedHashSet<>();
        effects.forEach(effect -> read.add(effect.table()));
        read.addAll(mutation.baseState().lookedAt());
        return new Preparation.Ready<>(new PreparedWrite<>(
                ReadSet.of(base, read, false, context.request().idempotencyKey()),
                new ManifestDelta(effects.stream().map(TableEffect::table).toList()),
                new TableEffects(resources, context.operation(), LoadProgress.NONE, effects),
                LineageIntent.of(
                        context,
                        effects.stream().map(effect -> effect.type().name()).toList(),
                        done.counts().numbers()),
                RecoveryStrategy.COMPLETE_OR_FORGET,
                context.begun(),
                () -> {},
                done));
    }

    private static TableEffect effect(PendingType pending, PendingRows rows, GraphState base) {
        TableState table = base.tableOf(pending.type);
        Map<Integer, RoaringBitmap> deleted = new HashMap<>();
        rows.gone()
                .forEach(
                        address -> deleted.computeIfAbsent(RowAddress.fragment(address), ignored -> new RoaringBitmap())
                                .add(RowAddress.offset(address)));
        return new TableEffect(
                pending.type,
                table.table(),
                table.pin(),
                new TableChange(List.of(), deleted, Set.of()),
                Map.of(),
                rows.rows());
    }

    private static MutationCounts counts(List<PendingType> types) {
        long[] nodes = new long[3];
        long[] edges = new long[3];
        for (PendingType type : types) {
            long[] counts = type.type instanceof EdgeType ? edges : nodes;
            for (PendingElement element : type.elements()) {
                if (element.isUnchanged()) {
                    continue;
                }
                counts[element.base() == null ? 0 : element.isPresent() ? 1 : 2]++;
            }
        }
        return new MutationCounts(nodes[0], nodes[1], nodes[2], edges[0], edges[1], edges[2]);
    }
}
