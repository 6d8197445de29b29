package dev.sennit.query.value;

import org.jspecify.annotations.Nullable;

/** A node in a row. Nodes are equal if their types and ids are, and both are there or both deleted. */
public final class NodeRef extends ElementRef {
    private final String id;
    private long address;

    public NodeRef(ElementLayout layout, String id, long address) {
        super(layout);
        this.id = id;
        this.address = address;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public long address() {
        return address;
    }

    public void setAddress(long newAddress) {
        address = newAddress;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NodeRef node
                && node.isDeleted() == isDeleted()
                && node.type().name().equals(type().name())
                && node.id.equals(id);
    }

    @Override
    public int hashCode() {
        return id.hashCode() * 31 + type().name().hashCode();
    }

    @Override
    public String toString() {
        return elementId();
    }
}
