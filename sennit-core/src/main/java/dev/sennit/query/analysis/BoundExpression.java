package dev.sennit.query.analysis;

import dev.sennit.query.ast.Expression.ArithmeticOperator;
import dev.sennit.query.ast.Expression.ComparisonOperator;
import dev.sennit.query.ast.Expression.QuantifierKind;
import dev.sennit.query.ast.Expression.StringOperator;
import dev.sennit.schema.ElementType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An expression whose names are resolved. Equal expressions have equal values in every row. */
public sealed interface BoundExpression {
    ValueType type();

    Place place();

    /** The expressions it is directly made of. */
    Stream<BoundExpression> parts();

    /** It and all expressions within it. */
    default Stream<BoundExpression> all() {
        return Stream.concat(Stream.of(this), parts().flatMap(BoundExpression::all));
    }

    /** Whether it is an aggregation or contains one. */
    default boolean isAggregated() {
        return all().anyMatch(Aggregation.class::isInstance);
    }

    /** @param value a literal, or a parameter's value */
    record Constant(@Nullable Object value, ValueType type, Place place) implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of();
        }
    }

    /** A parameter while its value is not known: a query that holds one can be checked and not executed. */
    record OpenParameter(String name, ValueType type, Place place) implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of();
        }
    }

    record Reference(Variable variable, ValueType type, Place place) implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of();
        }
    }

    record PropertyOf(BoundExpression subject, String key, ValueType type, Place place) implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of(subject);
        }
    }

    record ElementAt(BoundExpression subject, BoundExpression index, ValueType type, Place place)
            implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of(subject, index);
        }
    }

    record SliceOf(
            BoundExpression subject,
            Optional<BoundExpression> from,
            Optional<BoundExpression> to,
            ValueType type,
            Place place)
            implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of(Optional.of(subject), from, to).flatMap(Optional::stream);
        }
    }

    /** Whether an element's type is one of the given. */
    record HasType(BoundExpression subject, Set<ElementType> types, ValueType type, Place place)
            implements BoundExpression {
        public HasType {
            types = Set.copyOf(types);
        }

        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of(subject);
        }
    }

    record Negation(BoundExpression operand, ValueType type, Place place) implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of(operand);
        }
    }

    record Arithmetic(
            ArithmeticOperator operator, BoundExpression left, BoundExpression right, ValueType type, Place place)
            implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of(left, right);
        }
    }

    /**
     * Operators applied one after the other, from the left.
     *
     * @param links each has {@link Before} where the value so far stands
     */
    record Chain(BoundExpression first, List<BoundExpression> links, ValueType type, Place place)
            implements BoundExpression {
        public Chain {
            links = List.copyOf(links);
        }

        @Override
        public Stream<BoundExpression> parts() {
            return Stream.concat(Stream.of(first), links.stream());
        }
    }

    /** In a link of a chain, the value of what comes before it. */
    record Before(ValueType type, Place place) implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of();
        }
    }

    record Comparison(
            ComparisonOperator operator, BoundExpression left, BoundExpression right, ValueType type, Place place)
            implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of(left, right);
        }
    }

    record Membership(BoundExpression element, BoundExpression list, ValueType type, Place place)
            implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of(element, list);
        }
    }

    record TextMatch(
            StringOperator operator, BoundExpression subject, BoundExpression pattern, ValueType type, Place place)
            implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of(subject, pattern);
        }
    }

    record NullCheck(BoundExpression operand, boolean negated, ValueType type, Place place) implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of(operand);
        }
    }

    /** Whether a value has a type. */
    record TypeTest(BoundExpression operand, TypePattern pattern, boolean negated, ValueType type, Place place)
            implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of(operand);
        }
    }

    record Not(BoundExpression operand, ValueType type, Place place) implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of(operand);
        }
    }

    record And(List<BoundExpression> operands, ValueType type, Place place) implements BoundExpression {
        public And {
            operands = List.copyOf(operands);
        }

        @Override
        public Stream<BoundExpression> parts() {
            return operands.stream();
        }
    }

    record Or(List<BoundExpression> operands, ValueType type, Place place) implements BoundExpression {
        public Or {
            operands = List.copyOf(operands);
        }

        @Override
        public Stream<BoundExpression> parts() {
            return operands.stream();
        }
    }

    record Xor(BoundExpression left, BoundExpression right, ValueType type, Place place) implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of(left, right);
        }
    }

    record Call(ScalarFunction function, List<BoundExpression> arguments, ValueType type, Place place)
            implements BoundExpression {
        public Call {
            arguments = List.copyOf(arguments);
        }

        @Override
        public Stream<BoundExpression> parts() {
            return arguments.stream();
        }
    }

    /**
     * @param argument empty for {@code count(*)}
     * @param parameter of a percentile, which percentile; the same in all rows of a group
     */
    record Aggregation(
            AggregateFunction function,
            boolean distinct,
            Optional<BoundExpression> argument,
            Optional<BoundExpression> parameter,
            ValueType type,
            Place place)
            implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.concat(argument.stream(), parameter.stream());
        }
    }

    record ListOf(List<BoundExpression> elements, ValueType type, Place place) implements BoundExpression {
        public ListOf {
            elements = List.copyOf(elements);
        }

        @Override
        public Stream<BoundExpression> parts() {
            return elements.stream();
        }
    }

    record MapOf(Map<String, BoundExpression> entries, ValueType type, Place place) implements BoundExpression {
        public MapOf {
            entries = new LinkedHashMap<>(entries);
        }

        @Override
        public Stream<BoundExpression> parts() {
            return entries.values().stream();
        }
    }

    /**
     * A map made of another value; null of null.
     *
     * @param properties those of the value, if it begins with all of them
     * @param entries what is put in their place, or added
     */
    record MapProjection(
            BoundExpression subject,
            Optional<BoundExpression> properties,
            Map<String, BoundExpression> entries,
            ValueType type,
            Place place)
            implements BoundExpression {
        public MapProjection {
            entries = new LinkedHashMap<>(entries);
        }

        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of(Stream.of(subject), properties.stream(), entries.values().stream())
                    .flatMap(s -> s);
        }
    }

    /** @param branches conditions and results; conditions are Boolean, a subject has been compared already */
    record Case(List<Branch> branches, Optional<BoundExpression> otherwise, ValueType type, Place place)
            implements BoundExpression {
        public Case {
            branches = List.copyOf(branches);
        }

        @Override
        public Stream<BoundExpression> parts() {
            return Stream.concat(branches.stream().flatMap(b -> Stream.of(b.when(), b.then())), otherwise.stream());
        }
    }

    record Branch(BoundExpression when, BoundExpression then) {}

    record Comprehension(
            Variable variable,
            BoundExpression list,
            Optional<BoundExpression> where,
            Optional<BoundExpression> projection,
            ValueType type,
            Place place)
            implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of(Optional.of(list), where, projection).flatMap(Optional::stream);
        }
    }

    record Quantified(
            QuantifierKind kind,
            Variable variable,
            BoundExpression list,
            BoundExpression where,
            ValueType type,
            Place place)
            implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of(list, where);
        }
    }

    record Reduction(
            Variable accumulator,
            BoundExpression initial,
            Variable variable,
            BoundExpression list,
            BoundExpression step,
            ValueType type,
            Place place)
            implements BoundExpression {
        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of(initial, list, step);
        }
    }

    /** The path through nodes and edges that a pattern has bound. */
    record PathOf(List<Variable> nodes, List<Variable> edges, ValueType type, Place place) implements BoundExpression {
        public PathOf {
            nodes = List.copyOf(nodes);
            edges = List.copyOf(edges);
        }

        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of();
        }
    }

    /**
     * A query that runs for each row and gives one value.
     *
     * @param id of this expression within the statement
     * @param value what is collected of each of its rows; otherwise they are counted
     * @param free variables of the row that the query uses
     */
    record Subquery(
            int id,
            SubqueryResult result,
            BoundQuery query,
            Optional<Variable> value,
            Set<Variable> free,
            ValueType type,
            Place place)
            implements BoundExpression {
        public Subquery {
            free = Set.copyOf(free);
        }

        @Override
        public Stream<BoundExpression> parts() {
            return Stream.of();
        }
    }

    /** What becomes of the rows of a subquery. */
    enum SubqueryResult {
        EXISTS,
        COUNT,
        /** A list of one value per row. */
        COLLECT,
        /** The value of the first row, null if there is none. */
        FIRST
    }
}
