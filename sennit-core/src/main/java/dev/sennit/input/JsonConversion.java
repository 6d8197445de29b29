package dev.sennit.input;

import dev.sennit.model.InvalidDataException;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.Rule;
import java.util.List;
import java.util.Map;

/** JSON: an object or an array. */
final class JsonConversion extends Conversion {
    JsonConversion() {
        super(Scalar.JSON);
    }

    @Override
    Object fromText(byte[] text, int from, int to) {
        return fromJson(text, from, to);
    }

    @Override
    Object fromJson(byte[] json, int from, int to) {
        try {
            Object value = JsonText.read(json, from, to);
            return value instanceof Map || value instanceof List
                    ? value
                    : problem(Rule.TYPE, json, from, to, "write a JSON object or array");
        } catch (InvalidDataException e) {
            return problem(Rule.TYPE, json, from, to, e.text().message());
        }
    }
}
