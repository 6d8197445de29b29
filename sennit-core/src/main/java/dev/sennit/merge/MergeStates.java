package dev.sennit.merge;

import dev.sennit.manifest.GraphState;
import dev.sennit.model.PropertyId;
import dev.sennit.model.TableId;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.AppliedDefault;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.migration.DivergentDefault;
import dev.sennit.schema.migration.SchemaMerge;
import dev.sennit.schema.migration.SchemaMergeConflict;
import dev.sennit.schema.migration.SharedIdentities;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The states of a merge, all in the terms of ours: what our side knows as one thing with something of the others has our
 * identity everywhere.
 *
 * @param theirs a state whose tables may be others than those by which they are found
 * @param shared which identities stand for one thing
 * @param foreign the types, by the tables they are found by, that theirs stores under other identities than ours; their
 *     versions and fragments can never be ours
 */
public record MergeStates(
        VirtualBase base, GraphState ours, GraphState theirs, SharedIdentities shared, Set<TableId> foreign) {
    public MergeStates {
        foreign = Set.copyOf(foreign);
    }

    /** The states of a merge, where what both sides have added under one name is one thing. */
    public static MergeStates ofMerge(VirtualBase base, GraphState ours, GraphState theirs) {
        List<AcceptedSchema> bases = base.states().map(GraphState::schema).toList();
        return of(base, ours, theirs, SharedIdentities.ofMerge(bases, ours.schema(), theirs.schema()));
    }

    /** The states of a merge that takes something back, where only what was united before is one thing. */
    public static MergeStates ofRevert(GraphState reverted, GraphState ours, GraphState before) {
        return of(
                new VirtualBase.Single(reverted),
                ours,
                before,
                SharedIdentities.toldBy(ours.schema(), before.schema(), List.of(reverted.schema())));
    }

    private static MergeStates of(VirtualBase base, GraphState ours, GraphState theirs, SharedIdentities shared) {
        AcceptedSchema first = ours.schema();
        AcceptedSchema second = theirs.schema();
        AcceptedSchema terms = shared.in(first, second, second);
        Set<TableId> foreign = new HashSet<>();
        for (ElementType type : second.declared().types().toList()) {
            boolean sameIds = terms.tableOf(type).equals(second.tableOf(type))
                    && Objects.equals(
                            terms.properties().get(type.name()),
                            second.properties().get(type.name()));
            if (!sameIds) {
                foreign.add(terms.tableOf(type));
            }
        }
        return new MergeStates(
                base.map(state -> state.identifiedBy(shared.in(first, second, state.schema()))),
                ours,
                theirs.identifiedBy(terms),
                shared,
                foreign);
    }

    /** A state with the identities that another has for what both have. */
    static GraphState inTermsOf(GraphState other, GraphState state) {
        SharedIdentities shared = SharedIdentities.toldBy(other.schema(), state.schema(), List.of());
        return state.identifiedBy(shared.in(other.schema(), other.schema(), state.schema()));
    }

    /**
     * The schema both sides come from: of several ancestors, what uniting them comes to, from what they have in common
     * themselves. Empty if these cannot be united, so that nobody can say what a side has changed.
     */
    public Optional<AcceptedSchema> baseSchema() {
        return schemaOf(base);
    }

    private static Optional<AcceptedSchema> schemaOf(VirtualBase base) {
        return switch (base) {
            case VirtualBase.Single single -> Optional.of(single.state().schema());
            case VirtualBase.Merged(VirtualBase left, VirtualBase right, VirtualBase common) ->
                schemaOf(common)
                        .flatMap(then -> schemaOf(left)
                                .flatMap(one -> schemaOf(right)
                                        .flatMap(other -> SchemaMerge.of(then, one, other)
                                                        instanceof
                                                        SchemaMerge.Merged(
                                                                AcceptedSchema united,
                                                                List<DivergentDefault> divergent)
                                                ? Optional.of(undecided(united, divergent))
                                                : Optional.<AcceptedSchema>empty())));
        };
    }

    /** Of DEFAULTs that differ what both have applied, so that either side has done something since. */
    private static AcceptedSchema undecided(AcceptedSchema united, List<DivergentDefault> divergent) {
        Map<PropertyId, List<AppliedDefault>> defaults = new HashMap<>(united.defaults());
        divergent.forEach(each -> defaults.put(
                each.property(), each.ours().subList(0, DivergentDefault.common(each.ours(), each.theirs()))));
        return united.withDefaults(defaults);
    }

    /** What the schemas contradict each other in. */
    public List<SchemaMergeConflict> contradictions() {
        return shared.contradictions();
    }

    /**
     * Whether two states declare the same with the same identities, whatever merges called it, and whatever DEFAULT gave to
     * get there.
     */
    public static boolean haveSameSchema(GraphState one, GraphState other) {
        return inTermsOf(other, one).schema().declaresSameAs(other.schema());
    }
}
