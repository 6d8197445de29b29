package dev.sennit.write;

import dev.sennit.model.MergeResult.TypeCounts;
import dev.sennit.model.ResolvedConflict;
import dev.sennit.model.TableId;
import dev.sennit.protocol.AdoptedVersion;
import dev.sennit.protocol.ConfirmedTable;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableStore;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a three-way merge of states comes to.
 *
 * @param tables the tables that change, by name of their type, in the order of the schema
 * @param effects what is done to tables that are merged row by row
 * @param adopted tables that become what theirs is
 * @param borrowed fragments of their side among the effects
 * @param sources the versions of their side that the result has files of
 * @param read every table that was looked at, or whose pin decided anything
 * @param counts of the types that were looked at
 * @param conflicts all, resolved ones included
 * @param unresolved how many of them are not; if any, nothing may be written
 */
record MergePlan(
        Map<String, TableId> tables,
        List<TableEffect> effects,
        Map<TableId, ConfirmedTable> adopted,
        Set<StagedFragment> borrowed,
        Set<AdoptedVersion> sources,
        Set<TableId> read,
        List<TypeCounts> counts,
        List<ResolvedConflict> conflicts,
        long unresolved) {
    boolean changesAnything() {
        return !tables.isEmpty();
    }

    /** The conflicts as seen from the other side. */
    List<ResolvedConflict> mirroredConflicts() {
        return conflicts.stream().map(ResolvedConflict::mirrored).toList();
    }

    /** Removes what was staged; files of theirs are theirs. */
    void discard(TableStore store) {
        effects.forEach(effect -> store.discard(
                effect.table(),
                effect.change().added().stream()
                        .filter(fragment -> !borrowed.contains(fragment))
                        .toList()));
    }
}
