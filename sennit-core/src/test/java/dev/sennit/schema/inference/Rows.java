package dev.sennit.schema.inference;

import dev.sennit.schema.SchemaDocument;
import dev.sennit.schema.SchemaParser;
import dev.sennit.schema.SchemaPrinter;
import dev.sennit.schema.inference.RawRecord.Endpoint;
import dev.sennit.schema.inference.RawRecord.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/** Small files for tests: cells separated by commas, quotes around a cell mark it as quoted. */
final class Rows {
    private final List<RawRecord> records = new ArrayList<>();

    /** A file with a header line; Neptune's {@code ~id,~label,~from,~to} and {@code name:type} are understood. */
    Rows csv(String source, String text) {
        List<String> lines = text.lines().toList();
        String[] header = lines.getFirst().split(",", -1);
        Map<String, String> headerTypes = new HashMap<>();
        for (String column : header) {
            int colon = column.indexOf(':');
            if (colon > 0) {
                headerTypes.put(column.substring(0, colon), column.substring(colon + 1));
            }
        }
        lines.stream().skip(1).forEach(line -> records.add(row(source, header, line.split(",", -1), headerTypes)));
        return this;
    }

    private static RawRecord row(String source, String[] header, String[] cells, Map<String, String> headerTypes) {
        Map<String, String> roles = new HashMap<>();
        Map<String, RawValue> values = new LinkedHashMap<>();
        for (int i = 0; i < header.length; i++) {
            String name = header[i].replaceAll(":.*", "");
            boolean quoted = cells[i].startsWith("\"");
            String text = quoted ? cells[i].substring(1, cells[i].length() - 1) : cells[i];
            if (name.startsWith("~")) {
                roles.put(name, text);
            } else {
                values.put(name, new RawValue.Cell(text, quoted));
            }
        }
        Kind kind = roles.containsKey("~from") ? Kind.EDGE : roles.containsKey("~label") ? Kind.NODE : Kind.UNKNOWN;
        List<String> labels =
                roles.containsKey("~label") ? List.of(roles.get("~label").split(";")) : List.of();
        return new RawRecord(
                source,
                kind,
                labels.isEmpty() ? null : labels.getFirst(),
                labels.isEmpty() ? labels : labels.subList(1, labels.size()),
                roles.get("~id"),
                endpoint(roles.get("~from")),
                endpoint(roles.get("~to")),
                values,
                headerTypes);
    }

    @Nullable
    private static Endpoint endpoint(@Nullable String text) {
        return text == null ? null : new Endpoint(null, text);
    }

    /** One JSON object: names and values in turn. */
    Rows json(String source, @Nullable Object... members) {
        Map<String, RawValue> values = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            values.put(String.valueOf(members[i]), RawValue.json(members[i + 1]));
        }
        records.add(RawRecord.of(source, values));
        return this;
    }

    Rows add(RawRecord row) {
        records.add(row);
        return this;
    }

    List<RawRecord> records() {
        return records;
    }

    SchemaDocument infer(InferenceOptions options) {
        SchemaDocument document = SchemaInference.infer(records, options);
        String text = SchemaPrinter.print(document);
        Assertions.assertThat(SchemaParser.parseDocument(text)).as(text).isEqualTo(document);
        return document;
    }

    /** The proposal as text; two rows are enough for NOT NULL. */
    String propose() {
        return SchemaPrinter.print(infer(InferenceOptions.DEFAULT.withRowsForNotNull(2)));
    }

    /** The proposal as text without comments. */
    String schema() {
        return propose()
                .lines()
                .filter(line -> !line.startsWith("--"))
                .map(line -> line.replaceAll(" +-- .*", ""))
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
