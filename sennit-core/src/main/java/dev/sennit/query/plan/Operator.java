package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.Variable;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.NodeType;
import dev.sennit.store.ScanFilter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One operator of a plan: takes the rows of its inputs and makes rows. */
public sealed interface Operator {
    /** The operators whose rows it takes. */
    List<Operator> inputs();

    /** The expressions it evaluates itself. */
    Stream<BoundExpression> expressions();

    /** It and all operators below it. */
    default Stream<Operator> all() {
        return Stream.concat(Stream.of(this), inputs().stream().flatMap(Operator::all));
    }

    /** One empty row. */
    record Unit() implements Operator {
        @Override
        public List<Operator> inputs() {
            return List.of();
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of();
        }
    }

    /**
     * All nodes of some types.
     *
     * @param load whether properties are read with them
     */
    record NodeScan(Variable node, List<NodeTable> tables, boolean load, double estimatedRows) implements Operator {
        public NodeScan {
            tables = List.copyOf(tables);
        }

        @Override
        public List<Operator> inputs() {
            return List.of();
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of();
        }
    }

    /**
     * The part of a scan that reads one node type.
     *
     * @param ids the only ids wanted, if they are known
     */
    record NodeTable(NodeType type, Optional<List<String>> ids, Optional<ScanFilter> filter) {
        public NodeTable {
            ids = ids.map(List::copyOf);
        }
    }

    /** All edges of some types, with their ends. */
    record EdgeScan(
            Variable edge, Variable from, Variable to, List<EdgeTable> tables, boolean load, double estimatedRows)
            implements Operator {
        public EdgeScan {
            tables = List.copyOf(tables);
        }

        @Override
        public List<Operator> inputs() {
            return List.of();
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of();
        }
    }

    /**
     * The part of a scan that reads one edge type. Read both ways, an edge that is no loop makes two rows.
     *
     * @param forward whether {@code from} may be the source
     * @param backward whether {@code from} may be the destination
     */
    record EdgeTable(EdgeType type, Optional<ScanFilter> filter, boolean forward, boolean backward) {}

    /**
     * For each row, one row per edge at a node.
     *
     * @param hops tables and directions to look in
     * @param into whether {@code to} is bound already and must be the edge's other end
     * @param distinctFrom edges that must be other edges
     */
    record Expand(
            Operator input,
            Variable from,
            Variable edge,
            Variable to,
            List<Hop> hops,
            boolean into,
            List<Variable> distinctFrom,
            double estimatedRows)
            implements Operator {
        public Expand {
            hops = List.copyOf(hops);
            distinctFrom = List.copyOf(distinctFrom);
        }

        @Override
        public List<Operator> inputs() {
            return List.of(input);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of();
        }
    }

    /** @param outgoing whether the near end is the source */
    record Hop(EdgeType type, boolean outgoing) {
        /** The node type at the near end. */
        public String near() {
            return outgoing ? type.source() : type.destination();
        }

        /** The node type at the far end. */
        public String far() {
            return outgoing ? type.destination() : type.source();
        }
    }

    /**
     * Binds, or checks, the ends of an edge that an earlier clause has bound.
     *
     * @param hops types and orientations that fit the pattern
     */
    record EdgeEnds(
            Operator input,
            Variable edge,
            Variable from,
            boolean fromBound,
            Variable to,
            boolean toBound,
            List<Hop> hops,
            List<Variable> distinctFrom)
            implements Operator {
        public EdgeEnds {
            hops = List.copyOf(hops);
            distinctFrom = List.copyOf(distinctFrom);
        }

        @Override
        public List<Operator> inputs() {
            return List.of(input);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of();
        }
    }

    /** Keeps rows whose node has one of the types: for nodes an earlier clause has bound with more. */
    record TypeFilter(Operator input, Variable node, List<NodeType> types) implements Operator {
        public TypeFilter {
            types = List.copyOf(types);
        }

        @Override
        public List<Operator> inputs() {
            return List.of(input);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of();
        }
    }

    /** Keeps rows for which all predicates are true. */
    record Filter(Operator input, List<BoundExpression> predicates) implements Operator {
        public Filter {
            predicates = List.copyOf(predicates);
        }

        @Override
        public List<Operator> inputs() {
            return List.of(input);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return predicates.stream();
        }
    }

    /** Reads the properties of elements many rows at a time. */
    record Fetch(Operator input, List<Variable> elements) implements Operator {
        public Fetch {
            elements = List.copyOf(elements);
        }

        @Override
        public List<Operator> inputs() {
            return List.of(input);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of();
        }
    }

    /**
     * Each row of the left with each row of the right, which is kept in memory.
     *
     * @param rightVariables variables the right side binds
     * @param distinctEdges pairs of edges that must differ
     */
    record CartesianProduct(Operator left, Operator right, List<Variable> rightVariables, List<EdgePair> distinctEdges)
            implements Operator {
        public CartesianProduct {
            rightVariables = List.copyOf(rightVariables);
            distinctEdges = List.copyOf(distinctEdges);
        }

        @Override
        public List<Operator> inputs() {
            return List.of(left, right);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of();
        }
    }

    record EdgePair(Variable left, Variable right) {}

    /** One row per element of a list. */
    record Unwind(Operator input, BoundExpression list, Variable variable) implements Operator {
        @Override
        public List<Operator> inputs() {
            return List.of(input);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of(list);
        }
    }

    /** Adds values to rows. */
    record Project(Operator input, List<BoundQuery.Binding> bindings) implements Operator {
        public Project {
            bindings = List.copyOf(bindings);
        }

        @Override
        public List<Operator> inputs() {
            return List.of(input);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return bindings.stream().map(BoundQuery.Binding::expression);
        }
    }

    /** One row per group. */
    record Aggregate(Operator input, BoundQuery.Grouping grouping) implements Operator {
        @Override
        public List<Operator> inputs() {
            return List.of(input);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.concat(
                    grouping.keys().stream().map(BoundQuery.Binding::expression),
                    grouping.aggregates().stream().map(BoundQuery.Aggregate::aggregation));
        }
    }

    /**
     * One row with the number of elements, asked of the tables without reading them.
     *
     * @param counts variables that get the number
     */
    record CountRows(List<NodeTable> nodes, List<EdgeTable> edges, List<Variable> counts) implements Operator {
        public CountRows {
            nodes = List.copyOf(nodes);
            edges = List.copyOf(edges);
            counts = List.copyOf(counts);
        }

        @Override
        public List<Operator> inputs() {
            return List.of();
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of();
        }
    }

    /** Drops rows that equal an earlier one in all the variables. */
    record Distinct(Operator input, List<Variable> variables) implements Operator {
        public Distinct {
            variables = List.copyOf(variables);
        }

        @Override
        public List<Operator> inputs() {
            return List.of(input);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of();
        }
    }

    /** @param limit how many rows are needed from the front, if not all: then no more are kept in memory */
    record Sort(
            Operator input,
            List<BoundQuery.SortKey> keys,
            Optional<BoundExpression> limit,
            Optional<BoundExpression> skip)
            implements Operator {
        public Sort {
            keys = List.copyOf(keys);
        }

        @Override
        public List<Operator> inputs() {
            return List.of(input);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return keys.stream().map(BoundQuery.SortKey::expression);
        }
    }

    record Skip(Operator input, BoundExpression count) implements Operator {
        @Override
        public List<Operator> inputs() {
            return List.of(input);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of(count);
        }
    }

    record Limit(Operator input, BoundExpression count) implements Operator {
        @Override
        public List<Operator> inputs() {
            return List.of(input);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of(count);
        }
    }
}
