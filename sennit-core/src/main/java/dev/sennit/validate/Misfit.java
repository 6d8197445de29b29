package dev.sennit.validate;

import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.ValueNames;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The first thing in a value that cannot be there.
 *
 * @param path from the value to it, such as {@code .a[2]}; empty for the value itself
 * @param problem what it is and why it cannot be there, with the way out
 */
record Misfit(String path, String problem) {
    /** How deeply lists and maps of JSON nest: no deeper than readers of JSON go. */
    static final int MAX_JSON_DEPTH = 1000;

    /** Why a value breaks TYPE; null if it does not. */
    @Nullable
    static Misfit of(PropertyType type, Object value) {
        if (ValueTypes.broken(type, value) == null) {
            return null;
        }
        if (type instanceof PropertyType.ListOf list && value instanceof List<?> elements) {
            for (int i = 0; i < elements.size(); i++) {
                Object element = elements.get(i);
                Misfit misfit = element == null
                        ? new Misfit("", "it is null, and a list holds no null; leave it out")
                        : of(list.element(), element);
                if (misfit != null) {
                    return misfit.within("[" + i + "]");
                }
            }
        }
        if (type instanceof PropertyType.Vector && value instanceof List<?> components) {
            for (int i = 0; i < components.size(); i++) {
                Object component = components.get(i);
                if (!(component instanceof Number)) {
                    String shown = component == null ? "null" : Shown.value(component);
                    return new Misfit("[" + i + "]", shown + " is no number, as each component of a VECTOR must be");
                }
            }
        }
        if (type == Scalar.JSON && (value instanceof Map || value instanceof List)) {
            return inJson(value, 0);
        }
        return new Misfit(
                "",
                Shown.value(value) + " is not a value of " + type.text() + " (it is " + ValueNames.of(value) + ")"
                        + remedy(type, value));
    }

    /** The first component that a vector of the right length cannot have; null if there is none. */
    @Nullable
    static Misfit inVector(PropertyType type, Object value) {
        if (!(type instanceof PropertyType.Vector vector)
                || !(value instanceof float[] components)
                || components.length != vector.dimension()) {
            return null;
        }
        for (int i = 0; i < components.length; i++) {
            if (Float.isNaN(components[i])) {
                return new Misfit("[" + i + "]", "NaN is no number, as each component of a VECTOR must be");
            }
            if (Float.isInfinite(components[i])) {
                return new Misfit(
                        "[" + i + "]",
                        "it is infinite, or beyond FLOAT32, in which a component of a VECTOR is at most "
                                + Float.MAX_VALUE);
            }
        }
        return null;
    }

    private static String remedy(PropertyType type, Object value) {
        return switch (type) {
            case Scalar scalar when scalar == Scalar.JSON -> "; store a map or a list";
            case Scalar scalar when scalar == Scalar.BYTES -> "; pass bytes from Java, or load them as base64";
            case PropertyType.Decimal ignored
            when value instanceof Double -> "; a float is not exact: pass a decimal, or a string such as '12.50'";
            case PropertyType.Decimal ignored -> "; write a number such as 12.50";
            default -> "";
        };
    }

    /** What JSON cannot hold: all but null, booleans, strings, integers, finite floats, and lists and maps of these. */
    @Nullable
    static Misfit inJson(@Nullable Object value, int depth) {
        if (depth > MAX_JSON_DEPTH) {
            return new Misfit("", "lists and maps of JSON nest at most " + MAX_JSON_DEPTH + " levels deep");
        }
        return switch (value) {
            case null -> null;
            case Boolean ignored -> null;
            case String ignored -> null;
            case Long ignored -> null;
            case BigInteger ignored -> null;
            case Double number ->
                Double.isFinite(number)
                        ? null
                        : new Misfit("", number + " is no number of JSON; store null, or toString(...) of it");
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    Misfit misfit = inJson(list.get(i), depth + 1);
                    if (misfit != null) {
                        yield misfit.within("[" + i + "]");
                    }
                }
                yield null;
            }
            case Map<?, ?> map -> {
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    Misfit misfit = inJson(entry.getValue(), depth + 1);
                    if (misfit != null) {
                        yield misfit.within("." + entry.getKey());
                    }
                }
                yield null;
            }
            default ->
                new Misfit(
                        "",
                        Shown.value(value) + " is " + ValueNames.of(value) + ", which JSON does not have; store "
                                + instead(value));
        };
    }

    private static String instead(Object value) {
        return switch (ValueNames.of(value)) {
            case "NODE", "EDGE" -> "its elementId(...) or properties(...)";
            case "PATH" -> "the elementId(...) of its nodes and edges";
            case "BYTES" -> "a string, such as its base64";
            case "VECTOR" -> "a list of numbers";
            default -> "toString(...) of it";
        };
    }

    private Misfit within(String step) {
        return new Misfit(step + path, problem);
    }
}
