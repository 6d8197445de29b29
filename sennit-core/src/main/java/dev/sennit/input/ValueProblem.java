package dev.sennit.input;

import dev.sennit.model.PropertyType;
import dev.sennit.model.Rule;
import dev.sennit.model.Violation;
import org.jspecify.annotations.Nullable;

/**
 * Why a cell is no value of a type.
 *
 * @param rule {@link Rule#TYPE}, {@link Rule#VALUE_RANGE} or {@link Rule#ENUM}
 * @param type the type it should have
 * @param value what the cell says, shortened
 * @param cause what is wrong with it, and where there is one, the remedy
 */
public record ValueProblem(Rule rule, PropertyType type, String value, String cause) {
    private static final int SHOWN_CHARS = 80;

    /** Value, type, cause and remedy in one sentence. */
    public String message() {
        String shownType = type instanceof PropertyType.Enumeration ? "ENUM" : type.text();
        String is = rule == Rule.TYPE ? "' is not a value of " : "' does not fit ";
        return "'" + value + is + shownType + ": " + cause;
    }

    /** The problem as a violation of a row. */
    public Violation violation(
            String typeName, String property, @Nullable String key, @Nullable String source, long line) {
        return new Violation(
                rule, typeName, property, key, value, source, line, typeName + "." + property + ": " + message());
    }

    /** A text as messages show it: shortened, line breaks made visible. */
    static String shown(String text) {
        int end = text.length() <= SHOWN_CHARS ? text.length() : text.offsetByCodePoints(0, SHOWN_CHARS / 2);
        String shown = text.substring(0, end).replace("\n", "\\n").replace("\r", "\\r");
        return end < text.length() ? shown + "..." : shown;
    }
}
