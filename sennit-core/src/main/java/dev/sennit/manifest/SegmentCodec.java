package dev.sennit.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.store.ManifestTable.StateRow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a history segment: a line of JSON with the format, the range and the checksum of the rest, then JSON lines
 * compressed by zlib. One line per version: the first with all its rows, each later one with the rows that differ from
 * the version before and the keys of those that are gone. History is kept whole for ever, and its lines differ in little
 * but ids: compressed they take a seventh.
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
        byte[] lines = deflated(text.toString().getBytes(StandardCharsets.UTF_8));
        String header = JSON.createObjectNode()
                .put("format", GraphState.FORMAT)
                .put("from", segment.from())
                .put("to", segment.to())
                .put("crc32c", crc32c(lines, 0))
                .toString();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes((header + "\n").getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(lines);
        return bytes.toByteArray();
    }

    private static long crc32c(byte[] bytes, int from) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, from, bytes.length - from);
        return sum.getValue();
    }

    private static byte[] deflated(byte[] lines) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater)) {
            out.write(lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail so
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    private static byte[] inflated(byte[] body, int from) throws IOException {
        try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(body, from, body.length - from))) {
            return in.readAllBytes();
        }
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @param where names the object in errors
     */
    static Segment read(byte[] body, String where) {
        int end = 0;
        while (end < body.length && body[end] != '\n') {
            end++;
        }
        try {
            JsonNode header = JSON.readTree(new String(body, 0, end, StandardCharsets.UTF_8));
            int format = header.path("format").asInt();
            if (format < 1) {
                throw corrupt(where, "it does not say its format", null);
            }
            StateCodec.requireFormat(format, where);
            long from = header.path("from").asLong();
            long to = header.path("to").asLong();
            int start = Math.min(end + 1, body.length);
            if (header.path("crc32c").asLong(-1) != crc32c(body, start)) {
                throw corrupt(where, "its checksum differs", null);
            }
            String[] lines = new String(inflated(body, start), StandardCharsets.UTF_8).split("\n");
            if (from < 1 || to - from + 1 != lines.length) {
                throw corrupt(where, "it should hold versions " + from + " to " + to, null);
            }
            List<ArchivedVersion> versions = new ArrayList<>(lines.length);
            Map<RowKey, StateRow> rows = new LinkedHashMap<>();
            for (String json : lines) {
                JsonNode line = JSON.readTree(json);
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
        } catch (IOException | DateTimeException | IllegalArgumentException e) {
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
