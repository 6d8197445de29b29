package dev.sennit.query.value;

import dev.sennit.schema.ElementType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node or an edge as a row holds it: enough to tell it from others, with its properties read when they are needed.
 * Not thread-safe.
 */
public abstract sealed class ElementRef permits NodeRef, EdgeRef {
    /** Stands for an address that is not known. */
    public static final long NO_ADDRESS = -1;

    private final ElementLayout layout;
    private Object @Nullable [] values;
    private boolean deleted;

    ElementRef(ElementLayout layout) {
        this.layout = layout;
    }

    public final ElementLayout layout() {
        return layout;
    }

    public final ElementType type() {
        return layout.type();
    }

    /** The address of its row, or {@link #NO_ADDRESS}. */
    public abstract long address();

    /** The element's {@code _id}. */
    public abstract String id();

    /** Unique among all elements of a graph. */
    public final String elementId() {
        return type().name() + ":" + id();
    }

    public final boolean isLoaded() {
        return values != null;
    }

    /** The values of the layout's properties; shared, never written. */
    public final @Nullable Object[] values() {
        if (values == null) {
            layout.load(List.of(this));
        }
        if (values == null) {
            throw new IllegalStateException("the loader gave no values to " + this);
        }
        return values;
    }

    public final void setValues(@Nullable Object[] newValues) {
        values = newValues;
    }

    /** Values that were read are not what they are now. */
    public final void forgetValues() {
        values = null;
    }

    /** Whether the statement that holds the reference has deleted the element. */
    public final boolean isDeleted() {
        return deleted;
    }

    public final void markDeleted() {
        deleted = true;
    }

    /** The value of a property, null if its type has none of that name. */
    @Nullable
    public final Object property(String name) {
        int index = layout.indexOf(name);
        return index < 0 ? null : values()[index];
    }
}
