package dev.sennit.schema;

import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.Suggestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The names of property types, and what they are called in other languages. */
final class TypeNames {
    static final String DECIMAL = "DECIMAL";
    static final String ENUM = "ENUM";
    static final String LIST = "LIST";
    static final String VECTOR = "VECTOR";

    private static final Map<String, Scalar> SCALARS = scalars();

    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("ARRAY", "LIST<T>"),
            Map.entry("BIGINT", "INT64"),
            Map.entry("BINARY", "BYTES"),
            Map.entry("BLOB", "BYTES"),
            Map.entry("BOOLEAN", "BOOL"),
            Map.entry("BYTE", "INT8"),
            Map.entry("BYTEA", "BYTES"),
            Map.entry("CHAR", "STRING"),
            Map.entry("CHARACTER", "STRING"),
            Map.entry("DATETIME", "LOCAL DATETIME or ZONED DATETIME"),
            Map.entry("DOUBLE", "FLOAT64"),
            Map.entry("EMBEDDING", "VECTOR<n>"),
            Map.entry("FLOAT", "FLOAT64"),
            Map.entry("INSTANT", "ZONED DATETIME"),
            Map.entry("INT", "INT64"),
            Map.entry("INTEGER", "INT64"),
            Map.entry("INTERVAL", "DURATION"),
            Map.entry("JSONB", "JSON"),
            Map.entry("LOCALDATETIME", "LOCAL DATETIME"),
            Map.entry("LOCALTIME", "LOCAL TIME"),
            Map.entry("LONG", "INT64"),
            Map.entry("MAP", "JSON"),
            Map.entry("NUMBER", "FLOAT64 or DECIMAL(p,s)"),
            Map.entry("NUMERIC", "DECIMAL(p,s)"),
            Map.entry("REAL", "FLOAT32"),
            Map.entry("SHORT", "INT16"),
            Map.entry("SMALLINT", "INT16"),
            Map.entry("TEXT", "STRING"),
            Map.entry("TIME", "LOCAL TIME or ZONED TIME"),
            Map.entry("TIMESTAMP", "LOCAL DATETIME or ZONED DATETIME"),
            Map.entry("TIMESTAMPTZ", "ZONED DATETIME"),
            Map.entry("TINYINT", "INT8"),
            Map.entry("UINT8", "INT16"),
            Map.entry("UINT16", "INT32"),
            Map.entry("UINT32", "INT64"),
            Map.entry("UUID", "STRING"),
            Map.entry("VARCHAR", "STRING"),
            Map.entry("ZONEDDATETIME", "ZONED DATETIME"),
            Map.entry("ZONEDTIME", "ZONED TIME"));

    private TypeNames() {}

    /** The type without parameters of that name, in any case; words are separated by one space. */
    @Nullable
    static Scalar scalar(String name) {
        return SCALARS.get(name.toUpperCase(Locale.ROOT));
    }

    /** Whether a type can begin with the word. */
    static boolean isTypeWord(String word) {
        String upper = word.toUpperCase(Locale.ROOT);
        return switch (upper) {
            case DECIMAL, ENUM, LIST, VECTOR, "LOCAL", "ZONED" -> true;
            default -> SCALARS.containsKey(upper) || ELSEWHERE.containsKey(upper);
        };
    }

    /** What to write instead of a type that does not exist. */
    static Optional<String> remedy(String unknown) {
        String elsewhere = ELSEWHERE.get(unknown.toUpperCase(Locale.ROOT));
        if (elsewhere != null) {
            return Optional.of("write " + elsewhere);
        }
        List<String> names = new ArrayList<>(SCALARS.keySet());
        names.addAll(List.of(DECIMAL, ENUM, LIST, VECTOR));
        return Suggestion.didYouMean(unknown, names);
    }

    /** All types, for error messages. */
    static String all() {
        return String.join(", ", SCALARS.keySet()) + ", DECIMAL(p,s), ENUM('a', 'b'), LIST<T>, VECTOR<n>";
    }

    private static Map<String, Scalar> scalars() {
        Map<String, Scalar> scalars = new LinkedHashMap<>();
        for (Scalar scalar : Scalar.values()) {
            scalars.put(scalar.text(), scalar);
        }
        return scalars;
    }
}
