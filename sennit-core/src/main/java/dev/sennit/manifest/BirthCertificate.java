package dev.sennit.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.ErrorText;
import dev.sennit.model.GraphId;
import dev.sennit.model.StoreException;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.StoredObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * {@code sennit.json}: says that a directory is a graph, and where its manifest is. Written once, when everything it
 * names is complete; that write is the only moment a graph comes into being.
 *
 * @param manifest the manifest's directory, relative to the root
 * @param main the incarnation of the branch {@code main}
 */
public record BirthCertificate(int format, GraphId graph, String manifest, BranchIncarnation main) {
    /** The object's path. */
    public static final String PATH = "sennit.json";

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * The certificate of the graph in a store; empty if there is no graph.
     *
     * @throws StoreException FORMAT_TOO_NEW or CORRUPTION
     */
    public static Optional<BirthCertificate> read(ObjectStore objects) {
        Optional<StoredObject> stored = objects.get(PATH);
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        try {
            JsonNode node = JSON.readTree(stored.get().body());
            StateCodec.requireFormat(node.path("format").asInt(), PATH);
            return Optional.of(new BirthCertificate(
                    node.path("format").asInt(),
                    GraphId.parse(node.path("graph").asText()),
                    node.path("manifest").asText(),
                    BranchIncarnation.parse(node.path("main").asText())));
        } catch (IOException | IllegalArgumentException e) {
            throw StoreException.corruption(
                    ErrorText.of(PATH + " cannot be read").cause(String.valueOf(e.getMessage())), e);
        }
    }

    /** Writes the certificate, unless one exists; returns whether this call did. */
    boolean put(ObjectStore objects) {
        try {
            String text = JSON.writerWithDefaultPrettyPrinter()
                    .writeValueAsString(JSON.createObjectNode()
                            .put("format", format)
                            .put("graph", graph.toString())
                            .put("manifest", manifest)
                            .put("main", main.toString()));
            return objects.putIfAbsent(PATH, (text + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
