package dev.sennit.query.analysis;

import dev.sennit.model.ErrorText;
import dev.sennit.query.ast.TypeExpression;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Resolves the names of types that values are tested for: those of ISO GQL and of openCypher. */
final class TypeNameAnalyzer {
    private static final Map<String, Set<Kind>> NAMES = names();

    private final QueryErrors errors;

    TypeNameAnalyzer(QueryErrors errors) {
        this.errors = errors;
    }

    private static Map<String, Set<Kind>> names() {
        Map<String, Set<Kind>> names = new LinkedHashMap<>();
        for (Kind kind : Kind.values()) {
            names.put(kind.text(), Set.of(kind));
        }
        Map<String, Kind> others = Map.ofEntries(
                Map.entry("BOOL", Kind.BOOLEAN),
                Map.entry("INT", Kind.INTEGER),
                Map.entry("SIGNED INTEGER", Kind.INTEGER),
                Map.entry("VARCHAR", Kind.STRING),
                Map.entry("TIME", Kind.ZONED_TIME),
                Map.entry("DATETIME", Kind.ZONED_DATETIME),
                Map.entry("ARRAY", Kind.LIST),
                Map.entry("ANY MAP", Kind.MAP),
                Map.entry("ANY NODE", Kind.NODE),
                Map.entry("VERTEX", Kind.NODE),
                Map.entry("ANY VERTEX", Kind.NODE),
                Map.entry("ANY EDGE", Kind.EDGE),
                Map.entry("RELATIONSHIP", Kind.EDGE),
                Map.entry("ANY RELATIONSHIP", Kind.EDGE));
        others.forEach((name, kind) -> names.put(name, Set.of(kind)));
        names.put("NULL", Set.of());
        Set<Kind> any = Set.copyOf(Arrays.asList(Kind.values()));
        names.put("ANY", any);
        names.put("ANY VALUE", any);
        Set<Kind> stored = Set.of(
                Kind.BOOLEAN,
                Kind.INTEGER,
                Kind.FLOAT,
                Kind.DECIMAL,
                Kind.STRING,
                Kind.BYTES,
                Kind.DATE,
                Kind.LOCAL_TIME,
                Kind.ZONED_TIME,
                Kind.LOCAL_DATETIME,
                Kind.ZONED_DATETIME,
                Kind.DURATION,
                Kind.LIST,
                Kind.VECTOR,
                Kind.MAP);
        names.put("PROPERTY VALUE", stored);
        names.put("ANY PROPERTY VALUE", stored);
        return names;
    }

    TypePattern resolve(TypeExpression type) {
        return new TypePattern(type.alternatives().stream().map(this::resolve).toList());
    }

    private TypePattern.Alternative resolve(TypeExpression.Alternative type) {
        if (type.name().equals("NOTHING")) {
            return new TypePattern.Alternative("NOTHING", Set.of(), Optional.empty(), false);
        }
        Set<Kind> kinds = NAMES.get(type.name());
        if (kinds == null) {
            throw errors.unknown(
                    "there is no type '" + type.name() + "'",
                    type.name(),
                    List.copyOf(NAMES.keySet()),
                    type.position());
        }
        if (type.element().isPresent() && !kinds.equals(Set.of(Kind.LIST))) {
            throw errors.syntax(
                    ErrorText.of(type.name() + " has no elements").remedy("only a LIST has a type in <...>"),
                    type.position());
        }
        return new TypePattern.Alternative(type.name(), kinds, type.element().map(this::resolve), !type.notNull());
    }
}
