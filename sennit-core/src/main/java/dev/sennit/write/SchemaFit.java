package dev.sennit.write;

import dev.sennit.manifest.GraphState;
import dev.sennit.merge.ConflictList;
import dev.sennit.merge.GraphComparison;
import dev.sennit.model.ElementChange;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeSide;
import dev.sennit.model.TableId;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.Property;
import dev.sennit.schema.migration.SchemaMerge;
import dev.sennit.store.TableStore;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Whether the schemas of a merge stand together, and whether what a side did to the data has a place under the schema of
 * the result. What does not is a conflict.
 */
final class SchemaFit {
    private final TableStore tables;
    private final GraphState base;
    private final ConflictList conflicts;
    private final Path spill;

    /** @param spill a directory for temporary files, made when the first is needed */
    SchemaFit(TableStore tables, GraphState base, ConflictList conflicts, Path spill) {
        this.tables = tables;
        this.base = base;
        this.conflicts = conflicts;
        this.spill = spill;
    }

    /**
     * Both sides changed the schema, in ways that cannot both stand or that cannot be told apart.
     *
     * @param then the schema both come from, or that of one ancestor where there are several that cannot be united
     */
    void meetConflictsOf(AcceptedSchema then, GraphState ours, GraphState theirs) {
        switch (SchemaMerge.of(then, ours.schema(), theirs.schema())) {
            case SchemaMerge.Conflicts several ->
                several.conflicts()
                        .forEach(conflict -> conflicts.meet(
                                new MergeConflict.Schema(conflict.subject(), conflict.ours(), conflict.theirs())));
            case SchemaMerge.Merged ignored ->
                // After criss-cross merges of schemas in conflict nobody can say which of the ancestors' was changed.
                conflicts.meet(new MergeConflict.Schema(MergeConflict.Schema.WHOLE, "changed it", "changed it"));
        }
    }

    /** Data that one side changed and for which the result has no place any more, which is the other side's doing. */
    void requirePlaceFor(GraphState side, MergeSide whose, AcceptedSchema result) {
        for (ElementType type : side.schema().declared().types().toList()) {
            TableId table = side.schema().tableOf(type);
            Optional<ElementType> kept = result.typeOf(table);
            if (kept.isPresent()) {
                requirePlaceForProperties(side, whose, type, result, kept.get());
            } else if (isChanged(side, type.name())) {
                meet(type.name(), whose, "changed its data");
            }
        }
    }

    private void requirePlaceForProperties(
            GraphState side, MergeSide whose, ElementType type, AcceptedSchema result, ElementType kept) {
        Set<String> homeless = new HashSet<>();
        for (Property property : type.properties()) {
            if (result.propertyOf(kept, side.schema().idOf(type, property)).isEmpty()) {
                homeless.add(property.name());
            }
        }
        if (homeless.isEmpty()) {
            return;
        }
        Set<String> found = new LinkedHashSet<>();
        try (GraphComparison comparison = compare(side, type.name())) {
            while (comparison.hasNext() && found.size() < homeless.size()) {
                ElementChange change = comparison.next();
                change.properties().stream()
                        .filter(each -> homeless.contains(each.property()) && each.after() != null)
                        .forEach(each -> found.add(each.property()));
            }
        }
        found.forEach(property -> meet(type.name() + "." + property, whose, "set it"));
    }

    private void meet(String subject, MergeSide whose, String did) {
        conflicts.meet(
                whose == MergeSide.OURS
                        ? new MergeConflict.Schema(subject, did, "dropped it")
                        : new MergeConflict.Schema(subject, "dropped it", did));
    }

    private boolean isChanged(GraphState side, String type) {
        try (GraphComparison comparison = compare(side, type)) {
            return comparison.hasNext();
        }
    }

    private GraphComparison compare(GraphState side, String type) {
        return new GraphComparison(tables, base, side, type::equals, spill);
    }
}
