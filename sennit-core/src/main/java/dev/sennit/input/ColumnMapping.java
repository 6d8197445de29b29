package dev.sennit.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.InvalidDataException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which column of a file a property is read from, where the names differ, and which type a label of a file stands for.
 * Written as arguments, {@code Airport.code=IATA}, or as a mapping file in JSON:
 *
 * <pre>{@code
 * {
 *   "columns": {
 *     "Airport": {"code": "IATA", "name": "Airport name"},
 *     "ROUTE": {"~from": "source", "~to": "destination"}
 *   },
 *   "labels": {"airport": "Airport", "route": "ROUTE"},
 *   "ignore": ["comment", "internal id"]
 * }
 * }</pre>
 *
 * <p>Types are named as the schema names them; an edge type by its label or as {@code LABEL(Source,Destination)}.
 * Where all rows of a file have one type, {@code ~id}, {@code ~from} and {@code ~to} map like properties. As an
 * argument, {@code Airport.~label=airport} says that rows labelled {@code airport} are of type {@code Airport}.
 *
 * @param columns by type name, then property: the column
 * @param labels by the label a file has: the type or label it stands for
 * @param ignored names of columns that are not read
 */
public record ColumnMapping(Map<String, Map<String, String>> columns, Map<String, String> labels, Set<String> ignored) {
    public static final ColumnMapping NONE = new ColumnMapping(Map.of(), Map.of());

    /** A mapping that ignores nothing. */
    public ColumnMapping(Map<String, Map<String, String>> columns, Map<String, String> labels) {
        this(columns, labels, Set.of());
    }

    private static final String LABEL = "~label";

    public ColumnMapping {
        Map<String, Map<String, String>> copy = new LinkedHashMap<>();
        columns.forEach((type, ofType) -> copy.put(type, Map.copyOf(ofType)));
        columns = Map.copyOf(copy);
        labels = Map.copyOf(labels);
        ignored = Set.copyOf(ignored);
    }

    /** This mapping, which leaves out columns of these names too, whatever file and type they are of. */
    public ColumnMapping ignoring(Collection<String> names) {
        Set<String> all = new HashSet<>(ignored);
        all.addAll(names);
        return new ColumnMapping(columns, labels, all);
    }

    /**
     * Reads arguments of the form {@code Type.property=column}.
     *
     * @throws InvalidArgumentException if one has another form, or two contradict each other
     */
    public static ColumnMapping ofArguments(Collection<String> arguments) {
        Map<String, Map<String, String>> columns = new LinkedHashMap<>();
        Map<String, String> labels = new LinkedHashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            int dot = argument.lastIndexOf('.', equals);
            if (dot < 1 || equals < dot + 2 || equals == argument.length() - 1) {
                throw new InvalidArgumentException(ErrorText.of("mapping '" + argument + "'")
                        .remedy("write Type.property=column, for example Airport.code=IATA"));
            }
            String type = argument.substring(0, dot);
            String property = argument.substring(dot + 1, equals);
            String column = argument.substring(equals + 1);
            String earlier = property.equals(LABEL)
                    ? labels.putIfAbsent(column, type)
                    : columns.computeIfAbsent(type, t -> new LinkedHashMap<>()).putIfAbsent(property, column);
            if (earlier != null && !earlier.equals(property.equals(LABEL) ? type : column)) {
                throw new InvalidArgumentException(
                        ErrorText.of("mapping '" + argument + "'").cause("an earlier one says '" + earlier + "'"));
            }
        }
        return new ColumnMapping(columns, labels);
    }

    /**
     * Reads a mapping file.
     *
     * @param name the file's name, for messages
     * @throws InvalidDataException if the text is not of the form above
     */
    public static ColumnMapping ofJson(String json, String name) {
        JsonNode root;
        try {
            root = new ObjectMapper(JsonFactory.builder().build())
                    .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                    .readTree(json);
        } catch (JsonProcessingException e) {
            throw malformed(name, "it is not JSON: " + e.getOriginalMessage());
        }
        if (root == null || !root.isObject()) {
            throw malformed(name, "it is not an object");
        }
        Map<String, Map<String, String>> columns = new LinkedHashMap<>();
        Map<String, String> labels = new LinkedHashMap<>();
        Set<String> ignored = new HashSet<>();
        root.properties().forEach(member -> {
            switch (member.getKey()) {
                case "columns" ->
                    object(name, "columns", member.getValue())
                            .forEach((type, ofType) ->
                                    columns.put(type, texts(name, "columns." + type, object(name, type, ofType))));
                case "labels" -> labels.putAll(texts(name, "labels", object(name, "labels", member.getValue())));
                case "ignore" -> {
                    if (!member.getValue().isArray()) {
                        throw malformed(name, "'ignore' is not an array");
                    }
                    for (JsonNode column : member.getValue()) {
                        if (!column.isTextual()) {
                            throw malformed(name, "'ignore' holds something that is not a string");
                        }
                        ignored.add(column.textValue());
                    }
                }
                default -> throw malformed(name, "it has a member '" + member.getKey() + "'");
            }
        });
        return new ColumnMapping(columns, labels, ignored);
    }

    /** This mapping and another; where both name one property or label, the other wins. */
    public ColumnMapping and(ColumnMapping other) {
        Map<String, Map<String, String>> merged = new LinkedHashMap<>();
        columns.forEach((type, ofType) -> merged.put(type, new LinkedHashMap<>(ofType)));
        other.columns.forEach((type, ofType) ->
                merged.computeIfAbsent(type, t -> new LinkedHashMap<>()).putAll(ofType));
        Map<String, String> mergedLabels = new LinkedHashMap<>(labels);
        mergedLabels.putAll(other.labels);
        return new ColumnMapping(merged, mergedLabels).ignoring(ignored).ignoring(other.ignored);
    }

    /** The columns mapped for a type that goes by any of the names; the first name that has some counts. */
    Map<String, String> columnsOf(List<String> names) {
        return names.stream()
                .map(columns::get)
                .flatMap(found -> Optional.ofNullable(found).stream())
                .findFirst()
                .orElse(Map.of());
    }

    String labelOf(String written) {
        return labels.getOrDefault(written, written);
    }

    private static Map<String, JsonNode> object(String name, String what, JsonNode node) {
        if (!node.isObject()) {
            throw malformed(name, "'" + what + "' is not an object");
        }
        Map<String, JsonNode> members = new LinkedHashMap<>();
        node.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
        return members;
    }

    private static Map<String, String> texts(String name, String what, Map<String, JsonNode> members) {
        Map<String, String> texts = new LinkedHashMap<>();
        members.forEach((key, value) -> {
            if (!value.isTextual()) {
                throw malformed(name, "'" + what + "." + key + "' is not a string");
            }
            texts.put(key, value.textValue());
        });
        return texts;
    }

    private static InvalidDataException malformed(String name, String cause) {
        return new InvalidDataException(ErrorText.of("mapping file " + name)
                .cause(cause)
                .remedy(
                        "write {\"columns\": {\"Type\": {\"property\": \"column\"}}, \"labels\": {\"label\": \"Type\"}}")
                .detail("source", name));
    }
}
