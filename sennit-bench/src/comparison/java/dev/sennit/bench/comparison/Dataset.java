package dev.sennit.bench.comparison;

import java.nio.file.Path;
import java.util.List;

/**
 * A graph as CSV files with header lines, one file per type. An empty cell is null.
 *
 * @param schema in Sennit's schema language
 */
record Dataset(String name, String schema, List<NodeFile> nodes, List<EdgeFile> edges) {
    Dataset {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }

    /** What the cells of a column hold. */
    enum ValueKind {
        INTEGER,
        FLOAT,
        STRING,
        DATE
    }

    record Column(String name, ValueKind kind) {}

    /**
     * The nodes with one label.
     *
     * @param columns the file's, in its order; the first is the key
     */
    record NodeFile(String label, List<Column> columns, Path file) {
        NodeFile {
            columns = List.copyOf(columns);
        }

        Column key() {
            return columns.getFirst();
        }
    }

    /**
     * The edges with one label between nodes of two labels.
     *
     * @param columns the file's after the first two, which are the keys of the source and of the destination
     */
    record EdgeFile(String label, String from, String to, List<Column> columns, Path file) {
        EdgeFile {
            columns = List.copyOf(columns);
        }
    }

    NodeFile nodesOf(String label) {
        return nodes.stream().filter(n -> n.label().equals(label)).findFirst().orElseThrow();
    }
}
