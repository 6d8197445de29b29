package dev.sennit.input;

import dev.sennit.input.Column.Role;
import dev.sennit.input.InputRow.BadRow;
import dev.sennit.input.InputRow.EdgeRow;
import dev.sennit.input.InputRow.NodeRow;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidDataException;
import dev.sennit.model.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a CSV file. */
final class CsvRows implements Rows {
    private static final byte[] NO_NULL_TEXT = {};

    private final CsvScanner scanner;
    private final String source;
    private final InputTarget target;
    private final ColumnMapping mapping;
    private final byte[] nullText;
    private final byte quote;
    private final Columns columns;

    @Nullable
    private final Column id;

    @Nullable
    private final Column label;

    @Nullable
    private final Column from;

    @Nullable
    private final Column to;

    private String lastLabelText = "";
    private List<String> lastLabels = List.of();

    CsvRows(InputStream utf8, String source, InputTarget target, CsvFormat format, InputOptions options)
            throws IOException {
        this.scanner = new CsvScanner(utf8, source, format, options.maxRecordBytes());
        this.source = source;
        this.target = target;
        this.mapping = options.mapping();
        this.nullText = format.nullText()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .orElse(NO_NULL_TEXT);
        this.quote = (byte) (char) format.quote().orElse('\0');
        List<String> header = options.columns().isPresent() ? options.columns().get() : readHeader();
        this.columns = new HeaderParser(source, target, mapping).ofCsv(header);
        this.id = columns.ofRole(Role.ID);
        this.label = columns.ofRole(Role.LABEL);
        this.from = columns.ofRole(Role.FROM);
        this.to = columns.ofRole(Role.TO);
    }

    @Override
    @Nullable
    public InputRow next() throws IOException {
        if (!scanner.next()) {
            return null;
        }
        byte[] record = scanner.copyRecord();
        String problem = problem(record);
        if (problem != null) {
            return bad(Rule.UNREADABLE, problem, record);
        }
        if (scanner.cells() != columns.size()) {
            return bad(
                    Rule.UNREADABLE, "the row has " + scanner.cells() + " cells, the header " + columns.size(), record);
        }
        CsvCells cells = new CsvCells(columns, record, scanner.copyBounds(), nullText, quote);
        String idText = textOf(cells, id);
        if (from != null && to != null) {
            return edge(cells, idText, from, to);
        }
        List<String> labels = label == null ? List.of() : labels(textOf(cells, label));
        if (target instanceof InputTarget.Nodes nodes) {
            return new NodeRow(source, scanner.line(), nodes.type(), labels, idText, cells);
        }
        return labels.isEmpty()
                ? bad(Rule.REQUIRED, "the row has no label", record)
                : new NodeRow(source, scanner.line(), null, labels, idText, cells);
    }

    @Override
    public Columns header() {
        return columns;
    }

    @Override
    public RowKinds kinds() {
        return from != null && to != null ? RowKinds.EDGES : RowKinds.NODES;
    }

    @Override
    public void close() throws IOException {
        scanner.close();
    }

    private InputRow edge(CsvCells cells, @Nullable String idText, Column from, Column to) {
        String fromText = textOf(cells, from);
        String toText = textOf(cells, to);
        if (fromText == null || toText == null) {
            return bad(
                    Rule.REQUIRED, (fromText == null ? "the source" : "the destination") + " is empty", cells.record);
        }
        String edgeLabel;
        if (target instanceof InputTarget.Edges edges) {
            edgeLabel = edges.label();
        } else {
            List<String> labels = labels(textOf(cells, label));
            if (labels.size() != 1) {
                return bad(Rule.REQUIRED, "an edge has one label, this one has " + labels.size(), cells.record);
            }
            edgeLabel = labels.getFirst();
        }
        return new EdgeRow(
                source, scanner.line(), edgeLabel, idText, endpoint(from, fromText), endpoint(to, toText), cells);
    }

    private static EndpointRef endpoint(Column column, String text) {
        return column.name().equals("from") || column.name().equals("to")
                ? new EndpointRef.Id(column.space(), text)
                : new EndpointRef.Link(column.space(), text);
    }

    @Nullable
    private static String textOf(CsvCells cells, @Nullable Column column) {
        return column == null || cells.isNull(column.index()) ? null : cells.text(column.index());
    }

    private List<String> labels(@Nullable String text) {
        if (text == null) {
            return List.of();
        }
        if (!text.equals(lastLabelText)) {
            lastLabels = Arrays.stream(text.split(";"))
                    .map(String::strip)
                    .filter(one -> !one.isEmpty())
                    .map(mapping::labelOf)
                    .toList();
            lastLabelText = text;
        }
        return lastLabels;
    }

    @Nullable
    private String problem(byte[] record) {
        if (scanner.problem() != null) {
            return scanner.problem();
        }
        return scanner.hasNonAscii() ? utf8Problem(record) : null;
    }

    @Nullable
    static String utf8Problem(byte[] record) {
        int invalid = Utf8.firstInvalid(record);
        return invalid == Utf8.VALID
                ? null
                : String.format(
                        "byte 0x%02X at offset %d of the row is not UTF-8; save the file as UTF-8, or name its encoding"
                                + " with --encoding",
                        record[invalid], invalid);
    }

    private List<String> readHeader() throws IOException {
        if (!scanner.next()) {
            throw new InvalidDataException(ErrorText.of(source + " is empty")
                    .cause("the first line of a CSV file names its columns")
                    .remedy("add a header, or give the columns with --columns")
                    .detail("source", source));
        }
        byte[] record = scanner.copyRecord();
        String problem = problem(record);
        if (problem != null) {
            throw new InvalidDataException(
                    ErrorText.of(source + ": header: " + problem).detail("source", source));
        }
        int[] bounds = scanner.copyBounds();
        List<Column> unnamed = new ArrayList<>();
        CsvCells cells = new CsvCells(new Columns(source, unnamed, mapping), record, bounds, NO_NULL_TEXT, quote);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < scanner.cells(); i++) {
            String name = cells.text(i);
            if (name.isBlank()) {
                throw new InvalidDataException(ErrorText.of(source + ": header: column " + (i + 1) + " has no name")
                        .remedy("name it; a column named _ is ignored")
                        .detail("source", source));
            }
            names.add(name);
        }
        return names;
    }

    private BadRow bad(Rule rule, String problem, byte[] record) {
        return new BadRow(source, scanner.line(), rule, problem, new String(record, StandardCharsets.UTF_8));
    }
}
