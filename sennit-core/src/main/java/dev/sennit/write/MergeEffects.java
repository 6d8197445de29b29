package dev.sennit.write;

import dev.sennit.model.OperationId;
import dev.sennit.model.TableId;
import dev.sennit.protocol.ConfirmedTable;
import dev.sennit.protocol.Effects;
import dev.sennit.protocol.FailurePoints;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The effects of a merge: tables that become what theirs is need none, and the others are changed as by any write, after they
 * got the columns of the schema that unites both sides'. Before
 * any of it, with the intent durable, the source is looked at again: what it shows must not have been collected meanwhile,
 * and from now on will not be.
 */
record MergeEffects(
        Runnable requireSource,
        Map<TableId, ConfirmedTable> adopted,
        Optional<SchemaEffects> columns,
        TableEffects changed)
        implements Effects {
    /** The effects of a plan. */
    static MergeEffects of(MergePlan plan, Runnable requireSource, WriterResources resources, OperationId operation) {
        return new MergeEffects(
                requireSource,
                plan.adopted(),
                plan.schema()
                        .filter(schema -> !plan.evolutions().isEmpty())
                        .map(schema -> new SchemaEffects(resources, operation, schema, List.of(), plan.evolutions())),
                new TableEffects(resources, operation, LoadProgress.NONE, plan.effects()));
    }

    @Override
    public Map<TableId, ConfirmedTable> apply(FailurePoints failurePoints) {
        requireSource.run();
        Map<TableId, ConfirmedTable> achieved = new LinkedHashMap<>(adopted);
        columns.ifPresent(effects -> achieved.putAll(effects.apply(failurePoints)));
        achieved.putAll(changed.onto(achieved).apply(failurePoints));
        return achieved;
    }
}
