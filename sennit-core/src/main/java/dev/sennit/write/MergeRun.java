package dev.sennit.write;

import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.TableLayouts;
import dev.sennit.manifest.TableState;
import dev.sennit.merge.ConflictList;
import dev.sennit.merge.ConflictResolver;
import dev.sennit.merge.MergeStates;
import dev.sennit.merge.RowShape;
import dev.sennit.merge.TableRows;
import dev.sennit.merge.ThreeWayTable;
import dev.sennit.merge.VirtualBase;
import dev.sennit.merge.VirtualRows;
import dev.sennit.model.CommitId;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeResult.TypeCounts;
import dev.sennit.model.MergeSide;
import dev.sennit.model.TableId;
import dev.sennit.protocol.PrepareContext;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.migration.SchemaMerge;
import dev.sennit.validate.BaseState;
import dev.sennit.validate.SetValidator;
import dev.sennit.validate.SpillSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Merges two states of a graph that come from a base, into what is to be done to ours: under our schema, or under one that
 * unites both. Tables that only their side changed
 * become theirs as they are; others are merged element by element; and whatever both sides together could break is put to
 * the evaluator of constraints, on our state. What it finds are conflicts too: those that are resolved decide that the
 * elements involved are taken from one side, and everything is decided again. Not thread-safe; used once.
 */
final class MergeRun implements AutoCloseable {
    /** So often a resolution may lead to other conflicts. */
    private static final int MAX_ROUNDS = 50;

    private final WriterResources resources;
    private final MergeStates states;
    private final VirtualBase origin;
    private final GraphState base;
    private final GraphState ours;
    private final GraphState theirs;
    private final AcceptedSchema result;

    /** Whether the result has a schema that unites what both sides made of the base's. */
    private final boolean unites;

    private final boolean writing;
    private final PrepareContext context;
    private final Path spill;
    private final Resolutions resolutions;
    private final ConflictList conflicts;
    private final TableBaseState ourState;
    private final TableBaseState theirState;
    private final Map<CommitId, TableBaseState> ancestors = new HashMap<>();
    private final Map<String, TypeMerge> merges = new LinkedHashMap<>();
    private final Set<TableId> read = new LinkedHashSet<>();
    private final Map<String, TypeCounts> knownCounts = new HashMap<>();
    private boolean countsAll;
    private boolean readsRows;
    private boolean countsTheirs;
    private boolean keepsStaged;

    /**
     * @param united the schema of the result, if it unites what both sides made of the base's, before anybody has chosen
     *     between DEFAULTs that differ; else it is ours
     * @param writing whether the result may be written: rows are staged then
     */
    MergeRun(
            WriterResources resources,
            MergeStates states,
            Optional<SchemaMerge.Merged> united,
            ConflictResolver resolver,
            boolean writing,
            PrepareContext context) {
        this.states = states;
        this.conflicts = new ConflictList(resolver);
        this.resolutions = new Resolutions(resolver, conflicts);
        this.result = states.shared()
                .recordedIn(united.map(both -> ChosenDefaults.schema(both, conflicts))
                        .orElse(states.ours().schema()));
        this.unites = united.isPresent();
        this.resources = resources;
        this.origin = states.base();
        this.base = origin.first();
        this.ours = states.ours();
        this.theirs = states.theirs();
        this.writing = writing;
        this.context = context;
        this.spill = resources.spill().resolve("merge-" + context.operation());
        this.ourState = new TableBaseState(resources.tables(), ours, resources.tails());
        this.theirState = new TableBaseState(resources.tables(), theirs, resources.tails());
        SpillDirectory.create(spill);
    }

    /** Looks at rows also where tables could be adopted unread. */
    MergeRun readingRows() {
        readsRows = true;
        return this;
    }

    /** Tells what becomes of the rows of theirs: for a merge into ours whose result is published as theirs. */
    MergeRun countingTheirs() {
        countsTheirs = true;
        return this;
    }

    /**
     * Tells what becomes of tables that are adopted unread, too: rows are looked at unless it is known.
     *
     * @param known what a merge comes to that only takes back, or repeats, what was done to a type, by the name it has in the
     *     base
     */
    MergeRun countingAll(Map<String, TypeCounts> known) {
        countsAll = true;
        knownCounts.putAll(known);
        return this;
    }

    MergePlan run() {
        requireSchemasFit();
        List<ElementType> changed = unites ? changedByEither() : changedByTheirs();
        if (conflicts.unresolved() > 0) {
            return refused(kind -> !kind.isOfSchemas());
        }
        if (!unites
                && !needsRows(changed)
                && !readsRows
                && (!countsAll
                        || changed.stream().allMatch(type -> countsOf(type).isPresent()))) {
            resolutions.requireKnown(kind -> false);
            return plan(changed, Set.copyOf(changed));
        }
        changed.forEach(this::merge);
        for (int round = 1; ; round++) {
            BrokenRules broken = pass();
            boolean again = broken.resolve(
                    this::mergeOfBoth, asResult(ourState, ours.schema()), asResult(theirState, theirs.schema()));
            if (!again && !broken.isEmpty()) {
                broken.leaveOpen(conflicts);
            }
            if (conflicts.unresolved() > 0) {
                return refused(MergeConflict.Kind::isOfRules);
            }
            if (!again) {
                resolutions.requireKnown(kind -> false);
                return mergedPlan();
            }
            if (round == MAX_ROUNDS) {
                broken.leaveOpen(conflicts);
                return refused(MergeConflict.Kind::isOfRules);
            }
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
                            && (isMerged() || isOtherwise(base, our.table(), their.get()))
                            && !their.get().isVersionOf(our);
                })
                .toList();
    }

    /** Whether the base is merged of several ancestors, so that their pins tell nothing. */
    private boolean isMerged() {
        return origin instanceof VirtualBase.Merged;
    }

    private static boolean isOtherwise(GraphState state, TableId id, TableState table) {
        return state.table(id).filter(table::isVersionOf).isEmpty();
    }

    /** Whether two states have a table in the same version, or neither has it. */
    private static boolean haveSame(GraphState one, GraphState other, TableId id) {
        Optional<TableState> table = one.table(id);
        return table.isEmpty() ? other.table(id).isEmpty() : !isOtherwise(other, id, table.get());
    }

    /** The types of the result whose tables are not the same everywhere. */
    private List<ElementType> changedByEither() {
        return result.declared()
                .types()
                .filter(type -> {
                    TableId table = result.tableOf(type);
                    return isMerged() || !haveSame(base, ours, table) || !haveSame(base, theirs, table);
                })
                .toList();
    }

    /** What one side did to the schema has to leave a place for what the other did to the data. */
    private void requireSchemasFit() {
        states.contradictions()
                .forEach(conflict -> conflicts.meet(
                        new MergeConflict.Schema(conflict.subject(), conflict.ours(), conflict.theirs())));
        if (theirs.schema().isSameAs(ours.schema()) || !states.contradictions().isEmpty()) {
            return;
        }
        SchemaFit fit = new SchemaFit(resources.tables(), base, conflicts, spill.resolve("schema"));
        if (unites) {
            fit.requirePlaceFor(ours, MergeSide.OURS, result);
        } else if (!theirs.schema().declaresSameAs(states.baseSchema().orElse(base.schema()))) {
            fit.meetConflictsOf(states.baseSchema().orElse(base.schema()), ours, theirs);
            return;
        }
        fit.requirePlaceFor(theirs, MergeSide.THEIRS, result);
    }

    private BaseState asResult(BaseState state, AcceptedSchema schema) {
        return MappedBaseState.of(state, schema, result);
    }

    /**
     * Whether rows must be looked at: not if our side changed no table that has rules in common with those that theirs
     * changed. Whether it did is part of what the result depends on.
     */
    private boolean needsRows(List<ElementType> changed) {
        boolean needed = isMerged() || !theirs.schema().isSameAs(ours.schema());
        for (ElementType type : changed) {
            needed |= states.foreign().contains(result.tableOf(type));
            for (ElementType other : related(type)) {
                TableState table = ours.tableOf(other);
                read.add(table.table());
                needed |= isOtherwise(base, table.table(), table);
            }
        }
        return needed;
    }

    /** The types whose elements have rules together with those of a type, itself included. */
    private List<ElementType> related(ElementType type) {
        GraphSchema schema = result.declared();
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

    /** The merge of a type that both sides have, or of which rows are looked at although only one has it. */
    private Optional<TypeMerge> mergeOfBoth(ElementType type) {
        return unites || theirs.table(result.tableOf(type)).isPresent() ? Optional.of(merge(type)) : Optional.empty();
    }

    /** The merge of a type, begun if it was not. */
    private TypeMerge merge(ElementType type) {
        TypeMerge known = merges.get(type.name());
        if (known != null) {
            return known;
        }
        TableId table = result.tableOf(type);
        TypeMerge begun = new TypeMerge(
                open(type),
                new TypeMerge.Sides(
                        onlyTheirsChanged(type, table),
                        unites,
                        !ours.schema().isSameAs(result) || !theirs.schema().isSameAs(result),
                        countsTheirs),
                conflicts,
                resources.tables(),
                context.failurePoints(),
                spill.resolve(table + ".notes"));
        merges.put(type.name(), begun);
        ours.table(table).map(TableState::table).ifPresent(read::add);
        return begun;
    }

    /** Whether ours has the table as the base has it, and theirs has the columns of the result. */
    private boolean onlyTheirsChanged(ElementType type, TableId table) {
        boolean oursIsBase = haveSame(base, ours, table);
        if (!oursIsBase || isMerged() && ours.table(table).isPresent()) {
            return false;
        }
        if (states.foreign().contains(table)) {
            return false;
        }
        return theirs.schema().isSameAs(result)
                || unites
                        && theirs.schema()
                                .typeOf(table)
                                .map(their ->
                                        TableLayouts.of(their, theirs.schema()).stored())
                                .equals(Optional.of(
                                        TableLayouts.of(type, result).stored()))
                        && hasDefaultsOf(result, type, theirs.schema());
    }

    /** Whether another schema applied the same DEFAULTs to the properties of a type of one. */
    private static boolean hasDefaultsOf(AcceptedSchema schema, ElementType type, AcceptedSchema other) {
        return type.properties().stream()
                .map(property -> schema.idOf(type, property))
                .allMatch(id -> schema.defaultsOf(id).equals(other.defaultsOf(id)));
    }

    private ThreeWayTable open(ElementType type) {
        TableId table = result.tableOf(type);
        RowShape shape = RowShape.of(type, result);
        Optional<TableRows> first = Optional.empty();
        Optional<TableRows> second = Optional.empty();
        Optional<TableRows> third = Optional.empty();
        try {
            first = rows(base, table);
            second = rows(ours, table);
            third = rows(theirs, table);
            Optional<VirtualRows> virtual = isMerged()
                    ? Optional.of(new VirtualRows(origin, table, shape, this::findInAncestor))
                    : Optional.empty();
            return new ThreeWayTable(shape, first, second, third, virtual, spill.resolve(table + ".rows"));
        } catch (RuntimeException e) {
            first.ifPresent(TableRows::close);
            second.ifPresent(TableRows::close);
            third.ifPresent(TableRows::close);
            throw e;
        }
    }

    private Optional<TableRows> rows(GraphState state, TableId table) {
        return state.schema().typeOf(table).map(type -> TableRows.open(resources.tables(), state, type));
    }

    private void findInAncestor(
            GraphState state, ElementType type, Collection<String> ids, Consumer<@Nullable Object[]> rows) {
        TableBaseState ancestor = ancestor(state);
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

    private TableBaseState ancestor(GraphState state) {
        return ancestors.computeIfAbsent(
                state.commit().id(), id -> new TableBaseState(resources.tables(), state, resources.tails()));
    }

    /** Decides every element, and puts the result to the evaluator. */
    private BrokenRules pass() {
        var key = resources.ids().next();
        SpillSettings settings = SpillSettings.of(spill.resolve("keys"), key.high(), key.low());
        BrokenRules broken = new BrokenRules(result.declared(), merges, conflicts);
        BaseState judgedOn = unites ? asResult(ancestor(base), base.schema()) : ourState;
        try (SetValidator validator = new SetValidator(result.declared(), Map.of(), judgedOn, settings)) {
            for (TypeMerge merge : List.copyOf(merges.values())) {
                merge.pass(validator, writing, broken);
            }
            validator.judge(broken);
        }
        return broken;
    }

    private MergePlan mergedPlan() {
        if (unites) {
            return unitedPlan();
        }
        Set<ElementType> whole = new LinkedHashSet<>();
        List<ElementType> changing = new ArrayList<>();
        result.declared().types().forEach(type -> {
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

    /** The plan under the united schema: every table gets its columns, and then its rows. */
    private MergePlan unitedPlan() {
        MergePlan.Builder plan = new MergePlan.Builder();
        count(plan);
        for (ElementType type : result.declared().types().toList()) {
            TypeMerge merge = merges.get(type.name());
            if (merge == null) {
                continue;
            }
            TableId table = result.tableOf(type);
            if (merge.adoptsTable()) {
                theirs.table(table)
                        .filter(their ->
                                ours.table(table).filter(their::isVersionOf).isEmpty())
                        .ifPresent(their -> plan.adopt(type.name(), their));
            } else {
                merge.columns()
                        .filter(columns -> writing)
                        .ifPresent(columns -> plan.evolve(columns.stage(type, context.failurePoints())));
                plan.change(type.name(), merge, theirs.table(table));
            }
            if (ours.table(table).isEmpty()) {
                plan.add(table);
            }
        }
        read.addAll(ours.tables().keySet());
        return plan.build(read, changedSchema(), conflicts);
    }

    /** The schema of the result, if it is another than ours, or says more of what it unites. */
    private Optional<AcceptedSchema> changedSchema() {
        return Optional.of(result).filter(united -> !united.equals(ours.schema()));
    }

    private MergePlan plan(List<ElementType> changing, Set<ElementType> whole) {
        MergePlan.Builder plan = new MergePlan.Builder();
        count(plan);
        for (ElementType type : changing) {
            TableId table = result.tableOf(type);
            TableState their = theirs.table(table).orElseThrow();
            TypeMerge merge = merges.get(type.name());
            read.add(table);
            if (whole.contains(type)) {
                plan.adopt(type.name(), their);
                if (merge == null) {
                    countsOf(type).ifPresent(plan::count);
                }
            } else if (merge != null) {
                plan.change(type.name(), merge, Optional.of(their));
            }
        }
        read.addAll(ourState.lookedAt());
        return plan.build(read, changedSchema(), conflicts);
    }

    /** What is known to become of the rows of a type that is adopted. */
    private Optional<TypeCounts> countsOf(ElementType type) {
        return base.schema()
                .typeOf(result.tableOf(type))
                .flatMap(then -> Optional.ofNullable(knownCounts.get(then.name())))
                .map(known -> new TypeCounts(type.name(), known.inserted(), known.updated(), known.deleted()));
    }

    private void count(MergePlan.Builder plan) {
        result.declared()
                .types()
                .flatMap(type -> Optional.ofNullable(merges.get(type.name())).stream())
                .forEach(merge -> merge.counts().ifPresent(plan::count));
    }

    /**
     * What is told where conflicts are open.
     *
     * @param mayFollow conflicts of which kinds may be there and are not known before these are resolved
     */
    private MergePlan refused(Predicate<MergeConflict.Kind> mayFollow) {
        resolutions.requireKnown(mayFollow);
        read.addAll(ourState.lookedAt());
        MergePlan.Builder plan = new MergePlan.Builder();
        count(plan);
        return plan.build(read, Optional.empty(), conflicts);
    }
}
