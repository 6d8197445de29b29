package dev.sennit.bench.comparison;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads and writes CSV files whose cells have no line breaks. Apart from Sennit's own reader, so that what the other engines
 * are given does not depend on it.
 */
final class CsvFile {
    private CsvFile() {}

    /** Takes the rows of a file one by one. */
    @FunctionalInterface
    interface RowConsumer {
        void accept(List<String> cells) throws IOException;
    }

    /** Reads the header, then hands over each row. */
    static List<String> read(Path file, RowConsumer rows) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file)) {
            List<String> header = cells(in.readLine());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                rows.accept(cells(line));
            }
            return header;
        }
    }

    static void write(BufferedWriter out, List<String> cells) throws IOException {
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            boolean quoted = cell.contains(",") || cell.contains("\"");
            out.write((i == 0 ? "" : ",") + (quoted ? '"' + cell.replace("\"", "\"\"") + '"' : cell));
        }
        out.write('\n');
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                boolean escaped = quoted && i + 1 < line.length() && line.charAt(i + 1) == '"';
                if (escaped) {
                    cell.append(c);
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (c == ',' && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }
}
