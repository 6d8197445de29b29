package dev.sennit.query.value;

import dev.sennit.schema.EdgeType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An edge in a row. Within one version of a table an edge's row address is its identity, and costs no reading; an edge
 * without an address has its id.
 */
public final class EdgeRef extends ElementRef {
    private final String source;
    private final String destination;
    private final long address;

    @Nullable
    private String id;

    /**
     * @param source the source's id
     * @param destination the destination's id
     */
    public EdgeRef(ElementLayout layout, String source, String destination, long address) {
        super(layout);
        this.source = source;
        this.destination = destination;
        this.address = address;
    }

    public EdgeType edgeType() {
        return (EdgeType) type();
    }

    public String source() {
        return source;
    }

    public String destination() {
        return destination;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public String id() {
        if (id == null) {
            layout().load(List.of(this));
        }
        if (id == null) {
            throw new IllegalStateException("the loader gave no id");
        }
        return id;
    }

    public boolean hasId() {
        return id != null;
    }

    public void setId(String newId) {
        id = newId;
    }

    /** By address where both have one; otherwise by id. What is deleted is none of what is there. */
    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof EdgeRef edge)
                || edge.isDeleted() != isDeleted()
                || !edge.type().name().equals(type().name())) {
            return false;
        }
        if (address != NO_ADDRESS && edge.address != NO_ADDRESS) {
            return edge.address == address;
        }
        return source.equals(edge.source) && destination.equals(edge.destination) && id().equals(edge.id());
    }

    @Override
    public int hashCode() {
        return (source.hashCode() * 31 + destination.hashCode()) * 31
                + type().name().hashCode();
    }

    @Override
    public String toString() {
        return type().name() + "@" + address;
    }
}
