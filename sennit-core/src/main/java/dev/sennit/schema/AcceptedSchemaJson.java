package dev.sennit.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.PropertyId;
import dev.sennit.model.StoreException;
import dev.sennit.model.TableId;
import java.util.LinkedHashMap;
import java.util.Map;

/** placeholder until the schema package lands its own */
public final class AcceptedSchemaJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private AcceptedSchemaJson() {}

    public static String write(AcceptedSchema schema) {
        ObjectNode root = JSON.createObjectNode();
        ArrayNode types = root.putArray("types");
        schema.declared().types().forEach(type -> {
            ObjectNode node = types.addObject().put("name", type.name());
            node.put("table", schema.tableOf(type).toString());
        });
        return root.toString();
    }

    public static AcceptedSchema read(String json) {
        try {
            Map<String, TableId> tables = new LinkedHashMap<>();
            for (JsonNode type : JSON.readTree(json).get("types")) {
                tables.put(
                        type.get("name").asText(),
                        TableId.parse(type.get("table").asText()));
            }
            return new AcceptedSchema(GraphSchema.EMPTY, tables, Map.<String, Map<String, PropertyId>>of());
        } catch (JsonProcessingException e) {
            throw StoreException.corruption(ErrorText.of("schema"), e);
        }
    }
}
