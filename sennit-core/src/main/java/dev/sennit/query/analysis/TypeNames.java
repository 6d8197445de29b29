package dev.sennit.query.analysis;

import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import java.util.Collection;
import java.util.stream.Collectors;

/** Types in words, for messages. */
final class TypeNames {
    private static final int MAX_LISTED = 5;

    private TypeNames() {}

    static String of(Collection<? extends ElementType> types) {
        String listed = types.stream().limit(MAX_LISTED).map(ElementType::name).collect(Collectors.joining(", "));
        return types.size() <= MAX_LISTED ? listed : listed + " and " + (types.size() - MAX_LISTED) + " more";
    }

    /** As the schema language declares it. */
    static String declaration(EdgeType type) {
        return type.label() + " (" + type.source() + ")->(" + type.destination() + ")";
    }

    static String declarations(Collection<EdgeType> types) {
        String listed =
                types.stream().limit(MAX_LISTED).map(TypeNames::declaration).collect(Collectors.joining(", "));
        return types.size() <= MAX_LISTED ? listed : listed + " and " + (types.size() - MAX_LISTED) + " more";
    }
}
