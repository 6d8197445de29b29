package dev.sennit.schema.migration;

import dev.sennit.model.IdSource;
import dev.sennit.model.PropertyId;
import dev.sennit.model.TableId;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.AppliedDefault;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.MigrationHints;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import dev.sennit.schema.SchemaDocument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Plans the way from an accepted schema to a declared one. Types and properties are the same if they have the same name,
 * or if the declaration says RENAMED FROM; an edge type also if its node types were renamed. Everything else is dropped or
 * new. Thread-safe; keeps nothing between calls.
 */
public final class MigrationPlanner {
    private final IdSource ids;

    /** @param ids mints the identities of what is new */
    public MigrationPlanner(IdSource ids) {
        this.ids = ids;
    }

    /**
     * Plans.
     *
     * @param rows how many rows a table of the accepted schema has
     */
    public MigrationPlan plan(AcceptedSchema accepted, SchemaDocument declared, ToLongFunction<TableId> rows) {
        return new Planning(accepted, declared.schema(), declared.hints(), rows).plan();
    }

    private final class Planning {
        private final AcceptedSchema accepted;
        private final GraphSchema declared;
        private final MigrationHints hints;
        private final ToLongFunction<TableId> rows;

        /** The old type of each declared one that is not new, by the declared one's name. */
        private final Map<String, ElementType> origins = new LinkedHashMap<>();

        private final Map<String, Refusal> unclear = new HashMap<>();
        private final Map<String, TableId> tables = new LinkedHashMap<>();
        private final Map<String, Map<String, PropertyId>> properties = new LinkedHashMap<>();
        private final Map<PropertyId, List<AppliedDefault>> defaults = new HashMap<>();
        private final List<PlannedStep> steps = new ArrayList<>();
        private final List<PlannedStep> drops = new ArrayList<>();
        private final List<TypeMigration> types = new ArrayList<>();

        Planning(AcceptedSchema accepted, GraphSchema declared, MigrationHints hints, ToLongFunction<TableId> rows) {
            this.accepted = accepted;
            this.declared = declared;
            this.hints = hints;
            this.rows = rows;
        }

        MigrationPlan plan() {
            declared.nodeTypes().forEach(this::findOrigin);
            declared.edgeTypes().forEach(this::findOrigin);
            declared.types().forEach(this::planType);
            accepted.declared().types().filter(this::isDropped).forEach(this::dropType);
            steps.addAll(drops);
            AcceptedSchema after = new AcceptedSchema(declared, tables, properties)
                    .uniting(accepted.united()::of, accepted.united()::of)
                    .withDefaults(defaults);
            if (steps.isEmpty() && !after.equals(accepted)) {
                steps.add(PlannedStep.free(new MigrationStep.ReorderTypes()));
            }
            return new MigrationPlan(accepted, after, steps, types);
        }

        private void findOrigin(NodeType type) {
            note(
                    type,
                    Renames.of(
                            "NODE " + type.name(),
                            type.name(),
                            hints.renamedTypes().get(type.name()),
                            name -> accepted.declared().nodeType(name).isPresent()));
        }

        private void findOrigin(EdgeType type) {
            Optional<String> source = oldName(type.source());
            Optional<String> destination = oldName(type.destination());
            String hint = hints.renamedTypes().get(type.name());
            String endpoints = source.isPresent() && destination.isPresent()
                    ? "(" + source.get() + "," + destination.get() + ")"
                    : "(new)"; // no name of an edge type
            note(
                    type,
                    Renames.of(
                            "EDGE " + type.name(),
                            type.label() + endpoints,
                            hint == null ? null : hint + endpoints,
                            name -> accepted.declared().edgeTypes().stream()
                                    .anyMatch(edge -> edge.name().equals(name))));
        }

        private void note(ElementType type, Renames.Origin origin) {
            switch (origin) {
                case Renames.Origin.Same same ->
                    origins.put(
                            type.name(),
                            accepted.declared().type(same.oldName()).orElseThrow());
                case Renames.Origin.New ignored -> {}
                case Renames.Origin.Unclear refused -> unclear.put(type.name(), refused.refusal());
            }
        }

        private Optional<String> oldName(String nodeType) {
            return Optional.ofNullable(origins.get(nodeType)).map(ElementType::name);
        }

        private void planType(ElementType type) {
            ElementType before = origins.get(type.name());
            if (before == null) {
                addType(type);
                return;
            }
            TableId table = accepted.tableOf(before);
            tables.put(type.name(), table);
            if (!label(before).equals(label(type))) {
                steps.add(PlannedStep.free(new MigrationStep.RenameType(before.name(), type)));
            }
            TypePlanner planner = new TypePlanner(before, type, hints, rows.applyAsLong(table), this::edgeEndRows);
            Map<String, PropertyId> ofType = new LinkedHashMap<>();
            planner.oldNames()
                    .forEach((name, old) -> ofType.put(
                            name,
                            old.map(oldName -> accepted.idOf(before, property(before, oldName)))
                                    .orElseGet(() -> new PropertyId(ids.next()))));
            properties.put(type.name(), ofType);
            TypeMigration migration = planner.migration(table);
            migration.properties().forEach(property -> noteDefaults(ofType, property));
            types.add(migration);
            steps.addAll(planner.steps());
            drops.addAll(planner.drops());
        }

        /** Takes note of a DEFAULT also where there is no element yet: another branch may have some. */
        private void noteDefaults(Map<String, PropertyId> ids, PropertyMigration property) {
            PropertyId id = Objects.requireNonNull(ids.get(property.after().name()));
            List<AppliedDefault> applied = new ArrayList<>(accepted.defaultsOf(id));
            property.backfill()
                    .ifPresent(value ->
                            applied.add(AppliedDefault.of(property.after().type(), value)));
            defaults.put(id, applied);
        }

        private void addType(ElementType type) {
            tables.put(type.name(), new TableId(ids.next()));
            Map<String, PropertyId> ofType = new LinkedHashMap<>();
            type.properties().forEach(property -> ofType.put(property.name(), new PropertyId(ids.next())));
            properties.put(type.name(), ofType);
            MigrationStep step = new MigrationStep.AddType(type);
            Refusal refusal = unclear.get(type.name());
            if (refusal != null) {
                steps.add(PlannedStep.refused(step, refusal.reason(), refusal.wayOut()));
            } else if (type instanceof EdgeType edge && lackingNodes(edge).isPresent()) {
                steps.add(PlannedStep.refused(
                        step,
                        lackingNodes(edge).get(),
                        "declare it without a minimum, load its edges, and raise the minimum then"));
            } else {
                steps.add(PlannedStep.free(step));
            }
        }

        /** Who would have too few edges of a type that has none yet. */
        private Optional<String> lackingNodes(EdgeType edge) {
            if (edge.outgoing().minimum() > 0 && nodeRows(edge.source()) > 0) {
                return Optional.of("each of the " + nodeRows(edge.source()) + " nodes of " + edge.source() + " needs "
                        + edge.outgoing().minimum() + " of these edges, and has none");
            }
            if (edge.incoming().minimum() > 0 && nodeRows(edge.destination()) > 0) {
                return Optional.of("each of the " + nodeRows(edge.destination()) + " nodes of " + edge.destination()
                        + " needs " + edge.incoming().minimum() + " of these edges, and has none");
            }
            return Optional.empty();
        }

        /** Rows of the node types an edge type joins, each type once. */
        private long edgeEndRows(EdgeType edge) {
            return edge.source().equals(edge.destination())
                    ? nodeRows(edge.source())
                    : nodeRows(edge.source()) + nodeRows(edge.destination());
        }

        private long nodeRows(String declaredNodeType) {
            ElementType before = origins.get(declaredNodeType);
            return before == null ? 0 : rows.applyAsLong(accepted.tableOf(before));
        }

        private boolean isDropped(ElementType type) {
            return origins.values().stream().noneMatch(origin -> origin.equals(type));
        }

        private void dropType(ElementType type) {
            long hidden = rows.applyAsLong(accepted.tableOf(type));
            drops.add(PlannedStep.free(new MigrationStep.DropType(type, hidden)));
        }

        private static Property property(ElementType type, String name) {
            return type.property(name).orElseThrow();
        }
    }

    /** What a type is called without what it joins. */
    static String label(ElementType type) {
        return switch (type) {
            case NodeType node -> node.name();
            case EdgeType edge -> edge.label();
        };
    }
}
