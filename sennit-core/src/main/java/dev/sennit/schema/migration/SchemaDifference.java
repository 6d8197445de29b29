package dev.sennit.schema.migration;

import dev.sennit.model.PropertyId;
import dev.sennit.model.TableId;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.AppliedDefault;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.MigrationHints;
import dev.sennit.schema.Property;
import dev.sennit.schema.PropertyRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is different in one accepted schema from another of the same graph, as the steps of a migration that would make it so.
 * Types and properties are the same by their identities, whatever their names.
 */
public final class SchemaDifference {
    private final AcceptedSchema before;
    private final AcceptedSchema after;
    private final Map<TableId, TypeDraft> drafts;
    private final List<MigrationStep> steps = new ArrayList<>();
    private final List<MigrationStep> drops = new ArrayList<>();

    private SchemaDifference(AcceptedSchema before, AcceptedSchema after) {
        this.before = before;
        this.after = after;
        this.drafts = TypeDraft.of(before);
    }

    /** The steps from one schema to another, those that take something away last. */
    public static List<MigrationStep> of(AcceptedSchema before, AcceptedSchema after) {
        return new SchemaDifference(before, after).steps();
    }

    private List<MigrationStep> steps() {
        Set<TableId> kept = after.declared().types().map(after::tableOf).collect(Collectors.toSet());
        after.declared()
                .types()
                .forEach(type -> before.typeOf(after.tableOf(type))
                        .ifPresentOrElse(old -> compare(old, type), () -> steps.add(new MigrationStep.AddType(type))));
        before.declared()
                .types()
                .filter(type -> !kept.contains(before.tableOf(type)))
                .forEach(type -> drops.add(new MigrationStep.DropType(type, 0)));
        steps.addAll(drops);
        if (steps.isEmpty() && !before.declared().equals(after.declared())) {
            steps.add(new MigrationStep.ReorderTypes());
        }
        return List.copyOf(steps);
    }

    private void compare(ElementType old, ElementType type) {
        if (!MigrationPlanner.label(old).equals(MigrationPlanner.label(type))) {
            steps.add(new MigrationStep.RenameType(old.name(), type));
        }
        Map<String, String> names = names(old, type);
        names.forEach((then, now) -> {
            if (type.property(now).isPresent() && !now.equals(then)) {
                steps.add(new MigrationStep.RenameProperty(type.name(), then, now));
            }
        });
        ElementType renamed = Objects.requireNonNull(drafts.get(before.tableOf(old)))
                .naming(name -> names.getOrDefault(name, name))
                .type(drafts);
        TypePlanner planner = new TypePlanner(renamed, type, hints(type), 0, edge -> 0);
        planner.steps().forEach(planned -> steps.add(planned.step()));
        planner.drops().forEach(planned -> drops.add(underOldName(planned.step(), names, old)));
    }

    /** The DEFAULTs that were applied since. */
    private MigrationHints hints(ElementType type) {
        Map<PropertyRef, Object> defaults = new LinkedHashMap<>();
        for (Property property : type.properties()) {
            PropertyId id = after.idOf(type, property);
            List<AppliedDefault> applied = after.defaultsOf(id);
            int earlier = before.defaultsOf(id).size();
            if (earlier < applied.size()) {
                AppliedDefault given = applied.get(earlier);
                Object value = new ValueConversion(given.type(), property.type()).convert(given.value());
                if (value != null) {
                    defaults.put(new PropertyRef(type.name(), property.name()), value);
                }
            }
        }
        return new MigrationHints(Map.of(), Map.of(), defaults);
    }

    /**
     * The new name of each old property: that of the same identity. One that is gone keeps its own, unless another has it
     * now.
     */
    private Map<String, String> names(ElementType old, ElementType type) {
        Map<PropertyId, String> now = new LinkedHashMap<>();
        type.properties().forEach(property -> now.put(after.idOf(type, property), property.name()));
        Map<String, String> names = new LinkedHashMap<>();
        for (Property property : old.properties()) {
            String gone = type.property(property.name()).isPresent() ? property.name() + " (before)" : property.name();
            names.put(property.name(), now.getOrDefault(before.idOf(old, property), gone));
        }
        return names;
    }

    private static MigrationStep underOldName(MigrationStep step, Map<String, String> names, ElementType old) {
        if (step instanceof MigrationStep.DropProperty drop) {
            for (Property property : old.properties()) {
                if (drop.dropped().name().equals(names.get(property.name()))) {
                    return new MigrationStep.DropProperty(drop.type(), property, drop.rows());
                }
            }
        }
        return step;
    }
}
