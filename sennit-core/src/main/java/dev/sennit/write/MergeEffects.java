package dev.sennit.write;

import dev.sennit.model.TableId;
import dev.sennit.protocol.ConfirmedTable;
import dev.sennit.protocol.Effects;
import dev.sennit.protocol.FailurePoints;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The effects of a merge: tables that become what theirs is need none, and the others are changed as by any write. Before
 * any of it, with the intent durable, the source is looked at again: what it shows must not have been collected meanwhile,
 * and from now on will not be.
 */
record MergeEffects(Runnable requireSource, Map<TableId, ConfirmedTable> adopted, TableEffects changed)
        implements Effects {
    @Override
    public Map<TableId, ConfirmedTable> apply(FailurePoints failurePoints) {
        requireSource.run();
        Map<TableId, ConfirmedTable> achieved = new LinkedHashMap<>(adopted);
        achieved.putAll(changed.apply(failurePoints));
        return achieved;
    }
}
