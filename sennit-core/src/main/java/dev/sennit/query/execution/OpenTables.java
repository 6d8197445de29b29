package dev.sennit.query.execution;

import dev.sennit.model.ErrorText;
import dev.sennit.model.SennitException;
import dev.sennit.model.StoreException;
import dev.sennit.query.plan.Plan;
import dev.sennit.query.value.ElementLayout;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.NodeRef;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableVersion;
import dev.sennit.store.TailCache;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tables an execution has opened, each once, and the layouts of what it reads of them. After a change of the graph
 * they are opened anew, once someone reads; nobody may be in the middle of reading then.
 */
final class OpenTables implements AutoCloseable {
    private final Plan plan;
    private final MemoryBudget memory;
    private final Cancellation cancellation;
    private final Optional<GraphChanges> changes;
    private final Map<String, TableVersion> versions = new HashMap<>();
    private final Map<String, ElementLayout> layouts = new HashMap<>();
    private final List<PropertyReader> readers = new ArrayList<>();
    private GraphSource source;
    private boolean stale;

    /** @param changes the graph if the plan changes it */
    OpenTables(
            GraphSource source,
            Optional<GraphChanges> changes,
            Plan plan,
            MemoryBudget memory,
            Cancellation cancellation) {
        this.source = source;
        this.changes = changes;
        this.plan = plan;
        this.memory = memory;
        this.cancellation = cancellation;
    }

    /** What it means that the table of the element's type has no row for it, although something read before names it. */
    SennitException noRow(ElementRef element) {
        if (changes.isPresent()) {
            return Deleted.error(element);
        }
        return element instanceof NodeRef node && source.isUnchecked()
                ? MissingEndpoint.error(node)
                : StoreException.corruption(
                        ErrorText.of("the table of " + element.type().name() + " has no row for " + element)
                                .cause("an edge or a scan names it"),
                        null);
    }

    /** The properties of an element that has changed, in the order its type declares them. */
    Optional<@Nullable Object[]> changed(ElementType type, String id) {
        return changes.flatMap(graph -> graph.changed(type, id));
    }

    GraphChanges changes() {
        return changes.orElseThrow(() -> new IllegalStateException("a plan that only reads changes nothing"));
    }

    /** The graph has changed: what is read from now on is read anew. */
    void markStale() {
        if (!stale) {
            stale = true;
            readers.forEach(PropertyReader::forget);
        }
    }

    private void refresh() {
        if (stale) {
            close();
            source = changes().now();
            stale = false;
        }
    }

    AdjacencyCache adjacencies(EdgeType type) {
        refresh();
        return source.caches(type).adjacencies();
    }

    /**
     * The nodes of a type with some of their properties, if they are in memory or worth reading by now.
     *
     * @param cost of doing without them this time, in rows read in sequence
     */
    Optional<StoredNodes> nodes(ElementType type, List<String> properties, long cost) {
        TableVersion table = version(type);
        return source.caches(type).nodes().nodes(table, type, properties, cost, cancellation);
    }

    /** Reads rows of the type's table; those asked for by their ids without looking for them where they cannot be. */
    TableScan scan(ElementType type, ScanRequest request) {
        TableVersion table = version(type);
        return table.scan(source.caches(type).tails().narrow(table, request));
    }

    /** Rows of the type's table by one of their ids, as far as that is known without reading. */
    TailCache.Found found(ElementType type, String column, Collection<String> ids) {
        TableVersion table = version(type);
        return source.caches(type).tails().find(table, column, ids);
    }

    TableVersion version(ElementType type) {
        refresh();
        TableVersion known = versions.get(type.name());
        if (known != null) {
            return known;
        }
        TableVersion opened = source.open(type);
        versions.put(type.name(), opened);
        return opened;
    }

    ElementLayout layout(ElementType type) {
        ElementLayout known = layouts.get(type.name());
        if (known != null) {
            return known;
        }
        PropertyReader reader = new PropertyReader(this, type, plan.propertiesOf(type), memory, cancellation);
        readers.add(reader);
        ElementLayout layout = new ElementLayout(type, plan.propertiesOf(type), reader);
        layouts.put(type.name(), layout);
        return layout;
    }

    ElementLayout nodeLayout(String name) {
        ElementLayout known = layouts.get(name);
        return known != null
                ? known
                : layout(source.schema()
                        .nodeType(name)
                        .orElseThrow(() -> new IllegalStateException("no node type " + name)));
    }

    ProcedureContext procedureContext() {
        return new ProcedureContext() {
            @Override
            public GraphSchema schema() {
                return source.schema();
            }

            @Override
            public TableVersion table(NodeType type) {
                return version(type);
            }

            @Override
            public NodeRef node(NodeType type, String id, long rowAddress) {
                return new NodeRef(layout(type), id, rowAddress);
            }

            @Override
            public void checkCancelled() {
                cancellation.check();
            }
        };
    }

    @Override
    public void close() {
        versions.values().forEach(TableVersion::close);
        versions.clear();
    }
}
