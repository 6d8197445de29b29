package dev.sennit.validate;

import dev.sennit.model.Element;
import dev.sennit.model.GraphPath;
import dev.sennit.model.Violation;
import dev.sennit.schema.Property;
import java.util.Arrays;
import java.util.HexFormat;

/** Values and names as messages show them. */
final class Shown {
    private static final int CHARS = 60;

    private Shown() {}

    static String value(Object value) {
        return switch (value) {
            case String text -> "'" + shortened(text) + "'";
            case byte[] bytes ->
                "0x" + shortened(HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, CHARS / 2 + 1)));
            case float[] vector -> "a vector of " + vector.length;
            case Element element -> shortened(element.elementId());
            case GraphPath path -> "a path of length " + path.length();
            default -> shortened(value.toString());
        };
    }

    static String shortened(String text) {
        return text.length() <= CHARS ? text : text.substring(0, text.offsetByCodePoints(0, CHARS / 2)) + "...";
    }

    static String names(Property[] properties, int[] columns) {
        return Violation.properties(
                Arrays.stream(columns).mapToObj(i -> properties[i].name()).toList());
    }
}
