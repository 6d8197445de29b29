package dev.sennit.write;

import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.TableState;
import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.CommitId;
import dev.sennit.model.Durability;
import dev.sennit.model.GraphId;
import dev.sennit.model.IdSource;
import dev.sennit.model.OperationId;
import dev.sennit.model.PropertyType;
import dev.sennit.model.TableId;
import dev.sennit.query.QueryEngine;
import dev.sennit.query.execution.GraphChanges;
import dev.sennit.query.execution.GraphSource;
import dev.sennit.query.execution.ReadCaches;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.store.ColumnLayout;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TablePin;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One transaction on an empty graph, with the real mutation, that is checked in the end and never committed. */
public final class MutationWorld implements GraphChanges, AutoCloseable {
    private final IdSource ids =
            new IdSource(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), new SplittableRandom(20261130));
    private final GraphSchema schema;
    private final Mutation mutation;
    private final Path spill;

    /** @param spill a directory for what does not fit in memory, which nothing here is */
    public MutationWorld(GraphSchema schema, QueryEngine queries, Path spill) {
        this.schema = schema;
        this.spill = spill;
        AcceptedSchema accepted = AcceptedSchema.firstOf(schema, ids);
        CommitId birth = new CommitId(ids.next());
        Map<TableId, TableState> states = new LinkedHashMap<>();
        Map<TableId, TableLayout> layouts = new LinkedHashMap<>();
        schema.types().forEach(type -> {
            TableId table = accepted.tableOf(type);
            states.put(table, new TableState(table, type.name(), TablePin.CREATED, birth, 0, Map.of()));
            layouts.put(table, layout(type));
        });
        CommitRecord commit = new CommitRecord(
                birth,
                List.of(),
                "test",
                Instant.EPOCH,
                new OperationId(ids.next()),
                "init",
                Optional.empty(),
                Optional.empty(),
                "",
                List.of(),
                Map.of());
        GraphState base = new GraphState(
                GraphState.FORMAT,
                new GraphId(ids.next()),
                new BranchIncarnation(ids.next()),
                GraphState.Kind.COMMIT,
                accepted,
                birth,
                states,
                commit);
        WriterResources resources = new WriterResources(
                new EmptyTables(layouts), ids, Durability.RELAXED, ReadCaches.none(), SegmentLimits.DEFAULT, spill);
        this.mutation = new Mutation(base, resources, queries);
    }

    private static TableLayout layout(ElementType type) {
        List<ColumnLayout> columns = new ArrayList<>();
        columns.add(new ColumnLayout(TableLayout.ID, PropertyType.Scalar.STRING, false, Optional.empty()));
        if (type instanceof EdgeType) {
            columns.add(new ColumnLayout(TableLayout.SOURCE, PropertyType.Scalar.STRING, false, Optional.empty()));
            columns.add(new ColumnLayout(TableLayout.DESTINATION, PropertyType.Scalar.STRING, false, Optional.empty()));
        }
        type.properties().forEach(p -> columns.add(new ColumnLayout(p.name(), p.type(), true, Optional.empty())));
        return new TableLayout(columns);
    }

    public GraphSchema schema() {
        return schema;
    }

    /** One element that exists, with the properties it has. */
    public record Element(ElementType type, String id, Map<String, Object> properties) {}

    /** Everything that exists now. */
    public List<Element> elements() {
        List<Element> elements = new ArrayList<>();
        for (PendingType type : mutation.finish()) {
            for (PendingElement element : type.elements()) {
                if (element.isPresent()) {
                    Map<String, Object> properties = new LinkedHashMap<>();
                    @Nullable Object[] values = element.rowValues();
                    for (int i = 0; i < values.length; i++) {
                        if (values[i] != null) {
                            properties.put(type.type.properties().get(i).name(), values[i]);
                        }
                    }
                    elements.add(new Element(type.type, element.id, properties));
                }
            }
        }
        return elements;
    }

    /** Checks the constraints as a commit would. */
    public void check() {
        List<PendingType> pending = mutation.finish();
        var key = ids.next();
        new MutationCheck(
                        schema,
                        new PendingBaseState(mutation.baseState(), pending),
                        spill.resolve("mutation"),
                        key.high(),
                        key.low())
                .require(pending, mutation.stranded(), new OperationId(ids.next()));
    }

    @Override
    public GraphSource now() {
        return mutation.now();
    }

    @Override
    public String create(NodeType type, Map<String, @Nullable Object> properties) {
        return mutation.create(type, properties);
    }

    @Override
    public String create(EdgeType type, String source, String destination, Map<String, @Nullable Object> properties) {
        return mutation.create(type, source, destination, properties);
    }

    @Override
    public void set(ElementType type, String id, Map<String, @Nullable Object> properties) {
        mutation.set(type, id, properties);
    }

    @Override
    public void delete(ElementType type, String id) {
        mutation.delete(type, id);
    }

    @Override
    public void detachDelete(NodeType type, String id) {
        mutation.detachDelete(type, id);
    }

    @Override
    public void lookUp(ElementType type, Collection<String> ids) {
        mutation.lookUp(type, ids);
    }

    @Override
    public boolean exists(ElementType type, String id) {
        return mutation.exists(type, id);
    }

    @Override
    public Optional<@Nullable Object[]> changed(ElementType type, String id) {
        return mutation.changed(type, id);
    }

    @Override
    public void close() {
        mutation.close();
    }
}
