package dev.sennit.schema.migration;

import dev.sennit.model.InvalidTextException;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.PropertyId;
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
import org.jspecify.annotations.Nullable;

/** Unites two schemas, type by type. Used once. */
final class SchemaUnion {
    private final Map<TableId, TypeDraft> base;
    private final Map<TableId, TypeDraft> ours;
    private final Map<TableId, TypeDraft> theirs;
    private final List<SchemaMergeConflict> conflicts = new ArrayList<>();
    private final List<DivergentDefault> divergent = new ArrayList<>();

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
                ? new SchemaMerge.Merged(schema, divergent)
                : new SchemaMerge.Conflicts(List.of(new SchemaMergeConflict(
                        MergeConflict.Schema.WHOLE,
                        "is valid by itself",
                        "is valid by itself, and together they are not: " + problem.get())));
    }

    private Optional<TypeDraft> uniteType(TableId id) {
        TypeDraft then = base.get(id);
        TypeDraft mine = ours.get(id);
        TypeDraft other = theirs.get(id);
        if (then == null && (mine == null || other == null)) {
            return Optional.of(mine != null ? mine : Objects.requireNonNull(other));
        }
        if (mine == null || other == null) {
            TypeDraft left = mine != null ? mine : other;
            if (left != null && !left.equals(then)) {
                conflicts.add(droppedAndChanged(Objects.requireNonNull(then).name(), mine == null));
            }
            return Optional.empty();
        }
        TypeUnion union = new TypeUnion(Optional.ofNullable(then), mine, other);
        TypeDraft united = union.unite();
        conflicts.addAll(union.conflicts());
        divergent.addAll(union.divergent());
        return Optional.of(united);
    }

    /** Names are looked at once more when all is united, so that a rename can get out of the way of an addition. */
    private void reportSharedNames(Map<TableId, TypeDraft> united) {
        Map<String, TableId> byName = new LinkedHashMap<>();
        united.forEach((id, type) -> {
            TableId other = byName.putIfAbsent(type.fullName(united), id);
            if (other != null) {
                boolean isOurs = isCalled(ours.get(id), type.name());
                conflicts.add(new SchemaMergeConflict(
                        type.fullName(united),
                        origin(base.get(isOurs ? id : other), type.name()),
                        origin(base.get(isOurs ? other : id), type.name())));
            }
            reportSharedNames(id, type);
        });
    }

    private void reportSharedNames(TableId table, TypeDraft type) {
        Map<String, PropertyId> byName = new LinkedHashMap<>();
        type.properties().forEach((id, property) -> {
            PropertyId other = byName.putIfAbsent(property.name(), id);
            if (other != null) {
                boolean isOurs = Optional.ofNullable(ours.get(table))
                        .flatMap(mine -> Optional.ofNullable(mine.properties().get(id)))
                        .filter(mine -> mine.name().equals(property.name()))
                        .isPresent();
                conflicts.add(new SchemaMergeConflict(
                        type.name() + "." + property.name(),
                        origin(table, isOurs ? id : other, property.name()),
                        origin(table, isOurs ? other : id, property.name())));
            }
        });
    }

    private static boolean isCalled(@Nullable TypeDraft type, String name) {
        return type != null && type.name().equals(name);
    }

    /** How a side came to a type of that name. */
    private static String origin(@Nullable TypeDraft then, String name) {
        return origin(Optional.ofNullable(then).map(TypeDraft::name), name);
    }

    private String origin(TableId table, PropertyId id, String name) {
        return origin(
                Optional.ofNullable(base.get(table))
                        .flatMap(then -> Optional.ofNullable(then.properties().get(id)))
                        .map(TypeDraft.PropertyDraft::name),
                name);
    }

    private static String origin(Optional<String> before, String name) {
        return before.map(old -> old.equals(name) ? "has it" : "renamed " + old + " to it")
                .orElse("added it");
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
