package dev.sennit.input;

import dev.sennit.model.InvalidDataException;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Enumeration;
import dev.sennit.model.Rule;
import java.nio.charset.StandardCharsets;

/** What is written as text: in CSV the cell, in JSON a string. */
abstract class StringConversion extends Conversion {
    StringConversion(PropertyType type) {
        super(type);
    }

    /** The value of a text. */
    abstract Object value(String text);

    @Override
    Object fromText(byte[] text, int from, int to) {
        return value(new String(text, from, to - from, StandardCharsets.UTF_8));
    }

    @Override
    final Object fromJson(byte[] json, int from, int to) {
        if (!isString(json, from)) {
            return problem(Rule.TYPE, json, from, to, "write a JSON string, in quotes");
        }
        try {
            return value(JsonText.string(json, from, to));
        } catch (InvalidDataException e) {
            return problem(Rule.TYPE, json, from, to, e.text().message());
        }
    }

    /** STRING: the text itself. */
    static final class Text extends StringConversion {
        Text() {
            super(PropertyType.Scalar.STRING);
        }

        @Override
        Object value(String text) {
            return text;
        }
    }

    /** ENUM: one of the listed texts, exactly. */
    static final class Listed extends StringConversion {
        private final Enumeration listed;

        Listed(Enumeration type) {
            super(type);
            this.listed = type;
        }

        @Override
        Object value(String text) {
            // the listed instance, so that rows share it
            int index = listed.values().indexOf(text);
            return index >= 0
                    ? listed.values().get(index)
                    : problem(Rule.ENUM, text, "it is one of " + listed.values());
        }
    }
}
