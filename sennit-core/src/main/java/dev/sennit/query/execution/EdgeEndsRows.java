package dev.sennit.query.execution;

import dev.sennit.query.analysis.Variable;
import dev.sennit.query.plan.Operator;
import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.NodeRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts the ends of a bound edge into the row, or checks that they are the nodes already there. */
final class EdgeEndsRows implements Rows {
    private final Rows input;
    private final Operator.EdgeEnds ends;
    private final OpenTables tables;
    private final int[] distinctFrom;

    EdgeEndsRows(Rows input, Operator.EdgeEnds ends, OpenTables tables) {
        this.input = input;
        this.ends = ends;
        this.tables = tables;
        this.distinctFrom = ends.distinctFrom().stream().mapToInt(Variable::id).toArray();
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        while (true) {
            List<@Nullable Object[]> batch = input.next();
            if (batch == null) {
                return null;
            }
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (@Nullable Object[] row : batch) {
                if (row[ends.edge().id()] instanceof EdgeRef edge && !edge.isDeleted() && !isTaken(edge, row)) {
                    boolean loopDone = false;
                    for (Operator.Hop hop : ends.hops()) {
                        if (!hop.type().name().equals(edge.type().name()) || loopDone) {
                            continue;
                        }
                        loopDone = edge.source().equals(edge.destination())
                                && hop.near().equals(hop.far());
                        bound(edge, hop, row).ifPresent(rows::add);
                    }
                }
            }
            if (!rows.isEmpty()) {
                return rows;
            }
        }
    }

    private boolean isTaken(EdgeRef edge, @Nullable Object[] row) {
        return TakenEdges.contain(edge, row, distinctFrom);
    }

    private Optional<@Nullable Object[]> bound(EdgeRef edge, Operator.Hop hop, @Nullable Object[] row) {
        NodeRef from = node(hop.near(), hop.outgoing() ? edge.source() : edge.destination());
        NodeRef to = node(hop.far(), hop.outgoing() ? edge.destination() : edge.source());
        if (ends.fromBound() && !from.equals(row[ends.from().id()])
                || ends.toBound() && !to.equals(row[ends.to().id()])
                || ends.from().equals(ends.to()) && !from.equals(to)) {
            return Optional.empty();
        }
        @Nullable Object[] bound = row.clone();
        if (!ends.fromBound()) {
            bound[ends.from().id()] = from;
        }
        if (!ends.toBound()) {
            bound[ends.to().id()] = to;
        }
        return Optional.of(bound);
    }

    private NodeRef node(String type, String id) {
        return new NodeRef(tables.nodeLayout(type), id, ElementRef.NO_ADDRESS);
    }

    @Override
    public void close() {
        input.close();
    }
}
