package dev.sennit.protocol;

import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.TableState;
import dev.sennit.model.CommitId;
import dev.sennit.model.OperationId;
import dev.sennit.model.TableId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The logical result of a write (§2.4): the tables whose pins change. The pins are output slots, bound to what the
 * effects achieved; binding never adds or removes a table.
 *
 * @param slots the tables whose pins this write sets
 */
public record ManifestDelta(List<TableId> slots) {
    public ManifestDelta {
        slots = List.copyOf(slots);
    }

    /**
     * The state this write makes of a head.
     *
     * @throws IllegalStateException if what was achieved is not exactly what was planned
     */
    GraphState applyTo(
            GraphState head,
            Map<TableId, ConfirmedTable> achieved,
            LineageIntent lineage,
            OperationId operation,
            String writer) {
        requireExactly(achieved);
        Map<TableId, TableState> tables = new LinkedHashMap<>(head.tables());
        achieved.forEach((id, table) -> tables.computeIfPresent(
                id,
                (ignored, before) -> new TableState(
                        id, before.type(), table.pin(), lineage.commit(), table.rowCount(), table.indexedRows())));
        List<CommitId> parents = new ArrayList<>();
        parents.add(head.commit().id());
        parents.addAll(lineage.moreParents());
        Instant afterParent = head.commit().time().plusMillis(1);
        CommitRecord commit = new CommitRecord(
                lineage.commit(),
                parents,
                lineage.author(),
                lineage.notBefore().isAfter(afterParent) ? lineage.notBefore() : afterParent,
                operation,
                writer,
                lineage.idempotencyKey(),
                lineage.payloadDigest(),
                lineage.message(),
                lineage.tablesTouched(),
                lineage.result());
        return new GraphState(
                GraphState.FORMAT,
                head.graph(),
                head.incarnation(),
                GraphState.Kind.COMMIT,
                head.schema(),
                head.schemaSetter(),
                tables,
                commit);
    }

    void requireExactly(Map<TableId, ConfirmedTable> achieved) {
        if (achieved.size() != slots.size() || !achieved.keySet().containsAll(slots)) {
            throw new IllegalStateException(
                    "effects achieved " + achieved.keySet() + " where " + slots + " was planned");
        }
    }
}
