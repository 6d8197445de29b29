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
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a three-way merge of whole contents in memory comes to, as simply as it can be said: the reference that merges of
 * stored graphs are compared with. Knows the rules of {@link WriterScenario#SCHEMA}.
 */
final class ReferenceMerge {
    private static final List<String> PROPERTIES =
            List.of("name", "age", "email", "since", "nick", "size", "weight", "area", "text", "share");

    private final Optional<MergeSide> winner;

    /** Whether what would be a conflict becomes something that equals nothing, as in a base merged of several. */
    private final boolean virtual;

    private final Map<String, Element> ours;
    private final Map<String, Element> theirs;
    private final Side our;
    private final Side their;
    private final Map<String, Element> merged = new TreeMap<>();

    /** Elements of which it is open what they are to be: nothing that depends on them is told. */
    private final Set<String> open = new TreeSet<>();

    private final Set<String> conflicts = new TreeSet<>();

    /**
     * A state as the result's schema sees it.
     *
     * @param content where elements without a value have what DEFAULT gave elsewhere
     * @param lacks properties its own schema does not have
     * @param fills what DEFAULT gave elsewhere, by property
     */
    record Side(Map<String, Element> content, Set<String> lacks, Map<String, Object> fills) {
        static Side of(Map<String, Element> content) {
            return new Side(content, Set.of(), Map.of());
        }
    }

    /** @param winner who wins conflicts of elements; empty for nobody, when they stay as ours has them */
    ReferenceMerge(
            Map<String, Element> base,
            Map<String, Element> ours,
            Map<String, Element> theirs,
            Optional<MergeSide> winner) {
        this(base, Side.of(ours), Side.of(theirs), winner);
    }

    /** The same of states with other schemas than the result. */
    ReferenceMerge(Map<String, Element> base, Side ours, Side theirs, Optional<MergeSide> winner) {
        this(base, ours, theirs, winner, false);
    }

    private ReferenceMerge(
            Map<String, Element> base, Side our, Side their, Optional<MergeSide> winner, boolean virtual) {
        this.virtual = virtual;
        this.winner = winner;
        this.our = our;
        this.their = their;
        this.ours = our.content();
        this.theirs = their.content();
        Set<String> ids = new TreeSet<>(ours.keySet());
        ids.addAll(theirs.keySet());
        for (String id : ids) {
            Element element = merge(id, base.get(id), ours.get(id), theirs.get(id));
            if (element != null) {
                merged.put(id, element);
            }
        }
    }

    /** What two common ancestors come to as one base. */
    static Map<String, Element> virtualBase(Map<String, Element> common, Side left, Side right) {
        return new ReferenceMerge(common, left, right, Optional.empty(), true).merged();
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

    /** An element as it is where DEFAULT gave those without a value one. */
    static Element filled(String id, Element element, RandomAdditions.Given given) {
        if (!id.startsWith(given.elements()) || element.properties().containsKey(given.property())) {
            return element;
        }
        Map<String, Object> properties = new TreeMap<>(element.properties());
        properties.put(given.property(), given.value());
        return with(element, properties);
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
            if (element instanceof Edge edge && !open.contains(edge.elementId())) {
                for (String node : List.of(
                        edge.sourceType() + ":" + edge.source(), edge.destinationType() + ":" + edge.destination())) {
                    if (!merged.containsKey(node) && !open.contains(node)) {
                        orphans.add("orphan-edge " + edge.elementId());
                    }
                }
            }
        });
        return orphans;
    }

    /** Elements that cannot all stay, because they share an email. */
    List<Set<String>> sharedEmails() {
        return tooMany(
                element -> element instanceof Node ? element.properties().get("email") : null, "unique ", " email");
    }

    /** Edges that cannot all stay, because a person lives in one city. */
    List<Set<String>> tooManyHomes() {
        return tooMany(
                element -> element instanceof Edge edge && edge.label().equals("LIVES") ? edge.source() : null,
                "cardinality ",
                "");
    }

    /** The groups of elements that share something only one may have, unless one that has it on a side is open. */
    private List<Set<String>> tooMany(Function<Element, @Nullable Object> what, String prefix, String suffix) {
        List<Set<String>> groups = new ArrayList<>();
        holders(merged, what).forEach((shared, holders) -> {
            Set<String> involved = new TreeSet<>(holders);
            involved.addAll(holders(ours, what).getOrDefault(shared, Set.of()));
            involved.addAll(holders(theirs, what).getOrDefault(shared, Set.of()));
            involved.retainAll(open);
            if (holders.size() > 1 && involved.isEmpty()) {
                groups.add(holders.stream()
                        .map(id -> prefix + id + suffix)
                        .collect(Collectors.toCollection(TreeSet::new)));
            }
        });
        return groups;
    }

    private static Map<Object, Set<String>> holders(
            Map<String, Element> content, Function<Element, @Nullable Object> what) {
        Map<Object, Set<String>> holders = new HashMap<>();
        content.values().forEach(element -> {
            Object shared = what.apply(element);
            if (shared != null) {
                holders.computeIfAbsent(shared, ignored -> new TreeSet<>()).add(element.elementId());
            }
        });
        return holders;
    }

    boolean breaksRules() {
        return !orphans().isEmpty()
                || !sharedEmails().isEmpty()
                || !tooManyHomes().isEmpty();
    }

    /** What an element is that both inserted, if they agree in what both have; else null. */
    private @Nullable Element inserted(Element one, Element other) {
        Map<String, Object> both = new TreeMap<>(one.properties());
        Set<String> names = new TreeSet<>(one.properties().keySet());
        names.addAll(other.properties().keySet());
        for (String name : names) {
            Object left = one.properties().get(name);
            Object right = other.properties().get(name);
            boolean isFilled =
                    left == null && Objects.equals(right, their.fills().get(name));
            if (our.lacks().contains(name) || isFilled && !their.lacks().contains(name)) {
                both.remove(name);
                if (right != null) {
                    both.put(name, right);
                }
            } else if (!their.lacks().contains(name)
                    && !Objects.equals(left, right)
                    && !(right == null && Objects.equals(left, our.fills().get(name)))) {
                return null;
            }
        }
        return with(one, both);
    }

    private @Nullable Element merge(String id, @Nullable Element old, @Nullable Element our, @Nullable Element their) {
        if (old == null && our != null && their != null) {
            @Nullable Element both = inserted(our, their);
            if (both != null) {
                return both;
            }
        }
        if (same(our, their) || same(old, their)) {
            return our;
        }
        if (same(old, our)) {
            return their;
        }
        if (virtual && (old == null || our == null || their == null)) {
            Map<String, Object> nothing = new TreeMap<>();
            PROPERTIES.forEach(name -> nothing.put(name, new Object()));
            return with(our != null ? our : Objects.requireNonNull(their), nothing);
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
            if (virtual
                    && !Objects.equals(left, right)
                    && !Objects.equals(before, left)
                    && !Objects.equals(before, right)) {
                properties.put(name, new Object());
                continue;
            }
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
        if (winner.isEmpty()) {
            open.add(conflict.split(" ")[1]);
        }
        return winner.filter(side -> side == MergeSide.THEIRS).isPresent();
    }

    static Element with(Element element, Map<String, Object> properties) {
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
