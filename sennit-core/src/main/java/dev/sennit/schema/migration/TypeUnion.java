package dev.sennit.schema.migration;

import dev.sennit.model.PropertyId;
import dev.sennit.model.PropertyType;
import dev.sennit.schema.AppliedDefault;
import dev.sennit.schema.Cardinality;
import dev.sennit.schema.ValueRange;
import dev.sennit.schema.migration.TypeDraft.IndexDraft;
import dev.sennit.schema.migration.TypeDraft.PropertyDraft;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Unites what two sides made of one type, or the type that both added. What both added has as its base what says nothing,
 * so that a rule that one side has given it stands; in what cannot be left out, its type or key, the sides have to agree.
 * Used once.
 */
final class TypeUnion {
    private final Optional<TypeDraft> then;
    private final TypeDraft base;
    private final TypeDraft ours;
    private final TypeDraft theirs;
    private final List<SchemaMergeConflict> conflicts = new ArrayList<>();
    private final List<DivergentDefault> divergent = new ArrayList<>();

    /** @param base empty if both sides added the type */
    TypeUnion(Optional<TypeDraft> base, TypeDraft ours, TypeDraft theirs) {
        this.then = base;
        this.base = base.orElseGet(() -> nothingOf(ours));
        this.ours = ours;
        this.theirs = theirs;
    }

    private static TypeDraft nothingOf(TypeDraft added) {
        return new TypeDraft(
                added.name(),
                List.of(),
                added.ends(),
                added.cardinalities().stream().map(ignored -> Cardinality.ANY).toList(),
                Map.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                "");
    }

    /** The united type; nothing to rely on if there are conflicts. */
    TypeDraft unite() {
        Map<PropertyId, PropertyDraft> properties = uniteProperties();
        Optional<List<PropertyId>> key = then.isEmpty()
                ? agreed(base.name() + " KEY", ours.key(), theirs.key(), this::declaredKey)
                : aspect(base.name() + " KEY", TypeDraft::key);
        List<List<PropertyId>> uniques = elements(TypeDraft::uniques);
        List<IndexDraft> indexes = elements(TypeDraft::indexes);
        key.ifPresent(members -> requireAll("KEY", members, properties));
        uniques.forEach(members -> requireAll("UNIQUE", members, properties));
        indexes.forEach(index -> requireAll("index", index.properties(), properties));
        List<Cardinality> cardinalities = new ArrayList<>();
        for (int i = 0; i < base.cardinalities().size(); i++) {
            int side = i;
            cardinalities.add(aspect(
                    base.name() + (i == 0 ? " cardinality" : " IN"),
                    type -> type.cardinalities().get(side)));
        }
        return new TypeDraft(
                then.isEmpty()
                        ? agreed(base.name(), ours.name(), theirs.name(), name -> "it as '" + name + "'")
                        : aspect(base.name(), TypeDraft::name),
                elements(TypeDraft::labels),
                base.ends(),
                cardinalities,
                properties,
                key,
                uniques,
                indexes,
                aspect(base.name() + " documentation", TypeDraft::documentation));
    }

    List<SchemaMergeConflict> conflicts() {
        return conflicts;
    }

    List<DivergentDefault> divergent() {
        return divergent;
    }

    private Map<PropertyId, PropertyDraft> uniteProperties() {
        Map<PropertyId, PropertyDraft> united = new LinkedHashMap<>();
        Set<PropertyId> all = new LinkedHashSet<>(ours.properties().keySet());
        all.addAll(theirs.properties().keySet());
        for (PropertyId id : all) {
            PropertyDraft then = base.properties().get(id);
            PropertyDraft mine = ours.properties().get(id);
            PropertyDraft other = theirs.properties().get(id);
            if (mine != null && other != null) {
                united.put(id, then == null ? uniteAdded(id, mine, other) : uniteProperty(id, then, mine, other));
            } else if (then == null) {
                united.put(id, mine != null ? mine : Objects.requireNonNull(other));
            } else {
                PropertyDraft left = mine != null ? mine : other;
                if (left != null && !left.equals(then)) {
                    conflicts.add(SchemaUnion.droppedAndChanged(base.name() + "." + then.name(), mine == null));
                }
            }
        }
        return united;
    }

    private PropertyDraft uniteProperty(PropertyId id, PropertyDraft then, PropertyDraft mine, PropertyDraft other) {
        String subject = base.name() + "." + then.name();
        return new PropertyDraft(
                aspect(subject, PropertyDraft::name, then, mine, other),
                aspect(subject + " type", PropertyDraft::type, then, mine, other),
                aspect(subject + " NOT NULL", PropertyDraft::required, then, mine, other),
                aspect(subject + " PATTERN", PropertyDraft::pattern, then, mine, other),
                aspect(subject + " RANGE", PropertyDraft::range, then, mine, other),
                aspect(subject + " documentation", PropertyDraft::documentation, then, mine, other),
                uniteDefaults(id, then, mine, other));
    }

    /**
     * What one side did after the other is what both come to. Where they did something else from some point on, ours is taken
     * for now, and whoever merges decides.
     */
    private List<AppliedDefault> uniteDefaults(
            PropertyId id, PropertyDraft then, PropertyDraft mine, PropertyDraft other) {
        if (other.defaults().equals(then.defaults()) || DivergentDefault.isBegunBy(mine, other)) {
            return mine.defaults();
        }
        if (mine.defaults().equals(then.defaults()) || DivergentDefault.isBegunBy(other, mine)) {
            return other.defaults();
        }
        divergent.add(new DivergentDefault(id, base.name() + "." + mine.name(), mine.defaults(), other.defaults()));
        return mine.defaults();
    }

    private PropertyDraft uniteAdded(PropertyId id, PropertyDraft mine, PropertyDraft other) {
        String subject = base.name() + "." + mine.name();
        agreed(subject, mine.name(), other.name(), name -> "it as '" + name + "'");
        PropertyType type = agreed(subject, mine.type(), other.type(), declared -> "it as " + declared.text());
        return uniteProperty(
                id,
                new PropertyDraft(mine.name(), type, false, Optional.empty(), Optional.empty(), "", List.of()),
                mine,
                other.typed(type));
    }

    /** What both sides have to say alike of something that both added. */
    private <V> V agreed(String subject, V mine, V other, Function<V, String> declared) {
        if (!mine.equals(other)) {
            conflicts.add(new SchemaMergeConflict(
                    subject, "added " + declared.apply(mine), "added " + declared.apply(other)));
        }
        return mine;
    }

    private String declaredKey(Optional<List<PropertyId>> key) {
        return "it "
                + key.map(members -> "with KEY ("
                                + String.join(
                                        ", ",
                                        members.stream().map(this::propertyName).toList()) + ")")
                        .orElse("without a KEY");
    }

    /** What one side dropped, the other must not have put into a key, a constraint or an index. */
    private void requireAll(String what, List<PropertyId> members, Map<PropertyId, PropertyDraft> properties) {
        for (PropertyId member : members) {
            if (!properties.containsKey(member)) {
                boolean weDropped = !ours.properties().containsKey(member);
                String uses = "has it in a " + what;
                PropertyDraft property = Objects.requireNonNull(
                        base.properties().get(member), "only what was in the base can be dropped");
                conflicts.add(new SchemaMergeConflict(
                        base.name() + "." + property.name(),
                        weDropped ? "dropped it" : uses,
                        weDropped ? uses : "dropped it"));
            }
        }
    }

    private <V> V aspect(String subject, Function<TypeDraft, V> aspect) {
        return aspect(subject, aspect, base, ours, theirs);
    }

    private <T, V> V aspect(String subject, Function<T, V> aspect, T base, T ours, T theirs) {
        V then = aspect.apply(base);
        V mine = aspect.apply(ours);
        V other = aspect.apply(theirs);
        if (other.equals(then) || other.equals(mine)) {
            return mine;
        }
        if (!mine.equals(then)) {
            conflicts.add(new SchemaMergeConflict(subject, "has " + shown(mine), "has " + shown(other)));
        }
        return other;
    }

    private String shown(Object value) {
        return switch (value) {
            case Optional<?> optional -> optional.map(this::shown).orElse("none");
            case PropertyType type -> type.text();
            case Cardinality cardinality -> cardinality.text();
            case ValueRange range ->
                range.minimum().map(Object::toString).orElse("") + ".."
                        + range.maximum().map(Object::toString).orElse("");
            case List<?> list -> list.stream().map(this::propertyName).toList().toString();
            default -> "'" + value + "'";
        };
    }

    private String propertyName(Object id) {
        for (TypeDraft side : List.of(ours, theirs)) {
            PropertyDraft property =
                    id instanceof PropertyId propertyId ? side.properties().get(propertyId) : null;
            if (property != null) {
                return property.name();
            }
        }
        return id.toString();
    }

    /** A list without repetition in which each element is an aspect by itself: there or not there. */
    private <E> List<E> elements(Function<TypeDraft, List<E>> list) {
        List<E> then = list.apply(base);
        List<E> mine = list.apply(ours);
        List<E> other = list.apply(theirs);
        List<E> united = new ArrayList<>();
        mine.stream()
                .filter(each -> other.contains(each) || !then.contains(each))
                .forEach(united::add);
        other.stream()
                .filter(each -> !then.contains(each) && !mine.contains(each))
                .forEach(united::add);
        return united;
    }
}
