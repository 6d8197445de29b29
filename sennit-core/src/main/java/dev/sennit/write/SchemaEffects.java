package dev.sennit.write;

import dev.sennit.manifest.TableLayouts;
import dev.sennit.model.OperationId;
import dev.sennit.model.TableId;
import dev.sennit.protocol.ConfirmedTable;
import dev.sennit.protocol.Effects;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.ElementType;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableEvolution;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The effects of a schema change: an empty table for each new type, and a detached version with other columns for each
 * table that needs one. Undecided, all of it is forgotten.
 *
 * @param schema the new schema
 * @param created the types that are new
 */
record SchemaEffects(
        WriterResources resources,
        OperationId operation,
        AcceptedSchema schema,
        List<ElementType> created,
        List<Evolution> evolutions)
        implements Effects {
    /**
     * What becomes of one table.
     *
     * @param type the new type
     * @param values of each fragment, if columns are filled
     */
    record Evolution(
            ElementType type,
            TableId table,
            TablePin base,
            TableEvolution evolution,
            Map<Integer, StagedFragment> values) {}

    @Override
    public Map<TableId, ConfirmedTable> apply(FailurePoints failurePoints) {
        Map<TableId, ConfirmedTable> achieved = new LinkedHashMap<>();
        for (ElementType type : created) {
            TableId table = schema.tableOf(type);
            resources.tables().create(table, TableLayouts.of(type, schema), resources.durability());
            failurePoints.reached(FailurePoint.TABLE_CREATED);
            achieved.put(table, new ConfirmedTable(TablePin.CREATED, 0, Map.of()));
        }
        for (Evolution evolution : evolutions) {
            TablePin pin;
            try (TableVersion base = resources.tables().open(evolution.table(), evolution.base())) {
                pin = resources
                        .tables()
                        .evolve(
                                base,
                                evolution.evolution(),
                                evolution.values(),
                                resources.identity(operation),
                                resources.durability());
            }
            failurePoints.reached(FailurePoint.TABLE_COMMITTED);
            try (TableVersion version = resources.tables().open(evolution.table(), pin)) {
                achieved.put(evolution.table(), SegmentBuilder.confirm(evolution.type(), version));
            }
        }
        return achieved;
    }
}
