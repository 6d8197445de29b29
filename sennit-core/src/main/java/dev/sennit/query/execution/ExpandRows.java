package dev.sennit.query.execution;

import dev.sennit.query.analysis.Variable;
import dev.sennit.query.plan.Operator;
import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.ElementLayout;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.NodeRef;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Follows edges from a node of each row. Edges are found for a whole batch of rows at a time. */
final class ExpandRows implements Rows {
    private final Rows input;
    private final Operator.Expand expand;
    private final OpenTables tables;
    private final Cancellation cancellation;
    private final List<EdgeLookup> lookups;
    private final int[] distinctFrom;

    /** The batch being expanded, and how far it is. */
    private List<@Nullable Object[]> batch = List.of();

    private List<Function<String, Neighbours>> edges = List.of();
    private int row;
    private int hop;
    private int index;

    ExpandRows(
            Rows input,
            Operator.Expand expand,
            OpenTables tables,
            Function<Operator.Hop, EdgeLookup> lookup,
            Cancellation cancellation) {
        this.input = input;
        this.expand = expand;
        this.tables = tables;
        this.cancellation = cancellation;
        this.lookups = expand.hops().stream().map(lookup).toList();
        this.distinctFrom =
                expand.distinctFrom().stream().mapToInt(Variable::id).toArray();
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        while (true) {
            cancellation.check();
            if (row >= batch.size()) {
                if (!rows.isEmpty()) {
                    return rows;
                }
                List<@Nullable Object[]> following = input.next();
                if (following == null) {
                    return null;
                }
                begin(following);
            }
            while (row < batch.size() && rows.size() < BATCH) {
                advance(rows);
            }
            if (rows.size() >= BATCH) {
                return rows;
            }
        }
    }

    private void begin(List<@Nullable Object[]> following) {
        batch = following;
        row = 0;
        hop = 0;
        index = 0;
        edges = new ArrayList<>();
        for (EdgeLookup lookup : lookups) {
            edges.add(lookup.at(() -> ids(lookup.hop())));
        }
    }

    private Set<String> ids(Operator.Hop hop) {
        Set<String> ids = new LinkedHashSet<>();
        for (@Nullable Object[] values : batch) {
            if (near(values) instanceof NodeRef node && node.type().name().equals(hop.near())) {
                ids.add(node.id());
            }
        }
        return ids;
    }

    @Nullable
    private Object near(@Nullable Object[] values) {
        return values[expand.from().id()];
    }

    /** Takes the edges of one row in one direction, until the output is full. */
    private void advance(List<@Nullable Object[]> rows) {
        @Nullable Object[] values = batch.get(row);
        if (hop >= lookups.size() || !(near(values) instanceof NodeRef node)) {
            row++;
            hop = 0;
            index = 0;
            return;
        }
        Operator.Hop current = lookups.get(hop).hop();
        if (!node.type().name().equals(current.near())) {
            nextHop();
            return;
        }
        Neighbours neighbours = edges.get(hop).apply(node.id());
        ElementLayout edgeLayout = tables.layout(current.type());
        ElementLayout farLayout = tables.nodeLayout(current.far());
        boolean loopsSeen = !current.outgoing() && expand.hops().contains(new Operator.Hop(current.type(), true));
        while (index < neighbours.size() && rows.size() < BATCH) {
            String far = neighbours.far(index);
            long address = neighbours.address(index);
            index++;
            boolean loop = far.equals(node.id()) && current.near().equals(current.far());
            if (loop && loopsSeen) {
                continue;
            }
            if (expand.into() && !isEnd(values[expand.to().id()], current.far(), far)) {
                continue;
            }
            EdgeRef edge = current.outgoing()
                    ? new EdgeRef(edgeLayout, node.id(), far, address)
                    : new EdgeRef(edgeLayout, far, node.id(), address);
            if (isTaken(edge, values)) {
                continue;
            }
            @Nullable Object[] expanded = values.clone();
            expanded[expand.edge().id()] = edge;
            if (!expand.into()) {
                expanded[expand.to().id()] = new NodeRef(farLayout, far, ElementRef.NO_ADDRESS);
            }
            rows.add(expanded);
        }
        if (index >= neighbours.size()) {
            nextHop();
        }
    }

    private void nextHop() {
        hop++;
        index = 0;
    }

    private static boolean isEnd(@Nullable Object value, String type, String id) {
        return value instanceof NodeRef node
                && node.id().equals(id)
                && node.type().name().equals(type);
    }

    private boolean isTaken(EdgeRef edge, @Nullable Object[] values) {
        return TakenEdges.contain(edge, values, distinctFrom);
    }

    @Override
    public void close() {
        input.close();
    }
}
