package dev.sennit.write;

import dev.sennit.schema.ElementType;
import dev.sennit.schema.Property;
import dev.sennit.validate.BaseState;
import dev.sennit.validate.RowValidator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The elements of one type that a mutation has touched, in the order it touched them. Not thread-safe. */
final class PendingType {
    final ElementType type;
    final RowValidator validator;
    private final Map<String, PendingElement> elements = new LinkedHashMap<>();
    private final List<PendingElement> unresolved = new ArrayList<>();

    PendingType(ElementType type, RowValidator validator) {
        this.type = type;
        this.validator = validator;
    }

    @Nullable
    PendingElement get(String id) {
        return elements.get(id);
    }

    PendingElement require(String id) {
        return Objects.requireNonNull(elements.get(id), id);
    }

    void add(PendingElement element) {
        elements.put(element.id, element);
        unresolved.add(element);
    }

    /** Every element touched. */
    Collection<PendingElement> elements() {
        return elements.values();
    }

    /** Looks up the base rows of all elements that need it, and carries out what was noted for them. */
    void resolve(BaseState base) {
        resolve(base, element -> true);
    }

    /** The same, but for creations: whether those exist already the validator finds out for all of them. */
    void resolveAllButCreations(BaseState base) {
        resolve(base, element -> !element.isPlainCreation());
    }

    private void resolve(BaseState base, Predicate<PendingElement> wanted) {
        List<PendingElement> open = unresolved.stream()
                .filter(element -> !element.isResolved())
                .filter(wanted)
                .toList();
        unresolved.removeIf(element -> element.isResolved() || wanted.test(element));
        if (open.isEmpty()) {
            return;
        }
        Map<String, BaseRow> found = new HashMap<>();
        List<String> ids = open.stream().map(element -> element.id).toList();
        List<String> properties = type.properties().stream().map(Property::name).toList();
        Set<String> wantedIds = Set.copyOf(ids);
        base.find(type, ids, properties, (address, id, source, destination, values) -> {
            if (wantedIds.contains(id)) {
                found.put(id, new BaseRow(address, source, destination, values.clone()));
            }
        });
        open.forEach(element -> element.resolve(found.get(element.id)));
    }

    /** Drops the edges that exist and are wanted. All elements are resolved. */
    void dropEdges(Predicate<PendingElement> wanted) {
        for (PendingElement element : elements.values()) {
            if (element.isPresent() && wanted.test(element)) {
                element.drop();
            }
        }
    }

    /** Deletes an edge that was found in the base, unless the mutation has made it something else. */
    void deleteFound(String id, BaseRow row) {
        elements.computeIfAbsent(id, ignored -> PendingElement.deleted(type, id, row));
    }
}
