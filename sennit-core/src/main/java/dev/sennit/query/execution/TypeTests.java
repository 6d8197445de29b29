package dev.sennit.query.execution;

import dev.sennit.query.analysis.Kind;
import dev.sennit.query.analysis.TypePattern;
import dev.sennit.query.value.Sequences;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The types of values, as the language names them. */
final class TypeTests {
    private TypeTests() {}

    static boolean matches(TypePattern pattern, @Nullable Object value) {
        return pattern.alternatives().stream().anyMatch(alternative -> matches(alternative, value));
    }

    private static boolean matches(TypePattern.Alternative type, @Nullable Object value) {
        if (value == null) {
            return type.nullable();
        }
        String kind = KindNames.of(value);
        return type.kinds().stream().map(Kind::text).anyMatch(kind::equals)
                && (type.element().isEmpty()
                        || Sequences.elements(value).stream()
                                .allMatch(member -> matches(type.element().get(), member)));
    }

    /** The narrowest type a value has: {@code LIST<INTEGER NOT NULL> NOT NULL} of {@code [1, 2]}. */
    static String nameOf(@Nullable Object value) {
        if (value == null) {
            return "NULL";
        }
        return value instanceof List<?> list
                ? "LIST<" + elementsOf(list) + "> NOT NULL"
                : KindNames.of(value) + " NOT NULL";
    }

    private static String elementsOf(List<?> list) {
        TreeSet<String> names = new TreeSet<>();
        list.forEach(member -> names.add(nameOf(member)));
        boolean nullable = names.remove("NULL");
        if (names.isEmpty()) {
            return nullable ? "NULL" : "NOTHING";
        }
        return String.join(
                " | ",
                names.stream()
                        .map(name -> nullable ? name.substring(0, name.length() - " NOT NULL".length()) : name)
                        .toList());
    }
}
