package dev.sennit.schema.inference;

import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Scalar;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The type names of Neptune's and Neo4j's CSV headers. A type is believed as far as the values bear it out. */
final class HeaderType {
    private static final String LIST_SUFFIX = "[]";

    private HeaderType() {}

    static boolean isList(String written) {
        return written.strip().endsWith(LIST_SUFFIX);
    }

    /** The property type, or nothing if the name is unknown or some value is not of it. */
    static Optional<PropertyType> read(String written, ColumnProfile column) {
        String name = written.strip().toLowerCase(Locale.ROOT);
        if (isList(name)) {
            String element = name.substring(0, name.length() - LIST_SUFFIX.length());
            PropertyType type = column.elementType(element);
            boolean nests =
                    type instanceof PropertyType.ListOf || type instanceof PropertyType.Vector || type == Scalar.JSON;
            return Optional.of(new PropertyType.ListOf(nests ? Scalar.STRING : type));
        }
        return switch (name) {
            case "string", "char" -> Optional.of(Scalar.STRING);
            case "bool", "boolean" -> believed(column, Set.of(CellKind.BOOL), Scalar.BOOL);
            case "byte" -> integer(column, Scalar.INT8, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case "short" -> integer(column, Scalar.INT16, Short.MIN_VALUE, Short.MAX_VALUE);
            case "int", "integer" -> integer(column, Scalar.INT32, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "long" -> integer(column, Scalar.INT64, Long.MIN_VALUE, Long.MAX_VALUE);
            case "float" -> believed(column, Set.of(CellKind.INTEGER, CellKind.FLOAT), Scalar.FLOAT32);
            case "double" -> believed(column, Set.of(CellKind.INTEGER, CellKind.FLOAT), Scalar.FLOAT64);
            case "date" -> believed(column, Set.of(CellKind.DATE), Scalar.DATE);
            case "localdatetime" -> believed(column, Set.of(CellKind.LOCAL_DATETIME), Scalar.LOCAL_DATETIME);
            case "datetime" -> column.isEmpty() ? Optional.of(Scalar.ZONED_DATETIME) : Optional.empty();
            default -> Optional.empty();
        };
    }

    /** What to say where the values do not bear out the header. */
    static String note(String written, ColumnProfile column, PropertyType chosen) {
        boolean isTime = chosen == Scalar.ZONED_DATETIME || chosen == Scalar.LOCAL_DATETIME;
        boolean differs = !isList(written)
                && read(written, column).isEmpty()
                && !(isTime && written.strip().equalsIgnoreCase("datetime"));
        return differs ? "the header says " + written.strip() + ", the values are " + chosen.text() : "";
    }

    private static Optional<PropertyType> integer(ColumnProfile column, Scalar type, long minimum, long maximum) {
        return column.isEmpty() || column.isWithin(minimum, maximum)
                ? believed(column, Set.of(CellKind.INTEGER), type)
                : Optional.empty();
    }

    private static Optional<PropertyType> believed(ColumnProfile column, Set<CellKind> kinds, Scalar type) {
        return column.isOnly(kinds) ? Optional.of(type) : Optional.empty();
    }
}
