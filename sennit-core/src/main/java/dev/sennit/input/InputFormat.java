package dev.sennit.input;

import java.util.Locale;
import java.util.Optional;

/** The formats of input files. */
public enum InputFormat {
    /** Cells separated by commas, or by what the options say. */
    CSV,
    /** Cells separated by tabs. */
    TSV,
    /** One JSON object per line. */
    JSON_LINES;

    /** The format the name's extension stands for, a final {@code .gz} aside; empty if it tells none. */
    public static Optional<InputFormat> ofName(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        if (name.endsWith(".gz")) {
            name = name.substring(0, name.length() - 3);
        }
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "csv" -> Optional.of(CSV);
            case "tsv", "tab" -> Optional.of(TSV);
            case "jsonl", "ndjson", "json" -> Optional.of(JSON_LINES);
            default -> Optional.empty();
        };
    }
}
