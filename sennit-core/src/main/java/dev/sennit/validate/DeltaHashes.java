package dev.sennit.validate;

import java.io.Closeable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hashes of everything the rules over all rows compare, from the delta and the base state:
 *
 * <ul>
 *   <li>keys of nodes and keys of edges: {@code hash, tag, address, endpoints};
 *   <li>UNIQUE tuples with the key of the row that has them: {@code owner's hash, tag, tuple's hash};
 *   <li>endpoints: {@code node's hash, tag, address}.
 * </ul>
 */
final class DeltaHashes implements Closeable {
    static final int KEY_WIDTH = 5;
    static final int UNIQUE_WIDTH = 5;
    static final int ENDPOINT_WIDTH = 4;

    final HashSpill nodeKeys;
    final HashSpill edgeKeys;
    final HashSpill nodeUniques;
    final HashSpill edgeUniques;
    final HashSpill endpoints;

    private final KeyedHash hash;
    private final TupleEncoder encoder = new TupleEncoder();
    private final long[] record = new long[KEY_WIDTH];

    DeltaHashes(SpillSettings settings) {
        this.hash = new KeyedHash(settings.key0(), settings.key1());
        this.nodeKeys = spill(settings, "node-keys", KEY_WIDTH);
        this.edgeKeys = spill(settings, "edge-keys", KEY_WIDTH);
        this.nodeUniques = spill(settings, "node-uniques", UNIQUE_WIDTH);
        this.edgeUniques = spill(settings, "edge-uniques", UNIQUE_WIDTH);
        this.endpoints = spill(settings, "endpoints", ENDPOINT_WIDTH);
    }

    static HashSpill spill(SpillSettings settings, String name, int width) {
        return new HashSpill(settings.directory(), name, width, settings.partitions(), settings.bufferBytes());
    }

    /**
     * Adds a row's key.
     *
     * @param endpoints the fingerprint of an edge's endpoints; 0 for nodes and deletions
     */
    void addKey(TypeDelta type, int origin, long ordinal, String id, long address, long endpoints) {
        hashId(type.index, id);
        HashSpill keys = type.isEdge() ? edgeKeys : nodeKeys;
        record[0] = hash.high();
        record[1] = hash.low();
        record[2] = RowTag.of(origin, type.index, 0, ordinal);
        record[3] = address;
        record[4] = endpoints;
        keys.add(keys.partitionOf(hash.high()), record);
    }

    /** Adds the UNIQUE tuples of a row that have no null. */
    void addUniques(TypeDelta type, int origin, long ordinal, @Nullable String id, @Nullable Object[] values) {
        List<int[]> uniques = type.uniques;
        for (int constraint = 0; constraint < uniques.size(); constraint++) {
            int[] columns = uniques.get(constraint);
            if (isComplete(values, columns)) {
                addUnique(type, origin, ordinal, id, constraint, values, columns);
            }
        }
    }

    static boolean isComplete(@Nullable Object[] values, int[] columns) {
        for (int column : columns) {
            if (values[column] == null) {
                return false;
            }
        }
        return true;
    }

    void addUnique(
            TypeDelta type,
            int origin,
            long ordinal,
            @Nullable String id,
            int constraint,
            @Nullable Object[] values,
            int[] columns) {
        if (id == null) {
            encoder.reset();
            encoder.putInt(~type.index); // no id has this prefix
            encoder.putValue(ordinal);
            hash.hash(encoder.bytes(), encoder.length());
        } else {
            hashId(type.index, id);
        }
        record[0] = hash.high();
        record[1] = hash.low();
        record[2] = RowTag.of(origin, type.index, constraint, ordinal);
        encoder.reset();
        encoder.putInt(type.index);
        encoder.putInt(constraint);
        for (int column : columns) {
            encoder.putValue(values[column]);
        }
        hash.hash(encoder.bytes(), encoder.length());
        record[3] = hash.high();
        record[4] = hash.low();
        HashSpill uniques = type.isEdge() ? edgeUniques : nodeUniques;
        uniques.add(uniques.partitionOf(record[0]), record);
    }

    /** Adds one endpoint of an edge. */
    void addEndpoint(
            TypeDelta edge, boolean source, int origin, long ordinal, int nodeType, String nodeId, long address) {
        hashId(nodeType, nodeId);
        record[0] = hash.high();
        record[1] = hash.low();
        record[2] = RowTag.endpoint(edge.index, source, origin, ordinal);
        record[3] = address;
        endpoints.add(endpoints.partitionOf(hash.high()), record);
    }

    /** What tells two edges with the same id but other endpoints apart. */
    long fingerprint(String source, String destination) {
        encoder.reset();
        encoder.putText(source);
        encoder.putLastText(destination);
        hash.hash(encoder.bytes(), encoder.length());
        return hash.low();
    }

    /** Hashes an element's identity; {@link #high} and {@link #low} have it until the next call of anything here. */
    void hashId(int typeIndex, String id) {
        encoder.reset();
        encoder.putInt(typeIndex);
        encoder.putLastText(id);
        hash.hash(encoder.bytes(), encoder.length());
    }

    long high() {
        return hash.high();
    }

    long low() {
        return hash.low();
    }

    @Override
    public void close() {
        nodeKeys.close();
        edgeKeys.close();
        nodeUniques.close();
        edgeUniques.close();
        endpoints.close();
    }
}
