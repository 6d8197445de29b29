package dev.sennit;

import dev.sennit.manifest.GraphState;
import dev.sennit.merge.GraphComparison;
import dev.sennit.merge.MergeStates;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.ElementChange;
import dev.sennit.model.ElementChange.Kind;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.Suggestion;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The difference of two states that commits made. */
final class StateDiff implements Diff {
    private final OpenGraph graph;
    private final GraphRuntime runtime;
    private final GraphState from;
    private final GraphState to;
    private final List<Expiry> expiries;

    StateDiff(OpenGraph graph, GraphRuntime runtime, GraphState from, GraphState to, List<Expiry> expiries) {
        this.graph = graph;
        this.runtime = runtime;
        this.from = from;
        this.to = to;
        this.expiries = expiries;
    }

    @Override
    public CommitInfo from() {
        return OpenGraph.info(from.commit());
    }

    @Override
    public CommitInfo to() {
        return OpenGraph.info(to.commit());
    }

    @Override
    public boolean changesSchema() {
        return !MergeStates.haveSameSchema(from, to);
    }

    @Override
    public Stream<ElementChange> changes() {
        return changes(List.of());
    }

    @Override
    public Stream<ElementChange> changes(List<String> types) {
        graph.requireOpen();
        Set<String> wanted = wanted(types);
        Path spill = runtime.writers()
                .spill()
                .resolve("diff-" + runtime.writers().ids().next());
        GraphComparison comparison = new GraphComparison(
                runtime.tables(), from, to, type -> types.isEmpty() || wanted.contains(type), spill);
        Iterator<ElementChange> changes = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return reading(comparison::hasNext);
            }

            @Override
            public ElementChange next() {
                return reading(comparison::next);
            }
        };
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(changes, Spliterator.ORDERED | Spliterator.NONNULL), false)
                .onClose(comparison::close);
    }

    @Override
    public List<TypeSummary> summary() {
        Map<String, Map<Kind, Long>> counts = new LinkedHashMap<>();
        try (Stream<ElementChange> changes = changes()) {
            changes.forEach(change -> counts.computeIfAbsent(change.element().type(), type -> new EnumMap<>(Kind.class))
                    .merge(change.kind(), 1L, Long::sum));
        }
        List<TypeSummary> summary = new ArrayList<>();
        counts.forEach((type, count) -> summary.add(new TypeSummary(
                type,
                count.getOrDefault(Kind.INSERTED, 0L),
                count.getOrDefault(Kind.UPDATED, 0L),
                count.getOrDefault(Kind.DELETED, 0L))));
        return summary;
    }

    private <T> T reading(Supplier<T> read) {
        Supplier<T> explained = read;
        for (Expiry expiry : expiries) {
            Supplier<T> inner = explained;
            explained = () -> expiry.reading(inner);
        }
        return explained.get();
    }

    private Set<String> wanted(List<String> names) {
        Set<String> wanted = new LinkedHashSet<>();
        for (String name : names) {
            List<String> fitting = types().filter(type -> fits(type, name))
                    .map(ElementType::name)
                    .toList();
            if (fitting.isEmpty()) {
                throw unknown(name);
            }
            wanted.addAll(fitting);
        }
        return wanted;
    }

    private Stream<ElementType> types() {
        return Stream.concat(
                to.schema().declared().types(), from.schema().declared().types());
    }

    private static boolean fits(ElementType type, String name) {
        return type.name().equals(name)
                || type instanceof EdgeType edge && edge.label().equals(name);
    }

    private InvalidTextException unknown(String name) {
        List<String> known = types().map(ElementType::name).distinct().toList();
        return new InvalidTextException(
                ErrorCode.UNKNOWN_NAME,
                ErrorText.of("no type '" + name + "' to compare")
                        .remedy(Suggestion.closest(name, known)
                                .map(near -> "did you mean '" + near + "'?")
                                .orElse("there are " + String.join(", ", known)))
                        .detail("name", name));
    }
}
