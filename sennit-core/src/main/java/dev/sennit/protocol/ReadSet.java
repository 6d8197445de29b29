package dev.sennit.protocol;

import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.TableState;
import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.CommitId;
import dev.sennit.model.TableId;
import dev.sennit.store.TablePin;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Every authority value that must be unchanged for a prepared result to be right (§2.2).
 *
 * @param incarnation of the target branch
 * @param schemaSetter the commit that set the accepted schema
 * @param graphHead the head commit, where the result depends on it
 * @param tables every table written, probed, scanned or traversed
 * @param absentKey the idempotency key that no commit may carry yet
 */
public record ReadSet(
        BranchIncarnation incarnation,
        CommitId schemaSetter,
        Optional<CommitId> graphHead,
        Map<TableId, TableRead> tables,
        Optional<String> absentKey) {
    /**
     * A table as it was read. The setter makes the pair unrepeatable: a table that returns to an old pin does so by
     * another commit.
     */
    public record TableRead(TablePin pin, CommitId setter) {}

    public ReadSet {
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    }

    /** The read set of an attempt on {@code base} that read or will write the given tables. */
    public static ReadSet of(
            GraphState base, Collection<TableId> tables, boolean readsHead, Optional<String> absentKey) {
        Map<TableId, TableRead> reads = new LinkedHashMap<>();
        for (TableId table : tables) {
            TableState state = base.tables().get(table);
            if (state == null) {
                throw new IllegalArgumentException("table " + table + " is not in the base");
            }
            reads.put(table, new TableRead(state.pin(), state.setter()));
        }
        return new ReadSet(
                base.incarnation(),
                base.schemaSetter(),
                readsHead ? Optional.of(base.commit().id()) : Optional.empty(),
                reads,
                absentKey);
    }

    /** What of this read set differs in a state, in words; empty if nothing does. The idempotency key is not judged. */
    public Optional<String> mismatch(GraphState now) {
        if (!now.incarnation().equals(incarnation)) {
            return Optional.of("the branch was deleted and created again");
        }
        if (now.kind() == GraphState.Kind.CLOSED) {
            return Optional.of("the branch is being deleted");
        }
        if (!now.schemaSetter().equals(schemaSetter)) {
            return Optional.of("commit " + now.schemaSetter().value().shortForm() + " changed the schema");
        }
        if (graphHead.isPresent() && !graphHead.get().equals(now.commit().id())) {
            return Optional.of("commit " + now.commit().id().value().shortForm() + " is the new head");
        }
        for (Map.Entry<TableId, TableRead> read : tables.entrySet()) {
            TableState table = now.tables().get(read.getKey());
            if (table == null) {
                return Optional.of("a table this write depends on was dropped");
            }
            if (!table.pin().equals(read.getValue().pin())
                    || !table.setter().equals(read.getValue().setter())) {
                return Optional.of("commit " + table.setter().value().shortForm() + " changed " + table.type());
            }
        }
        return Optional.empty();
    }
}
