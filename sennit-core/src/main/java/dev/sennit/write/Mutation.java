package dev.sennit.write;

import dev.sennit.manifest.GraphState;
import dev.sennit.model.Element;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.LimitException;
import dev.sennit.query.PreparedQuery;
import dev.sennit.query.QueryCursor;
import dev.sennit.query.QueryEngine;
import dev.sennit.query.execution.GraphChanges;
import dev.sennit.query.execution.GraphSource;
import dev.sennit.query.execution.QueryLimits;
import dev.sennit.query.execution.ReadCaches;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import dev.sennit.validate.RowValidator;
import dev.sennit.validate.ViolationList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one transaction on one base, and reads that see them. Nothing is written here. Operations are noted and
 * carried out together, so an element that is missing, or exists already, may be reported by a later call or at the end.
 * Not thread-safe; used once.
 */
public final class Mutation implements GraphChanges, AutoCloseable {
    /** So many elements a transaction may touch: all of them are kept in memory. */
    static final int MAX_ELEMENTS = 1_000_000;

    private final GraphState base;
    private final TableBaseState baseState;
    private final QueryEngine queries;
    private final ReadCaches caches;
    private final MutationRows rows;
    private final Map<String, PendingType> types = new LinkedHashMap<>();
    private final Map<String, Set<String>> detached = new LinkedHashMap<>();
    private final StrandedEdges stranded;
    private final List<QueryCursor> cursors = new ArrayList<>();
    private int elements;

    @Nullable
    private RuntimeException failedStatement;

    Mutation(GraphState base, WriterResources resources, QueryEngine queries) {
        this.base = base;
        this.baseState = new TableBaseState(resources.tables(), base, resources.tails());
        this.queries = queries;
        this.caches = resources.caches();
        this.rows = new MutationRows(resources.ids());
        this.stranded = new StrandedEdges(base.schema().declared(), types, baseState);
    }

    /** The state the transaction reads, as its schema declares it. */
    public GraphState base() {
        return base;
    }

    /** The {@code _id} of the node with that key, or with that id if its type has no key. */
    public String idOf(NodeType type, List<?> key) {
        return rows.idOf(type, null, null, key);
    }

    /** The {@code _id} of the edge with those endpoints and that key, or with that id if its type has no key. */
    public String idOf(EdgeType type, String source, String destination, List<?> key) {
        return rows.idOf(type, source, destination, key);
    }

    /**
     * A node is to exist that does not.
     *
     * @return its {@code _id}
     */
    @Override
    public String create(NodeType type, Map<String, @Nullable Object> properties) {
        return put(PendingElement.Operation.CREATE, type, null, null, properties);
    }

    /** An edge is to exist that does not. */
    @Override
    public String create(EdgeType type, String source, String destination, Map<String, @Nullable Object> properties) {
        return put(PendingElement.Operation.CREATE, type, source, destination, properties);
    }

    /** A node is to exist with these properties; others it keeps. */
    public String upsert(NodeType type, Map<String, ?> properties) {
        return put(PendingElement.Operation.UPSERT, type, null, null, properties);
    }

    /** An edge is to exist with these properties; others it keeps. */
    public String upsert(EdgeType type, String source, String destination, Map<String, ?> properties) {
        return put(PendingElement.Operation.UPSERT, type, source, destination, properties);
    }

    /** An element that exists is to have these properties; null takes one away. Key properties stay as they are. */
    @Override
    public void set(ElementType type, String id, Map<String, @Nullable Object> properties) {
        change(type, id, PendingElement.Operation.SET, null, null, rows.values(type, properties));
    }

    /** An element that exists is to go; a node only if it has no edges. */
    @Override
    public void delete(ElementType type, String id) {
        change(type, id, PendingElement.Operation.DELETE, null, null, rows.values(type, Map.of()));
        if (type instanceof NodeType node) {
            stranded.deleted(node, id);
        }
    }

    /** A node that exists is to go, and all its edges with it. */
    @Override
    public void detachDelete(NodeType type, String id) {
        note(type, id, PendingElement.Operation.DELETE, null, null, rows.values(type, Map.of()));
        detached.computeIfAbsent(type.name(), ignored -> new TreeSet<>()).add(id);
    }

    /** The element as it is now, changes included. */
    public Optional<Element> find(ElementType type, String id) {
        detach();
        PendingType pending = pending(type);
        if (pending.get(id) == null) {
            note(type, id, PendingElement.Operation.READ, null, null, rows.values(type, Map.of()));
        }
        pending.resolve(baseState);
        PendingElement element = pending.require(id);
        return element.isPresent() ? Optional.of(rows.element(base.schema().declared(), element)) : Optional.empty();
    }

    @Override
    public void lookUp(ElementType type, Collection<String> ids) {
        detach();
        PendingType pending = pending(type);
        for (String id : ids) {
            if (pending.get(id) == null) {
                note(type, id, PendingElement.Operation.READ, null, null, rows.values(type, Map.of()));
            }
        }
        pending.resolve(baseState);
    }

    @Override
    public boolean exists(ElementType type, String id) {
        return find(type, id).isPresent();
    }

    @Override
    public Optional<@Nullable Object[]> changed(ElementType type, String id) {
        detach();
        PendingType pending = types.get(type.name());
        PendingElement element = pending == null ? null : pending.get(id);
        if (pending == null || element == null) {
            return Optional.empty();
        }
        if (!element.isResolved()) {
            pending.resolveAllButCreations(baseState);
        }
        return element.isPresent() ? Optional.of(element.rowValues()) : Optional.empty();
    }

    /**
     * {@inheritDoc}
     *
     * @throws dev.sennit.model.ConstraintViolationException if a value is not of its property's type
     */
    @Override
    public GraphSource now() {
        detach();
        types.values().forEach(pending -> pending.resolve(baseState));
        rows.requireValues(types.values());
        return new MutationSource(base, baseState, types, stranded.all(), caches);
    }

    /**
     * Runs a query on the base with all changes applied.
     *
     * @return a cursor that the mutation closes at its end, if nobody does before
     */
    public QueryCursor query(String text, Map<String, ?> parameters, QueryLimits limits) {
        GraphSource source = now();
        rows.requireRowRules(types.values());
        return opened(queries.prepare(text, base.schema().declared(), limits.cancellation())
                .execute(source, parameters, limits));
    }

    /**
     * Runs a statement that may change the graph; all its changes are made before this returns. If it fails, the mutation
     * can only fail too.
     *
     * @return a cursor that the mutation closes at its end, if nobody does before
     */
    public QueryCursor execute(String text, Map<String, ?> parameters, QueryLimits limits) {
        PreparedQuery statement = queries.prepare(text, base.schema().declared(), limits.cancellation());
        try {
            return opened(statement.execute(this, parameters, limits));
        } catch (RuntimeException failed) {
            // Some of its changes may have been made, and none of them may be published.
            if (statement.writes() && failedStatement == null) {
                failedStatement = failed;
            }
            throw failed;
        }
    }

    private QueryCursor opened(QueryCursor cursor) {
        cursors.add(cursor);
        return cursor;
    }

    @Override
    public void close() {
        try (baseState) {
            cursors.forEach(QueryCursor::close);
        }
    }

    /** What was looked at in the base. */
    TableBaseState baseState() {
        return baseState;
    }

    /** The edges whose nodes were deleted without them and created again. */
    StrandedEdges stranded() {
        return stranded;
    }

    /** The changes, by type in the order of the schema, once everything noted is carried out. */
    List<PendingType> finish() {
        if (failedStatement != null) {
            throw failedStatement;
        }
        detach();
        List<PendingType> finished = new ArrayList<>();
        base.schema().declared().types().forEach(type -> {
            PendingType pending = types.get(type.name());
            if (pending != null) {
                pending.resolveAllButCreations(baseState);
                finished.add(pending);
            }
        });
        return finished;
    }

    private String put(
            PendingElement.Operation operation,
            ElementType type,
            @Nullable String source,
            @Nullable String destination,
            Map<String, ?> properties) {
        @Nullable Object[] values = rows.values(type, properties);
        String id = operation == PendingElement.Operation.CREATE
                ? rows.newId(type, source, destination, properties, values)
                : rows.existingId(type, source, destination, properties, values);
        change(type, id, operation, source, destination, values);
        return id;
    }

    private void change(
            ElementType type,
            String id,
            PendingElement.Operation operation,
            @Nullable String source,
            @Nullable String destination,
            @Nullable Object[] values) {
        detach();
        note(type, id, operation, source, destination, values);
    }

    private void note(
            ElementType type,
            String id,
            PendingElement.Operation operation,
            @Nullable String source,
            @Nullable String destination,
            @Nullable Object[] values) {
        PendingType pending = pending(type);
        if (operation == PendingElement.Operation.CREATE && type instanceof EdgeType edge) {
            requireNotStranded(edge, id, source, destination);
        }
        PendingElement known = pending.get(id);
        if (known == null) {
            if (++elements > MAX_ELEMENTS) {
                throw new LimitException(
                        ErrorCode.RESOURCE_LIMIT,
                        ErrorText.of("the transaction touches more than " + MAX_ELEMENTS + " elements")
                                .cause("a transaction is kept in memory")
                                .remedy("load the data, or split the transaction"));
            }
            pending.add(new PendingElement(type, id, operation, source, destination, values, stranded.now()));
            return;
        }
        if (known.isPlainCreation() && operation == PendingElement.Operation.SET) {
            known.amend(values);
            return;
        }
        if (!known.isResolved()) {
            pending.resolve(baseState);
        }
        known.apply(operation, source, destination, values, stranded.now());
    }

    /** An edge that has only lost its node is in the way of one with its key, which no MERGE would find. */
    private void requireNotStranded(EdgeType type, String id, @Nullable String source, @Nullable String destination) {
        if (type.key().isPresent()
                && stranded.has(type, id, Objects.requireNonNull(source), Objects.requireNonNull(destination))) {
            ViolationList violations = new ViolationList();
            stranded.report(violations);
            throw MutationCheck.broken(violations, true, null);
        }
    }

    /** Deletes the edges of the nodes that are deleted with their edges: all of them together, once someone must know. */
    private void detach() {
        if (detached.isEmpty()) {
            return;
        }
        Map<String, Set<String>> nodes = new LinkedHashMap<>(detached);
        detached.clear();
        for (EdgeType type : base.schema().declared().edgeTypes()) {
            Set<String> sources = nodes.getOrDefault(type.source(), Set.of());
            Set<String> destinations = nodes.getOrDefault(type.destination(), Set.of());
            if (sources.isEmpty() && destinations.isEmpty()) {
                continue;
            }
            PendingType pending = pending(type);
            pending.resolve(baseState);
            pending.dropEdges(edge -> isOf(type.source(), edge.source(), sources, edge.created())
                    || isOf(type.destination(), edge.destination(), destinations, edge.created()));
            baseState.findEdges(type, true, sources, (address, id, source, destination, values) -> {
                if (isOf(type.source(), source, sources, 0)) {
                    pending.deleteFound(id, new BaseRow(address, source, destination, null));
                }
            });
            baseState.findEdges(type, false, destinations, (address, id, source, destination, values) -> {
                if (isOf(type.destination(), destination, destinations, 0)) {
                    pending.deleteFound(id, new BaseRow(address, source, destination, null));
                }
            });
        }
    }

    /** Whether an edge with that end is one of these nodes', and not of one that was there before. */
    private boolean isOf(String type, @Nullable String end, Set<String> nodes, int created) {
        return nodes.contains(end) && !stranded.isOlderThan(type, end, created);
    }

    private PendingType pending(ElementType type) {
        return types.computeIfAbsent(type.name(), ignored -> new PendingType(type, RowValidator.of(type)));
    }
}
