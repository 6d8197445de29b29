package dev.sennit.schema.migration;

import dev.sennit.model.PropertyId;
import dev.sennit.model.TableId;
import dev.sennit.schema.AcceptedSchema;
import java.util.List;

/**
 * Whether two schemas that come from one base can be united, and the united schema. Three-way, by identity: types and
 * properties are matched by {@link TableId} and {@link PropertyId}, so that a rename on one side meets a change on the
 * other; and what both sides added under one name is one thing, which keeps our identity and is known by theirs, too (see
 * {@link SharedIdentities}). Each aspect of a type or property (its
 * name, its type, whether it is required, each UNIQUE, each label, …) is taken from the side that changed it; changed by
 * both in different ways it is a conflict, and so is what one side dropped and the other changed or uses. Of what both
 * added, either side may say what the other does not, and they have to agree in the type of a property and the key.
 *
 * <p>A united schema is valid, and data of both sides together may still break it: a rule that one side added has to be
 * checked on the data of the other.
 */
public sealed interface SchemaMerge {
    /**
     * The two can be united.
     *
     * @param schema of the DEFAULTs that differ it has ours
     * @param divergent properties to which the sides applied DEFAULTs that differ, of which somebody has to choose
     */
    record Merged(AcceptedSchema schema, List<DivergentDefault> divergent) implements SchemaMerge {
        public Merged {
            divergent = List.copyOf(divergent);
        }

        /** Nothing is left to choose. */
        public Merged(AcceptedSchema schema) {
            this(schema, List.of());
        }
    }

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
     * @param ours whose identities and order of declarations are kept
     */
    static SchemaMerge of(AcceptedSchema base, AcceptedSchema ours, AcceptedSchema theirs) {
        SharedIdentities shared = SharedIdentities.ofMerge(List.of(base), ours, theirs);
        if (!shared.contradictions().isEmpty()) {
            return new Conflicts(shared.contradictions());
        }
        AcceptedSchema then = shared.in(ours, theirs, base);
        AcceptedSchema their = shared.in(ours, theirs, theirs);
        if (their.isSameAs(then) || their.isSameAs(ours)) {
            return new Merged(shared.recordedIn(ours));
        }
        if (ours.isSameAs(then)) {
            return new Merged(their);
        }
        return switch (new SchemaUnion(then, ours, their).unite()) {
            case Merged(AcceptedSchema united, List<DivergentDefault> divergent) ->
                new Merged(shared.recordedIn(united), divergent);
            case Conflicts conflicts -> conflicts;
        };
    }
}
