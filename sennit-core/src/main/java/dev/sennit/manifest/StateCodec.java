package dev.sennit.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.CommitId;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.GraphId;
import dev.sennit.model.OperationId;
import dev.sennit.model.StoreException;
import dev.sennit.model.TableId;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.AcceptedSchemaJson;
import dev.sennit.store.ManifestTable.StateRow;
import dev.sennit.store.TablePin;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Translates graph states to manifest rows and back: one {@code graph} row, one {@code schema} row, one {@code commit}
 * row and one {@code table} row per live table, and in control states one {@code control} row, each body a JSON object. Fields this version does not know are ignored;
 * a newer format is refused.
 */
public final class StateCodec {
    static final String GRAPH = "graph";
    static final String SCHEMA = "schema";
    static final String COMMIT = "commit";
    static final String TABLE = "table";
    static final String CONTROL = "control";

    private static final ObjectMapper JSON = new ObjectMapper();

    private StateCodec() {}

    /** The rows of a state. */
    public static List<StateRow> rows(GraphState state) {
        List<StateRow> rows = new ArrayList<>(state.tables().size() + 3);
        ObjectNode graph = JSON.createObjectNode()
                .put("format", state.format())
                .put("graph", state.graph().toString())
                .put("incarnation", state.incarnation().toString())
                .put("kind", state.kind().name())
                .put("schemaSetter", state.schemaSetter().toString());
        ArrayNode order = graph.putArray("tables");
        state.tables().keySet().forEach(table -> order.add(table.toString()));
        rows.add(new StateRow(GRAPH, "", graph.toString()));
        rows.add(new StateRow(SCHEMA, "", AcceptedSchemaJson.write(state.schema())));
        rows.add(new StateRow(COMMIT, "", commit(state.commit()).toString()));
        for (TableState table : state.tables().values()) {
            rows.add(new StateRow(TABLE, table.table().toString(), table(table).toString()));
        }
        state.control()
                .ifPresent(by -> rows.add(new StateRow(CONTROL, "", control(by).toString())));
        return rows;
    }

    /**
     * The state the rows hold.
     *
     * @param where names the version in errors
     * @throws StoreException with FORMAT_TOO_NEW or CORRUPTION
     */
    public static GraphState state(List<StateRow> rows, String where) {
        return state(rows, where, AcceptedSchemaJson::read);
    }

    /** @param schemas reads the schema row, perhaps from memory */
    static GraphState state(List<StateRow> rows, String where, Function<String, AcceptedSchema> schemas) {
        Map<String, JsonNode> single = new LinkedHashMap<>();
        Map<String, TableState> byId = new LinkedHashMap<>();
        String schema = null;
        try {
            for (StateRow row : rows) {
                switch (row.kind()) {
                    case SCHEMA -> schema = row.body();
                    case TABLE -> byId.put(row.key(), table(JSON.readTree(row.body())));
                    default -> single.put(row.kind(), JSON.readTree(row.body()));
                }
            }
            JsonNode graph = single.get(GRAPH);
            JsonNode commit = single.get(COMMIT);
            if (graph == null) {
                throw corrupt(where, "the graph row is missing", null);
            }
            requireFormat(graph.path("format").asInt(), where);
            if (commit == null || schema == null) {
                throw corrupt(where, "the commit row or the schema row is missing", null);
            }
            Map<TableId, TableState> tables = new LinkedHashMap<>();
            for (JsonNode id : graph.path("tables")) {
                TableState table = byId.get(id.asText());
                if (table == null) {
                    throw corrupt(where, "the row of table " + id.asText() + " is missing", null);
                }
                tables.put(table.table(), table);
            }
            return new GraphState(
                    graph.path("format").asInt(),
                    GraphId.parse(text(graph, "graph")),
                    BranchIncarnation.parse(text(graph, "incarnation")),
                    GraphState.Kind.valueOf(text(graph, "kind")),
                    schemas.apply(schema),
                    CommitId.parse(text(graph, "schemaSetter")),
                    tables,
                    commit(commit),
                    Optional.ofNullable(single.get(CONTROL)).map(StateCodec::control));
        } catch (JsonProcessingException | IllegalArgumentException | DateTimeException e) {
            throw corrupt(where, String.valueOf(e.getMessage()), e);
        }
    }

    /** Refuses what a newer Sennit wrote. */
    static void requireFormat(int format, String where) {
        if (format > GraphState.FORMAT) {
            throw new StoreException(
                    ErrorCode.FORMAT_TOO_NEW,
                    ErrorText.of(where + " has format " + format)
                            .cause("this version of Sennit reads formats up to " + GraphState.FORMAT)
                            .remedy("use a newer Sennit")
                            .detail("format", format),
                    null);
        }
    }

    static ObjectNode commit(CommitRecord commit) {
        ObjectNode node = JSON.createObjectNode().put("id", commit.id().toString());
        ArrayNode parents = node.putArray("parents");
        commit.parents().forEach(parent -> parents.add(parent.toString()));
        commit.mergedFrom().ifPresent(place -> node.set("mergedFrom", place(place)));
        node.put("author", commit.author())
                .put("time", commit.time().toString())
                .put("operation", commit.operation().toString())
                .put("writer", commit.writer());
        commit.idempotencyKey().ifPresent(key -> node.put("idempotencyKey", key));
        commit.payloadDigest().ifPresent(digest -> node.put("payloadDigest", digest));
        node.put("message", commit.message());
        ArrayNode touched = node.putArray("tablesTouched");
        commit.tablesTouched().forEach(touched::add);
        ObjectNode result = node.putObject("result");
        commit.result().forEach(result::put);
        return node;
    }

    static CommitRecord commit(JsonNode node) {
        List<CommitId> parents = new ArrayList<>();
        node.path("parents").forEach(parent -> parents.add(CommitId.parse(parent.asText())));
        List<String> touched = new ArrayList<>();
        node.path("tablesTouched").forEach(name -> touched.add(name.asText()));
        Map<String, Long> result = new LinkedHashMap<>();
        node.path("result")
                .properties()
                .forEach(entry -> result.put(entry.getKey(), entry.getValue().asLong()));
        return new CommitRecord(
                CommitId.parse(text(node, "id")),
                parents,
                Optional.ofNullable(node.get("mergedFrom")).map(StateCodec::place),
                text(node, "author"),
                Instant.parse(text(node, "time")),
                OperationId.parse(text(node, "operation")),
                text(node, "writer"),
                optionalText(node, "idempotencyKey"),
                optionalText(node, "payloadDigest"),
                text(node, "message"),
                touched,
                result);
    }

    static ObjectNode control(ControlRecord by) {
        return JSON.createObjectNode()
                .put("operation", by.operation().toString())
                .put("author", by.author())
                .put("time", by.time().toString())
                .put("originChain", by.origin().chain().toString())
                .put("originVersion", by.origin().version());
    }

    static ControlRecord control(JsonNode node) {
        return new ControlRecord(
                OperationId.parse(text(node, "operation")),
                text(node, "author"),
                Instant.parse(text(node, "time")),
                new CommitPlace(
                        BranchIncarnation.parse(text(node, "originChain")),
                        node.path("originVersion").asLong()));
    }

    /** The JSON of a place in the lineage. */
    public static ObjectNode place(CommitPlace place) {
        return JSON.createObjectNode().put("chain", place.chain().toString()).put("version", place.version());
    }

    /** @throws IllegalArgumentException if it is none */
    public static CommitPlace place(JsonNode node) {
        return new CommitPlace(
                BranchIncarnation.parse(text(node, "chain")),
                node.path("version").asLong());
    }

    private static ObjectNode table(TableState table) {
        ObjectNode node = JSON.createObjectNode()
                .put("table", table.table().toString())
                .put("type", table.type())
                .put("pin", table.pin().version())
                .put("setter", table.setter().toString())
                .put("rowCount", table.rowCount());
        ObjectNode indexed = node.putObject("indexedRows");
        table.indexedRows().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> indexed.put(entry.getKey(), entry.getValue()));
        return node;
    }

    private static TableState table(JsonNode node) {
        Map<String, Long> indexed = new LinkedHashMap<>();
        node.path("indexedRows")
                .properties()
                .forEach(entry -> indexed.put(entry.getKey(), entry.getValue().asLong()));
        return new TableState(
                TableId.parse(text(node, "table")),
                text(node, "type"),
                new TablePin(node.path("pin").asLong()),
                CommitId.parse(text(node, "setter")),
                node.path("rowCount").asLong(),
                indexed);
    }

    private static String text(JsonNode node, String field) {
        JsonNode value = node.get(field);
        if (value == null || !value.isTextual()) {
            throw new IllegalArgumentException("field '" + field + "' is missing");
        }
        return value.asText();
    }

    private static Optional<String> optionalText(JsonNode node, String field) {
        JsonNode value = node.get(field);
        return value == null || value.isNull() ? Optional.empty() : Optional.of(value.asText());
    }

    private static StoreException corrupt(String where, String cause, @Nullable Throwable e) {
        return StoreException.corruption(ErrorText.of(where + " cannot be read").cause(cause), e);
    }
}
