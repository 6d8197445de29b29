package dev.sennit.write;

import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.TableState;
import dev.sennit.merge.ConflictList;
import dev.sennit.merge.ConflictResolver;
import dev.sennit.merge.GraphComparison;
import dev.sennit.merge.TableRows;
import dev.sennit.merge.ThreeWayTable;
import dev.sennit.merge.VirtualBase;
import dev.sennit.merge.VirtualRows;
import dev.sennit.model.CommitId;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeResult.TypeCounts;
import dev.sennit.model.TableId;
import dev.sennit.protocol.AdoptedVersion;
import dev.sennit.protocol.ConfirmedTable;
import dev.sennit.protocol.PrepareContext;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.migration.SchemaMerge;
import dev.sennit.store.StagedFragment;
import dev.sennit.validate.SetValidator;
import dev.sennit.validate.SpillSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Merges two states of a graph that come from a base, into what is to be done to ours. Tables that only their side changed
 * become theirs as they are; others are merged element by element; and whatever both sides together could break is put to
 * the evaluator of constraints, on our state. What it finds are conflicts too: those that are resolved decide that the
 * elements involved are taken from one side, and everything is decided again. Not thread-safe; used once.
 */
final class MergeRun implements AutoCloseable {
    /** So often a resolution may lead to other conflicts. */
    private static final int MAX_ROUNDS = 50;

    private final WriterResources resources;
    private final VirtualBase origin;
    private final GraphState base;
    private final GraphState ours;
    private final GraphState theirs;
    private final boolean writing;
    private final PrepareContext context;
    private final Path spill;
    private final ConflictResolver resolver;
    private final ConflictList conflicts;
    private final TableBaseState ourState;
    private final TableBaseState theirState;
    private final Map<CommitId, TableBaseState> ancestors = new HashMap<>();
    private final Map<String, TypeMerge> merges = new LinkedHashMap<>();
    private final Set<TableId> read = new LinkedHashSet<>();
    private boolean readsRows;
    private boolean keepsStaged;

    /** @param writing whether the result may be written: rows are staged then */
    MergeRun(
            WriterResources resources,
            VirtualBase origin,
            GraphState ours,
            GraphState theirs,
            ConflictResolver resolver,
            boolean writing,
            PrepareContext context) {
        this.resources = resources;
        this.origin = origin;
        this.base = origin.first();
        this.ours = ours;
        this.theirs = theirs;
        this.writing = writing;
        this.context = context;
        this.spill = resources.spill().resolve("merge-" + context.operation());
        this.resolver = resolver;
        this.conflicts = new ConflictList(resolver);
        this.ourState = new TableBaseState(resources.tables(), ours, resources.tails());
        this.theirState = new TableBaseState(resources.tables(), theirs, resources.tails());
        SpillDirectory.create(spill);
    }

    /** Looks at rows also where tables could be adopted unread. */
    MergeRun readingRows() {
        readsRows = true;
        return this;
    }

    MergePlan run() {
        List<ElementType> changed = changedByTheirs();
        requireSchemasFit(changed);
        if (conflicts.unresolved() > 0) {
            return refused();
        }
        if (!needsRows(changed) && !readsRows) {
            requireKnownResolutions();
            return plan(changed, Set.copyOf(changed));
        }
        changed.forEach(this::merge);
        for (int round = 1; ; round++) {
            BrokenRules broken = pass();
            boolean again = broken.resolve(this::mergeOfBoth, ourState, theirState);
            if (!again && !broken.isEmpty()) {
                broken.leaveOpen(conflicts);
            }
            if (conflicts.unresolved() > 0) {
                return refused();
            }
            if (!again) {
                requireKnownResolutions();
                return mergedPlan();
            }
            if (round == MAX_ROUNDS) {
                broken.leaveOpen(conflicts);
                return refused();
            }
        }
    }

    private void requireKnownResolutions() {
        if (!resolver.unused().isEmpty()) {
            throw new InvalidArgumentException(ErrorText.of("there is no conflict '"
                            + resolver.unused().iterator().next() + "'")
                    .cause("the states that are merged may have changed since the resolutions were written")
                    .remedy("look at the conflicts with --dry-run"));
        }
    }

    /** From here on what was staged belongs to whoever has the plan. */
    void keepStaged() {
        keepsStaged = true;
    }

    /** Removes what was staged, too, unless it is kept. */
    @Override
    public void close() {
        try (ourState;
                theirState) {
            if (!keepsStaged) {
                merges.values().forEach(TypeMerge::discard);
            }
            merges.values().forEach(TypeMerge::close);
            ancestors.values().forEach(TableBaseState::close);
        } finally {
            SpillDirectory.delete(spill);
        }
    }

    /** The types of our schema whose tables their side has otherwise than the base, and not as ours has them. */
    private List<ElementType> changedByTheirs() {
        return ours.schema()
                .declared()
                .types()
                .filter(type -> {
                    TableState our = ours.tableOf(type);
                    Optional<TableState> their = theirs.table(our.table());
                    return their.isPresent()
                            && (isMerged() || isOtherwise(base, their.get()))
                            && !their.get().pin().equals(our.pin());
                })
                .toList();
    }

    /** Whether the base is merged of several ancestors, so that their pins tell nothing. */
    private boolean isMerged() {
        return origin instanceof VirtualBase.Merged;
    }

    private static boolean isOtherwise(GraphState state, TableState table) {
        return state.table(table.table())
                .filter(other -> other.pin().equals(table.pin()))
                .isEmpty();
    }

    /** Data of theirs that our schema has no place for any more is a conflict. */
    private void requireSchemasFit(List<ElementType> changed) {
        if (theirs.schema().equals(ours.schema())) {
            return;
        }
        if (!theirs.schema().equals(base.schema())) {
            meetSchemaConflicts();
            return;
        }
        for (ElementType type : theirs.schema().declared().types().toList()) {
            TableState table = theirs.tableOf(type);
            if (ours.table(table.table()).isEmpty() && differs(type.name())) {
                conflicts.meet(new MergeConflict.Schema(type.name(), "dropped it", "changed its data"));
            }
        }
        for (ElementType type : changed) {
            requirePlaceForProperties(type);
        }
    }

    /** Their side changed the schema: what it made of it has to be applied to ours first. */
    private void meetSchemaConflicts() {
        switch (SchemaMerge.of(base.schema(), ours.schema(), theirs.schema())) {
            case SchemaMerge.Conflicts several ->
                several.conflicts()
                        .forEach(conflict -> conflicts.meet(
                                new MergeConflict.Schema(conflict.subject(), conflict.ours(), conflict.theirs())));
            case SchemaMerge.Merged ignored ->
                conflicts.meet(new MergeConflict.Schema(
                        "the schema",
                        ours.schema().equals(base.schema()) ? "left it as it was" : "changed it",
                        "changed it"));
        }
    }

    private boolean differs(String type) {
        try (GraphComparison comparison =
                new GraphComparison(resources.tables(), base, theirs, type::equals, spill.resolve("schema"))) {
            return comparison.hasNext();
        }
    }

    private void requirePlaceForProperties(ElementType type) {
        TableId table = ours.schema().tableOf(type);
        ElementType theirType = typeOf(theirs.schema(), table);
        Set<String> homeless = new HashSet<>();
        theirType.properties().forEach(property -> {
            var id = theirs.schema().idOf(theirType, property);
            boolean known = type.properties().stream()
                    .anyMatch(own -> ours.schema().idOf(type, own).equals(id));
            if (!known) {
                homeless.add(property.name());
            }
        });
        if (homeless.isEmpty()) {
            return;
        }
        Set<String> found = new LinkedHashSet<>();
        try (GraphComparison comparison = new GraphComparison(
                resources.tables(), base, theirs, theirType.name()::equals, spill.resolve("schema"))) {
            while (comparison.hasNext() && found.size() < homeless.size()) {
                comparison.next().properties().stream()
                        .filter(change -> homeless.contains(change.property()) && change.after() != null)
                        .forEach(change -> found.add(change.property()));
            }
        }
        found.forEach(property ->
                conflicts.meet(new MergeConflict.Schema(theirType.name() + "." + property, "dropped it", "set it")));
    }

    private static ElementType typeOf(AcceptedSchema schema, TableId table) {
        return schema.declared()
                .types()
                .filter(type -> schema.tableOf(type).equals(table))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Whether rows must be looked at: not if our side changed no table that has rules in common with those that theirs
     * changed. Whether it did is part of what the result depends on.
     */
    private boolean needsRows(List<ElementType> changed) {
        boolean needed = isMerged() || !theirs.schema().equals(ours.schema());
        for (ElementType type : changed) {
            for (ElementType other : related(type)) {
                TableState table = ours.tableOf(other);
                read.add(table.table());
                needed |= isOtherwise(base, table);
            }
        }
        return needed;
    }

    /** The types whose elements have rules together with those of a type, itself included. */
    private List<ElementType> related(ElementType type) {
        GraphSchema schema = ours.schema().declared();
        List<ElementType> related = new ArrayList<>(List.of(type));
        switch (type) {
            case NodeType node ->
                schema.edgeTypes().stream()
                        .filter(edge -> edge.source().equals(node.name())
                                || edge.destination().equals(node.name()))
                        .forEach(related::add);
            case EdgeType edge -> {
                schema.nodeType(edge.source()).ifPresent(related::add);
                schema.nodeType(edge.destination()).ifPresent(related::add);
            }
        }
        return related;
    }

    /** The merge of a type that both sides have. */
    private Optional<TypeMerge> mergeOfBoth(ElementType type) {
        return theirs.table(ours.schema().tableOf(type)).isPresent() ? Optional.of(merge(type)) : Optional.empty();
    }

    /** The merge of a type, begun if it was not. */
    private TypeMerge merge(ElementType type) {
        TypeMerge known = merges.get(type.name());
        if (known != null) {
            return known;
        }
        TypeMerge begun = new TypeMerge(
                open(type),
                !isMerged()
                        && !isOtherwise(base, ours.tableOf(type))
                        && theirs.schema().equals(ours.schema()),
                conflicts,
                resources.tables(),
                context.failurePoints(),
                spill.resolve(ours.tableOf(type).table() + ".notes"));
        merges.put(type.name(), begun);
        read.add(ours.tableOf(type).table());
        return begun;
    }

    private ThreeWayTable open(ElementType type) {
        TableId table = ours.schema().tableOf(type);
        Optional<TableRows> first = base.table(table).isEmpty()
                ? Optional.empty()
                : Optional.of(TableRows.open(resources.tables(), base, typeOf(base.schema(), table)));
        @Nullable TableRows second = null;
        @Nullable TableRows third = null;
        try {
            second = TableRows.open(resources.tables(), ours, type);
            third = TableRows.open(resources.tables(), theirs, typeOf(theirs.schema(), table));
            Optional<VirtualRows> virtual = isMerged()
                    ? Optional.of(new VirtualRows(origin, table, second.columns(), this::findInAncestor))
                    : Optional.empty();
            return new ThreeWayTable(first, second, third, virtual, spill.resolve(table + ".rows"));
        } catch (RuntimeException e) {
            first.ifPresent(TableRows::close);
            if (second != null) {
                second.close();
            }
            if (third != null) {
                third.close();
            }
            throw e;
        }
    }

    private void findInAncestor(
            GraphState state, ElementType type, Collection<String> ids, Consumer<@Nullable Object[]> rows) {
        TableBaseState ancestor = ancestors.computeIfAbsent(
                state.commit().id(), id -> new TableBaseState(resources.tables(), state, resources.tails()));
        List<String> properties =
                type.properties().stream().map(property -> property.name()).toList();
        ancestor.find(type, ids, properties, (address, id, source, destination, values) -> {
            List<@Nullable Object> row = new ArrayList<>();
            row.add(id);
            if (type instanceof EdgeType) {
                row.add(source);
                row.add(destination);
            }
            row.addAll(Arrays.asList(values));
            rows.accept(row.toArray());
        });
    }

    /** Decides every element, and puts the result to the evaluator. */
    private BrokenRules pass() {
        var key = resources.ids().next();
        SpillSettings settings = SpillSettings.of(spill.resolve("keys"), key.high(), key.low());
        BrokenRules broken = new BrokenRules(ours.schema().declared(), merges, conflicts);
        try (SetValidator validator = new SetValidator(ours.schema().declared(), Map.of(), ourState, settings)) {
            for (TypeMerge merge : List.copyOf(merges.values())) {
                merge.pass(validator, writing, broken);
            }
            validator.judge(broken);
        }
        return broken;
    }

    private MergePlan mergedPlan() {
        Set<ElementType> whole = new LinkedHashSet<>();
        List<ElementType> changing = new ArrayList<>();
        ours.schema().declared().types().forEach(type -> {
            TypeMerge merge = merges.get(type.name());
            if (merge != null && merge.changesAnything()) {
                changing.add(type);
                if (merge.adoptsTable()) {
                    whole.add(type);
                }
            }
        });
        return plan(changing, whole);
    }

    private MergePlan plan(List<ElementType> changing, Set<ElementType> whole) {
        Map<String, TableId> tables = new LinkedHashMap<>();
        List<TableEffect> effects = new ArrayList<>();
        Map<TableId, ConfirmedTable> adopted = new LinkedHashMap<>();
        Set<StagedFragment> borrowed = new LinkedHashSet<>();
        Set<AdoptedVersion> sources = new LinkedHashSet<>();
        List<TypeCounts> counts = new ArrayList<>();
        for (ElementType type : changing) {
            TableState their = theirs.table(ours.schema().tableOf(type)).orElseThrow();
            TypeMerge merge = merges.get(type.name());
            tables.put(type.name(), their.table());
            read.add(their.table());
            if (merge != null) {
                counts.add(merge.counts());
            }
            if (whole.contains(type)) {
                adopted.put(their.table(), new ConfirmedTable(their.pin(), their.rowCount(), their.indexedRows()));
                sources.add(new AdoptedVersion(their.table(), their.pin()));
            } else if (merge != null) {
                effects.add(merge.effect());
                borrowed.addAll(merge.borrowed());
                if (!merge.borrowed().isEmpty()) {
                    sources.add(new AdoptedVersion(their.table(), their.pin()));
                }
            }
        }
        read.addAll(ourState.lookedAt());
        return new MergePlan(tables, effects, adopted, borrowed, sources, read, counts, conflicts.all(), 0);
    }

    private MergePlan refused() {
        read.addAll(ourState.lookedAt());
        return new MergePlan(
                Map.of(),
                List.of(),
                Map.of(),
                Set.of(),
                Set.of(),
                read,
                merges.values().stream()
                        .filter(TypeMerge::changesAnything)
                        .map(TypeMerge::counts)
                        .toList(),
                conflicts.all(),
                conflicts.unresolved());
    }
}
