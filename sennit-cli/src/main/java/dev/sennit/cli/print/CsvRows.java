package dev.sennit.cli.print;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sennit.model.Edge;
import dev.sennit.model.GraphPath;
import dev.sennit.model.JsonValues;
import dev.sennit.model.Node;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rows as CSV. */
final class CsvRows implements RowWriter {
    private static final JsonFactory JSON = JsonFactory.builder().build();

    private final PrintWriter out;

    CsvRows(PrintWriter out, List<String> columns) {
        this.out = out;
        line(columns.stream().map(CsvRows::quoted).toList());
    }

    @Override
    public void row(List<@Nullable Object> values) {
        line(values.stream().map(CsvRows::cell).toList());
    }

    @Override
    public void end() {}

    private void line(List<String> cells) {
        out.print(String.join(",", cells));
        out.print('\n');
    }

    private static String cell(@Nullable Object value) {
        return value == null ? "" : quoted(text(value));
    }

    /** The text as a cell that is not null. */
    private static String quoted(String text) {
        boolean plain = !text.isEmpty()
                && text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                && text.strip().length() == text.length();
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    private static String text(Object value) {
        return switch (value) {
            case String text -> text;
            case List<?> list
            when isScalars(list) ->
                list.stream()
                        .map(element -> text(element).replace("\\", "\\\\").replace(";", "\\;"))
                        .collect(Collectors.joining(";"));
            case List<?> ignored -> json(value);
            case Map<?, ?> ignored -> json(value);
            case float[] ignored -> json(value);
            case Node ignored -> json(value);
            case Edge ignored -> json(value);
            case GraphPath ignored -> json(value);
            // Numbers and truth values look alike in JSON and CSV; what JSON has as a string, CSV has without quotes.
            default -> unquoted(json(value));
        };
    }

    /** Lists that CSV can hold: a list of one empty text would read as the empty list. */
    private static boolean isScalars(List<?> list) {
        return list.stream()
                        .noneMatch(e -> e == null
                                || e instanceof List
                                || e instanceof Map
                                || e instanceof Node
                                || e instanceof Edge
                                || e instanceof GraphPath
                                || e instanceof float[])
                && !list.equals(List.of(""));
    }

    private static String unquoted(String json) {
        return json.startsWith("\"") ? json.substring(1, json.length() - 1) : json;
    }

    private static String json(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            JsonValues.write(json, value);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write JSON to memory", e);
        }
        return text.toString();
    }
}
