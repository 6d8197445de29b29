package dev.sennit.write;

import dev.sennit.manifest.TableState;
import dev.sennit.merge.ConflictList;
import dev.sennit.model.MergeResult.TypeCounts;
import dev.sennit.model.MergeSide;
import dev.sennit.model.ResolvedConflict;
import dev.sennit.model.TableId;
import dev.sennit.protocol.AdoptedVersion;
import dev.sennit.protocol.ConfirmedTable;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a three-way merge of states comes to.
 *
 * @param tables the tables that change, by name of their type, in the order of the schema
 * @param effects what is done to tables that are merged row by row
 * @param adopted tables that become what theirs is
 * @param borrowed fragments of their side among the effects
 * @param evolutions what becomes of columns, before rows of these tables are changed
 * @param added tables that ours does not have
 * @param schema the schema of the result; empty if ours stays
 * @param sources the versions of their side that the result has files of
 * @param read every table that was looked at, or whose pin decided anything
 * @param counts of the types that were looked at
 * @param conflicts all, resolved ones included
 * @param unresolved how many of them are not; if any, nothing may be written
 * @param mayBeMore whether there may be more once those that are open are resolved
 * @param vain the sides that were to win some of these and did not resolve them, by the conflict's id
 */
record MergePlan(
        Map<String, TableId> tables,
        List<TableEffect> effects,
        Map<TableId, ConfirmedTable> adopted,
        Set<StagedFragment> borrowed,
        List<SchemaEffects.Evolution> evolutions,
        Set<TableId> added,
        Optional<AcceptedSchema> schema,
        Set<AdoptedVersion> sources,
        Set<TableId> read,
        List<TypeCounts> counts,
        List<ResolvedConflict> conflicts,
        long unresolved,
        boolean mayBeMore,
        Map<String, MergeSide> vain) {
    boolean changesAnything() {
        return !tables.isEmpty();
    }

    /** The conflicts as seen from the other side. */
    List<ResolvedConflict> mirroredConflicts() {
        return conflicts.stream().map(ResolvedConflict::mirrored).toList();
    }

    /** The sides that resolved nothing, as seen from the other side. */
    Map<String, MergeSide> mirroredVain() {
        Map<String, MergeSide> mirrored = new LinkedHashMap<>();
        vain.forEach((conflict, side) -> mirrored.put(conflict, side.other()));
        return mirrored;
    }

    /** Removes what was staged; files of theirs are theirs. */
    void discard(TableStore store) {
        effects.forEach(effect -> store.discard(
                effect.table(),
                effect.change().added().stream()
                        .filter(fragment -> !borrowed.contains(fragment))
                        .toList()));
        evolutions.forEach(evolution ->
                store.discard(evolution.table(), List.copyOf(evolution.values().values())));
    }

    /** Puts a plan together, table by table. Not thread-safe. */
    static final class Builder {
        private final Map<String, TableId> tables = new LinkedHashMap<>();
        private final List<TableEffect> effects = new ArrayList<>();
        private final Map<TableId, ConfirmedTable> adopted = new LinkedHashMap<>();
        private final Set<StagedFragment> borrowed = new LinkedHashSet<>();
        private final List<SchemaEffects.Evolution> evolutions = new ArrayList<>();
        private final Set<TableId> added = new LinkedHashSet<>();
        private final Set<AdoptedVersion> sources = new LinkedHashSet<>();
        private final List<TypeCounts> counts = new ArrayList<>();

        void count(TypeCounts type) {
            counts.add(type);
        }

        /** A table becomes what theirs is. */
        void adopt(String type, TableState their) {
            tables.put(type, their.table());
            adopted.put(their.table(), new ConfirmedTable(their.pin(), their.rowCount(), their.indexedRows()));
            sources.add(new AdoptedVersion(their.table(), their.pin()));
        }

        /** Rows of a table are changed, if the merge changes any. */
        void change(String type, TypeMerge merge, Optional<TableState> their) {
            TableEffect effect = merge.effect();
            if (effect.isEmpty() && !merge.changesAnything()) {
                return;
            }
            tables.put(type, effect.table());
            effects.add(effect);
            borrowed.addAll(merge.borrowed());
            boolean hasTheirFiles = !merge.borrowed().isEmpty()
                    || their.filter(from -> from.table().equals(effect.table()))
                            .map(TableState::pin)
                            .equals(Optional.of(effect.base()));
            if (hasTheirFiles) {
                their.ifPresent(from -> sources.add(new AdoptedVersion(from.table(), from.pin())));
            }
        }

        /** A table gets other columns. */
        void evolve(SchemaEffects.Evolution evolution) {
            tables.put(evolution.type().name(), evolution.table());
            evolutions.add(evolution);
        }

        /** A table is new. */
        void add(TableId table) {
            added.add(table);
        }

        MergePlan build(Set<TableId> read, Optional<AcceptedSchema> schema, ConflictList conflicts) {
            return new MergePlan(
                    tables,
                    effects,
                    adopted,
                    borrowed,
                    evolutions,
                    added,
                    schema,
                    sources,
                    read,
                    counts,
                    conflicts.all(),
                    conflicts.unresolved(),
                    conflicts.mayBeMore(),
                    conflicts.vain());
        }
    }
}
