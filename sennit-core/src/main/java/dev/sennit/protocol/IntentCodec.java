package dev.sennit.protocol;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sennit.manifest.StateCodec;
import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.CommitId;
import dev.sennit.model.OperationId;
import dev.sennit.model.StoreException;
import dev.sennit.model.TableId;
import dev.sennit.protocol.ReadSet.TableRead;
import dev.sennit.schema.AcceptedSchemaJson;
import dev.sennit.store.TablePin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The JSON of intents and decisions. A body that cannot be read is not an error here: whoever meets one decides abort.
 */
final class IntentCodec {
    private static final int FORMAT = 1;
    private static final ObjectMapper JSON = new ObjectMapper();

    private IntentCodec() {}

    static byte[] write(ArmedIntent intent) {
        ObjectNode node = JSON.createObjectNode()
                .put("format", FORMAT)
                .put("operation", intent.operation().toString())
                .put("writer", intent.writer().name())
                .put("branch", intent.branch())
                .put("baseVersion", intent.baseVersion())
                .put("uuid", intent.uuid())
                .put("recovery", intent.recovery().name());
        node.set("readSet", readSet(intent.readSet()));
        node.set("delta", delta(intent.delta()));
        node.set("lineage", lineage(intent.lineage()));
        ArrayNode adopted = node.putArray("adopted");
        intent.adopted()
                .forEach(version -> adopted.addObject()
                        .put("table", version.table().toString())
                        .put("pin", version.pin().version()));
        node.set("owner", owner(intent.owner()));
        return bytes(node);
    }

    /** The intent, or empty if the body is not one this version can read. */
    static Optional<ArmedIntent> readIntent(byte[] body) {
        try {
            JsonNode node = JSON.readTree(body);
            if (node.path("format").asInt() != FORMAT) {
                return Optional.empty();
            }
            return Optional.of(new ArmedIntent(
                    OperationId.parse(node.path("operation").asText()),
                    WriterKind.valueOf(node.path("writer").asText()),
                    node.path("branch").asText(),
                    node.path("baseVersion").asLong(),
                    node.path("uuid").asText(),
                    readSet(node.path("readSet")),
                    delta(node.path("delta")),
                    lineage(node.path("lineage")),
                    RecoveryStrategy.valueOf(node.path("recovery").asText()),
                    adopted(node.path("adopted")),
                    owner(node.path("owner"))));
        } catch (IOException | IllegalArgumentException | DateTimeException | StoreException e) {
            return Optional.empty();
        }
    }

    static ObjectNode owner(Owner owner) {
        return JSON.createObjectNode()
                .put("host", owner.host())
                .put("bootId", owner.bootId())
                .put("pid", owner.pid())
                .put("processStarted", owner.processStarted().toString())
                .put("runtime", owner.runtime());
    }

    static Owner owner(JsonNode node) {
        return new Owner(
                node.path("host").asText(),
                node.path("bootId").asText(),
                node.path("pid").asLong(),
                Instant.parse(node.path("processStarted").asText()),
                node.path("runtime").asText());
    }

    static byte[] write(Decision decision) {
        ObjectNode node = JSON.createObjectNode().put("format", FORMAT);
        switch (decision) {
            case Decision.Publish publish -> {
                node.put("decision", "publish");
                ArrayNode achieved = node.putArray("achieved");
                publish.achieved().forEach((table, confirmed) -> {
                    ObjectNode entry = achieved.addObject()
                            .put("table", table.toString())
                            .put("pin", confirmed.pin().version())
                            .put("rowCount", confirmed.rowCount());
                    ObjectNode indexed = entry.putObject("indexedRows");
                    confirmed.indexedRows().forEach(indexed::put);
                });
            }
            case Decision.Abort abort ->
                node.put("decision", "abort").put("by", abort.by()).put("why", abort.why());
        }
        return bytes(node);
    }

    /**
     * The decision.
     *
     * @throws IOException if the body cannot be read; decisions are written whole or not at all, so that is corruption
     */
    static Decision readDecision(byte[] body) throws IOException {
        JsonNode node = JSON.readTree(body);
        return switch (node.path("decision").asText()) {
            case "publish" -> {
                Map<TableId, ConfirmedTable> achieved = new LinkedHashMap<>();
                for (JsonNode entry : node.path("achieved")) {
                    Map<String, Long> indexed = new LinkedHashMap<>();
                    entry.path("indexedRows")
                            .properties()
                            .forEach(e -> indexed.put(e.getKey(), e.getValue().asLong()));
                    achieved.put(
                            TableId.parse(entry.path("table").asText()),
                            new ConfirmedTable(
                                    new TablePin(entry.path("pin").asLong()),
                                    entry.path("rowCount").asLong(),
                                    indexed));
                }
                yield new Decision.Publish(achieved);
            }
            case "abort" ->
                new Decision.Abort(node.path("by").asText(), node.path("why").asText());
            default ->
                throw new IOException(
                        "not a decision: '" + node.path("decision").asText() + "'");
        };
    }

    private static ObjectNode delta(ManifestDelta delta) {
        ObjectNode node = JSON.createObjectNode();
        ArrayNode slots = node.putArray("slots");
        delta.slots().forEach(slot -> slots.add(slot.toString()));
        if (!delta.added().isEmpty()) {
            ArrayNode added = node.putArray("added");
            delta.added().stream().sorted().forEach(table -> added.add(table.toString()));
        }
        delta.schema().ifPresent(schema -> node.put("schema", AcceptedSchemaJson.write(schema)));
        return node;
    }

    private static ManifestDelta delta(JsonNode node) {
        return new ManifestDelta(
                tables(node.path("slots")),
                Set.copyOf(tables(node.path("added"))),
                optional(node, "schema").map(AcceptedSchemaJson::read));
    }

    private static List<TableId> tables(JsonNode array) {
        return texts(array).stream().map(TableId::parse).toList();
    }

    private static ObjectNode readSet(ReadSet set) {
        ObjectNode node = JSON.createObjectNode()
                .put("incarnation", set.incarnation().toString())
                .put("schemaSetter", set.schemaSetter().toString());
        set.graphHead().ifPresent(head -> node.put("graphHead", head.toString()));
        set.absentKey().ifPresent(key -> node.put("absentKey", key));
        ArrayNode tables = node.putArray("tables");
        set.tables()
                .forEach((table, read) -> tables.addObject()
                        .put("table", table.toString())
                        .put("pin", read.pin().version())
                        .put("setter", read.setter().toString()));
        return node;
    }

    private static ReadSet readSet(JsonNode node) {
        Map<TableId, TableRead> tables = new LinkedHashMap<>();
        for (JsonNode table : node.path("tables")) {
            tables.put(
                    TableId.parse(table.path("table").asText()),
                    new TableRead(
                            new TablePin(table.path("pin").asLong()),
                            CommitId.parse(table.path("setter").asText())));
        }
        return new ReadSet(
                BranchIncarnation.parse(node.path("incarnation").asText()),
                CommitId.parse(node.path("schemaSetter").asText()),
                optional(node, "graphHead").map(CommitId::parse),
                tables,
                optional(node, "absentKey"));
    }

    private static Set<AdoptedVersion> adopted(JsonNode array) {
        Set<AdoptedVersion> adopted = new LinkedHashSet<>();
        array.forEach(version -> adopted.add(new AdoptedVersion(
                TableId.parse(version.path("table").asText()),
                new TablePin(version.path("pin").asLong()))));
        return adopted;
    }

    private static ObjectNode lineage(LineageIntent lineage) {
        ObjectNode node = JSON.createObjectNode()
                .put("commit", lineage.commit().toString())
                .put("author", lineage.author())
                .put("notBefore", lineage.notBefore().toString())
                .put("message", lineage.message());
        lineage.idempotencyKey().ifPresent(key -> node.put("idempotencyKey", key));
        lineage.payloadDigest().ifPresent(digest -> node.put("payloadDigest", digest));
        ArrayNode parents = node.putArray("moreParents");
        lineage.moreParents().forEach(parent -> parents.add(parent.toString()));
        lineage.mergedFrom().ifPresent(place -> node.set("mergedFrom", StateCodec.place(place)));
        ArrayNode touched = node.putArray("tablesTouched");
        lineage.tablesTouched().forEach(touched::add);
        ObjectNode result = node.putObject("result");
        lineage.result().forEach(result::put);
        return node;
    }

    private static LineageIntent lineage(JsonNode node) {
        Map<String, Long> result = new LinkedHashMap<>();
        node.path("result")
                .properties()
                .forEach(e -> result.put(e.getKey(), e.getValue().asLong()));
        return new LineageIntent(
                CommitId.parse(node.path("commit").asText()),
                texts(node.path("moreParents")).stream().map(CommitId::parse).toList(),
                Optional.ofNullable(node.get("mergedFrom")).map(StateCodec::place),
                node.path("author").asText(),
                Instant.parse(node.path("notBefore").asText()),
                node.path("message").asText(),
                optional(node, "idempotencyKey"),
                optional(node, "payloadDigest"),
                texts(node.path("tablesTouched")),
                result);
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static Optional<String> optional(JsonNode node, String field) {
        JsonNode value = node.get(field);
        return value == null || value.isNull() ? Optional.empty() : Optional.of(value.asText());
    }

    private static byte[] bytes(ObjectNode node) {
        try {
            return JSON.writeValueAsString(node).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
