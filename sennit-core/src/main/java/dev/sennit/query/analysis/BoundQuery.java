package dev.sennit.query.analysis;

import dev.sennit.schema.EdgeType;
import dev.sennit.schema.NodeType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A query whose names are resolved.
 *
 * @param branches what UNION unites, at least one
 * @param distinct whether UNION removes duplicates
 * @param columns of the result, in order; none if nothing is returned
 * @param variables number of variables so far, which is the width of a row
 */
public record BoundQuery(List<Branch> branches, boolean distinct, List<Column> columns, int variables) {
    public BoundQuery {
        branches = List.copyOf(branches);
        columns = List.copyOf(columns);
    }

    /** Whether any clause, in subqueries too, changes the graph. */
    public boolean writes() {
        return branches.stream().flatMap(b -> b.steps().stream()).anyMatch(Step::writes);
    }

    /**
     * Steps that each turn rows into rows.
     *
     * @param columns what the last step projects, in order; none if it projects nothing
     */
    public record Branch(List<Step> steps, List<Column> columns) {
        public Branch {
            steps = List.copyOf(steps);
            columns = List.copyOf(columns);
        }
    }

    /** A column of the result. */
    public record Column(String name, Variable variable, ValueType type) {}

    /** One step. */
    public sealed interface Step {
        /** Whether it changes the graph. */
        default boolean writes() {
            return false;
        }

        /** The expressions it evaluates, those inside of subqueries and of FOREACH left out. */
        Stream<BoundExpression> expressions();
    }

    /**
     * For each row, all matches of the pattern for which all predicates hold.
     *
     * @param optional whether a row without a match stays, with nulls
     * @param predicates operands of the AND that WHERE and the inline conditions make together
     * @param paths path variables to bind
     */
    public record Match(boolean optional, PatternGraph pattern, List<BoundExpression> predicates, List<Binding> paths)
            implements Step {
        public Match {
            predicates = List.copyOf(predicates);
            paths = List.copyOf(paths);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return predicates.stream();
        }
    }

    /** For each row, one row per element of the list. */
    public record Unwind(BoundExpression list, Variable variable) implements Step {
        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of(list);
        }
    }

    /**
     * For each row, the rows of a query that begins with it.
     *
     * @param free variables of the row that the query uses
     */
    public record CallSubquery(BoundQuery query, Set<Variable> free) implements Step {
        public CallSubquery {
            free = Set.copyOf(free);
        }

        @Override
        public boolean writes() {
            return query.writes();
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of();
        }
    }

    /**
     * For each row, the rows of a procedure.
     *
     * @param yields columns of its result by position, and the variables that get them
     */
    public record CallProcedure(Procedure procedure, List<BoundExpression> arguments, List<Yield> yields)
            implements Step {
        public CallProcedure {
            arguments = List.copyOf(arguments);
            yields = List.copyOf(yields);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return arguments.stream();
        }
    }

    /** @param column counted from 0 */
    public record Yield(int column, Variable variable) {}

    /** For each row that fulfils the conditions, the row. */
    public record Filter(List<BoundExpression> predicates) implements Step {
        public Filter {
            predicates = List.copyOf(predicates);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return predicates.stream();
        }
    }

    /**
     * For each row, new nodes and edges.
     *
     * @param edges whose ends are among the nodes, or bound before
     */
    public record Create(List<NewNode> nodes, List<NewEdge> edges, List<Binding> paths) implements Step {
        public Create {
            nodes = List.copyOf(nodes);
            edges = List.copyOf(edges);
            paths = List.copyOf(paths);
        }

        @Override
        public boolean writes() {
            return true;
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.concat(
                    nodes.stream().flatMap(n -> n.properties().stream()),
                    edges.stream().flatMap(e -> e.properties().stream()));
        }
    }

    /** @param properties a map */
    public record NewNode(Variable variable, NodeType type, Optional<BoundExpression> properties) {}

    /**
     * @param types which may fit; the ends decide
     * @param properties a map
     */
    public record NewEdge(
            Variable variable,
            Variable from,
            Variable to,
            List<EdgeType> types,
            Optional<BoundExpression> properties,
            Place place) {
        public NewEdge {
            types = List.copyOf(types);
        }
    }

    /** For each row, all matches of a pattern, or if there are none, what is created in their place. */
    public record Merge(Match match, Create create, List<Assignment> onCreate, List<Assignment> onMatch)
            implements Step {
        public Merge {
            onCreate = List.copyOf(onCreate);
            onMatch = List.copyOf(onMatch);
        }

        @Override
        public boolean writes() {
            return true;
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of(
                            match.expressions(),
                            create.expressions(),
                            onCreate.stream().flatMap(Assignment::expressions),
                            onMatch.stream().flatMap(Assignment::expressions))
                    .flatMap(s -> s);
        }
    }

    /** Changes properties, in the order written. */
    public record Assign(List<Assignment> assignments) implements Step {
        public Assign {
            assignments = List.copyOf(assignments);
        }

        @Override
        public boolean writes() {
            return true;
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return assignments.stream().flatMap(Assignment::expressions);
        }
    }

    /** One change of SET or REMOVE. */
    public sealed interface Assignment {
        BoundExpression target();

        Stream<BoundExpression> expressions();

        /** @param value null takes the property away */
        record OfProperty(BoundExpression target, String key, BoundExpression value) implements Assignment {
            @Override
            public Stream<BoundExpression> expressions() {
                return Stream.of(target, value);
            }
        }

        /** @param keepOthers whether properties the map does not name stay */
        record OfAll(BoundExpression target, BoundExpression map, boolean keepOthers) implements Assignment {
            @Override
            public Stream<BoundExpression> expressions() {
                return Stream.of(target, map);
            }
        }

        /**
         * Labels that a node is to have, or not to have. Its type decides whether it does; no type ever changes.
         *
         * @param fitting the types of which it is true
         */
        record OfLabels(BoundExpression target, Set<NodeType> fitting, String text) implements Assignment {
            public OfLabels {
                fitting = Set.copyOf(fitting);
            }

            @Override
            public Stream<BoundExpression> expressions() {
                return Stream.of(target);
            }
        }
    }

    /** @param detach whether edges at deleted nodes go with them */
    public record Delete(List<BoundExpression> targets, boolean detach) implements Step {
        public Delete {
            targets = List.copyOf(targets);
        }

        @Override
        public boolean writes() {
            return true;
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return targets.stream();
        }
    }

    /**
     * For each row, steps that write, once for each element of the list. The row itself goes on.
     *
     * @param steps which see the element as the variable
     */
    public record Foreach(BoundExpression list, Variable variable, List<Step> steps) implements Step {
        public Foreach {
            steps = List.copyOf(steps);
        }

        @Override
        public boolean writes() {
            return true;
        }

        @Override
        public Stream<BoundExpression> expressions() {
            return Stream.of(list);
        }
    }

    /**
     * WITH or RETURN, in this order: grouping, outputs, DISTINCT, ORDER BY, SKIP, LIMIT, WHERE.
     *
     * @param grouping present if an aggregate function is used
     * @param outputs all variables that exist afterwards
     * @param order criteria the user wrote; ties fall to the outputs in their order
     */
    public record Project(
            Optional<Grouping> grouping,
            List<Binding> outputs,
            boolean distinct,
            List<SortKey> order,
            Optional<BoundExpression> skip,
            Optional<BoundExpression> limit,
            Optional<BoundExpression> where)
            implements Step {
        public Project {
            outputs = List.copyOf(outputs);
            order = List.copyOf(order);
        }

        @Override
        public Stream<BoundExpression> expressions() {
            Stream<BoundExpression> grouped = grouping.stream()
                    .flatMap(g -> Stream.concat(
                            g.keys().stream().map(Binding::expression),
                            g.aggregates().stream().map(Aggregate::aggregation)));
            Stream<BoundExpression> others = Stream.of(
                            outputs.stream().map(Binding::expression),
                            order.stream().map(SortKey::expression),
                            skip.stream(),
                            limit.stream(),
                            where.stream())
                    .flatMap(s -> s);
            return Stream.concat(grouped, others);
        }
    }

    /**
     * @param keys what is equal within a group; without keys all rows are one group, even if there are none
     * @param aggregates values of each group
     */
    public record Grouping(List<Binding> keys, List<Aggregate> aggregates) {
        public Grouping {
            keys = List.copyOf(keys);
            aggregates = List.copyOf(aggregates);
        }
    }

    /** An expression and the variable that gets its value. */
    public record Binding(Variable variable, BoundExpression expression) {}

    /** An aggregation and the variable that gets its value. */
    public record Aggregate(Variable variable, BoundExpression.Aggregation aggregation) {}

    /** A criterion of ORDER BY. */
    public record SortKey(BoundExpression expression, boolean descending) {}
}
