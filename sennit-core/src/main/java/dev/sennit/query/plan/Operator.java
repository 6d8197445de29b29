package dev.sennit.query.plan;

import dev.sennit.model.PropertyType;
import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.PatternGraph;
import dev.sennit.query.analysis.Variable;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.NodeType;
import dev.sennit.store.ScanFilter;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One operator of a plan: takes the rows of its inputs and makes rows. */
public sealed interface Operator {
    /** The operators whose rows it takes. */
    List<Operator> inputs();

    /** The expressions it evaluates itself. */
    default Stream<BoundExpression> expressions() {
        return Stream.of();
    }

    /** It and all operators below it. */
    default Stream<Operator> all() {
        return Stream.concat(Stream.of(this), inputs().stream().flatMap(Operator::all));
    }

    /** Makes rows of what is stored, or of what is given. */
    sealed interface Source extends Operator {
        @Override
        default List<Operator> inputs() {
            return List.of();
        }
    }

    /** Takes the rows of one operator. */
    sealed interface Step extends Operator {
        Operator input();

        @Override
        default List<Operator> inputs() {
            return List.of(input());
        }
    }

    /** One empty row. */
    record Unit() implements Source {}

    /**
     * All nodes of some types.
     *
     * @param load whether properties are read with them
     * @param limit how many are enough, if not all
     */
    record NodeScan(Variable node, List<NodeTable> tables, boolean load, double estimatedRows, OptionalLong limit)
            implements Source {
        public NodeScan {
            tables = List.copyOf(tables);
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

    /**
     * For each row, the nodes whose keys have certain values there.
     *
     * @param load whether properties are read with them
     */
    record NodeSeek(Operator input, Variable node, List<SeekTable> tables, boolean load) implements Step {
        public NodeSeek {
            tables = List.copyOf(tables);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return tables.stream().flatMap(t -> t.key().stream());
        }
    }

    /**
     * The part of a seek that looks into one node type.
     *
     * @param key what the key's properties equal, in the key's order
     */
    record SeekTable(NodeType type, List<BoundExpression> key) {
        public SeekTable {
            key = List.copyOf(key);
        }

        /** The {@code _id} of the node whose key has these values; empty if no node can. */
        public Optional<String> id(List<@Nullable Object> values) {
            return KeyLookup.id(type, values);
        }
    }

    /**
     * All edges of some types, with their ends.
     *
     * @param limit how many are enough, if not all
     */
    record EdgeScan(
            Variable edge,
            Variable from,
            Variable to,
            List<EdgeTable> tables,
            boolean load,
            double estimatedRows,
            OptionalLong limit)
            implements Source {
        public EdgeScan {
            tables = List.copyOf(tables);
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
            implements Step {
        public Expand {
            hops = List.copyOf(hops);
            distinctFrom = List.copyOf(distinctFrom);
        }
    }

    /**
     * For each row, how many rows it would become if edges at a node were followed; a row that would become none is dropped.
     *
     * @param arms edges followed from the node, one arm or two; two make pairs, and are of one table and direction each
     * @param different whether the edges of a pair must differ
     * @param rows gets the number
     */
    record CountEdges(Operator input, Variable from, List<Arm> arms, boolean different, Variable rows) implements Step {
        public CountEdges {
            arms = List.copyOf(arms);
        }
    }

    /**
     * Edges that are counted.
     *
     * @param edge what the query calls them
     * @param to what the query calls their other ends
     * @param distinctFrom edges that do not count
     */
    record Arm(Variable edge, Variable to, List<Hop> hops, List<Variable> distinctFrom) {
        public Arm {
            hops = List.copyOf(hops);
            distinctFrom = List.copyOf(distinctFrom);
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
            implements Step {
        public EdgeEnds {
            hops = List.copyOf(hops);
            distinctFrom = List.copyOf(distinctFrom);
        }
    }

    /** Keeps rows whose node has one of the types: for nodes an earlier clause has bound with more. */
    record TypeFilter(Operator input, Variable node, List<NodeType> types) implements Step {
        public TypeFilter {
            types = List.copyOf(types);
        }
    }

    /** Keeps rows for which all predicates are true. */
    record Filter(Operator input, List<BoundExpression> predicates) implements Step {
        public Filter {
            predicates = List.copyOf(predicates);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return predicates.stream();
        }
    }

    /** Reads the properties of elements many rows at a time. */
    record Fetch(Operator input, List<Variable> elements) implements Step {
        public Fetch {
            elements = List.copyOf(elements);
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
    }

    record EdgePair(Variable left, Variable right) {}

    /**
     * Each row of the left with those rows of the right that are equal to it in all keys.
     *
     * @param rightVariables variables the right side binds
     * @param distinctEdges pairs of edges that must differ
     * @param probe how the right side can be asked for rows with certain values of one key, if it can
     */
    record HashJoin(
            Operator left,
            Operator right,
            List<Variable> rightVariables,
            List<EdgePair> distinctEdges,
            List<JoinKey> keys,
            Optional<Probe> probe)
            implements Operator {
        public HashJoin {
            rightVariables = List.copyOf(rightVariables);
            distinctEdges = List.copyOf(distinctEdges);
            keys = List.copyOf(keys);
        }

        @Override
        public List<Operator> inputs() {
            return List.of(left, right);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return keys.stream().flatMap(k -> Stream.of(k.left(), k.right()));
        }
    }

    /** Two expressions that are to be equal, the left one of a row of the left side. */
    record JoinKey(BoundExpression left, BoundExpression right) {
        JoinKey turned() {
            return new JoinKey(/* left= */ right, /* right= */ left);
        }
    }

    /**
     * A scan at the beginning of the right side of a join that finds rows by a property.
     *
     * @param key which of the join's keys the property is, counted from 0
     * @param node that is scanned
     */
    record Probe(int key, Variable node, String property) {
        /** The values as the type's table holds them; those it cannot hold equal none of its values. */
        public List<Object> literals(NodeType type, Collection<?> values) {
            PropertyType column = type.propertyType(property).orElseThrow();
            Set<Object> literals = new LinkedHashSet<>();
            values.forEach(value -> StoredLiteral.of(column, value).ifPresent(literals::add));
            return List.copyOf(literals);
        }
    }

    /** One row per element of a list. */
    record Unwind(Operator input, BoundExpression list, Variable variable) implements Step {
        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of(list);
        }
    }

    /** Adds values to rows. */
    record Project(Operator input, List<BoundQuery.Binding> bindings) implements Step {
        public Project {
            bindings = List.copyOf(bindings);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return bindings.stream().map(BoundQuery.Binding::expression);
        }
    }

    /**
     * One row per group.
     *
     * @param rows holds how many rows each row stands for, if it is not one
     */
    record Aggregate(Operator input, BoundQuery.Grouping grouping, Optional<Variable> rows) implements Step {
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
    record CountRows(List<NodeTable> nodes, List<EdgeTable> edges, List<Variable> counts) implements Source {
        public CountRows {
            nodes = List.copyOf(nodes);
            edges = List.copyOf(edges);
            counts = List.copyOf(counts);
        }
    }

    /** Drops rows that equal an earlier one in all the variables. */
    record Distinct(Operator input, List<Variable> variables) implements Step {
        public Distinct {
            variables = List.copyOf(variables);
        }
    }

    /** @param limit how many rows are needed from the front, if not all: then no more are kept in memory */
    record Sort(
            Operator input,
            List<BoundQuery.SortKey> keys,
            Optional<BoundExpression> limit,
            Optional<BoundExpression> skip)
            implements Step {
        public Sort {
            keys = List.copyOf(keys);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return keys.stream().map(BoundQuery.SortKey::expression);
        }
    }

    record Skip(Operator input, BoundExpression count) implements Step {
        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of(count);
        }
    }

    record Limit(Operator input, BoundExpression count) implements Step {
        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of(count);
        }
    }

    /** The row, or rows, for which a plan within the plan runs. */
    record Argument() implements Source {}

    /**
     * For each row all rows of the inner plan, or if there are none the row itself with nulls.
     *
     * @param inner begins with {@link Argument}, and keeps the order of the rows it is given
     * @param ordinal a slot of its own, to tell which row is whose
     */
    record OptionalApply(Operator input, Operator inner, List<Variable> introduced, Variable ordinal)
            implements Operator {
        public OptionalApply {
            introduced = List.copyOf(introduced);
        }

        @Override
        public List<Operator> inputs() {
            return List.of(input, inner);
        }
    }

    /**
     * For each row all rows of the inner plan with it.
     *
     * @param inner begins with {@link Argument}
     * @param results variables that the inner plan adds; if there are none, the row itself comes once, whatever the
     *     inner plan gives
     * @param writes whether the inner plan changes the graph
     */
    record Apply(Operator input, Operator inner, List<Variable> results, boolean writes) implements Operator {
        public Apply {
            results = List.copyOf(results);
        }

        @Override
        public List<Operator> inputs() {
            return List.of(input, inner);
        }
    }

    /**
     * For each row, what the body does for each element of a list; the row itself comes once.
     *
     * @param body begins with {@link Argument}: rows that have an element as the variable
     */
    record Foreach(Operator input, BoundExpression list, Variable variable, Operator body, ForeachOrder order)
            implements Operator {
        @Override
        public List<Operator> inputs() {
            return List.of(input, body);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of(list);
        }
    }

    /**
     * The rows of one plan after the other.
     *
     * @param columns for each plan the variables that become the outputs
     */
    record Union(List<Operator> inputs, List<List<Variable>> columns, List<Variable> outputs) implements Operator {
        public Union {
            inputs = List.copyOf(inputs);
            columns = columns.stream().map(List::copyOf).toList();
            outputs = List.copyOf(outputs);
        }
    }

    /**
     * For each row, one row per walk along several edges in a row, none of them twice.
     *
     * @param edges gets the list of edges
     * @param hops tables and directions to look in
     * @param into whether {@code to} is bound already and must be where the walk ends
     * @param distinctFrom edges, or lists of edges, that the walk must not use
     * @param rules conditions on the walk
     * @param backward whether the walk goes against the order in which the edges are listed
     */
    record VarExpand(
            Operator input,
            Variable from,
            Variable edges,
            Variable to,
            List<Hop> hops,
            PatternGraph.Length length,
            boolean into,
            List<Variable> distinctFrom,
            WalkRules rules,
            boolean backward,
            double estimatedRows)
            implements Step {
        public VarExpand {
            hops = List.copyOf(hops);
            distinctFrom = List.copyOf(distinctFrom);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return rules.expressions();
        }
    }

    /** Creates nodes and edges for each row. */
    record Create(Operator input, BoundQuery.Create creation) implements Step {
        @Override
        public Stream<BoundExpression> expressions() {
            return creation.expressions();
        }
    }

    /**
     * For each row all matches, or what is created in their place.
     *
     * @param match begins with {@link Argument}, and keeps the order of the rows it is given
     * @param identity if the matches of all rows can be sought before anything is created
     * @param ordinal a slot of its own, to tell which match is whose
     * @param key of the only node of the pattern, if it has one: without a node of that key there is no match
     */
    record Merge(
            Operator input,
            Operator match,
            BoundQuery.Merge merge,
            List<Variable> introduced,
            Optional<MergeIdentity> identity,
            Variable ordinal,
            Optional<SeekTable> key)
            implements Operator {
        public Merge {
            introduced = List.copyOf(introduced);
        }

        @Override
        public List<Operator> inputs() {
            return List.of(input, match);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.concat(merge.expressions(), identity.stream().flatMap(i -> i.values().stream()));
        }
    }

    /** Changes properties for each row. */
    record Assign(Operator input, List<BoundQuery.Assignment> assignments) implements Step {
        public Assign {
            assignments = List.copyOf(assignments);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return assignments.stream().flatMap(BoundQuery.Assignment::expressions);
        }
    }

    /** Deletes elements for each row. */
    record Delete(Operator input, BoundQuery.Delete deletion) implements Step {
        @Override
        public Stream<BoundExpression> expressions() {
            return deletion.expressions();
        }
    }

    /** For each row the rows of a procedure. */
    record CallProcedure(Operator input, BoundQuery.CallProcedure call) implements Step {
        @Override
        public Stream<BoundExpression> expressions() {
            return call.expressions();
        }
    }

    /** Takes all rows and gives none: for what is done for its effects only. */
    record Consume(Operator input) implements Step {}
}
