package dev.sennit.protocol;

import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.TableId;
import java.util.Comparator;

/** A process-local gate. Gates are taken in the order of {@link #ORDER} (§4.3). */
public sealed interface GateKey {
    /** The specification's total order: claims, schema, branch, then tables, each by name. */
    Comparator<GateKey> ORDER = Comparator.comparingInt(GateKey::rank).thenComparing(GateKey::name);

    /** Held by what concerns the whole graph: collection, migration. */
    record Claim(String operation) implements GateKey {}

    /** Held by writers that change the schema. */
    record Schema() implements GateKey {}

    /** Held by writers that create, delete or close a branch. */
    record BranchControl(BranchIncarnation branch) implements GateKey {}

    /** Held by writers of a table on a branch. */
    record Table(BranchIncarnation branch, TableId table) implements GateKey {}

    private int rank() {
        return switch (this) {
            case Claim ignored -> 0;
            case Schema ignored -> 1;
            case BranchControl ignored -> 2;
            case Table ignored -> 3;
        };
    }

    private String name() {
        return switch (this) {
            case Claim claim -> claim.operation();
            case Schema ignored -> "";
            case BranchControl control -> control.branch().toString();
            case Table table -> table.branch() + "/" + table.table();
        };
    }
}
