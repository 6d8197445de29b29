package dev.sennit.protocol;

import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.TableState;
import dev.sennit.model.CommitId;
import dev.sennit.model.OperationId;
import dev.sennit.model.TableId;
import dev.sennit.schema.AcceptedSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The logical result of a write (§2.4): the tables whose pins change, and the schema if that changes. The pins are output
 * slots, bound to what the effects achieved; binding never adds or removes a table.
 *
 * <p>With a new schema, the tables are those of its types: one that no type has any more is gone, and every new one is
 * among {@code added}.
 *
 * @param slots the tables whose pins this write sets
 * @param added those of {@code slots} that the base does not have
 * @param schema the schema that is accepted with this write; empty if it stays
 */
public record ManifestDelta(List<TableId> slots, Set<TableId> added, Optional<AcceptedSchema> schema) {
    public ManifestDelta {
        slots = List.copyOf(slots);
        added = Set.copyOf(added);
        Objects.requireNonNull(schema, "schema");
        if (!slots.containsAll(added) || !added.isEmpty() && schema.isEmpty()) {
            throw new IllegalArgumentException("tables are added by a schema, and have slots");
        }
    }

    /** A delta under the schema there is. */
    public ManifestDelta(List<TableId> slots) {
        this(slots, Set.of(), Optional.empty());
    }

    /** Whether the schema changes, which every other write of the branch has read. */
    public boolean changesSchema() {
        return schema.isPresent();
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
        Map<TableId, TableState> tables = new LinkedHashMap<>();
        types(head).forEach((id, type) -> tables.put(id, table(id, type, head, achieved.get(id), lineage.commit())));
        List<CommitId> parents = new ArrayList<>();
        parents.add(head.commit().id());
        parents.addAll(lineage.moreParents());
        Instant afterParent = head.commit().time().plusMillis(1);
        CommitRecord commit = new CommitRecord(
                lineage.commit(),
                parents,
                lineage.mergedFrom(),
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
                schema.orElse(head.schema()),
                schema.isPresent() ? lineage.commit() : head.schemaSetter(),
                tables,
                commit);
    }

    /** The name of the type of each table there is afterwards, in order. */
    private Map<TableId, String> types(GraphState head) {
        Map<TableId, String> types = new LinkedHashMap<>();
        schema.ifPresentOrElse(
                after -> after.declared().types().forEach(type -> types.put(after.tableOf(type), type.name())),
                () -> head.tables().forEach((id, table) -> types.put(id, table.type())));
        return types;
    }

    private static TableState table(
            TableId id, String type, GraphState head, @Nullable ConfirmedTable achieved, CommitId commit) {
        TableState before = head.tables().get(id);
        if (achieved != null) {
            return new TableState(id, type, achieved.pin(), commit, achieved.rowCount(), achieved.indexedRows());
        }
        if (before == null) {
            throw new IllegalStateException("the head has no table " + id + " of " + type + ", and none was planned");
        }
        return before.type().equals(type)
                ? before
                : new TableState(id, type, before.pin(), commit, before.rowCount(), before.indexedRows());
    }

    void requireExactly(Map<TableId, ConfirmedTable> achieved) {
        if (achieved.size() != slots.size() || !achieved.keySet().containsAll(slots)) {
            throw new IllegalStateException(
                    "effects achieved " + achieved.keySet() + " where " + slots + " was planned");
        }
    }
}
