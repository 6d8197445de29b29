package dev.sennit.write;

import dev.sennit.merge.ConflictList;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeSide;
import dev.sennit.model.PropertyId;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.AppliedDefault;
import dev.sennit.schema.migration.DivergentDefault;
import dev.sennit.schema.migration.SchemaMerge;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which DEFAULTs the result of a merge has applied where those of its sides differ: each is a conflict. */
final class ChosenDefaults {
    private ChosenDefaults() {}

    /** The united schema with the DEFAULTs of the side that wins each conflict, and with ours where that is open. */
    static AcceptedSchema schema(SchemaMerge.Merged united, ConflictList conflicts) {
        Map<PropertyId, List<AppliedDefault>> defaults =
                new HashMap<>(united.schema().defaults());
        for (DivergentDefault each : united.divergent()) {
            Optional<MergeSide> winner = conflicts.meet(new MergeConflict.DivergentDefault(
                    each.subject(), each.our().literal(), each.their().literal()));
            if (winner.isEmpty()) {
                conflicts.postpone();
            } else if (winner.get() == MergeSide.THEIRS) {
                defaults.put(each.property(), each.theirs());
            }
        }
        return united.schema().withDefaults(defaults);
    }
}
