package dev.sennit.input;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a row names an endpoint of its edge. The node type is null where the row leaves it to the edge type. */
public sealed interface EndpointRef {
    /** The endpoint's node type, if the row names it. */
    @Nullable
    String type();

    /** How the row writes the endpoint, for messages. */
    String text();

    /**
     * The {@code ~id} or {@code :ID} of a row of the same load; where no row has it, a node's {@code _id}.
     *
     * @param type the id space of {@code :START_ID(Space)} and {@code :END_ID(Space)}
     */
    record Link(@Nullable String type, String text) implements EndpointRef {
        public Link {
            Objects.requireNonNull(text, "text");
        }
    }

    /** A node's {@code _id}, which for a keyed type is its key's text. */
    record Id(@Nullable String type, String text) implements EndpointRef {
        public Id {
            Objects.requireNonNull(text, "text");
        }
    }

    /**
     * A node's key.
     *
     * @param components the JSON text of each key property's value, in the key's order
     */
    record Key(@Nullable String type, List<String> components) implements EndpointRef {
        public Key {
            components = List.copyOf(components);
        }

        @Override
        public String text() {
            return components.size() == 1 ? components.getFirst() : components.toString();
        }
    }
}
