package dev.sennit.schema.inference;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sennit.input.Cells;
import dev.sennit.input.Column;
import dev.sennit.input.EndpointRef;
import dev.sennit.input.InputFormat;
import dev.sennit.input.InputOptions;
import dev.sennit.input.InputReader;
import dev.sennit.input.InputRow;
import dev.sennit.input.InputSource;
import dev.sennit.input.InputTarget;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.InvalidDataException;
import dev.sennit.schema.inference.RawRecord.Endpoint;
import dev.sennit.schema.inference.RawRecord.Kind;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows of files, as {@link SchemaInference} takes them. What a file says about itself (a label column, JSON objects
 * with {@code "node"} or {@code "edge"}, columns for the ends of edges) is believed; of other files it is left open
 * what their rows are. Rows that cannot be read are left out: a load reports them.
 *
 * <p>Each iteration opens the files anew; one at a time is open, and closed at its end or at an error.
 */
public final class InputRecords implements Iterable<RawRecord> {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<InputSource> sources;
    private final InputOptions options;

    /** @throws InvalidArgumentException if a source can be read only once, as the standard input */
    public InputRecords(List<InputSource> sources, InputOptions options) {
        this.sources = List.copyOf(sources);
        this.options = options;
        for (InputSource source : sources) {
            if (!source.isRereadable()) {
                throw new InvalidArgumentException(ErrorText.of("cannot infer a schema from " + source.name())
                        .cause("the data are read more than once")
                        .remedy("save it to a file"));
            }
        }
    }

    @Override
    public Iterator<RawRecord> iterator() {
        return new Records();
    }

    /** A file being read, and how its rows are understood. */
    private record Opened(InputReader reader, boolean isJson, InputTarget target) {}

    private Opened open(InputSource source) {
        boolean isJson = source.format(options) == InputFormat.JSON_LINES;
        InputTarget target = target(source, isJson);
        return new Opened(InputReader.open(source, target, options), isJson, target);
    }

    /** The first of self-described rows, nodes and edges that the file's header or first row allows. */
    private InputTarget target(InputSource source, boolean isJson) {
        InputTarget nodes = new InputTarget.Nodes(TypeNaming.nodeType(source.name()));
        InputTarget edges = new InputTarget.Edges(TypeNaming.edgeLabel(source.name()));
        if (allows(source, InputTarget.SELF_DESCRIBED, isJson)) {
            return InputTarget.SELF_DESCRIBED;
        }
        return !allows(source, nodes, false) && allows(source, edges, false) ? edges : nodes;
    }

    private boolean allows(InputSource source, InputTarget target, boolean asksFirstRow) {
        try (InputReader reader = InputReader.open(source, target, options)) {
            return !asksFirstRow || !(reader.next() instanceof InputRow.BadRow);
        } catch (InvalidDataException e) {
            return false;
        }
    }

    private static RawRecord record(InputRow.NodeRow row, Opened file) {
        boolean isNamed = file.target instanceof InputTarget.SelfDescribed;
        String type = row.type() != null || row.labels().isEmpty()
                ? row.type()
                : row.labels().getFirst();
        return new RawRecord(
                row.source(),
                isNamed ? Kind.NODE : Kind.UNKNOWN,
                isNamed ? type : null,
                row.labels().stream().filter(label -> !label.equals(type)).toList(),
                row.id(),
                null,
                null,
                values(row.cells(), file),
                headerTypes(row.cells()));
    }

    private static RawRecord record(InputRow.EdgeRow row, Opened file) {
        return new RawRecord(
                row.source(),
                Kind.EDGE,
                row.label(),
                List.of(),
                null,
                endpoint(row.from()),
                endpoint(row.to()),
                values(row.cells(), file),
                headerTypes(row.cells()));
    }

    private static Endpoint endpoint(EndpointRef endpoint) {
        String text = endpoint instanceof EndpointRef.Key key
                ? key.components().stream().map(InputRecords::keyText).collect(Collectors.joining("|"))
                : endpoint.text();
        return new Endpoint(endpoint.type(), text);
    }

    private static String keyText(String json) {
        try {
            return String.valueOf(JSON.readValue(json, Object.class));
        } catch (JsonProcessingException e) {
            return json;
        }
    }

    private static Map<String, RawValue> values(Cells cells, Opened file) {
        Map<?, ?> members = file.isJson ? members(cells.raw()) : Map.of();
        Map<String, RawValue> values = new LinkedHashMap<>();
        for (Column column : cells.columns().all()) {
            if (!column.property()) {
                continue;
            }
            int index = column.index();
            RawValue value;
            if (cells.isNull(index)) {
                value = RawValue.json(null);
            } else if (file.isJson) {
                value = RawValue.json(members.get(column.name()));
            } else {
                value = new RawValue.Cell(cells.text(index), true);
            }
            values.put(column.name(), value);
        }
        return values;
    }

    /** The properties of a JSON row, which stand in an object of their own where the row says what it is. */
    private static Map<?, ?> members(String json) {
        try {
            Map<?, ?> row = JSON.readValue(json, Map.class);
            boolean isNamed = row.get("node") instanceof String || row.get("edge") instanceof String;
            return isNamed && row.get("properties") instanceof Map<?, ?> properties ? properties : row;
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the reader took this for JSON: " + json, e);
        }
    }

    private static Map<String, String> headerTypes(Cells cells) {
        Map<String, String> types = new LinkedHashMap<>();
        for (Column column : cells.columns().all()) {
            if (column.declaredType() != null) {
                types.put(column.name(), column.declaredType() + (column.list() ? "[]" : ""));
            }
        }
        return types;
    }

    private final class Records implements Iterator<RawRecord> {
        private final Iterator<InputSource> left = sources.iterator();

        @Nullable
        private Opened file;

        @Nullable
        private RawRecord next;

        @Override
        public boolean hasNext() {
            while (next == null && (file != null || left.hasNext())) {
                if (file == null) {
                    file = open(left.next());
                }
                advance(file);
            }
            return next != null;
        }

        private void advance(Opened open) {
            InputRow row;
            try {
                row = open.reader.next();
            } catch (RuntimeException e) {
                open.reader.close();
                throw e;
            }
            switch (row) {
                case null -> {
                    open.reader.close();
                    file = null;
                }
                case InputRow.NodeRow node -> next = record(node, open);
                case InputRow.EdgeRow edge -> next = record(edge, open);
                case InputRow.BadRow ignored -> {}
            }
        }

        @Override
        public RawRecord next() {
            if (!hasNext() || next == null) {
                throw new NoSuchElementException();
            }
            RawRecord record = next;
            next = null;
            return record;
        }
    }
}
