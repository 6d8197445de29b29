package dev.sennit.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads JSON as values: maps, lists, texts, truth values, Long, BigInteger beyond it, Double. */
final class JsonText {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private JsonText() {}

    /** What a text stands for, which may be null. */
    record Value(@Nullable Object value) {}

    /** The value of a text; empty if it is not JSON. */
    static Optional<Value> parse(String text) {
        try {
            return Optional.of(read(text));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Why a text is not JSON, in words; empty if it is. */
    static Optional<String> fault(String text) {
        try {
            read(text);
            return Optional.empty();
        } catch (JsonEOFException e) {
            return Optional.of("it ends in the middle of a value");
        } catch (JsonProcessingException e) {
            JsonLocation place = e.getLocation();
            return Optional.of("line " + place.getLineNr() + ", column " + place.getColumnNr() + ": "
                    + e.getOriginalMessage().lines().findFirst().orElse(""));
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static Value read(String text) throws IOException {
        try (JsonParser json = FACTORY.createParser(text)) {
            JsonToken first = json.nextToken();
            if (first == null) {
                throw new JsonParseException(json, "there is no value");
            }
            Value value = new Value(value(json, first));
            if (json.nextToken() != null) {
                throw new JsonParseException(json, "there is more after the value");
            }
            return value;
        }
    }

    @Nullable
    private static Object value(JsonParser json, JsonToken token) throws IOException {
        return switch (token) {
            case VALUE_NULL -> null;
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_STRING -> json.getText();
            case VALUE_NUMBER_INT -> integer(json);
            case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            case START_ARRAY -> list(json);
            case START_OBJECT -> map(json);
            default -> throw new IOException("no value begins with " + token);
        };
    }

    private static Object integer(JsonParser json) throws IOException {
        return json.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                ? json.getBigIntegerValue()
                : (Object) json.getLongValue();
    }

    private static List<@Nullable Object> list(JsonParser json) throws IOException {
        List<@Nullable Object> list = new ArrayList<>();
        for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
            list.add(value(json, token));
        }
        return Collections.unmodifiableList(list);
    }

    private static Map<String, @Nullable Object> map(JsonParser json) throws IOException {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            map.put(name, value(json, json.nextToken()));
        }
        return Collections.unmodifiableMap(map);
    }
}
