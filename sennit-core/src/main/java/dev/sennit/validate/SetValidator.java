package dev.sennit.validate;

import dev.sennit.model.KeyText;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import java.io.Closeable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules over all rows of a delta and the base state: keys, UNIQUE, endpoints, edge cardinality. The caller hands in
 * rows as it writes them, in any order of types, and at {@link #finish} learns which of them to take back:
 *
 * <pre>{@code
 * try (SetValidator validator = new SetValidator(schema, Map.of("Airport", UPSERT), base, settings)) {
 *     NodeDelta airports = validator.nodes(airport);
 *     airports.add(0, "AMS", values, "airports.csv", 2);
 *     validator.edges(route).add(0, "AMS|LHR|KL", "AMS", "LHR", values, "routes.csv", 2);
 *     Rejections rejections = validator.finish(sink);
 * }
 * }</pre>
 *
 * <p><b>Who is rejected.</b> Rows that break a rule by themselves are not added; a node row that was rejected before is
 * {@link NodeDelta#addRejected announced}, so that its edges can name the cause. Then, each step among the rows the
 * steps before have left:
 *
 * <ol>
 *   <li>nodes whose key occurs before in the delta, or in the base state where it must not: the first one wins;
 *   <li>nodes with a UNIQUE tuple that an earlier row, or a base row that stays, has; tuples with a null are exempt;
 *   <li>edges without one of their endpoints, or whose endpoint was rejected;
 *   <li>edges by key and by UNIQUE, as nodes; an edge that exists with other endpoints;
 *   <li>edges beyond a maximum: base edges count first, then those of lower ordinal;
 *   <li>nodes of the delta without the minimum of edges.
 * </ol>
 *
 * <p>The steps are repeated until nothing more is rejected: a rejected node takes its edges along, and a base row whose
 * replacement was rejected stays and keeps its UNIQUE tuples. A row once rejected stays rejected. What no row is to
 * blame for, a base edge left without its node or a base node left without its minimum of edges, is reported with
 * {@link ViolationSink#NO_ROW} and makes the delta {@link Rejections#isBlocked impossible}.
 *
 * <p>Memory is bounded by {@link SpillSettings}; ordinals of a type are below 2<sup>40</sup> and increase. Not
 * thread-safe.
 */
public final class SetValidator implements Closeable {
    private final BaseState base;
    private final SpillSettings settings;
    private final List<TypeDelta> types = new ArrayList<>();
    private final Map<String, TypeDelta> byName = new HashMap<>();
    private final DeltaHashes hashes;
    private boolean finished;

    /**
     * @param schema the schema the result has to satisfy
     * @param modes what the delta does to the base rows of each type, by type name; INSERT for types not named. A type
     *     in mode REPLACE loses its base rows also if the delta has no row of it.
     * @param base the state the delta is applied to, without anything of the delta
     */
    public SetValidator(GraphSchema schema, Map<String, DeltaMode> modes, BaseState base, SpillSettings settings) {
        this.base = base;
        this.settings = settings;
        schema.types().forEach(type -> {
            TypeDelta delta =
                    new TypeDelta(types.size(), type, modes.getOrDefault(type.name(), DeltaMode.INSERT), settings);
            types.add(delta);
            byName.put(delta.name, delta);
        });
        if (types.size() > RowTag.MAX_TYPES
                || types.stream().anyMatch(t -> t.uniques.size() > RowTag.MAX_CONSTRAINTS)) {
            throw new IllegalArgumentException("at most " + RowTag.MAX_TYPES + " types and " + RowTag.MAX_CONSTRAINTS
                    + " UNIQUE constraints of a type can be checked");
        }
        if (!byName.keySet().containsAll(modes.keySet())) {
            throw new IllegalArgumentException("a mode is given for a type the schema does not have: " + modes);
        }
        this.hashes = new DeltaHashes(settings);
    }

    /** Where rows of a node type are added. */
    public NodeDelta nodes(NodeType type) {
        return new NodeDelta(deltaOf(type));
    }

    /** Where rows of an edge type are added. */
    public EdgeDelta edges(EdgeType type) {
        return new EdgeDelta(deltaOf(type), nodeTypeIndex(type.source()), nodeTypeIndex(type.destination()));
    }

    /**
     * Reads what is needed of the base state, applies the rules and reports every violation, by type in the order of
     * the schema and by ordinal. Called once, after all rows were added.
     *
     * @return which rows are rejected; valid until this validator is closed
     */
    public Rejections finish(ViolationSink sink) {
        return finish(sink, true);
    }

    /**
     * Reports every violation like {@link #finish}, but rejects no row: each counts for all the rules it does not break.
     * For rows that are stored already, where rejecting one would only show its consequences as violations of others.
     *
     * @return how many violations were reported
     */
    public long judge(ViolationSink sink) {
        return finish(sink, false).violations();
    }

    private Rejections finish(ViolationSink sink, boolean rejecting) {
        if (finished) {
            throw new IllegalStateException("a validator finishes once");
        }
        finished = true;
        new BaseLoader(types, hashes, base).load();
        SetRules rules = new SetRules(types, hashes, settings);
        try (ProblemLog problems = new ProblemLog(types, settings, rejecting)) {
            rules.apply(problems);
            new ViolationWriter(types, hashes, base, sink).write(problems);
            return new Rejections(types, hashes, problems.total(), problems.isBlocked());
        }
    }

    /** Deletes every temporary file. */
    @Override
    public void close() {
        hashes.close();
        types.forEach(type -> type.notes.close());
        TemporaryDirectory.deleteIfEmpty(settings.directory());
    }

    private TypeDelta deltaOf(ElementType type) {
        TypeDelta delta = byName.get(type.name());
        if (delta == null) {
            throw new IllegalArgumentException("no type " + type.name() + " in the schema");
        }
        return delta;
    }

    private int nodeTypeIndex(String nodeType) {
        TypeDelta delta = byName.get(nodeType);
        if (delta == null) {
            throw new IllegalArgumentException("no node type " + nodeType + " in the schema");
        }
        return delta.index;
    }

    /** Whether every store finds a value by comparing with it: equal values have one form. */
    private static boolean isProbeable(Object value) {
        return switch (value) {
            case Boolean ignored -> true;
            case Long ignored -> true;
            case String ignored -> true;
            case BigDecimal ignored -> true;
            case LocalDate ignored -> true;
            case LocalTime ignored -> true;
            case LocalDateTime ignored -> true;
            case Double number -> number != 0; // -0.0 equals 0.0
            default -> false;
        };
    }

    private void addTuples(TypeDelta delta, @Nullable Object[] values, List<String> texts) {
        for (int i = 0; i < delta.uniques.size(); i++) {
            int[] columns = delta.uniques.get(i);
            StringBuilder text = new StringBuilder();
            List<Object> tuple = new ArrayList<>(columns.length);
            for (int column : columns) {
                Object value = values[column];
                if (value != null) {
                    tuple.add(value);
                    text.append(text.isEmpty() ? "" : ", ").append(Shown.value(value));
                }
            }
            if (tuple.size() == columns.length) {
                if (tuple.stream().allMatch(SetValidator::isProbeable)) {
                    delta.tuples.get(i).add(tuple);
                } else {
                    delta.tuples.get(i).overflow();
                }
            }
            texts.add(text.toString());
        }
    }

    /** Rows of one node type. */
    public final class NodeDelta {
        private final TypeDelta delta;

        private NodeDelta(TypeDelta delta) {
            this.delta = delta;
        }

        /**
         * Adds a row.
         *
         * @param ordinal the row's number, higher than that of any row added before
         * @param id the row's {@code _id}: {@link KeyText} of the key, or a given or minted id
         * @param values one per property of the type in their order, as the row will be stored: those an upsert leaves
         *     untouched have the base row's values
         * @param source the row's file, for messages; null for none
         * @param line the row's line, for messages; 0 for none
         */
        public void add(long ordinal, String id, @Nullable Object[] values, @Nullable String source, long line) {
            delta.take(ordinal);
            delta.rows++;
            delta.rowsWithId++;
            delta.ids.add(id);
            hashes.addKey(delta, RowTag.DELTA, ordinal, id, 0, 0);
            hashes.addUniques(delta, RowTag.DELTA, ordinal, id, values);
            List<String> texts = new ArrayList<>(1 + delta.uniques.size());
            texts.add(id);
            addTuples(delta, values, texts);
            delta.notes.add(ordinal, source, line, texts);
        }

        /** Adds a row that takes the place of the base row with its id; otherwise as {@link #add}. */
        public void update(long ordinal, String id, @Nullable Object[] values, @Nullable String source, long line) {
            add(ordinal, id, values, source, line);
            delta.updates.addLong(ordinal);
        }

        /** Says that a row was rejected before it came here: its edges are rejected with that cause. */
        public void addRejected(long ordinal, String id, @Nullable String source, long line) {
            delta.take(ordinal);
            delta.mentions++;
            delta.ids.add(id);
            hashes.addKey(delta, RowTag.REJECTED, ordinal, id, 0, 0);
            delta.notes.add(ordinal, source, line, List.of(id));
        }

        /** Says that the base row of that id is deleted. */
        public void delete(String id) {
            delta.deletions++;
            delta.ids.add(id);
            hashes.addKey(delta, RowTag.DELETED, 0, id, 0, 0);
        }
    }

    /** Rows of one edge type. */
    public final class EdgeDelta {
        private final TypeDelta delta;
        private final TypeDelta sourceType;
        private final TypeDelta destinationType;

        private EdgeDelta(TypeDelta delta, int sourceType, int destinationType) {
            this.delta = delta;
            this.sourceType = types.get(sourceType);
            this.destinationType = types.get(destinationType);
        }

        /**
         * Adds a row.
         *
         * @param ordinal the row's number, higher than that of any row added before
         * @param id the row's {@code _id}; null where it is freshly minted and so cannot occur twice
         * @param sourceId the source's {@code _id}
         * @param destinationId the destination's {@code _id}
         * @param values one per property of the type in their order, as the row will be stored
         * @param source the row's file, for messages; null for none
         * @param line the row's line, for messages; 0 for none
         */
        public void add(
                long ordinal,
                @Nullable String id,
                String sourceId,
                String destinationId,
                @Nullable Object[] values,
                @Nullable String source,
                long line) {
            delta.take(ordinal);
            delta.rows++;
            if (id != null) {
                delta.rowsWithId++;
                delta.ids.add(id);
                long endpoints = hashes.fingerprint(sourceId, destinationId);
                hashes.addKey(delta, RowTag.DELTA, ordinal, id, 0, endpoints);
            }
            hashes.addUniques(delta, RowTag.DELTA, ordinal, id, values);
            addEndpoints(RowTag.DELTA, ordinal, sourceId, destinationId);
            List<String> texts = new ArrayList<>(3 + delta.uniques.size());
            texts.add(id == null ? "" : id);
            texts.add(sourceId);
            texts.add(destinationId);
            addTuples(delta, values, texts);
            delta.notes.add(ordinal, source, line, texts);
        }

        /** Adds a row that takes the place of the base row with its id; otherwise as {@link #add}. */
        public void update(
                long ordinal,
                String id,
                String sourceId,
                String destinationId,
                @Nullable Object[] values,
                @Nullable String source,
                long line) {
            add(ordinal, id, sourceId, destinationId, values, source, line);
            delta.updates.addLong(ordinal);
        }

        /** Says that a base row is deleted. */
        public void delete(String id, String sourceId, String destinationId) {
            delta.deletions++;
            delta.ids.add(id);
            hashes.addKey(delta, RowTag.DELETED, 0, id, 0, 0);
            addEndpoints(RowTag.DELETED, 0, sourceId, destinationId);
        }

        private void addEndpoints(int origin, long ordinal, String sourceId, String destinationId) {
            sourceType.mentions++;
            sourceType.ids.add(sourceId);
            destinationType.mentions++;
            destinationType.ids.add(destinationId);
            hashes.addEndpoint(delta, true, origin, ordinal, sourceType.index, sourceId, 0);
            hashes.addEndpoint(delta, false, origin, ordinal, destinationType.index, destinationId, 0);
        }
    }
}
