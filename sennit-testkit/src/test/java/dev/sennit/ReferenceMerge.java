package dev.sennit;

import dev.sennit.model.Edge;
import dev.sennit.model.Element;
import dev.sennit.model.MergeSide;
import dev.sennit.model.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a three-way merge of whole contents in memory comes to, as simply as it can be said: the reference that merges of
 * stored graphs are compared with. Knows the rules of {@link WriterScenario#SCHEMA}.
 */
final class ReferenceMerge {
    private final Optional<MergeSide> winner;
    private final Map<String, Element> merged = new TreeMap<>();
    private final Set<String> conflicts = new TreeSet<>();

    /** @param winner who wins conflicts of elements; empty for nobody, when they stay as ours has them */
    ReferenceMerge(
            Map<String, Element> base,
            Map<String, Element> ours,
            Map<String, Element> theirs,
            Optional<MergeSide> winner) {
        this.winner = winner;
        Set<String> ids = new TreeSet<>(ours.keySet());
        ids.addAll(theirs.keySet());
        for (String id : ids) {
            Element element = merge(id, base.get(id), ours.get(id), theirs.get(id));
            if (element != null) {
                merged.put(id, element);
            }
        }
    }

    /** All elements of a snapshot by their ids. */
    static Map<String, Element> content(Snapshot snapshot) {
        Map<String, Element> content = new TreeMap<>();
        for (String query : List.of("MATCH (n) RETURN n", "MATCH ()-[n]->() RETURN n")) {
            try (Result result = snapshot.query(query)) {
                result.forEachRemaining(row -> {
                    Element element = (Element) Objects.requireNonNull(row.get("n"));
                    content.put(element.elementId(), element);
                });
            }
        }
        return content;
    }

    Map<String, Element> merged() {
        return merged;
    }

    /** The ids of the conflicts of elements. */
    Set<String> conflicts() {
        return conflicts;
    }

    /** The ids of the edges that lack a node. */
    Set<String> orphans() {
        Set<String> orphans = new TreeSet<>();
        merged.values().forEach(element -> {
            if (element instanceof Edge edge
                    && (!merged.containsKey(edge.sourceType() + ":" + edge.source())
                            || !merged.containsKey(edge.destinationType() + ":" + edge.destination()))) {
                orphans.add("orphan-edge " + edge.elementId());
            }
        });
        return orphans;
    }

    /** Elements that cannot all stay, because they share an email. */
    List<Set<String>> sharedEmails() {
        Map<Object, Set<String>> byEmail = new HashMap<>();
        merged.values().forEach(element -> {
            Object email = element.properties().get("email");
            if (element instanceof Node node && email != null) {
                byEmail.computeIfAbsent(email, ignored -> new TreeSet<>()).add("unique " + node.elementId() + " email");
            }
        });
        return tooMany(byEmail);
    }

    /** Edges that cannot all stay, because a person lives in one city. */
    List<Set<String>> tooManyHomes() {
        Map<Object, Set<String>> byPerson = new HashMap<>();
        merged.values().forEach(element -> {
            if (element instanceof Edge edge && edge.label().equals("LIVES")) {
                byPerson.computeIfAbsent(edge.source(), ignored -> new TreeSet<>())
                        .add("cardinality " + edge.elementId());
            }
        });
        return tooMany(byPerson);
    }

    boolean breaksRules() {
        return !orphans().isEmpty()
                || !sharedEmails().isEmpty()
                || !tooManyHomes().isEmpty();
    }

    private static List<Set<String>> tooMany(Map<Object, Set<String>> groups) {
        return groups.values().stream().filter(group -> group.size() > 1).toList();
    }

    private @Nullable Element merge(String id, @Nullable Element old, @Nullable Element our, @Nullable Element their) {
        if (same(our, their) || same(old, their)) {
            return our;
        }
        if (same(old, our)) {
            return their;
        }
        if (our == null || their == null) {
            return wins("delete-update " + id) ? their : our;
        }
        if (old == null) {
            return wins("divergent-insert " + id) ? their : our;
        }
        Set<String> names = new TreeSet<>(our.properties().keySet());
        names.addAll(their.properties().keySet());
        Map<String, Object> properties = new TreeMap<>();
        for (String name : names) {
            Object before = old.properties().get(name);
            Object left = our.properties().get(name);
            Object right = their.properties().get(name);
            boolean takesRight = !Objects.equals(left, right)
                    && !Objects.equals(before, right)
                    && (Objects.equals(before, left) || wins("divergent-property " + id + " " + name));
            Object value = takesRight ? right : left;
            if (value != null) {
                properties.put(name, value);
            }
        }
        return with(our, properties);
    }

    private boolean wins(String conflict) {
        conflicts.add(conflict);
        return winner.filter(side -> side == MergeSide.THEIRS).isPresent();
    }

    private static Element with(Element element, Map<String, Object> properties) {
        return switch (element) {
            case Node node -> new Node(node.type(), node.labels(), node.id(), properties);
            case Edge edge ->
                new Edge(
                        edge.label(),
                        edge.id(),
                        edge.sourceType(),
                        edge.source(),
                        edge.destinationType(),
                        edge.destination(),
                        properties);
        };
    }

    static boolean same(@Nullable Element a, @Nullable Element b) {
        return a == null || b == null ? a == b : a.properties().equals(b.properties());
    }

    /** The contents as lines that are equal for equal contents. */
    static List<String> text(Map<String, Element> content) {
        List<String> lines = new ArrayList<>();
        content.forEach((id, element) -> lines.add(id + " " + new TreeMap<>(element.properties())));
        return lines;
    }
}
