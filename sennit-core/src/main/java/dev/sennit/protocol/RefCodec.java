package dev.sennit.protocol;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sennit.manifest.CommitPlace;
import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.CommitId;
import dev.sennit.model.ErrorText;
import dev.sennit.model.OperationId;
import dev.sennit.model.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/** The JSON of pointers, and of the intents to put them. */
public final class RefCodec {
    private static final int FORMAT = 1;
    private static final String POINTER = "pointer";
    private static final ObjectMapper JSON = new ObjectMapper();

    private RefCodec() {}

    /** The bytes of a pointer: equal for equal pointers. */
    public static byte[] write(RefPointer pointer) {
        return bytes(json(pointer).put("format", FORMAT));
    }

    /**
     * Reads a pointer.
     *
     * @param path names the object in errors
     * @throws StoreException CORRUPTION if it cannot be read: pointers are written whole or not at all
     */
    public static RefPointer readPointer(byte[] body, String path) {
        try {
            return pointer(JSON.readTree(body));
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            throw StoreException.corruption(
                    ErrorText.of("object " + path + " cannot be read")
                            .cause(String.valueOf(e.getMessage()))
                            .remedy("restore it from a copy of the graph"),
                    e);
        }
    }

    static byte[] write(RefIntent intent) {
        ObjectNode node = JSON.createObjectNode()
                .put("format", FORMAT)
                .put("operation", intent.operation().toString())
                .put("uuid", intent.uuid());
        node.set(POINTER, json(intent.pointer()));
        node.set("origin", place(intent.origin()));
        node.set("owner", IntentCodec.owner(intent.owner()));
        return bytes(node);
    }

    /** The intent, or empty if the body is not one of this kind that this version can read. */
    static Optional<RefIntent> readIntent(byte[] body) {
        try {
            JsonNode node = JSON.readTree(body);
            if (node.path("format").asInt() != FORMAT || !node.has(POINTER)) {
                return Optional.empty();
            }
            return Optional.of(new RefIntent(
                    pointer(node.path(POINTER)),
                    place(node.path("origin")),
                    node.path("uuid").asText(),
                    IntentCodec.owner(node.path("owner"))));
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    private static ObjectNode json(RefPointer pointer) {
        ObjectNode node = JSON.createObjectNode()
                .put("kind", pointer.kind().name())
                .put("name", pointer.name())
                .put("number", pointer.number())
                .put("ended", pointer.ended())
                .put("life", pointer.life().toString())
                .put("commit", pointer.commit().toString());
        node.set("place", place(pointer.place()));
        return node.put("operation", pointer.operation().toString())
                .put("author", pointer.author())
                .put("time", pointer.time().toString());
    }

    private static RefPointer pointer(JsonNode node) {
        return new RefPointer(
                RefKind.valueOf(node.path("kind").asText()),
                node.path("name").asText(),
                node.path("number").asLong(),
                node.path("ended").asBoolean(),
                BranchIncarnation.parse(node.path("life").asText()),
                CommitId.parse(node.path("commit").asText()),
                place(node.path("place")),
                OperationId.parse(node.path("operation").asText()),
                node.path("author").asText(),
                Instant.parse(node.path("time").asText()));
    }

    private static ObjectNode place(CommitPlace place) {
        return JSON.createObjectNode().put("chain", place.chain().toString()).put("version", place.version());
    }

    private static CommitPlace place(JsonNode node) {
        return new CommitPlace(
                BranchIncarnation.parse(node.path("chain").asText()),
                node.path("version").asLong());
    }

    private static byte[] bytes(ObjectNode node) {
        try {
            return JSON.writeValueAsString(node).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
