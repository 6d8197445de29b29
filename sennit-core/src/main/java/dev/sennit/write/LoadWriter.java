package dev.sennit.write;

import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.TableState;
import dev.sennit.model.LoadResult.TypeCounts;
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
import dev.sennit.store.FragmentInfo;
import dev.sennit.store.RowAddress;
import dev.sennit.store.TableChange;
import dev.sennit.store.TableVersion;
import dev.sennit.validate.Rejections;
import it.unimi.dsi.fastutil.longs.LongIterator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.roaringbitmap.RoaringBitmap;

/**
 * Loads files in one commit (§6.1). Its read set holds every table it writes and every table it looked at: for keys,
 * UNIQUE, endpoints, cardinality, and edges that a replacement might strand. Undecided, its effects are forgotten;
 * decided, they are published as they are.
 */
public final class LoadWriter implements GraphWriter<LoadSummary> {
    private final LoadRequest request;
    private final WriterResources resources;

    public LoadWriter(LoadRequest request, WriterResources resources) {
        this.request = request;
        this.resources = resources;
    }

    @Override
    public WriterKind kind() {
        return WriterKind.LOAD;
    }

    /**
     * {@inheritDoc}
     *
     * @throws dev.sennit.model.ConstraintViolationException if rows break rules and may not be skipped
     */
    @Override
    public Preparation<LoadSummary> prepare(BaseView base, PrepareContext context) {
        try (LoadRun run = new LoadRun(request, resources, base.state(), context)) {
            boolean kept = false;
            try {
                Rejections rejections = run.read();
                requireAcceptable(run, rejections, context);
                Preparation<LoadSummary> preparation = preparation(run, rejections, base.state(), context);
                kept = preparation instanceof Preparation.Ready;
                return preparation;
            } finally {
                if (!kept) {
                    discard(run.loads());
                }
            }
        }
    }

    /** Reads and checks everything against a state, and writes nothing. */
    public LoadSummary check(GraphState state, PrepareContext context) {
        try (LoadRun run = new LoadRun(request, resources, state, context)) {
            Rejections rejections = run.read();
            requireAcceptable(run, rejections, context);
            return summary(run, run.replacedTypes());
        }
    }

    @Override
    public LoadSummary replay(CommitRecord commit) {
        return LoadSummary.of(commit.result());
    }

    private void requireAcceptable(LoadRun run, Rejections rejections, PrepareContext context) {
        RejectLog rejects = run.rejects();
        if (rejections.isBlocked()) {
            throw rejects.asError(
                    "the load would break " + rejects.blocking() + (rejects.blocking() == 1 ? " rule" : " rules")
                            + " that no row of it is to blame for",
                    "so nothing was written",
                    context.operation());
        }
        if (rejects.rows() > 0 && !request.skipBad()) {
            throw rejects.asError(
                    rejects.rows() + (rejects.rows() == 1 ? " row breaks a rule" : " rows break rules"),
                    "so nothing was written",
                    context.operation());
        }
    }

    private Preparation<LoadSummary> preparation(
            LoadRun run, Rejections rejections, GraphState base, PrepareContext context) {
        Set<ElementType> replaced = run.replacedTypes();
        Map<String, Map<Integer, RoaringBitmap>> deletions = deletions(run, rejections);
        List<TableEffect> effects = new ArrayList<>();
        Set<ElementType> types = new LinkedHashSet<>(replaced);
        run.loads().forEach(load -> types.add(load.type));
        for (ElementType type : types) {
            TableEffect effect = effect(run, type, replaced.contains(type), rejections, deletions, base);
            if (!effect.isEmpty()) {
                effects.add(effect);
            }
        }
        LoadSummary summary = summary(run, replaced);
        // Rows that were staged before all of their type turned out bad.
        discard(run.loads().stream().filter(load -> load.changes() == 0).toList());
        if (effects.isEmpty()) {
            return new Preparation.Unchanged<>(summary);
        }
        Set<TableId> read = new LinkedHashSet<>();
        effects.forEach(effect -> read.add(effect.table()));
        read.addAll(run.baseState().lookedAt());
        List<TypeLoad> loads = run.loads();
        return new Preparation.Ready<>(new PreparedWrite<>(
                ReadSet.of(base, read, false, context.request().idempotencyKey()),
                new ManifestDelta(effects.stream().map(TableEffect::table).toList()),
                new TableEffects(resources, context.operation(), request.progress(), effects),
                LineageIntent.of(
                        context,
                        effects.stream().map(effect -> effect.type().name()).toList(),
                        summary.numbers()),
                RecoveryStrategy.COMPLETE_OR_FORGET,
                context.begun(),
                () -> discard(loads),
                summary));
    }

    /** Base rows whose place a changed row takes, by type and fragment. */
    private static Map<String, Map<Integer, RoaringBitmap>> deletions(LoadRun run, Rejections rejections) {
        Map<String, TypeLoad> loads =
                run.loads().stream().collect(Collectors.toMap(load -> load.type.name(), load -> load));
        Map<String, Map<Integer, RoaringBitmap>> deletions = new HashMap<>();
        rejections.forEachReplaced((type, ordinal, address) -> {
            TypeLoad load = loads.get(type);
            if (load != null && load.isStaged(ordinal)) {
                deletions
                        .computeIfAbsent(type, ignored -> new HashMap<>())
                        .computeIfAbsent(RowAddress.fragment(address), ignored -> new RoaringBitmap())
                        .add(RowAddress.offset(address));
            }
        });
        return deletions;
    }

    private TableEffect effect(
            LoadRun run,
            ElementType type,
            boolean replaced,
            Rejections rejections,
            Map<String, Map<Integer, RoaringBitmap>> deletions,
            GraphState base) {
        TableState table = base.tableOf(type);
        List<TypeLoad> loads =
                run.loads().stream().filter(load -> load.type.equals(type)).toList();
        Map<Integer, RoaringBitmap> rejectedRows = new HashMap<>();
        if (!loads.isEmpty()) {
            TypeLoad load = loads.getFirst();
            LongIterator ordinals = rejections.rejectedOrdinals(type.name());
            while (ordinals.hasNext()) {
                long ordinal = ordinals.nextLong();
                if (load.isStaged(ordinal)) {
                    long place = load.place(ordinal);
                    rejectedRows
                            .computeIfAbsent(RowAddress.fragment(place), ignored -> new RoaringBitmap())
                            .add(RowAddress.offset(place));
                }
            }
        }
        Set<Integer> removed = replaced ? fragments(table) : Set.of();
        boolean adds = !loads.isEmpty() && loads.getFirst().changes() > 0;
        TableChange change = new TableChange(
                adds ? loads.getFirst().staged() : List.of(), deletions.getOrDefault(type.name(), Map.of()), removed);
        return new TableEffect(type, table.table(), table.pin(), change, adds ? rejectedRows : Map.of(), List.of());
    }

    private Set<Integer> fragments(TableState table) {
        if (table.rowCount() == 0) {
            return Set.of();
        }
        try (TableVersion version = resources.tables().open(table.table(), table.pin())) {
            return version.fragments().stream().map(FragmentInfo::id).collect(Collectors.toSet());
        }
    }

    private LoadSummary summary(LoadRun run, Set<ElementType> replaced) {
        List<TypeCounts> counts = new ArrayList<>();
        for (TypeLoad load : run.loads()) {
            counts.add(load.counts(replaced.contains(load.type) ? load.table.rowCount() : 0));
        }
        return new LoadSummary(counts, run.unassigned(), run.rejects().first());
    }

    private void discard(List<TypeLoad> loads) {
        loads.forEach(load -> resources.tables().discard(load.table.table(), load.staged()));
    }
}
