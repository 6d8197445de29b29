package dev.sennit.model;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values as JSON. Integers are exact numbers, finite floats the shortest number that reads back as the same float; NaN,
 * infinities and decimals are strings, bytes base64, temporal values ISO 8601. What is written here, load reads back as
 * an equal value of the same type. Values are those of {@link PropertyType}, and {@link BigInteger}, {@link Node},
 * {@link Edge} and {@link GraphPath} beside them.
 */
public final class JsonValues {
    private JsonValues() {}

    /**
     * Writes one value.
     *
     * @throws IllegalArgumentException if the value's class is none of the above
     */
    public static void write(JsonGenerator out, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> out.writeNull();
            case Boolean bool -> out.writeBoolean(bool);
            case Long integer -> out.writeNumber(integer);
            case BigInteger integer -> out.writeNumber(integer);
            case Double number -> writeDouble(out, number);
            case BigDecimal decimal -> out.writeString(decimal.toPlainString());
            case String text -> out.writeString(text);
            case byte[] bytes -> out.writeBinary(bytes);
            case LocalDate date -> out.writeString(DateTimeFormatter.ISO_LOCAL_DATE.format(date));
            case LocalTime time -> out.writeString(DateTimeFormatter.ISO_LOCAL_TIME.format(time));
            case OffsetTime time -> out.writeString(DateTimeFormatter.ISO_OFFSET_TIME.format(time));
            case LocalDateTime time -> out.writeString(DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time));
            case ZonedDateTime time -> out.writeString(DateTimeFormatter.ISO_ZONED_DATE_TIME.format(time));
            case CalendarDuration duration -> out.writeString(duration.toString());
            case float[] vector -> writeVector(out, vector);
            case List<?> list -> writeList(out, list);
            case Map<?, ?> map -> writeMap(out, map);
            case Node node -> writeNode(out, node);
            case Edge edge -> writeEdge(out, edge, true);
            case GraphPath path -> writePath(out, path);
            default -> throw new IllegalArgumentException(value.getClass().getName() + " is not the class of a value");
        }
    }

    /** Writes a node as a row: {@code {"node":..., "id":..., "labels":[...], "properties":{...}}}. */
    public static void writeNode(JsonGenerator out, Node node) throws IOException {
        out.writeStartObject();
        out.writeStringField("node", node.type());
        out.writeStringField("id", node.id());
        out.writeFieldName("labels");
        writeList(out, node.labels());
        out.writeFieldName("properties");
        writeMap(out, node.properties());
        out.writeEndObject();
    }

    /**
     * Writes an edge as a row: {@code {"edge":..., "id":..., "from":..., "to":..., "properties":{...}}}.
     *
     * @param typedEndpoints whether the endpoints are objects that name the node type besides the id, which a label
     *     with several edge types needs
     */
    public static void writeEdge(JsonGenerator out, Edge edge, boolean typedEndpoints) throws IOException {
        out.writeStartObject();
        out.writeStringField("edge", edge.label());
        out.writeStringField("id", edge.id());
        out.writeFieldName("from");
        writeEndpoint(out, edge.sourceType(), edge.source(), typedEndpoints);
        out.writeFieldName("to");
        writeEndpoint(out, edge.destinationType(), edge.destination(), typedEndpoints);
        out.writeFieldName("properties");
        writeMap(out, edge.properties());
        out.writeEndObject();
    }

    private static void writeEndpoint(JsonGenerator out, String type, String id, boolean typed) throws IOException {
        if (!typed) {
            out.writeString(id);
            return;
        }
        out.writeStartObject();
        out.writeStringField("type", type);
        out.writeStringField("id", id);
        out.writeEndObject();
    }

    private static void writePath(JsonGenerator out, GraphPath path) throws IOException {
        out.writeStartObject();
        out.writeFieldName("nodes");
        writeList(out, path.nodes());
        out.writeFieldName("edges");
        writeList(out, path.edges());
        out.writeEndObject();
    }

    private static void writeDouble(JsonGenerator out, double number) throws IOException {
        if (Double.isFinite(number)) {
            out.writeNumber(number);
        } else {
            out.writeString(Double.toString(number));
        }
    }

    private static void writeVector(JsonGenerator out, float[] vector) throws IOException {
        out.writeStartArray();
        for (float number : vector) {
            out.writeNumber(number);
        }
        out.writeEndArray();
    }

    private static void writeList(JsonGenerator out, List<?> list) throws IOException {
        out.writeStartArray();
        for (Object element : list) {
            write(out, element);
        }
        out.writeEndArray();
    }

    private static void writeMap(JsonGenerator out, Map<?, ?> map) throws IOException {
        out.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.writeFieldName(String.valueOf(entry.getKey()));
            write(out, entry.getValue());
        }
        out.writeEndObject();
    }
}
