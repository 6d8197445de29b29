package dev.sennit.query.execution;

import dev.sennit.query.analysis.Variable;
import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.ElementLayout;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.PathRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the properties of elements, a batch of rows at a time. */
final class FetchRows implements Rows {
    private final Rows input;
    private final int[] slots;

    FetchRows(Rows input, List<Variable> elements) {
        this.input = input;
        this.slots = elements.stream().mapToInt(Variable::id).toArray();
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        List<@Nullable Object[]> rows = input.next();
        if (rows == null) {
            return null;
        }
        Map<ElementLayout, List<ElementRef>> missing = new LinkedHashMap<>();
        for (@Nullable Object[] row : rows) {
            for (int slot : slots) {
                collect(row[slot], missing);
            }
        }
        missing.forEach(ElementLayout::load);
        return rows;
    }

    private static void collect(@Nullable Object value, Map<ElementLayout, List<ElementRef>> missing) {
        switch (value) {
            case ElementRef element -> {
                if (isMissing(element)) {
                    missing.computeIfAbsent(element.layout(), l -> new ArrayList<>())
                            .add(element);
                }
            }
            case PathRef path -> {
                path.nodes().forEach(node -> collect(node, missing));
                path.edges().forEach(edge -> collect(edge, missing));
            }
            case List<?> list -> list.forEach(element -> collect(element, missing));
            case null, default -> {}
        }
    }

    private static boolean isMissing(ElementRef element) {
        return !element.isDeleted() && (!element.isLoaded() || element instanceof EdgeRef edge && !edge.hasId());
    }

    @Override
    public void close() {
        input.close();
    }
}
