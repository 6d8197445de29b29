package dev.sennit.validate;

import dev.sennit.model.Rule;
import dev.sennit.schema.Cardinality;
import dev.sennit.schema.EdgeType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** What joins edges and nodes: that endpoints exist, and how many edges a node has. */
final class EndpointRules {
    private static final int SOURCE = 0;
    private static final int DESTINATION = 1;

    private final List<TypeDelta> types;
    private final HashSpill nodeKeys;
    private final HashSpill endpoints;

    EndpointRules(List<TypeDelta> types, HashSpill nodeKeys, HashSpill endpoints) {
        this.types = types;
        this.nodeKeys = nodeKeys;
        this.endpoints = endpoints;
    }

    /** Rejects edges whose endpoints are missing or rejected, and finds base edges whose nodes go. */
    void requireEndpoints(ProblemLog problems) {
        if (endpoints.isEmpty()) {
            return;
        }
        // an edge that lacks both endpoints is told of both, whichever comes first here
        Map<Integer, Roaring64Bitmap> rejectedHere = new HashMap<>();
        for (int p = 0; p < endpoints.partitions(); p++) {
            long[][] k = nodeKeys.load(p);
            long[][] e = endpoints.load(p);
            int node = 0;
            int from = 0;
            while (from < e[0].length) {
                int to = KeyGroup.end(e, from);
                node = KeyGroup.seek(k, node, e[0][from], e[1][from]);
                NodeStatus status = NodeStatus.of(types, k, node, e[0][from], e[1][from]);
                if (!status.exists()) {
                    requireEndpoint(e, from, to, status, rejectedHere, problems);
                }
                from = to;
            }
        }
    }

    private void requireEndpoint(
            long[][] e,
            int from,
            int to,
            NodeStatus status,
            Map<Integer, Roaring64Bitmap> rejectedHere,
            ProblemLog problems) {
        long baseEdges = 0;
        for (int i = from; i < to; i++) {
            long tag = e[2][i];
            int type = RowTag.endpointType(tag);
            int side = RowTag.isSource(tag) ? SOURCE : DESTINATION;
            switch (RowTag.endpointOrigin(tag)) {
                case RowTag.BASE -> baseEdges++;
                case RowTag.DELETED -> baseEdges--;
                default -> {
                    long ordinal = RowTag.ordinal(tag);
                    Roaring64Bitmap here = rejectedHere.computeIfAbsent(type, key -> new Roaring64Bitmap());
                    if (!types.get(type).rejected.contains(ordinal) || here.contains(ordinal)) {
                        here.addLong(ordinal);
                        Rule rule = status.isRejected() ? Rule.ENDPOINT_REJECTED : Rule.ENDPOINT;
                        problems.reject(type, ordinal, rule, side, status.rejectedOrdinal());
                    }
                }
            }
            boolean lastOfSide = i + 1 == to || RowTag.endpointSide(e[2][i + 1]) != RowTag.endpointSide(tag);
            if (lastOfSide) {
                if (baseEdges > 0) {
                    problems.strand(type, side == SOURCE, e[0][i], e[1][i], baseEdges);
                }
                baseEdges = 0;
            }
        }
    }

    /** Rejects edges beyond a maximum on one side. */
    void requireMaximum(boolean source, ProblemLog problems) {
        if (endpoints.isEmpty() || types.stream().noneMatch(type -> maximum(type, source) != Long.MAX_VALUE)) {
            return;
        }
        for (int p = 0; p < endpoints.partitions(); p++) {
            long[][] e = endpoints.load(p);
            int from = 0;
            while (from < e[0].length) {
                int to = sideEnd(e, from);
                TypeDelta edge = types.get(RowTag.endpointType(e[2][from]));
                if (RowTag.isSource(e[2][from]) == source && maximum(edge, source) != Long.MAX_VALUE) {
                    requireMaximum(e, from, to, edge, source, problems);
                }
                from = to;
            }
        }
    }

    private static void requireMaximum(
            long[][] e, int from, int to, TypeDelta edge, boolean source, ProblemLog problems) {
        long maximum = maximum(edge, source);
        long count = 0;
        for (int i = from; i < to; i++) {
            long ordinal = RowTag.ordinal(e[2][i]);
            switch (RowTag.endpointOrigin(e[2][i])) {
                case RowTag.BASE -> count++;
                case RowTag.DELETED -> count--;
                default -> {
                    if (counts(edge, ordinal)) {
                        if (count >= maximum) {
                            problems.reject(
                                    edge.index, ordinal, Rule.CARDINALITY, 2 * edge.index + (source ? 0 : 1), maximum);
                        } else {
                            count++;
                        }
                    }
                }
            }
        }
    }

    /** Rejects nodes of the delta without the minimum of edges, and finds base nodes left without it. */
    void requireMinimum(ProblemLog problems) {
        List<Minimum> minimums = minimums();
        if (minimums.isEmpty() || nodeKeys.isEmpty()) {
            return;
        }
        for (int p = 0; p < nodeKeys.partitions(); p++) {
            long[][] k = nodeKeys.load(p);
            long[][] e = endpoints.load(p);
            int edges = 0;
            int from = 0;
            while (from < k[0].length) {
                int to = KeyGroup.end(k, from);
                edges = KeyGroup.seek(e, edges, k[0][from], k[1][from]);
                NodeStatus status = NodeStatus.of(types, k, from, k[0][from], k[1][from]);
                if (status.exists()) {
                    for (Minimum minimum : minimums) {
                        if (minimum.nodeType().equals(types.get(RowTag.type(k[2][from])).name)) {
                            requireMinimum(
                                    minimum,
                                    status,
                                    e,
                                    edges,
                                    k[0][from],
                                    k[1][from],
                                    RowTag.type(k[2][from]),
                                    problems);
                        }
                    }
                }
                from = to;
            }
        }
    }

    private void requireMinimum(
            Minimum minimum,
            NodeStatus status,
            long[][] e,
            int edges,
            long high,
            long low,
            int nodeType,
            ProblemLog problems) {
        long count = 0;
        boolean loses = !minimum.edge().baseCounts();
        for (int i = edges; i < e[0].length && e[0][i] == high && e[1][i] == low; i++) {
            long tag = e[2][i];
            if (RowTag.endpointType(tag) != minimum.edge().index || RowTag.isSource(tag) != minimum.source()) {
                continue;
            }
            switch (RowTag.endpointOrigin(tag)) {
                case RowTag.BASE -> count++;
                case RowTag.DELETED -> {
                    count--;
                    loses = true;
                }
                default -> count += counts(minimum.edge(), RowTag.ordinal(tag)) ? 1 : 0;
            }
        }
        if (count >= minimum.edges()) {
            return;
        }
        int place = 2 * minimum.edge().index + (minimum.source() ? 0 : 1);
        if (status.acceptedOrdinal() >= 0) {
            problems.reject(nodeType, status.acceptedOrdinal(), Rule.CARDINALITY, place, count);
        } else if (loses) {
            problems.lack(minimum.edge().index, minimum.source(), high, low, count);
        }
    }

    private List<Minimum> minimums() {
        List<Minimum> minimums = new ArrayList<>();
        for (TypeDelta type : types) {
            if (type.type instanceof EdgeType edge) {
                if (edge.outgoing().minimum() > 0) {
                    minimums.add(new Minimum(
                            type, true, edge.source(), edge.outgoing().minimum()));
                }
                if (edge.incoming().minimum() > 0) {
                    minimums.add(new Minimum(
                            type, false, edge.destination(), edge.incoming().minimum()));
                }
            }
        }
        return minimums;
    }

    /** Whether a row of the delta adds an edge: it was not rejected, and stands for no base edge. */
    private static boolean counts(TypeDelta edge, long ordinal) {
        return !edge.rejected.contains(ordinal) && !edge.replacing.contains(ordinal);
    }

    private static long maximum(TypeDelta type, boolean source) {
        if (!(type.type instanceof EdgeType edge)) {
            return Long.MAX_VALUE;
        }
        Cardinality cardinality = source ? edge.outgoing() : edge.incoming();
        return cardinality.maximum().orElse(Long.MAX_VALUE);
    }

    private static int sideEnd(long[][] e, int from) {
        int to = from + 1;
        while (to < e[0].length
                && e[0][to] == e[0][from]
                && e[1][to] == e[1][from]
                && RowTag.endpointSide(e[2][to]) == RowTag.endpointSide(e[2][from])) {
            to++;
        }
        return to;
    }

    /** How many edges of a type each node of a type has at least on one side. */
    private record Minimum(TypeDelta edge, boolean source, String nodeType, long edges) {}
}
