package dev.sennit.schema.migration;

import dev.sennit.model.TableId;
import dev.sennit.schema.Cardinality;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.IndexDeclaration;
import dev.sennit.schema.MigrationHints;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import dev.sennit.schema.PropertyRef;
import dev.sennit.schema.ValueRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/** Compares one type with what it was before. Used once. */
final class TypePlanner {
    private final ElementType before;
    private final ElementType after;
    private final MigrationHints hints;
    private final long rows;
    private final ToLongFunction<EdgeType> endRows;

    private final List<PlannedStep> steps = new ArrayList<>();
    private final List<PlannedStep> drops = new ArrayList<>();

    /** The old name of each property of the type, in order; nothing for a new one. */
    private final Map<String, Optional<String>> oldNames = new LinkedHashMap<>();

    /** The new name of each old property that is still there. */
    private final Map<String, String> newNames = new LinkedHashMap<>();

    private final List<PropertyMigration> properties = new ArrayList<>();
    private final Set<String> checked = new LinkedHashSet<>();
    private final List<List<String>> uniques = new ArrayList<>();

    private Optional<List<String>> newKey = Optional.empty();
    private Optional<Cardinality> outgoing = Optional.empty();
    private Optional<Cardinality> incoming = Optional.empty();

    /**
     * @param rows elements of the type
     * @param endRows elements of the node types an edge type joins
     */
    TypePlanner(
            ElementType before, ElementType after, MigrationHints hints, long rows, ToLongFunction<EdgeType> endRows) {
        this.before = before;
        this.after = after;
        this.hints = hints;
        this.rows = rows;
        this.endRows = endRows;
        compareLabels();
        after.properties().forEach(this::compareProperty);
        before.properties().stream()
                .filter(property -> !newNames.containsKey(property.name()))
                .forEach(property ->
                        drops.add(PlannedStep.free(new MigrationStep.DropProperty(after.name(), property, rows))));
        compareKeys();
        compareUniques();
        compareCardinalities();
        compareIndexes();
        if (!before.documentation().equals(after.documentation())) {
            steps.add(PlannedStep.free(new MigrationStep.Document(after.name(), Optional.empty())));
        }
        compareOrder();
    }

    List<PlannedStep> steps() {
        return steps;
    }

    /** The steps that take something away, which come after all others. */
    List<PlannedStep> drops() {
        return drops;
    }

    /** The old name of each property of the type, in order; nothing for a new one. */
    Map<String, Optional<String>> oldNames() {
        return oldNames;
    }

    TypeMigration migration(TableId table) {
        return new TypeMigration(table, before, after, properties, checked, uniques, newKey, outgoing, incoming);
    }

    private void compareLabels() {
        if (after instanceof NodeType node && before instanceof NodeType old) {
            List<String> now = node.labels().subList(1, node.labels().size());
            List<String> then = old.labels().subList(1, old.labels().size());
            missing(now, then)
                    .forEach(label -> steps.add(PlannedStep.free(new MigrationStep.AddLabel(after.name(), label))));
            missing(then, now)
                    .forEach(label -> drops.add(PlannedStep.free(new MigrationStep.DropLabel(after.name(), label))));
        }
    }

    private void compareProperty(Property property) {
        PropertyRef reference = new PropertyRef(after.name(), property.name());
        Renames.Origin origin = Renames.of(
                after.name() + "." + property.name(),
                property.name(),
                hints.renamedProperties().get(reference),
                name -> before.property(name).isPresent());
        Optional<Object> given = Optional.ofNullable(hints.defaults().get(reference));
        oldNames.put(property.name(), origin.before());
        origin.before().ifPresent(old -> newNames.put(old, property.name()));
        Optional<Property> old = origin.before().flatMap(before::property);
        if (old.isPresent()) {
            compareProperty(old.get(), property, given);
            return;
        }
        properties.add(new PropertyMigration(property, Optional.empty(), given));
        MigrationStep step = new MigrationStep.AddProperty(after.name(), property, given);
        if (origin instanceof Renames.Origin.Unclear unclear) {
            steps.add(PlannedStep.refused(
                    step, unclear.refusal().reason(), unclear.refusal().wayOut()));
        } else if (property.required() && given.isEmpty() && rows > 0) {
            steps.add(PlannedStep.refused(
                    step,
                    "the " + rows + " elements of " + after.name() + " have no value for it",
                    "say what they get with DEFAULT, or leave NOT NULL out"));
        } else {
            steps.add(PlannedStep.at(step, given.isPresent() ? StepCost.rewriting(rows) : new StepCost.MetadataOnly()));
        }
    }

    private void compareProperty(Property old, Property property, Optional<Object> given) {
        String type = after.name();
        if (!old.name().equals(property.name())) {
            steps.add(PlannedStep.free(new MigrationStep.RenameProperty(type, old.name(), property.name())));
        }
        boolean newlyRequired = property.required() && !old.required();
        Optional<Object> backfill = newlyRequired ? given : Optional.empty();
        properties.add(new PropertyMigration(property, Optional.of(old), backfill));
        if (!old.type().equals(property.type())) {
            compareTypes(old, property);
        }
        if (newlyRequired) {
            MigrationStep step = new MigrationStep.RequireProperty(type, property, backfill);
            if (backfill.isPresent()) {
                steps.add(PlannedStep.ifDataAllow(
                        step,
                        StepCost.rewriting(rows),
                        "give the elements that would share the value of a UNIQUE values of their own first"));
            } else {
                checked.add(property.name());
                steps.add(PlannedStep.ifDataAllow(
                        step, StepCost.reading(rows), "say what elements without a value get with DEFAULT"));
            }
        } else if (old.required() && !property.required()) {
            steps.add(PlannedStep.free(new MigrationStep.AllowNull(type, property.name())));
        }
        if (!old.pattern().equals(property.pattern())) {
            addRule(
                    new MigrationStep.ChangePattern(type, property.name(), old.pattern(), property.pattern()),
                    property,
                    property.pattern().isPresent());
        }
        if (!old.range().equals(property.range())) {
            addRule(
                    new MigrationStep.ChangeRange(
                            type, property.name(), property.type(), old.range(), property.range()),
                    property,
                    !isWithin(old.range(), property.range()));
        }
        if (!old.documentation().equals(property.documentation())) {
            steps.add(PlannedStep.free(new MigrationStep.Document(type, Optional.of(property.name()))));
        }
    }

    private void compareTypes(Property old, Property property) {
        MigrationStep step =
                new MigrationStep.ChangePropertyType(after.name(), property.name(), old.type(), property.type());
        ValueConversion conversion = new ValueConversion(old.type(), property.type());
        switch (conversion.kind()) {
            case EVERY_VALUE -> steps.add(PlannedStep.at(step, changeCost(conversion)));
            case SOME_VALUES -> {
                checked.add(property.name());
                steps.add(PlannedStep.ifDataAllow(
                        step,
                        changeCost(conversion),
                        "change the values that stand in the way, or declare a type that has room for them"));
            }
            case IMPOSSIBLE -> {
                checked.add(property.name());
                steps.add(PlannedStep.ifDataAllow(
                        step,
                        StepCost.rewriting(rows),
                        "no value of " + old.type().text() + " is one of "
                                + property.type().text()
                                + ": add a property with the new type, fill it from this one, and drop this one then"));
            }
        }
    }

    /** Texts are stored alike, whatever list of values they are from. */
    private StepCost changeCost(ValueConversion conversion) {
        if (!conversion.changesStorage()) {
            return conversion.kind() == ValueConversion.Kind.EVERY_VALUE
                    ? new StepCost.MetadataOnly()
                    : StepCost.reading(rows);
        }
        return StepCost.rewriting(rows);
    }

    private void addRule(MigrationStep step, Property property, boolean stricter) {
        if (stricter) {
            checked.add(property.name());
            steps.add(PlannedStep.ifDataAllow(
                    step, StepCost.reading(rows), "change the values that break the rule first, or widen it"));
        } else {
            steps.add(PlannedStep.free(step));
        }
    }

    private void compareKeys() {
        Optional<List<String>> then = keyOf(before).map(this::renamed);
        Optional<List<String>> now = keyOf(after);
        if (then.equals(now)) {
            return;
        }
        MigrationStep step = new MigrationStep.ChangeKey(after.name(), keyOf(before), now);
        newKey = now;
        if (now.isEmpty()) {
            steps.add(PlannedStep.free(step));
        } else {
            steps.add(PlannedStep.ifDataAllow(
                    step,
                    StepCost.reading(rows),
                    "an element's id is the text of its key and never changes: declare another type, load the elements"
                            + " into it, and drop this one then"));
        }
    }

    private void compareUniques() {
        List<List<String>> then = before.uniques().stream().map(this::renamed).toList();
        // Elements without a value were exempt, and get one now.
        after.uniques().stream()
                .filter(unique -> then.contains(unique) && unique.stream().anyMatch(this::isBackfilled))
                .forEach(uniques::add);
        for (List<String> unique : missing(after.uniques(), then)) {
            uniques.add(unique);
            steps.add(PlannedStep.ifDataAllow(
                    new MigrationStep.AddUnique(after.name(), unique),
                    StepCost.reading(rows),
                    "change or delete the elements that share values first"));
        }
        for (int i = 0; i < then.size(); i++) {
            if (!after.uniques().contains(then.get(i))) {
                drops.add(PlannedStep.free(new MigrationStep.DropUnique(
                        after.name(), before.uniques().get(i))));
            }
        }
    }

    private boolean isBackfilled(String property) {
        return properties.stream()
                .anyMatch(each ->
                        each.after().name().equals(property) && each.backfill().isPresent());
    }

    private void compareCardinalities() {
        if (after instanceof EdgeType edge && before instanceof EdgeType old) {
            outgoing = compareCardinality(edge, false, old.outgoing(), edge.outgoing());
            incoming = compareCardinality(edge, true, old.incoming(), edge.incoming());
        }
    }

    private Optional<Cardinality> compareCardinality(
            EdgeType edge, boolean isIncoming, Cardinality then, Cardinality now) {
        if (then.equals(now)) {
            return Optional.empty();
        }
        MigrationStep step = new MigrationStep.ChangeCardinality(after.name(), isIncoming, then, now);
        boolean stricter = now.minimum() > then.minimum()
                || now.maximum().orElse(Long.MAX_VALUE) < then.maximum().orElse(Long.MAX_VALUE);
        if (!stricter) {
            steps.add(PlannedStep.free(step));
            return Optional.empty();
        }
        steps.add(PlannedStep.ifDataAllow(
                step,
                StepCost.reading(rows + endRows.applyAsLong(edge)),
                "add or delete edges first until every node has as many as that"));
        return Optional.of(now);
    }

    private void compareIndexes() {
        List<IndexDeclaration> then =
                before.indexes().stream().map(this::renamed).toList();
        missing(after.indexes(), then)
                .forEach(index -> steps.add(PlannedStep.free(new MigrationStep.AddIndex(after.name(), index))));
        for (int i = 0; i < then.size(); i++) {
            if (!after.indexes().contains(then.get(i))) {
                drops.add(PlannedStep.free(new MigrationStep.DropIndex(
                        after.name(), before.indexes().get(i))));
            }
        }
    }

    /** Tells of an order that is another, unless it follows from other steps. */
    private void compareOrder() {
        if (!steps.isEmpty() || !drops.isEmpty()) {
            return;
        }
        boolean same = switch (after) {
            case NodeType node -> node.equals(before);
            case EdgeType edge ->
                edge.properties().equals(before.properties())
                        && edge.uniques().equals(before.uniques())
                        && edge.indexes().equals(before.indexes());
        };
        boolean renamed = !after.name().equals(before.name());
        if (!same && !(renamed && after.properties().equals(before.properties()))) {
            steps.add(PlannedStep.free(new MigrationStep.Reorder(after.name())));
        }
    }

    private List<String> renamed(List<String> oldProperties) {
        return oldProperties.stream().map(this::renamed).toList();
    }

    /** A dropped property has no name that any other has. */
    private String renamed(String oldProperty) {
        return Objects.requireNonNullElse(newNames.get(oldProperty), "`dropped` " + oldProperty);
    }

    private IndexDeclaration renamed(IndexDeclaration index) {
        return switch (index) {
            case IndexDeclaration.Fulltext fulltext -> new IndexDeclaration.Fulltext(renamed(fulltext.properties()));
            case IndexDeclaration.VectorIndex vector ->
                new IndexDeclaration.VectorIndex(renamed(vector.property()), vector.metric());
        };
    }

    private static Optional<List<String>> keyOf(ElementType type) {
        return switch (type) {
            case NodeType node -> node.isKeyed() ? Optional.of(node.key()) : Optional.empty();
            case EdgeType edge -> edge.key();
        };
    }

    private static <T> List<T> missing(Collection<T> here, Collection<T> there) {
        Set<T> known = new HashSet<>(there);
        return here.stream().filter(each -> !known.contains(each)).toList();
    }

    /** Whether every value within the old range is within the new one. */
    private static boolean isWithin(Optional<ValueRange> then, Optional<ValueRange> now) {
        if (now.isEmpty()) {
            return true;
        }
        if (then.isEmpty()) {
            return false;
        }
        return now.get().includes(then.get());
    }
}
