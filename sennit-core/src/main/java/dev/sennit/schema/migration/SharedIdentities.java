package dev.sennit.schema.migration;

import dev.sennit.model.PropertyId;
import dev.sennit.model.TableId;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.AppliedDefault;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which identities of several schemas stand for one thing. A merge that makes one of what both sides have added records
 * that in its schema ({@link AcceptedSchema#united}); so the sides are known by what any of them tells, and a branch that
 * goes on with the identities it gave is understood by those that merged it. To compare schemas, all of them are put
 * {@linkplain #in in the terms of} one. Not thread-safe.
 */
public final class SharedIdentities {
    private final IdentityClasses<TableId> tables = new IdentityClasses<>();
    private final IdentityClasses<PropertyId> properties = new IdentityClasses<>();
    private final List<SchemaMergeConflict> contradictions = new ArrayList<>();

    private SharedIdentities() {}

    /**
     * What schemas tell. If they contradict each other, nothing is shared, and each identity is something of its own.
     *
     * @param others the schemas of what both come from, if they are known
     */
    public static SharedIdentities toldBy(
            AcceptedSchema ours, AcceptedSchema theirs, Collection<AcceptedSchema> others) {
        SharedIdentities told = new SharedIdentities();
        told.learn(ours);
        told.learn(theirs);
        others.forEach(told::learn);
        String apart = "has it apart from ";
        String united = "made one of both";
        SharedIdentities nothing = new SharedIdentities();
        told.apart(ours)
                .forEach((one, other) ->
                        nothing.contradictions.add(new SchemaMergeConflict(one, apart + other, united)));
        told.apart(theirs)
                .forEach((one, other) ->
                        nothing.contradictions.add(new SchemaMergeConflict(one, united, apart + other)));
        if (nothing.contradictions.isEmpty()) {
            others.forEach(base -> told.apart(base)
                    .forEach((one, other) -> nothing.contradictions.add(
                            new SchemaMergeConflict(one, "has it or " + other, "has it or " + other))));
        }
        return nothing.contradictions.isEmpty() ? told : nothing;
    }

    private void learn(AcceptedSchema schema) {
        schema.united().tables().forEach((id, others) -> others.forEach(other -> tables.unite(id, other)));
        schema.united().properties().forEach((id, others) -> others.forEach(other -> properties.unite(id, other)));
    }

    /**
     * What the schemas of a merge tell, and what both sides have added alike: a type under one name, or a property of one
     * type. What a side has that the base has not, and the other side does not know, is an addition.
     *
     * @param bases the schemas of all common ancestors
     */
    public static SharedIdentities ofMerge(
            Collection<AcceptedSchema> bases, AcceptedSchema ours, AcceptedSchema theirs) {
        SharedIdentities shared = toldBy(ours, theirs, bases);
        if (shared.contradictions.isEmpty()) {
            shared.new Additions(bases, ours, theirs).unite();
        }
        return shared;
    }

    /** What one schema says is one thing and another has twice. */
    public List<SchemaMergeConflict> contradictions() {
        return contradictions;
    }

    /** A schema with the identities that others have: of {@code first}, or else of the second. */
    public AcceptedSchema in(AcceptedSchema first, AcceptedSchema second, AcceptedSchema schema) {
        Set<TableId> ofFirst = tables(first);
        Set<TableId> ofSecond = tables(second);
        Set<PropertyId> propertiesOfFirst = properties(first);
        Set<PropertyId> propertiesOfSecond = properties(second);
        Map<String, TableId> renamed = new LinkedHashMap<>();
        schema.tables().forEach((type, id) -> renamed.put(type, chosen(tables, id, ofFirst, ofSecond)));
        Map<String, Map<String, PropertyId>> renamedProperties = new LinkedHashMap<>();
        schema.properties().forEach((type, ids) -> {
            Map<String, PropertyId> ofType = new LinkedHashMap<>();
            ids.forEach((name, id) -> ofType.put(name, chosen(properties, id, propertiesOfFirst, propertiesOfSecond)));
            renamedProperties.put(type, ofType);
        });
        Map<PropertyId, List<AppliedDefault>> defaults = new HashMap<>();
        schema.defaults()
                .forEach((id, applied) ->
                        defaults.put(chosen(properties, id, propertiesOfFirst, propertiesOfSecond), applied));
        return recordedIn(new AcceptedSchema(schema.declared(), renamed, renamedProperties).withDefaults(defaults));
    }

    /** A schema that takes note of all other identities of what it has. */
    public AcceptedSchema recordedIn(AcceptedSchema schema) {
        return schema.uniting(tables::besides, properties::besides);
    }

    private static <I extends Comparable<I>> I chosen(IdentityClasses<I> classes, I id, Set<I> first, Set<I> second) {
        Set<I> same = classes.of(id);
        return only(same, first::contains)
                .or(() -> only(same, second::contains))
                .orElseGet(() -> same.stream().min(Comparable::compareTo).orElse(id));
    }

    private static <I> Optional<I> only(Set<I> same, Predicate<I> wanted) {
        return same.stream().filter(wanted).findFirst();
    }

    private static Set<TableId> tables(AcceptedSchema schema) {
        return Set.copyOf(schema.tables().values());
    }

    private static Set<PropertyId> properties(AcceptedSchema schema) {
        Set<PropertyId> ids = new HashSet<>();
        schema.forEachProperty((type, id) -> ids.add(id));
        return ids;
    }

    /** What a schema has twice that is one thing, by names. */
    private Map<String, String> apart(AcceptedSchema schema) {
        Map<String, String> apart = new LinkedHashMap<>();
        List<TableId> all = schema.declared().types().map(schema::tableOf).toList();
        tables.repeated(all).forEach((id, other) -> apart.put(nameOf(schema, id), nameOf(schema, other)));
        List<PropertyId> ofTypes = schema.declared()
                .types()
                .flatMap(type -> type.properties().stream().map(property -> schema.idOf(type, property)))
                .toList();
        properties.repeated(ofTypes).forEach((id, other) -> apart.put(nameOf(schema, id), nameOf(schema, other)));
        return apart;
    }

    private static String nameOf(AcceptedSchema schema, TableId id) {
        return schema.typeOf(id).map(ElementType::name).orElseThrow();
    }

    private static String nameOf(AcceptedSchema schema, PropertyId id) {
        return schema.declared()
                .types()
                .flatMap(type ->
                        schema.propertyOf(type, id).map(property -> type.name() + "." + property.name()).stream())
                .findFirst()
                .orElseThrow();
    }

    /** What both sides of a merge have added under one name. */
    private final class Additions {
        private final AcceptedSchema ours;
        private final AcceptedSchema theirs;
        private final Set<TableId> known = new HashSet<>();
        private final Set<PropertyId> knownProperties = new HashSet<>();
        private final Set<TableId> ourTables;
        private final Set<TableId> theirTables;
        private final Set<PropertyId> ourProperties;
        private final Set<PropertyId> theirProperties;

        Additions(Collection<AcceptedSchema> bases, AcceptedSchema ours, AcceptedSchema theirs) {
            this.ours = ours;
            this.theirs = theirs;
            this.ourTables = tables(ours);
            this.theirTables = tables(theirs);
            this.ourProperties = properties(ours);
            this.theirProperties = properties(theirs);
            for (AcceptedSchema base : bases) {
                known.addAll(tables(base));
                knownProperties.addAll(properties(base));
            }
        }

        void unite() {
            // Node types come first: edge types are the same if these are.
            ours.declared()
                    .types()
                    .filter(type -> isOurs(ours.tableOf(type)))
                    .forEach(type -> theirs.declared()
                            .types()
                            .filter(other -> isTheirs(theirs.tableOf(other)) && isAlike(type, other))
                            .findFirst()
                            .ifPresent(other -> tables.unite(ours.tableOf(type), theirs.tableOf(other))));
            for (ElementType type : ours.declared().types().toList()) {
                theirs.declared()
                        .types()
                        .filter(other -> tables.areSame(ours.tableOf(type), theirs.tableOf(other)))
                        .forEach(other -> uniteProperties(type, other));
            }
        }

        private boolean isOurs(TableId id) {
            return !tables.isAmong(id, known) && !tables.isAmong(id, theirTables);
        }

        private boolean isTheirs(TableId id) {
            return !tables.isAmong(id, known) && !tables.isAmong(id, ourTables);
        }

        private boolean isAlike(ElementType our, ElementType their) {
            return switch (our) {
                case NodeType node ->
                    their instanceof NodeType other && node.name().equals(other.name());
                case EdgeType edge ->
                    their instanceof EdgeType other
                            && edge.label().equals(other.label())
                            && isSameNode(edge.source(), other.source())
                            && isSameNode(edge.destination(), other.destination());
            };
        }

        private boolean isSameNode(String our, String their) {
            return tables.areSame(node(ours, our), node(theirs, their));
        }

        private static TableId node(AcceptedSchema schema, String name) {
            return schema.tableOf(schema.declared().nodeType(name).orElseThrow());
        }

        private void uniteProperties(ElementType type, ElementType other) {
            for (Property property : type.properties()) {
                PropertyId our = ours.idOf(type, property);
                Optional<PropertyId> their = other.property(property.name()).map(found -> theirs.idOf(other, found));
                if (their.isPresent()
                        && !properties.isAmong(our, knownProperties)
                        && !properties.isAmong(our, theirProperties)
                        && !properties.isAmong(their.get(), knownProperties)
                        && !properties.isAmong(their.get(), ourProperties)) {
                    properties.unite(our, their.get());
                }
            }
        }
    }
}
