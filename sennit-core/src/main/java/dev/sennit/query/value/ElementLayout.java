package dev.sennit.query.value;

import dev.sennit.schema.ElementType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The properties one query reads of the elements of one type. A query has one layout per type, so layouts are compared
 * by identity.
 */
public final class ElementLayout {
    private final ElementType type;
    private final List<String> properties;
    private final Map<String, Integer> indexes = new HashMap<>();
    private final Loader loader;

    /** Reads what references lack. */
    @FunctionalInterface
    public interface Loader {
        /** Gives each of the references, all of this layout, its id and its values. */
        void load(List<? extends ElementRef> references);
    }

    public ElementLayout(ElementType type, List<String> properties, Loader loader) {
        this.type = type;
        this.properties = List.copyOf(properties);
        for (int i = 0; i < properties.size(); i++) {
            indexes.put(properties.get(i), i);
        }
        this.loader = loader;
    }

    public ElementType type() {
        return type;
    }

    /** The properties read, in the order of {@link ElementRef#values}. */
    public List<String> properties() {
        return properties;
    }

    /** The place of a property among the values, or -1 if it is not read or the type lacks it. */
    int indexOf(String property) {
        return indexes.getOrDefault(property, -1);
    }

    /** Reads many references, all of this layout, at once. */
    public void load(List<? extends ElementRef> references) {
        loader.load(references);
    }
}
