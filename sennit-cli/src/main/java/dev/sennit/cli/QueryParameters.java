package dev.sennit.cli;

import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the arguments {@code name=value}: the value is JSON if it parses as JSON, else the text as it is;
 * {@code name=@file} takes it from a file by the same rule.
 */
final class QueryParameters {
    private final Texts files;

    QueryParameters(Texts files) {
        this.files = files;
    }

    /**
     * The parameters by name.
     *
     * @throws InvalidArgumentException if an argument has another form or a name is given twice
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
            values.put(name, value(argument.substring(equals + 1)));
        }
        return Collections.unmodifiableMap(values);
    }

    @Nullable
    private Object value(String written) {
        boolean inFile = written.startsWith("@");
        String text = inFile ? files.read(written.substring(1)) : written;
        Optional<JsonText.Value> json = JsonText.parse(text);
        if (json.isPresent()) {
            return json.get().value();
        }
        return inFile ? withoutLastLineBreak(text) : text;
    }

    /** Editors end files with a line break; few values do. */
    private static String withoutLastLineBreak(String text) {
        return text.endsWith("\r\n")
                ? text.substring(0, text.length() - 2)
                : text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }
}
