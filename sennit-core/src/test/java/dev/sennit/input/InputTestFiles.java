package dev.sennit.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.input.InputRow.BadRow;
import dev.sennit.input.InputRow.EdgeRow;
import dev.sennit.input.InputRow.NodeRow;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads texts as if they were files. */
final class InputTestFiles {
    private InputTestFiles() {}

    static List<InputRow> read(String name, String text, InputTarget target, InputOptions options) {
        return read(name, text.getBytes(StandardCharsets.UTF_8), target, options);
    }

    static List<InputRow> read(String name, byte[] bytes, InputTarget target, InputOptions options) {
        List<InputRow> rows = new ArrayList<>();
        try (InputReader reader =
                InputReader.open(InputSource.of(name, new ByteArrayInputStream(bytes)), target, options)) {
            for (InputRow row = reader.next(); row != null; row = reader.next()) {
                rows.add(row);
            }
        }
        return rows;
    }

    static List<InputRow> nodes(String csv) {
        return read("a.csv", csv, new InputTarget.Nodes("A"), InputOptions.DEFAULTS);
    }

    static NodeRow node(InputRow row) {
        assertThat(row).isInstanceOf(NodeRow.class);
        return (NodeRow) row;
    }

    static EdgeRow edge(InputRow row) {
        assertThat(row).isInstanceOf(EdgeRow.class);
        return (EdgeRow) row;
    }

    static BadRow bad(InputRow row) {
        assertThat(row).isInstanceOf(BadRow.class);
        return (BadRow) row;
    }

    static Cells cells(InputRow row) {
        return switch (row) {
            case NodeRow node -> node.cells();
            case EdgeRow edge -> edge.cells();
            case BadRow bad -> throw new AssertionError("bad row: " + bad);
        };
    }

    /** The cells by column name; null cells are null. */
    static Map<String, @Nullable String> texts(InputRow row) {
        Cells cells = cells(row);
        Map<String, @Nullable String> texts = new LinkedHashMap<>();
        for (Column column : cells.columns().all()) {
            texts.put(column.name(), cells.isNull(column.index()) ? null : cells.text(column.index()));
        }
        return texts;
    }
}
