package dev.sennit.schema.migration;

import dev.sennit.model.PropertyId;
import dev.sennit.model.TableId;
import dev.sennit.schema.AcceptedSchema;
import java.util.List;

/**
 * Whether two schemas that come from one base can be united, and the united schema. Three-way, by identity: types and
 * properties are matched by {@link TableId} and {@link PropertyId}, never by name, so that a rename on one side meets a
 * change on the other, and what both sides added under one name are two things. Each aspect of a type or property (its
 * name, its type, whether it is required, each UNIQUE, each label, …) is taken from the side that changed it; changed by
 * both in different ways it is a conflict, and so is what one side dropped and the other changed or uses.
 *
 * <p>A united schema is valid, and data of both sides together may still break it: a rule that one side added has to be
 * checked on the data of the other.
 */
public sealed interface SchemaMerge {
    /** The two can be united. */
    record Merged(AcceptedSchema schema) implements SchemaMerge {}

    /** @param conflicts at least one */
    record Conflicts(List<SchemaMergeConflict> conflicts) implements SchemaMerge {
        public Conflicts {
            conflicts = List.copyOf(conflicts);
            if (conflicts.isEmpty()) {
                throw new IllegalArgumentException("no conflict");
            }
        }
    }

    /**
     * Unites two schemas. If one of them is the base, the result is the other one, whatever it did.
     *
     * @param base what both come from
     * @param ours whose order of declarations is kept
     */
    static SchemaMerge of(AcceptedSchema base, AcceptedSchema ours, AcceptedSchema theirs) {
        if (theirs.equals(base) || theirs.equals(ours)) {
            return new Merged(ours);
        }
        if (ours.equals(base)) {
            return new Merged(theirs);
        }
        return new SchemaUnion(base, ours, theirs).unite();
    }
}
