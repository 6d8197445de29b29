package dev.sennit.cli;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.InvalidDataException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the arguments {@code name=value}: the value is JSON if it parses as JSON, else the text as it is,
 * unless it begins as only a list or a map of JSON does; {@code name=@file} takes it from a file by the same rule.
 */
final class QueryParameters {
    private final Texts files;

    QueryParameters(Texts files) {
        this.files = files;
    }

    /**
     * The parameters by name.
     *
     * @throws InvalidArgumentException if an argument has another form, a name is given twice, a list or a map is not
     *     JSON, or the shell's bytes were not text
     * @throws InvalidDataException if a number is beyond those of FLOAT64
     */
    Map<String, @Nullable Object> parse(List<String> arguments) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            String name = argument.substring(0, Math.max(0, equals));
            if (name.startsWith("$")) {
                name = name.substring(1);
            }
            if (name.isEmpty()) {
                throw new InvalidArgumentException(
                        ErrorText.of("--param " + argument).remedy("write --param name=value, for example from=AMS"));
            }
            if (values.containsKey(name)) {
                throw new InvalidArgumentException(ErrorText.of("--param " + name + " is given twice"));
            }
            Texts.requireDecoded("parameter $" + name, argument, "name a file with " + name + "=@file");
            Object value = value(name, argument.substring(equals + 1));
            requireFinite(name, value);
            values.put(name, value);
        }
        return Collections.unmodifiableMap(values);
    }

    /** JSON has no infinite numbers: what is one was written as one that is too large. */
    private static void requireFinite(String name, @Nullable Object value) {
        switch (value) {
            case Double number
            when number.isInfinite() ->
                throw new InvalidDataException(
                        ErrorCode.VALUE_OUT_OF_RANGE,
                        ErrorText.of("parameter $" + name + " has a number that is out of range")
                                .cause("floats are " + -Double.MAX_VALUE + " to " + Double.MAX_VALUE)
                                .detail("parameter", name));
            case List<?> list -> list.forEach(each -> requireFinite(name, each));
            case Map<?, ?> map -> map.values().forEach(each -> requireFinite(name, each));
            case null, default -> {}
        }
    }

    @Nullable
    private Object value(String name, String written) {
        boolean inFile = written.startsWith("@");
        String text = inFile ? files.read(written.substring(1)) : written;
        Optional<JsonText.Value> json = JsonText.parse(text);
        if (json.isPresent()) {
            return json.get().value();
        }
        requireNoBrokenJson(name, text);
        return inFile ? withoutLastLineBreak(text) : text;
    }

    /** What begins like a list or a map and is none was hardly meant as a text. */
    private static void requireNoBrokenJson(String name, String text) {
        String begin = text.stripLeading();
        if (begin.startsWith("[") || begin.startsWith("{")) {
            throw new InvalidArgumentException(
                    ErrorText.of("parameter $" + name + " begins like a list or a map of JSON, but is none")
                            .cause(JsonText.fault(text).orElseThrow())
                            .remedy("correct it; a text that begins so is written in quotes, as JSON: " + name + "='\""
                                    + begin.charAt(0) + "...\"'")
                            .detail("parameter", name));
        }
    }

    /** Editors end files with a line break; few values do. */
    private static String withoutLastLineBreak(String text) {
        return text.endsWith("\r\n")
                ? text.substring(0, text.length() - 2)
                : text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }
}
