package dev.sennit.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.store.ManifestTable.StateRow;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a history segment: JSON lines. The first says the format, the range and the checksum of the rest; then one line per version, the
 * first with all its rows, each later one with the rows that differ from the version before and the keys of those that
 * are gone.
 */
final class SegmentCodec {
    private static final ObjectMapper JSON = new ObjectMapper();

    private SegmentCodec() {}

    private record RowKey(String kind, String key) {
        static RowKey of(StateRow row) {
            return new RowKey(row.kind(), row.key());
        }
    }

    static byte[] write(Segment segment) {
        StringBuilder text = new StringBuilder();
        Map<RowKey, StateRow> before = Map.of();
        for (ArchivedVersion version : segment.versions()) {
            Map<RowKey, StateRow> now = byKey(version.rows());
            ObjectNode line = JSON.createObjectNode()
                    .put("version", version.version())
                    .put("uuid", version.uuid())
                    .put("stored", version.stored().toString());
            ArrayNode put = line.putArray("put");
            Map<RowKey, StateRow> earlier = before;
            now.forEach((key, row) -> {
                if (!row.equals(earlier.get(key))) {
                    put.addObject()
                            .put("kind", row.kind())
                            .put("key", row.key())
                            .put("body", row.body());
                }
            });
            ArrayNode gone = line.putArray("gone");
            before.keySet().stream()
                    .filter(key -> !now.containsKey(key))
                    .forEach(key -> gone.addObject().put("kind", key.kind()).put("key", key.key()));
            text.append(line).append('\n');
            before = now;
        }
        String header = JSON.createObjectNode()
                .put("format", GraphState.FORMAT)
                .put("from", segment.from())
                .put("to", segment.to())
                .put("crc32c", crc32c(text.toString()))
                .toString();
        return (header + "\n" + text).getBytes(StandardCharsets.UTF_8);
    }

    private static long crc32c(String text) {
        CRC32C sum = new CRC32C();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return sum.getValue();
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @param where names the object in errors
     */
    static Segment read(byte[] body, String where) {
        String text = new String(body, StandardCharsets.UTF_8);
        String[] lines = text.split("\n");
        try {
            JsonNode header = JSON.readTree(lines[0]);
            StateCodec.requireFormat(header.path("format").asInt(), where);
            long from = header.path("from").asLong();
            long to = header.path("to").asLong();
            if (header.has("crc32c")
                    && header.path("crc32c").asLong() != crc32c(text.substring(lines[0].length() + 1))) {
                throw corrupt(where, "its checksum differs", null);
            }
            if (from < 1 || to - from + 1 != lines.length - 1) {
                throw corrupt(where, "it should hold versions " + from + " to " + to, null);
            }
            List<ArchivedVersion> versions = new ArrayList<>(lines.length - 1);
            Map<RowKey, StateRow> rows = new LinkedHashMap<>();
            for (int i = 1; i < lines.length; i++) {
                JsonNode line = JSON.readTree(lines[i]);
                for (JsonNode gone : line.path("gone")) {
                    rows.remove(new RowKey(
                            gone.path("kind").asText(), gone.path("key").asText()));
                }
                for (JsonNode put : line.path("put")) {
                    StateRow row = new StateRow(
                            put.path("kind").asText(),
                            put.path("key").asText(),
                            put.path("body").asText());
                    rows.put(RowKey.of(row), row);
                }
                versions.add(new ArchivedVersion(
                        line.path("version").asLong(),
                        line.path("uuid").asText(),
                        Instant.parse(line.path("stored").asText()),
                        List.copyOf(rows.values())));
            }
            return new Segment(from, versions);
        } catch (JsonProcessingException | DateTimeException | IllegalArgumentException e) {
            throw corrupt(where, String.valueOf(e.getMessage()), e);
        }
    }

    private static Map<RowKey, StateRow> byKey(List<StateRow> rows) {
        Map<RowKey, StateRow> byKey = new LinkedHashMap<>();
        rows.forEach(row -> byKey.put(RowKey.of(row), row));
        return byKey;
    }

    private static StoreException corrupt(String where, String cause, @Nullable Exception e) {
        return StoreException.corruption(
                ErrorText.of("history segment " + where + " cannot be read").cause(cause), e);
    }
}
