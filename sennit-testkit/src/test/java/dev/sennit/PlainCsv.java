package dev.sennit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads CSV the plainest way there is, so that what Sennit reads can be counted independently. */
final class PlainCsv {
    private PlainCsv() {}

    /** The records of a file, each a list of cells without their quotes. */
    static List<List<String>> records(Path file) throws IOException {
        List<List<String>> records = new ArrayList<>();
        List<String> record = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        String text = Files.readString(file, StandardCharsets.UTF_8);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                if (c != '"') {
                    cell.append(c);
                } else if (i + 1 < text.length() && text.charAt(i + 1) == '"') {
                    cell.append('"');
                    i++;
                } else {
                    quoted = false;
                }
            } else if (c == '"') {
                quoted = true;
            } else if (c == ',' || c == '\n') {
                record.add(cell.toString());
                cell.setLength(0);
                if (c == '\n') {
                    records.add(record);
                    record = new ArrayList<>();
                }
            } else if (c != '\r') {
                cell.append(c);
            }
        }
        if (!cell.isEmpty() || !record.isEmpty()) {
            record.add(cell.toString());
            records.add(record);
        }
        return records;
    }

    /** A row of a file with a header. */
    record Row(Map<String, String> cells) {
        /** The cell of a column; a type after the column's name does not count. */
        String get(String column) {
            return Objects.requireNonNull(cells.get(column), column);
        }
    }

    /** The rows of a file with a header. */
    static List<Row> rows(Path file) throws IOException {
        List<List<String>> records = records(file);
        List<Row> rows = new ArrayList<>();
        for (List<String> record : records.subList(1, records.size())) {
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < record.size(); i++) {
                row.put(records.getFirst().get(i).replaceAll(":.*", ""), record.get(i));
            }
            rows.add(new Row(row));
        }
        return rows;
    }
}
