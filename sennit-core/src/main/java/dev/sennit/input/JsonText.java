package dev.sennit.input;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidDataException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON values inside bytes that are known to be well-formed JSON, and the parser that makes sure of it. */
final class JsonText {
    /** Refuses an object that has one member twice. */
    static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(CsvScanner.MAX_RECORD_BYTES)
                    .build())
            .build();

    private JsonText() {}

    /** The value of a JSON string, or the text of another JSON value. */
    static String textOf(byte[] json, int from, int to) {
        return json[from] == '"' ? string(json, from, to) : new String(json, from, to - from, StandardCharsets.UTF_8);
    }

    /**
     * The value of the JSON string, quotes included in the bounds.
     *
     * @throws InvalidDataException if it has an unpaired surrogate, which is no text
     */
    static String string(byte[] json, int from, int to) {
        boolean escaped = false;
        for (int i = from + 1; i < to - 1 && !escaped; i++) {
            escaped = json[i] == '\\';
        }
        String raw = new String(json, from + 1, to - from - 2, StandardCharsets.UTF_8);
        return escaped ? unescaped(raw) : raw;
    }

    private static String unescaped(String raw) {
        StringBuilder text = new StringBuilder(raw.length());
        int i = 0;
        while (i < raw.length()) {
            char c = raw.charAt(i++);
            if (c != '\\') {
                text.append(c);
                continue;
            }
            char escape = raw.charAt(i++);
            switch (escape) {
                case 'n' -> text.append('\n');
                case 't' -> text.append('\t');
                case 'r' -> text.append('\r');
                case 'b' -> text.append('\b');
                case 'f' -> text.append('\f');
                case 'u' -> {
                    text.append((char) Integer.parseInt(raw, i, i + 4, 16));
                    i += 4;
                }
                default -> text.append(escape);
            }
        }
        requirePaired(text);
        return text.toString();
    }

    static void requirePaired(CharSequence text) {
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i++);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            boolean paired =
                    Character.isHighSurrogate(c) && i < text.length() && Character.isLowSurrogate(text.charAt(i));
            if (!paired) {
                throw new InvalidDataException(
                        ErrorText.of(String.format("\\u%04X is half of a surrogate pair", (int) c))
                                .remedy("write the character itself, or both halves"));
            }
            i++;
        }
    }

    /** Takes the bounds of one element of an array. */
    interface ElementConsumer {
        void accept(int from, int to);
    }

    /** Hands over the bounds of each element of the array that begins at {@code from}, in order. */
    static void forEachElement(byte[] json, int from, ElementConsumer consumer) {
        int i = skipSpace(json, from + 1);
        while (json[i] != ']') {
            int end = endOfValue(json, i);
            consumer.accept(i, end);
            i = skipSpace(json, end);
            if (json[i] == ',') {
                i = skipSpace(json, i + 1);
            }
        }
    }

    private static int skipSpace(byte[] json, int i) {
        int at = i;
        while (json[at] == ' ' || json[at] == '\t' || json[at] == '\n' || json[at] == '\r') {
            at++;
        }
        return at;
    }

    private static int endOfValue(byte[] json, int from) {
        return switch (json[from]) {
            case '"' -> endOfString(json, from);
            case '[', '{' -> {
                int depth = 0;
                int i = from;
                do {
                    switch (json[i]) {
                        case '"' -> i = endOfString(json, i) - 1;
                        case '[', '{' -> depth++;
                        case ']', '}' -> depth--;
                        default -> {}
                    }
                    i++;
                } while (depth > 0);
                yield i;
            }
            default -> {
                int i = from;
                while (json[i] != ',' && json[i] != ']' && json[i] > ' ') {
                    i++;
                }
                yield i;
            }
        };
    }

    private static int endOfString(byte[] json, int from) {
        int i = from + 1;
        while (json[i] != '"') {
            i += json[i] == '\\' ? 2 : 1;
        }
        return i + 1;
    }

    /**
     * Reads one JSON value.
     *
     * @return null, Boolean, String, Long, BigInteger, Double, List or Map; never modified
     * @throws InvalidDataException if it is not one JSON value, or holds a number no double can hold
     */
    @Nullable
    static Object read(byte[] json, int from, int to) {
        try (JsonParser parser = FACTORY.createParser(json, from, to - from)) {
            if (parser.nextToken() == null) {
                throw new InvalidDataException(ErrorText.of("there is no JSON value"));
            }
            Object value = value(parser);
            if (parser.nextToken() != null) {
                throw new InvalidDataException(ErrorText.of("there is text after the JSON value"));
            }
            return value;
        } catch (IOException e) {
            throw new InvalidDataException(ErrorText.of("it is not JSON").cause(messageOf(e)));
        }
    }

    /** @throws InvalidDataException if the bytes are not one JSON value */
    static void requireWellFormed(byte[] json, int from, int to) {
        int values = 0;
        try (JsonParser parser = FACTORY.createParser(json, from, to - from)) {
            while (parser.nextToken() != null) {
                parser.skipChildren();
                parser.finishToken();
                values++;
            }
        } catch (IOException e) {
            throw new InvalidDataException(ErrorText.of("it is not JSON").cause(messageOf(e)));
        }
        if (values != 1) {
            throw new InvalidDataException(ErrorText.of("it is not one JSON value"));
        }
    }

    /** What Jackson found wrong, without its location. */
    static String messageOf(IOException e) {
        return switch (e) {
            case JsonEOFException ignored -> "it ends in the middle of a value";
            case JacksonException jackson -> String.valueOf(jackson.getOriginalMessage());
            default -> String.valueOf(e.getMessage());
        };
    }

    @Nullable
    private static Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> members = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = paired(parser.currentName());
                    parser.nextToken();
                    members.put(name, value(parser));
                }
                yield Collections.unmodifiableMap(members);
            }
            case START_ARRAY -> {
                List<@Nullable Object> elements = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    elements.add(value(parser));
                }
                yield Collections.unmodifiableList(elements);
            }
            case VALUE_STRING -> paired(parser.getText());
            case VALUE_NUMBER_INT -> {
                BigInteger integer = parser.getBigIntegerValue();
                yield integer.bitLength() < Long.SIZE ? (Object) integer.longValue() : integer;
            }
            case VALUE_NUMBER_FLOAT -> {
                double number = parser.getDoubleValue();
                if (Double.isInfinite(number)) {
                    throw new InvalidDataException(ErrorText.of("no FLOAT64 can hold the number " + parser.getText()));
                }
                yield number;
            }
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new InvalidDataException(ErrorText.of("it is not JSON"));
        };
    }

    private static String paired(String text) {
        requirePaired(text);
        return text;
    }
}
