package dev.sennit.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sennit.model.Rule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The members of one JSON object: their names, and where in the parsed bytes their values stand. */
final class Members {
    private final List<String> names = new ArrayList<>();
    private int[] bounds = new int[32];

    /**
     * Reads the members of the object the parser is at the start of, up to its end.
     *
     * @param properties takes the members of the member {@code properties}, if that is an object; null to leave it
     */
    void read(JsonParser parser, @Nullable Members properties) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            int from = (int) parser.currentTokenLocation().getByteOffset();
            if (properties != null && token == JsonToken.START_OBJECT && name.equals("properties")) {
                properties.read(parser, null);
            } else if (token.isStructStart()) {
                parser.skipChildren();
            } else {
                parser.finishToken();
            }
            add(name, from, (int) parser.currentLocation().getByteOffset());
        }
    }

    List<String> names() {
        return names;
    }

    int indexOf(String name) {
        return names.indexOf(name);
    }

    int from(int index) {
        return bounds[2 * index];
    }

    int to(int index) {
        return bounds[2 * index + 1];
    }

    int[] bounds() {
        return Arrays.copyOf(bounds, 2 * names.size());
    }

    boolean hasOnly(List<String> known) {
        return known.containsAll(names);
    }

    boolean isNull(byte[] json, int index) {
        return json[from(index)] == 'n';
    }

    boolean isString(byte[] json, String name) {
        int index = indexOf(name);
        return index >= 0 && json[from(index)] == '"';
    }

    /** The value of a member that has to be a string. */
    String text(byte[] json, String name, Rule rule) throws RowException {
        if (!isString(json, name)) {
            throw new RowException(rule, "\"" + name + "\" is not a string");
        }
        int index = indexOf(name);
        return JsonText.string(json, from(index), to(index));
    }

    private void add(String name, int from, int to) {
        int at = 2 * names.size();
        if (at == bounds.length) {
            bounds = Arrays.copyOf(bounds, 2 * at);
        }
        names.add(name);
        bounds[at] = from;
        bounds[at + 1] = to;
    }
}
