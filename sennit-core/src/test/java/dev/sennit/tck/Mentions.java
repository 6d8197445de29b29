package dev.sennit.tck;

import dev.sennit.model.PropertyType;
import dev.sennit.query.ast.Clause;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.LabelExpression;
import dev.sennit.query.ast.Name;
import dev.sennit.query.ast.Pattern;
import dev.sennit.query.ast.Statement;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the statements of a scenario speak of: sets of labels, labels of edges, properties and what they are set to. */
final class Mentions {
    final Set<Set<String>> labelSets = new LinkedHashSet<>();
    final Set<String> edgeLabels = new LinkedHashSet<>();
    final Set<String> properties = new TreeSet<>();
    final Map<String, PropertyType> guesses = new LinkedHashMap<>();
    private final Set<String> loose = new LinkedHashSet<>();

    Mentions() {
        labelSets.add(Set.of());
    }

    void add(Statement statement) {
        visit(statement);
        for (String label : loose) {
            if (labelSets.stream().noneMatch(set -> set.contains(label))) {
                labelSets.add(Set.of(label));
            }
        }
    }

    private void visit(@Nullable Object node) {
        switch (node) {
            case null -> {}
            case Optional<?> optional -> optional.ifPresent(this::visit);
            case List<?> list -> list.forEach(this::visit);
            case Record part -> {
                look(part);
                for (RecordComponent component : part.getClass().getRecordComponents()) {
                    visit(read(part, component));
                }
            }
            default -> {}
        }
    }

    @Nullable
    private static Object read(Record part, RecordComponent component) {
        try {
            return component.getAccessor().invoke(part);
        } catch (ReflectiveOperationException closed) {
            throw new IllegalStateException(closed);
        }
    }

    private void look(Record part) {
        switch (part) {
            case Pattern.NodePattern node -> {
                Set<String> labels = new TreeSet<>();
                node.labels().ifPresent(l -> collect(l, labels));
                labelSets.add(labels);
                node.properties().ifPresent(this::guess);
            }
            case Pattern.EdgePattern edge -> {
                edge.labels().ifPresent(l -> collect(l, edgeLabels));
                edge.properties().ifPresent(this::guess);
            }
            case Expression.Property property -> properties.add(property.key().text());
            case Expression.Index index -> {
                if (index.index() instanceof Expression.Literal literal && literal.value() instanceof String key) {
                    properties.add(key);
                }
            }
            case Expression.HasLabels labels -> collect(labels.labels(), loose);
            case Expression.Entry entry -> {
                properties.add(entry.key().text());
                guess(entry.key(), entry.value());
            }
            case Clause.SetItem.OfProperty set -> {
                properties.add(set.property().text());
                guess(set.property(), set.value());
            }
            case Clause.SetItem.OfLabels set -> set.labels().forEach(l -> loose.add(l.text()));
            case Clause.RemoveItem.OfProperty remove ->
                properties.add(remove.property().text());
            case Clause.RemoveItem.OfLabels remove -> remove.labels().forEach(l -> loose.add(l.text()));
            default -> {}
        }
    }

    private void guess(Expression map) {
        if (map instanceof Expression.MapLiteral literal) {
            literal.entries().forEach(e -> guess(e.key(), e.value()));
        }
    }

    private void guess(Name property, Expression value) {
        PropertyTypes.of(value).ifPresent(type -> guesses.putIfAbsent(property.text(), type));
    }

    private static void collect(LabelExpression labels, Set<String> found) {
        switch (labels) {
            case LabelExpression.Label label -> found.add(label.name().text());
            case LabelExpression.Any ignored -> {}
            case LabelExpression.Not not -> collect(not.operand(), found);
            case LabelExpression.And and -> {
                collect(and.left(), found);
                collect(and.right(), found);
            }
            case LabelExpression.Or or -> {
                collect(or.left(), found);
                collect(or.right(), found);
            }
        }
    }
}
