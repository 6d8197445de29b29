package dev.sennit.validate;

import dev.sennit.model.Rule;
import dev.sennit.model.Violation;
import dev.sennit.schema.EdgeType;
import dev.sennit.validate.RowNotes.RowNote;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns problems into violations: looks up what messages need, in the notes of rows and in the base state. */
final class ViolationWriter {
    /** Beyond so many looked-up rows, messages say "an earlier row" and not where it is: each look-up may be a read. */
    private static final int NAMED_OTHERS = 10_000;

    private static final int ID = 0;
    private static final int SOURCE = 1;
    private static final int DESTINATION = 2;

    private final List<TypeDelta> types;
    private final DeltaHashes hashes;
    private final BaseState base;
    private final ViolationSink sink;
    private int namedOthers;

    ViolationWriter(List<TypeDelta> types, DeltaHashes hashes, BaseState base, ViolationSink sink) {
        this.types = types;
        this.hashes = hashes;
        this.base = base;
        this.sink = sink;
    }

    void write(ProblemLog problems) {
        problems.forEach(
                (type, ordinal, problem) -> sink.accept(type.name, ordinal, violation(type, ordinal, problem)));
        problems.stranded().forEach(this::writeStranded);
        problems.lacking().forEach(this::writeLacking);
    }

    private Violation violation(TypeDelta type, long ordinal, Problem problem) {
        RowNote note = type.notes.find(ordinal);
        String key = note.text(ID).isEmpty() && type.isEdge()
                ? note.text(SOURCE) + "->" + note.text(DESTINATION)
                : note.text(ID);
        String row = type.name + " '" + key + "'";
        return switch (problem.rule()) {
            case KEY ->
                of(
                        problem.rule(),
                        type,
                        null,
                        note,
                        key,
                        key,
                        row
                                + (problem.other() == Problem.IN_BASE
                                        ? " exists in the graph"
                                        : " occurs twice, first in " + other(type, problem.other())));
            case KEY_IMMUTABLE ->
                of(
                        problem.rule(),
                        type,
                        null,
                        note,
                        key,
                        key,
                        row + " exists with other endpoints; delete it and add it anew");
            case UNIQUE -> {
                int[] columns = type.uniques.get(problem.place());
                String names = Shown.names(type.properties, columns);
                String tuple = note.text((type.isEdge() ? 3 : 1) + problem.place());
                yield of(
                        problem.rule(),
                        type,
                        names,
                        note,
                        key,
                        tuple,
                        row + ": (" + names + ") = (" + tuple + ") is unique, but "
                                + (problem.other() == Problem.IN_BASE
                                        ? "another one in the graph has it"
                                        : other(type, problem.other()) + " has it"));
            }
            case ENDPOINT, ENDPOINT_REJECTED -> {
                TypeDelta node = endpointType(type, problem.place() == 0);
                String id = note.text(problem.place() == 0 ? SOURCE : DESTINATION);
                String missing = node.name + " '" + id + "'";
                yield of(
                        problem.rule(),
                        type,
                        problem.place() == 0 ? "_src" : "_dst",
                        note,
                        key,
                        id,
                        type.name + " " + note.text(SOURCE) + "->" + note.text(DESTINATION)
                                + (problem.rule() == Rule.ENDPOINT
                                        ? ": there is no " + missing
                                        : ": its " + missing + " in " + other(node, problem.other())
                                                + " was rejected"));
            }
            case CARDINALITY -> cardinality(type, note, key, problem);
            default -> throw new IllegalStateException(problem.rule() + " is no rule over all rows");
        };
    }

    private Violation cardinality(TypeDelta type, RowNote note, String key, Problem problem) {
        TypeDelta edge = types.get(problem.place() / 2);
        boolean source = problem.place() % 2 == 0;
        String edges = (source ? "outgoing " : "incoming ") + edge.name;
        if (type.isEdge()) {
            String node = note.text(source ? SOURCE : DESTINATION);
            return of(
                    Rule.CARDINALITY,
                    type,
                    source ? "_src" : "_dst",
                    note,
                    key,
                    node,
                    type.name + " " + note.text(SOURCE) + "->" + note.text(DESTINATION) + ": "
                            + endpointType(type, source).name + " '" + node + "' may have " + problem.other() + " "
                            + edges + " at most");
        }
        return of(
                Rule.CARDINALITY,
                type,
                null,
                note,
                key,
                Long.toString(problem.other()),
                type.name + " '" + key + "' has " + problem.other() + " " + edges + ", but needs "
                        + minimum(edge, source));
    }

    private static Violation of(
            Rule rule,
            TypeDelta type,
            @Nullable String property,
            RowNote note,
            String key,
            String value,
            String message) {
        return new Violation(rule, type.name, property, key, value, note.source(), note.line(), message);
    }

    private String other(TypeDelta type, long ordinal) {
        if (namedOthers++ >= NAMED_OTHERS) {
            return "an earlier row";
        }
        String place = type.notes.find(ordinal).place();
        return place.isEmpty() ? "another row" : place;
    }

    /** Reports base edges that lose a node, looking the edges up by a scan: this is the end of the write anyway. */
    private void writeStranded(int place, LongArrayList nodes) {
        TypeDelta edge = types.get(place / 2);
        boolean source = place % 2 == 0;
        TypeDelta node = endpointType(edge, source);
        Map<Hash, Long> lost = byHash(nodes);
        LongOpenHashSet deleted = deletedEdges(edge);
        base.scan(edge.type, List.of(), (address, id, from, to, values) -> {
            String nodeId = source ? from : to;
            if (nodeId == null) {
                return;
            }
            hashes.hashId(node.index, nodeId);
            if (!lost.containsKey(new Hash(hashes.high(), hashes.low()))) {
                return;
            }
            hashes.hashId(edge.index, id);
            if (deleted.contains(hashes.low())) {
                return;
            }
            String message = edge.name + " " + from + "->" + to + " of the graph would lose its " + node.name + " '"
                    + nodeId + "'; keep the node, or delete or replace its edges as well";
            sink.accept(
                    edge.name,
                    ViolationSink.NO_ROW,
                    new Violation(Rule.ENDPOINT, edge.name, source ? "_src" : "_dst", id, nodeId, null, 0, message));
        });
    }

    private void writeLacking(int place, LongArrayList nodes) {
        TypeDelta edge = types.get(place / 2);
        boolean source = place % 2 == 0;
        TypeDelta node = endpointType(edge, source);
        Map<Hash, Long> lacking = byHash(nodes);
        base.scan(node.type, List.of(), (address, id, from, to, values) -> {
            hashes.hashId(node.index, id);
            Long count = lacking.get(new Hash(hashes.high(), hashes.low()));
            if (count != null) {
                String message = node.name + " '" + id + "' of the graph would have " + count + " "
                        + (source ? "outgoing " : "incoming ") + edge.name + ", but needs " + minimum(edge, source);
                sink.accept(
                        node.name,
                        ViolationSink.NO_ROW,
                        new Violation(Rule.CARDINALITY, node.name, null, id, Long.toString(count), null, 0, message));
            }
        });
    }

    private LongOpenHashSet deletedEdges(TypeDelta edge) {
        LongOpenHashSet deleted = new LongOpenHashSet();
        if (edge.deletions > 0) {
            for (int p = 0; p < hashes.edgeKeys.partitions(); p++) {
                long[][] k = hashes.edgeKeys.load(p);
                for (int i = 0; i < k[0].length; i++) {
                    if (RowTag.origin(k[2][i]) == RowTag.DELETED && RowTag.type(k[2][i]) == edge.index) {
                        deleted.add(k[1][i]);
                    }
                }
            }
        }
        return deleted;
    }

    private static Map<Hash, Long> byHash(LongArrayList nodes) {
        Map<Hash, Long> counts = new HashMap<>();
        for (int i = 0; i < nodes.size(); i += 3) {
            counts.put(new Hash(nodes.getLong(i), nodes.getLong(i + 1)), nodes.getLong(i + 2));
        }
        return counts;
    }

    private TypeDelta endpointType(TypeDelta edge, boolean source) {
        EdgeType type = (EdgeType) edge.type;
        String name = source ? type.source() : type.destination();
        return types.stream().filter(t -> t.name.equals(name)).findFirst().orElseThrow();
    }

    private static long minimum(TypeDelta edge, boolean source) {
        EdgeType type = (EdgeType) edge.type;
        return (source ? type.outgoing() : type.incoming()).minimum();
    }

    private record Hash(long high, long low) {}
}
