package dev.sennit.cli;

import dev.sennit.Load;
import dev.sennit.input.Cells;
import dev.sennit.input.Column;
import dev.sennit.input.Columns;
import dev.sennit.input.EndpointRef;
import dev.sennit.input.InputFormat;
import dev.sennit.input.InputOptions;
import dev.sennit.input.InputReader;
import dev.sennit.input.InputRow;
import dev.sennit.input.InputRow.BadRow;
import dev.sennit.input.InputRow.EdgeRow;
import dev.sennit.input.InputRow.NodeRow;
import dev.sennit.input.InputTarget;
import dev.sennit.input.PropertyColumn;
import dev.sennit.input.ValueParser;
import dev.sennit.model.InvalidDataException;
import dev.sennit.model.PropertyType;
import dev.sennit.schema.inference.RawRecord;
import dev.sennit.schema.inference.RawRecord.Endpoint;
import dev.sennit.schema.inference.RawRecord.Kind;
import dev.sennit.schema.inference.RawValue;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one file as what a schema is inferred from; each iteration reads the file anew. A file that was given
 * without a type is read as one whose rows say what they are; if they do not, as one of which nothing is known.
 */
final class InputRecords implements Iterable<RawRecord> {
    /** Stands for the type of rows of which nothing is known; the inference names them by their file. */
    private static final String UNKNOWN = "?";

    private static final ValueParser TEXT = ValueParser.of(PropertyType.Scalar.STRING);

    private final Load.Input input;
    private final InputOptions options;
    private final InputTarget target;
    private final boolean isJson;

    /** Rows that could not be read the last time. */
    private long badRows;

    @Nullable
    private BadRow firstBad;

    InputRecords(Load.Input input, InputOptions options) {
        this.input = input;
        this.options = options;
        this.isJson = input.source().format(options) == InputFormat.JSON_LINES;
        this.target = input.target() instanceof InputTarget.SelfDescribed ? find() : input.target();
    }

    /** How many rows could not be read the last time. */
    long badRows() {
        return badRows;
    }

    /** The first of them. */
    @Nullable
    BadRow firstBad() {
        return firstBad;
    }

    /** What the rows can be read as. */
    private InputTarget find() {
        InvalidDataException unfitting = null;
        for (InputTarget candidate :
                List.of(InputTarget.SELF_DESCRIBED, new InputTarget.Nodes(UNKNOWN), new InputTarget.Edges(UNKNOWN))) {
            try (InputReader reader = InputReader.open(input.source(), candidate, options)) {
                if (!isJson || !(reader.next() instanceof BadRow)) {
                    return candidate;
                }
            } catch (InvalidDataException unfit) {
                // A header that does not fit this target may fit the next; one that fits none is told in the end.
                unfitting = unfit;
            }
        }
        if (unfitting != null) {
            throw unfitting;
        }
        return new InputTarget.Nodes(UNKNOWN);
    }

    @Override
    public Iterator<RawRecord> iterator() {
        badRows = 0;
        firstBad = null;
        return new Records(InputReader.open(input.source(), target, options));
    }

    private final class Records implements Iterator<RawRecord> {
        private final InputReader reader;
        private final Map<Columns, Shape> shapes = new HashMap<>();

        @Nullable
        private RawRecord next;

        Records(InputReader reader) {
            this.reader = reader;
            this.next = read();
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public RawRecord next() {
            RawRecord result = next;
            if (result == null) {
                throw new NoSuchElementException();
            }
            next = read();
            return result;
        }

        @Nullable
        private RawRecord read() {
            for (InputRow row = reader.next(); row != null; row = reader.next()) {
                switch (row) {
                    case NodeRow node -> {
                        return record(node);
                    }
                    case EdgeRow edge -> {
                        return record(edge);
                    }
                    case BadRow bad -> {
                        firstBad = badRows == 0 ? bad : firstBad;
                        badRows++;
                    }
                }
            }
            reader.close();
            return null;
        }

        private RawRecord record(NodeRow row) {
            String named = row.type() != null
                    ? row.type()
                    : row.labels().isEmpty() ? null : row.labels().getFirst();
            String type = UNKNOWN.equals(named) ? null : named;
            return new RawRecord(
                    row.source(),
                    type == null && row.labels().isEmpty() ? Kind.UNKNOWN : Kind.NODE,
                    type,
                    row.labels().stream().filter(label -> !label.equals(type)).toList(),
                    row.id(),
                    null,
                    null,
                    values(row.cells(), named == null ? UNKNOWN : named),
                    shape(row.cells(), named == null ? UNKNOWN : named).headerTypes);
        }

        private RawRecord record(EdgeRow row) {
            String label = row.label();
            int bracket = label.indexOf('(');
            boolean typed = bracket > 0 && label.endsWith(")");
            List<String> ends = typed
                    ? List.of(label.substring(bracket + 1, label.length() - 1).split(","))
                    : List.of();
            String type = typed ? label.substring(0, bracket) : label;
            return new RawRecord(
                    row.source(),
                    Kind.EDGE,
                    type.equals(UNKNOWN) ? null : type,
                    List.of(),
                    row.id(),
                    endpoint(row.from(), ends.size() == 2 ? ends.getFirst().strip() : null),
                    endpoint(row.to(), ends.size() == 2 ? ends.getLast().strip() : null),
                    values(row.cells(), label),
                    shape(row.cells(), label).headerTypes);
        }

        private Shape shape(Cells cells, String type) {
            return shapes.computeIfAbsent(cells.columns(), columns -> Shape.of(columns, type));
        }

        private Map<String, RawValue> values(Cells cells, String type) {
            Map<String, RawValue> values = new LinkedHashMap<>();
            for (PropertyColumn property : shape(cells, type).properties) {
                int column = property.column().index();
                values.put(property.property(), isJson ? json(cells, column) : cell(cells, column));
            }
            return values;
        }
    }

    /** What is the same for all rows of one shape. */
    private record Shape(List<PropertyColumn> properties, Map<String, String> headerTypes) {
        static Shape of(Columns columns, String type) {
            int bracket = type.indexOf('(');
            List<PropertyColumn> properties =
                    bracket > 0 ? columns.propertiesOf(type, type.substring(0, bracket)) : columns.propertiesOf(type);
            Map<String, String> types = new HashMap<>();
            for (PropertyColumn property : properties) {
                Column column = property.column();
                if (column.declaredType() != null) {
                    types.put(property.property(), column.declaredType() + (column.list() ? "[]" : ""));
                }
            }
            return new Shape(properties, types);
        }
    }

    /** Whether a cell is null was decided by the reader; quotes keep the inference from deciding it again. */
    private static RawValue cell(Cells cells, int column) {
        return cells.isNull(column) ? RawValue.cell("") : new RawValue.Cell(cells.text(column), true);
    }

    private static RawValue json(Cells cells, int column) {
        if (cells.isNull(column)) {
            return RawValue.json(null);
        }
        return TEXT.parse(cells, column) instanceof String text
                ? RawValue.json(text)
                : RawValue.json(JsonText.parse(cells.text(column))
                        .map(JsonText.Value::value)
                        .orElse(null));
    }

    private static Endpoint endpoint(EndpointRef ref, @Nullable String type) {
        String text = ref instanceof EndpointRef.Key key
                ? key.components().stream().map(InputRecords::component).collect(Collectors.joining("|"))
                : ref.text();
        return new Endpoint(ref.type() == null ? type : ref.type(), text);
    }

    private static String component(String json) {
        return JsonText.parse(json).map(value -> String.valueOf(value.value())).orElse(json);
    }
}
