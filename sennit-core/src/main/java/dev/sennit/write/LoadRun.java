package dev.sennit.write;

import dev.sennit.input.Cells;
import dev.sennit.input.InputReader;
import dev.sennit.input.InputRow;
import dev.sennit.input.InputRow.BadRow;
import dev.sennit.input.InputRow.EdgeRow;
import dev.sennit.input.InputRow.NodeRow;
import dev.sennit.input.RowKinds;
import dev.sennit.manifest.GraphState;
import dev.sennit.model.ErrorText;
import dev.sennit.model.IdSource;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.KeyText;
import dev.sennit.model.LoadMode;
import dev.sennit.model.OperationId;
import dev.sennit.model.Rule;
import dev.sennit.model.Violation;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.protocol.PrepareContext;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import dev.sennit.store.TableStore;
import dev.sennit.validate.DeltaMode;
import dev.sennit.validate.Rejections;
import dev.sennit.validate.RowValidator;
import dev.sennit.validate.SetValidator;
import dev.sennit.validate.SpillSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of a load, nodes before edges: good rows go to staged fragments as they come, and what only all rows
 * together can break is checked at the end. Memory is bounded; what grows with the input is spilled. Not thread-safe;
 * used once.
 */
final class LoadRun implements AutoCloseable {
    private final LoadRequest request;
    private final TableStore tables;
    private final GraphState base;
    private final IdSource ids;
    private final OperationId operation;
    private final FailurePoints failurePoints;
    private final Path spill;
    private final RejectLog rejects;
    private final RowReader rowReader;
    private final NodeTypes nodeTypes;
    private final LinkTable links = new LinkTable();
    private final EndpointResolver endpoints;
    private final LoadTargets targets;
    private final Map<ElementType, TypeLoad> loads = new LinkedHashMap<>();
    private final Set<ElementType> replacedTypes;
    private final TableBaseState baseState;
    private final SetValidator setValidator;
    private final List<String> sourceNames = new ArrayList<>();
    private long rows;
    private long unassigned;

    /** Bytes of the files that are read to their end. */
    private long bytes;

    LoadRun(LoadRequest request, WriterResources resources, GraphState base, PrepareContext context) {
        this.request = request;
        this.tables = resources.tables();
        this.base = base;
        this.ids = resources.ids();
        this.operation = context.operation();
        this.failurePoints = context.failurePoints();
        this.spill = resources.spill().resolve("load-" + context.operation());
        this.rowReader = new RowReader(request.dateFormat());
        this.nodeTypes = new NodeTypes(base.schema().declared());
        this.endpoints = new EndpointResolver(base.schema().declared(), links, request.dateFormat());
        this.baseState = new TableBaseState(tables, base, resources.tails());
        request.inputs().forEach(input -> sourceNames.add(input.source().name()));
        this.rejects = new RejectLog(request.rejects(), sourceNames);
        if (sourceNames.size() > RowOrigin.MAX_SOURCES) {
            throw new InvalidArgumentException(ErrorText.of(sourceNames.size() + " files in one load")
                    .remedy("load at most " + RowOrigin.MAX_SOURCES + " files at once"));
        }
        this.targets = new LoadTargets(base.schema().declared(), endpoints, request.dateFormat());
        targets.requireKnown(request.inputs());
        this.replacedTypes = request.mode() == LoadMode.REPLACE ? presentTypes() : Set.of();
        SpillDirectory.create(spill);
        var key = ids.next();
        this.setValidator = new SetValidator(
                base.schema().declared(),
                modes(),
                baseState,
                SpillSettings.of(spill.resolve("keys"), key.high(), key.low()));
    }

    /** Reads and checks everything; afterwards the accepted rows are staged and the rejected ones known. */
    Rejections read() {
        rejects.begin();
        boolean[] hasEdges = new boolean[request.inputs().size()];
        for (int i = 0; i < hasEdges.length; i++) {
            hasEdges[i] = readNodes(i);
        }
        drainBuffers();
        for (int i = 0; i < hasEdges.length; i++) {
            if (hasEdges[i]) {
                readEdges(i);
            }
        }
        drainBuffers();
        loads.values().forEach(TypeLoad::finishFragment);
        request.progress().at(LoadProgress.Phase.CHECKING, rows, bytes);
        try (LateRejects late = new LateRejects(request, loads, rejects)) {
            Rejections rejections = setValidator.finish(late);
            late.flush();
            return rejections;
        }
    }

    RejectLog rejects() {
        return rejects;
    }

    long unassigned() {
        return unassigned;
    }

    /** The types that had rows, in schema order. */
    List<TypeLoad> loads() {
        return base.schema()
                .declared()
                .types()
                .filter(loads::containsKey)
                .map(type -> load(type))
                .toList();
    }

    /** The types whose base rows all go: those present in the input of a replacing load. */
    Set<ElementType> replacedTypes() {
        return replacedTypes;
    }

    /** What was looked at in the base. */
    TableBaseState baseState() {
        return baseState;
    }

    @Override
    public void close() {
        try (rejects;
                baseState;
                setValidator) {
            loads.values().forEach(TypeLoad::close);
        } finally {
            SpillDirectory.delete(spill);
        }
    }

    /** Reads a file's nodes; returns whether it has edges to come back for. */
    private boolean readNodes(int number) {
        boolean edges = false;
        LoadRequest.Input input = request.inputs().get(number);
        try (InputReader reader = input.open()) {
            if (reader.kinds() == RowKinds.EDGES) {
                return true;
            }
            targets.requireFittingHeader(reader, input);
            for (InputRow row = reader.next(); row != null; row = reader.next()) {
                switch (row) {
                    case NodeRow node -> {
                        counted(reader);
                        node(node, number);
                    }
                    case EdgeRow ignored -> edges = true;
                    case BadRow bad -> {
                        counted(reader);
                        unassigned(bad, bad.rule(), bad.problem());
                    }
                }
            }
            bytes += edges ? 0 : reader.bytesRead();
        }
        return edges;
    }

    private void readEdges(int number) {
        LoadRequest.Input input = request.inputs().get(number);
        try (InputReader reader = input.open()) {
            boolean onlyEdges = reader.kinds() == RowKinds.EDGES;
            targets.requireFittingHeader(reader, input);
            for (InputRow row = reader.next(); row != null; row = reader.next()) {
                switch (row) {
                    case NodeRow ignored -> {
                        // read before
                    }
                    case EdgeRow edge -> {
                        counted(reader);
                        edge(edge, number);
                    }
                    case BadRow bad -> {
                        if (onlyEdges) {
                            counted(reader);
                            unassigned(bad, bad.rule(), bad.problem());
                        }
                    }
                }
            }
            bytes += reader.bytesRead();
        }
    }

    private void counted(InputReader reader) {
        rows++;
        if ((rows & 0x3FF) == 0) {
            request.progress().at(LoadProgress.Phase.READING, rows, bytes + reader.bytesRead());
        }
    }

    private void node(NodeRow row, int sourceNumber) {
        switch (nodeTypes.find(row)) {
            case NodeTypes.Found.None none -> unassigned(row, Rule.UNKNOWN_NAME, none.problem());
            case NodeTypes.Found.Type found -> node(row, found.type(), sourceNumber);
        }
    }

    private void node(NodeRow row, NodeType type, int sourceNumber) {
        TypeLoad load = load(type);
        load.read++;
        @Nullable Object[] values = values(row, row.cells(), load);
        if (values == null) {
            return;
        }
        String id;
        if (type.isKeyed()) {
            Optional<List<Object>> key = key(row, load, type.key(), values);
            if (key.isEmpty()) {
                return;
            }
            id = KeyText.of(key.get());
        } else if (row.id() != null) {
            id = row.id();
        } else if (request.mode() == LoadMode.UPSERT) {
            reject(
                    load,
                    row,
                    Rule.REQUIRED,
                    null,
                    "a " + type.name() + " without an id cannot be upserted: loading it again would add it again");
            return;
        } else {
            id = ids.next().toString();
        }
        if (row.id() != null
                && type.isKeyed()
                && links.put(row.id(), type.name(), id).isPresent()) {
            reject(load, row, Rule.KEY, id, "id '" + row.id() + "' belongs to an earlier row of this load");
            return;
        }
        if (!type.isKeyed() && row.id() != null) {
            links.put(row.id(), type.name(), id);
        }
        take(load, new PendingRow(id, null, null, values, sourceNumber, row.line(), row::raw));
    }

    private void edge(EdgeRow row, int sourceNumber) {
        switch (endpoints.resolve(row)) {
            case EndpointResolver.Resolved.Failed failed -> unassigned(row, failed.rule(), failed.problem());
            case EndpointResolver.Resolved.Edge edge -> edge(row, edge, sourceNumber);
        }
    }

    private void edge(EdgeRow row, EndpointResolver.Resolved.Edge edge, int sourceNumber) {
        EdgeType type = edge.type();
        TypeLoad load = load(type);
        load.read++;
        @Nullable Object[] values = values(row, row.cells(), load);
        if (values == null) {
            return;
        }
        String id = row.id();
        if (type.key().isPresent()) {
            Optional<List<Object>> key = key(row, load, type.key().get(), values);
            if (key.isEmpty()) {
                return;
            }
            List<Object> components = new ArrayList<>(List.of(edge.source(), edge.destination()));
            components.addAll(key.get());
            id = KeyText.of(components);
        } else if (id == null && request.mode() == LoadMode.UPSERT) {
            reject(
                    load,
                    row,
                    Rule.REQUIRED,
                    null,
                    "an edge of " + type.name()
                            + " without an id cannot be upserted: loading it again would add it again; declare a KEY, or give ids");
            return;
        }
        take(load, new PendingRow(id, edge.source(), edge.destination(), values, sourceNumber, row.line(), row::raw));
    }

    private @Nullable Object @Nullable [] values(InputRow row, Cells cells, TypeLoad load) {
        List<Violation> violations = new ArrayList<>(0);
        @Nullable Object[] values = rowReader.read(row, cells, load.type, violations::add);
        if (violations.isEmpty()) {
            return values;
        }
        load.rejected++;
        rejects.reject(violations, row.raw());
        if (row instanceof NodeRow node && load.type instanceof NodeType type) {
            announceRejected(node, type, load, values);
        }
        requireFewBadRows();
        return null;
    }

    /** Lets edges of a rejected node name the cause, if the node's key could be read. */
    private void announceRejected(NodeRow row, NodeType type, TypeLoad load, @Nullable Object[] values) {
        if (!type.isKeyed() || missing(load, type.key(), values).isPresent()) {
            return;
        }
        String id = KeyText.of(keyValues(load, type.key(), values));
        setValidator.nodes(type).addRejected(load.nextOrdinal(), id, row.source(), row.line());
        load.skipOrdinal();
        if (row.id() != null) {
            links.put(row.id(), type.name(), id);
        }
    }

    /** The values of the key properties; empty if one is missing, which rejects the row. */
    private Optional<List<Object>> key(
            InputRow row, TypeLoad load, List<String> properties, @Nullable Object[] values) {
        Optional<String> missing = missing(load, properties, values);
        if (missing.isPresent()) {
            reject(load, row, Rule.REQUIRED, null, load.type.name() + "." + missing.get() + ": the key has no value");
            return Optional.empty();
        }
        return Optional.of(keyValues(load, properties, values));
    }

    /** The first key property without a value. A loop, as is the next one: both run for every row. */
    private static Optional<String> missing(TypeLoad load, List<String> properties, @Nullable Object[] values) {
        for (String property : properties) {
            Object value = values[load.indexOf(property)];
            if (value == null || value == RowValidator.UNTOUCHED) {
                return Optional.of(property);
            }
        }
        return Optional.empty();
    }

    private static List<Object> keyValues(TypeLoad load, List<String> properties, @Nullable Object[] values) {
        List<Object> key = new ArrayList<>(properties.size());
        for (String property : properties) {
            key.add(Objects.requireNonNull(values[load.indexOf(property)]));
        }
        return key;
    }

    private void take(TypeLoad load, PendingRow row) {
        UpsertBuffer buffer = load.buffer;
        if (buffer == null) {
            accept(load, row, row.valuesOfNew(), UpsertBuffer.Change.INSERT);
        } else if (buffer.add(row)) {
            drain(load, buffer);
        }
    }

    private void drainBuffers() {
        for (TypeLoad load : loads.values()) {
            if (load.buffer != null) {
                drain(load, load.buffer);
            }
        }
    }

    private void drain(TypeLoad load, UpsertBuffer buffer) {
        buffer.drain((row, values, change) -> accept(load, row, values, change));
    }

    private void accept(TypeLoad load, PendingRow row, @Nullable Object[] values, UpsertBuffer.Change change) {
        String source = sourceNames.get(row.sourceNumber());
        List<Violation> violations = new ArrayList<>(0);
        long ordinal = load.nextOrdinal();
        boolean good = load.validator.check(
                values, ordinal, row.id(), source, row.line(), (type, number, violation) -> violations.add(violation));
        if (!good) {
            load.rejected++;
            rejects.reject(violations, row.raw().get());
            requireFewBadRows();
            if (load.type instanceof NodeType node && row.id() != null) {
                setValidator.nodes(node).addRejected(ordinal, row.id(), source, row.line());
                load.skipOrdinal();
            }
            return;
        }
        String id = row.id() == null ? ids.next().toString() : row.id();
        switch (load.type) {
            case NodeType node -> setValidator.nodes(node).add(ordinal, id, values, source, row.line());
            case EdgeType edge ->
                setValidator
                        .edges(edge)
                        .add(
                                ordinal,
                                row.id(),
                                endpoint(row.source()),
                                endpoint(row.destination()),
                                values,
                                source,
                                row.line());
        }
        load.append(id, row, values, change);
    }

    private static String endpoint(@Nullable String id) {
        if (id == null) {
            throw new IllegalStateException("an edge has two endpoints");
        }
        return id;
    }

    private void reject(TypeLoad load, InputRow row, Rule rule, @Nullable String key, String problem) {
        load.rejected++;
        rejects.reject(
                List.of(new Violation(rule, load.type.name(), null, key, null, row.source(), row.line(), problem)),
                row.raw());
        requireFewBadRows();
    }

    private void unassigned(InputRow row, Rule rule, String problem) {
        unassigned++;
        rejects.reject(
                List.of(new Violation(rule, null, null, null, null, row.source(), row.line(), problem)), row.raw());
        requireFewBadRows();
    }

    /** Stops reading when there is no point in it: more bad rows than the caller takes. */
    private void requireFewBadRows() {
        if (request.maxBad().isPresent() && rejects.rows() > request.maxBad().getAsLong()) {
            throw rejects.asError(
                    "more than " + request.maxBad().getAsLong() + " rows are bad",
                    "so the load was stopped and nothing was written",
                    operation);
        }
    }

    private TypeLoad load(ElementType type) {
        return loads.computeIfAbsent(
                type,
                ignored -> new TypeLoad(
                        type,
                        base.tableOf(type),
                        tables,
                        spill,
                        !request.dryRun(),
                        request.mode() == LoadMode.UPSERT ? new UpsertBuffer(type, baseState) : null,
                        failurePoints));
    }

    /** What the load does to the base rows of each type: a replacing load must know the types before it reads on. */
    private Map<String, DeltaMode> modes() {
        Map<String, DeltaMode> modes = new HashMap<>();
        switch (request.mode()) {
            case INSERT -> {
                // the validator's own default
            }
            case UPSERT -> base.schema().declared().types().forEach(type -> modes.put(type.name(), DeltaMode.UPSERT));
            case REPLACE -> replacedTypes.forEach(type -> modes.put(type.name(), DeltaMode.REPLACE));
        }
        return modes;
    }

    private Set<ElementType> presentTypes() {
        Set<ElementType> present = new LinkedHashSet<>();
        for (LoadRequest.Input input : request.inputs()) {
            try (InputReader reader = input.open()) {
                for (InputRow row = reader.next(); row != null; row = reader.next()) {
                    switch (row) {
                        case NodeRow node -> {
                            if (nodeTypes.find(node) instanceof NodeTypes.Found.Type found) {
                                present.add(found.type());
                            }
                        }
                        case EdgeRow edge -> present.addAll(endpoints.declarations(edge.label()));
                        case BadRow ignored -> {
                            // names no type
                        }
                    }
                }
            }
        }
        return present;
    }
}
