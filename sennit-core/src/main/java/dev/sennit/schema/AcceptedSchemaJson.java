package dev.sennit.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.PropertyId;
import dev.sennit.model.StoreException;
import dev.sennit.model.TableId;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The form in which the manifest keeps an accepted schema: one JSON object with the declaration as canonical schema
 * text and the identity of each type and property.
 *
 * <pre>{@code
 * {"format": 1,
 *  "schema": "NODE Airport {\n  code STRING KEY\n}\n",
 *  "types": {"Airport": {"table": "01J...", "properties": {"code": "01J..."}}}}
 * }</pre>
 *
 * <p>A type that is known by other identities, too, has them as {@code "united": ["01J..."]}, and those of its properties
 * as {@code "unitedProperties": {"code": ["01J..."]}}; a schema with any has format 2, since a version that ignored them
 * would take one thing for two. The DEFAULTs that were applied to its properties are {@code "defaults": {"code":
 * ["STRING DEFAULT 'none'"]}}; a schema with any has format 3, since a version that merged without them, or forgot them,
 * would take what they gave for what somebody has set.
 *
 * <p>Types are named by {@link ElementType#name}. Reading ignores fields it does not know; a version of Sennit that
 * adds one that must not be ignored raises {@code format}. The text of equal accepted schemas is equal.
 *
 * <p>Thread-safe; keeps nothing.
 */
public final class AcceptedSchemaJson {
    /** The newest format this version reads. It writes the oldest that has what a schema needs. */
    public static final int FORMAT = 3;

    private static final int FORMAT_WITHOUT_DEFAULTS = 2;
    private static final int FORMAT_WITHOUT_UNITED = 1;

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final ObjectMapper MAPPER = new ObjectMapper(FACTORY);

    private AcceptedSchemaJson() {}

    /** The schema as JSON. */
    public static String write(AcceptedSchema schema) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("format", format(schema));
            json.writeStringField("schema", SchemaPrinter.print(schema.declared()));
            json.writeObjectFieldStart("types");
            for (ElementType type : schema.declared().types().toList()) {
                json.writeObjectFieldStart(type.name());
                json.writeStringField("table", schema.tableOf(type).toString());
                json.writeObjectFieldStart("properties");
                for (Property property : type.properties()) {
                    json.writeStringField(
                            property.name(), schema.idOf(type, property).toString());
                }
                json.writeEndObject();
                writeUnited(json, schema, type);
                writeDefaults(json, schema, type);
                json.writeEndObject();
            }
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return text.toString();
    }

    private static int format(AcceptedSchema schema) {
        if (!schema.defaults().isEmpty()) {
            return FORMAT;
        }
        return schema.united().isEmpty() ? FORMAT_WITHOUT_UNITED : FORMAT_WITHOUT_DEFAULTS;
    }

    private static void writeDefaults(JsonGenerator json, AcceptedSchema schema, ElementType type) throws IOException {
        List<Property> given = type.properties().stream()
                .filter(property ->
                        !schema.defaultsOf(schema.idOf(type, property)).isEmpty())
                .toList();
        if (given.isEmpty()) {
            return;
        }
        json.writeObjectFieldStart("defaults");
        for (Property property : given) {
            json.writeArrayFieldStart(property.name());
            for (AppliedDefault each : schema.defaultsOf(schema.idOf(type, property))) {
                json.writeString(each.text());
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void writeUnited(JsonGenerator json, AcceptedSchema schema, ElementType type) throws IOException {
        UnitedIds united = schema.united();
        writeIds(json, "united", united.of(schema.tableOf(type)));
        if (type.properties().stream()
                .noneMatch(property -> united.properties().containsKey(schema.idOf(type, property)))) {
            return;
        }
        json.writeObjectFieldStart("unitedProperties");
        for (Property property : type.properties()) {
            writeIds(json, property.name(), united.of(schema.idOf(type, property)));
        }
        json.writeEndObject();
    }

    private static void writeIds(JsonGenerator json, String field, Collection<?> ids) throws IOException {
        if (ids.isEmpty()) {
            return;
        }
        json.writeArrayFieldStart(field);
        for (String id : ids.stream().map(Object::toString).sorted().toList()) {
            json.writeString(id);
        }
        json.writeEndArray();
    }

    /**
     * The schema that {@link #write} wrote.
     *
     * @throws StoreException {@link ErrorCode#CORRUPTION} if the text is not JSON of this form, its declaration is not
     *     valid, or its identities do not fit the declaration; {@link ErrorCode#FORMAT_TOO_NEW} if a newer Sennit wrote
     *     it
     */
    public static AcceptedSchema read(String text) {
        try {
            JsonNode root = MAPPER.readTree(text);
            int format = root.path("format").asInt(0);
            if (format > FORMAT) {
                throw new StoreException(
                        ErrorCode.FORMAT_TOO_NEW,
                        ErrorText.of("the accepted schema has format " + format + ", and this version reads " + FORMAT)
                                .remedy("use a newer Sennit"),
                        null);
            }
            if (format < 1) {
                throw corrupt("it has no format", null);
            }
            GraphSchema declared = SchemaParser.parse(text(root, "schema"));
            return identify(declared, root.path("types"));
        } catch (JsonProcessingException e) {
            throw corrupt("it is not JSON", e);
        } catch (InvalidTextException e) {
            throw corrupt("its declaration is not valid: " + e.getMessage(), e);
        }
    }

    private static AcceptedSchema identify(GraphSchema declared, JsonNode types) {
        Map<String, TableId> tables = new LinkedHashMap<>();
        Map<String, Map<String, PropertyId>> properties = new LinkedHashMap<>();
        Map<TableId, Set<TableId>> unitedTables = new LinkedHashMap<>();
        Map<PropertyId, Set<PropertyId>> unitedProperties = new LinkedHashMap<>();
        Map<PropertyId, List<AppliedDefault>> defaults = new LinkedHashMap<>();
        declared.types().forEach(type -> {
            JsonNode stored = types.path(type.name());
            JsonNode storedProperties = stored.path("properties");
            JsonNode united = stored.path("unitedProperties");
            JsonNode given = stored.path("defaults");
            TableId table = id(text(stored, "table"), TableId::parse);
            tables.put(type.name(), table);
            unitedTables.put(table, ids(stored.path("united"), TableId::parse));
            Map<String, PropertyId> ids = new LinkedHashMap<>();
            for (Property property : type.properties()) {
                PropertyId id = id(text(storedProperties, property.name()), PropertyId::parse);
                ids.put(property.name(), id);
                unitedProperties.put(id, ids(united.path(property.name()), PropertyId::parse));
                defaults.put(id, defaults(given.path(property.name())));
            }
            if (storedProperties.size() != ids.size()) {
                throw corrupt("it identifies properties that " + type.name() + " does not declare", null);
            }
            properties.put(type.name(), ids);
        });
        if (types.size() != tables.size()) {
            throw corrupt("it identifies types that are not declared", null);
        }
        return new AcceptedSchema(
                declared, tables, properties, new UnitedIds(unitedTables, unitedProperties), defaults);
    }

    private static String text(JsonNode object, String field) {
        JsonNode value = object.path(field);
        if (!value.isTextual()) {
            throw corrupt("it lacks '" + field + "'", null);
        }
        return value.textValue();
    }

    private static List<AppliedDefault> defaults(JsonNode array) {
        List<AppliedDefault> defaults = new ArrayList<>();
        for (JsonNode each : array) {
            try {
                defaults.add(AppliedDefault.parse(each.asText()));
            } catch (InvalidTextException | IllegalArgumentException e) {
                throw corrupt("'" + each.asText() + "' is no DEFAULT", e);
            }
        }
        return defaults;
    }

    private static <T> Set<T> ids(JsonNode array, Function<String, T> parser) {
        Set<T> ids = new LinkedHashSet<>();
        array.forEach(each -> ids.add(id(each.asText(), parser)));
        return ids;
    }

    private static <T> T id(String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw corrupt("'" + text + "' is no identifier", e);
        }
    }

    private static StoreException corrupt(String cause, @Nullable Throwable underlying) {
        return StoreException.corruption(
                ErrorText.of("the accepted schema cannot be read").cause(cause), underlying);
    }
}
