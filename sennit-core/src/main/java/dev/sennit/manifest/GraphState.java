package dev.sennit.manifest;

import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.CommitId;
import dev.sennit.model.GraphId;
import dev.sennit.model.TableId;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.ElementType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The whole visible state of a graph on one branch: one manifest version holds exactly one.
 *
 * @param format the on-disk format, see {@link #FORMAT}
 * @param graph the graph
 * @param incarnation the life of the branch this state is on
 * @param kind what made the state
 * @param schema the accepted schema
 * @param schemaSetter the commit that set the schema: its identity in read sets
 * @param tables the live tables, in schema order
 * @param commit the commit that made the state; for control states, the commit whose state they carry on
 * @param control who made it, of a control state
 */
public record GraphState(
        int format,
        GraphId graph,
        BranchIncarnation incarnation,
        Kind kind,
        AcceptedSchema schema,
        CommitId schemaSetter,
        Map<TableId, TableState> tables,
        CommitRecord commit,
        Optional<ControlRecord> control) {
    /** The format this version of Sennit writes, and the newest it reads. */
    public static final int FORMAT = 1;

    /** What made a state. Only {@link #COMMIT} is a commit of the graph. */
    public enum Kind {
        COMMIT,
        /** The first state of a branch: its start commit's state, carried over. */
        SEED,
        /** The last state of a branch that is being deleted. */
        CLOSED
    }

    public GraphState {
        Objects.requireNonNull(graph, "graph");
        Objects.requireNonNull(incarnation, "incarnation");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(schemaSetter, "schemaSetter");
        Objects.requireNonNull(commit, "commit");
        if (control.isPresent() != (kind != Kind.COMMIT)) {
            throw new IllegalArgumentException("control states, and no others, say who made them");
        }
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    }

    /** The state a commit makes. */
    public GraphState(
            int format,
            GraphId graph,
            BranchIncarnation incarnation,
            Kind kind,
            AcceptedSchema schema,
            CommitId schemaSetter,
            Map<TableId, TableState> tables,
            CommitRecord commit) {
        this(format, graph, incarnation, kind, schema, schemaSetter, tables, commit, Optional.empty());
    }

    /** The same as the first state of a new branch. */
    public GraphState seed(BranchIncarnation branch, ControlRecord by) {
        return new GraphState(format, graph, branch, Kind.SEED, schema, schemaSetter, tables, commit, Optional.of(by));
    }

    /** The same as the last state of its branch. */
    public GraphState closed(ControlRecord by) {
        return new GraphState(
                format, graph, incarnation, Kind.CLOSED, schema, schemaSetter, tables, commit, Optional.of(by));
    }

    /**
     * The same state as one sees it that knows its types and properties by other identities. Tables are found by these,
     * and are still the tables they are: what a {@link TableState} says has not changed.
     *
     * @param terms this state's schema with other identities
     */
    public GraphState identifiedBy(AcceptedSchema terms) {
        Map<TableId, TableState> found = new LinkedHashMap<>();
        schema.declared().types().forEach(type -> found.put(terms.tableOf(type), tableOf(type)));
        return new GraphState(format, graph, incarnation, kind, terms, schemaSetter, found, commit, control);
    }

    /**
     * Where the commit of this state was made.
     *
     * @param version of this state in its chain
     */
    public CommitPlace origin(long version) {
        return control.map(ControlRecord::origin).orElseGet(() -> new CommitPlace(incarnation, version));
    }

    /** What the state says of a table; empty if it is not live here. */
    public Optional<TableState> table(TableId id) {
        return Optional.ofNullable(tables.get(id));
    }

    /**
     * The table of a type of this state's schema.
     *
     * @throws IllegalArgumentException if the type is not in the schema
     */
    public TableState tableOf(ElementType type) {
        TableState state = tables.get(schema.tableOf(type));
        if (state == null) {
            throw new IllegalArgumentException("the state holds no table of type " + type.name());
        }
        return state;
    }
}
