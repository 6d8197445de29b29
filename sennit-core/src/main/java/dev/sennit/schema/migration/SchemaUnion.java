package dev.sennit.schema.migration;

import dev.sennit.model.InvalidTextException;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.TableId;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.SchemaParser;
import dev.sennit.schema.SchemaPrinter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Unites two schemas, type by type. Used once. */
final class SchemaUnion {
    private final Map<TableId, TypeDraft> base;
    private final Map<TableId, TypeDraft> ours;
    private final Map<TableId, TypeDraft> theirs;
    private final List<SchemaMergeConflict> conflicts = new ArrayList<>();

    SchemaUnion(AcceptedSchema base, AcceptedSchema ours, AcceptedSchema theirs) {
        this.base = TypeDraft.of(base);
        this.ours = TypeDraft.of(ours);
        this.theirs = TypeDraft.of(theirs);
    }

    SchemaMerge unite() {
        Map<TableId, TypeDraft> united = new LinkedHashMap<>();
        Set<TableId> all = new LinkedHashSet<>(ours.keySet());
        all.addAll(theirs.keySet());
        for (TableId id : all) {
            uniteType(id).ifPresent(type -> united.put(id, type));
        }
        reportSharedNames(united);
        reportMissingEnds(united);
        if (!conflicts.isEmpty()) {
            return new SchemaMerge.Conflicts(conflicts);
        }
        AcceptedSchema schema = TypeDraft.assemble(united);
        Optional<String> problem = problem(schema.declared());
        return problem.isEmpty()
                ? new SchemaMerge.Merged(schema)
                : new SchemaMerge.Conflicts(List.of(new SchemaMergeConflict(
                        MergeConflict.Schema.WHOLE,
                        "is valid by itself",
                        "is valid by itself, and together they are not: " + problem.get())));
    }

    private Optional<TypeDraft> uniteType(TableId id) {
        TypeDraft then = base.get(id);
        TypeDraft mine = ours.get(id);
        TypeDraft other = theirs.get(id);
        if (then == null) {
            return Optional.of(mine != null ? mine : Objects.requireNonNull(other));
        }
        if (mine == null || other == null) {
            TypeDraft left = mine != null ? mine : other;
            if (left != null && !left.equals(then)) {
                conflicts.add(droppedAndChanged(then.name(), mine == null));
            }
            return Optional.empty();
        }
        TypeUnion union = new TypeUnion(then, mine, other);
        TypeDraft united = union.unite();
        conflicts.addAll(union.conflicts());
        return Optional.of(united);
    }

    /** Names are looked at once more when all is united, so that a rename can get out of the way of an addition. */
    private void reportSharedNames(Map<TableId, TypeDraft> united) {
        Map<String, TypeDraft> byName = new LinkedHashMap<>();
        united.forEach((id, type) -> {
            TypeDraft other = byName.putIfAbsent(type.fullName(united), type);
            if (other != null) {
                conflicts.add(
                        new SchemaMergeConflict(type.fullName(united), "has one type of that name", "has another"));
            }
            Set<String> names = new LinkedHashSet<>();
            type.properties().values().forEach(property -> {
                if (!names.add(property.name())) {
                    conflicts.add(new SchemaMergeConflict(
                            type.name() + "." + property.name(), "has one property of that name", "has another"));
                }
            });
        });
    }

    private void reportMissingEnds(Map<TableId, TypeDraft> united) {
        united.forEach((id, type) -> type.ends().forEach(end -> {
            if (!united.containsKey(end)) {
                boolean weUseIt = ours.containsKey(id) && ours.containsKey(end);
                String uses = "has edges of " + type.name() + " at it";
                TypeDraft node = base.get(end);
                conflicts.add(new SchemaMergeConflict(
                        node == null ? end.toString() : node.name(),
                        weUseIt ? uses : "dropped it",
                        weUseIt ? "dropped it" : uses));
            }
        }));
    }

    private static Optional<String> problem(GraphSchema schema) {
        try {
            SchemaParser.parse(SchemaPrinter.print(schema));
            return Optional.empty();
        } catch (InvalidTextException e) {
            return Optional.of(e.text().message());
        }
    }

    static SchemaMergeConflict droppedAndChanged(String subject, boolean weDropped) {
        return new SchemaMergeConflict(
                subject, weDropped ? "dropped it" : "changed it", weDropped ? "changed it" : "dropped it");
    }
}
