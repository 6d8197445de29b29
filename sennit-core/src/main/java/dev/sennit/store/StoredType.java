package dev.sennit.store;

import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Decimal;
import dev.sennit.model.PropertyType.Enumeration;
import dev.sennit.model.PropertyType.ListOf;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.PropertyType.Vector;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The type of a column as its metadata states it: the property's type, but an ENUM as the STRING it is stored as, so that
 * a change of its values is no change of the table.
 */
final class StoredType {
    private static final Pattern DECIMAL = Pattern.compile("DECIMAL\\((\\d+),(\\d+)\\)");
    private static final Pattern LIST = Pattern.compile("LIST<(.+)>");
    private static final Pattern VECTOR = Pattern.compile("VECTOR<(\\d+)>");

    private StoredType() {}

    /** The type a column of that type is stored as. */
    static PropertyType of(PropertyType type) {
        return switch (type) {
            case Enumeration enumeration -> Scalar.STRING;
            case ListOf list -> new ListOf(of(list.element()));
            case Scalar scalar -> scalar;
            case Decimal decimal -> decimal;
            case Vector vector -> vector;
        };
    }

    /**
     * Reads what {@link PropertyType#text} wrote for a stored type.
     *
     * @throws IllegalArgumentException if the text is none
     */
    static PropertyType parse(String text) {
        for (Scalar scalar : Scalar.values()) {
            if (scalar.text().equals(text)) {
                return scalar;
            }
        }
        Matcher list = LIST.matcher(text);
        if (list.matches()) {
            return new ListOf(parse(list.group(1)));
        }
        Matcher vector = VECTOR.matcher(text);
        if (vector.matches()) {
            return new Vector(Integer.parseInt(vector.group(1)));
        }
        Matcher decimal = DECIMAL.matcher(text);
        if (decimal.matches()) {
            return new Decimal(Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2)));
        }
        throw new IllegalArgumentException("not the type of a stored column: '" + text + "'");
    }
}
