package dev.sennit.query.ast;

import dev.sennit.model.SourcePosition;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An expression. */
public sealed interface Expression {
    SourcePosition position();

    /** @param value a Boolean, Long, Double or String, or null */
    record Literal(@Nullable Object value, SourcePosition position) implements Expression {}

    record ListLiteral(List<Expression> elements, SourcePosition position) implements Expression {
        public ListLiteral {
            elements = List.copyOf(elements);
        }
    }

    record MapLiteral(List<Entry> entries, SourcePosition position) implements Expression {
        public MapLiteral {
            entries = List.copyOf(entries);
        }
    }

    /** One entry of a map literal. */
    record Entry(Name key, Expression value) {}

    record Parameter(String name, SourcePosition position) implements Expression {}

    record Variable(String name, SourcePosition position) implements Expression {}

    record Property(Expression subject, Name key, SourcePosition position) implements Expression {}

    record Index(Expression subject, Expression index, SourcePosition position) implements Expression {}

    record Slice(Expression subject, Optional<Expression> from, Optional<Expression> to, SourcePosition position)
            implements Expression {}

    record HasLabels(Expression subject, LabelExpression labels, SourcePosition position) implements Expression {}

    record Sign(boolean negative, Expression operand, SourcePosition position) implements Expression {}

    record Arithmetic(ArithmeticOperator operator, Expression left, Expression right, SourcePosition position)
            implements Expression {}

    /**
     * A long chain of operators as one node, so that its length is no depth: {@code a + 1 - 2 ...}, {@code m.a[0].b ...}.
     *
     * @param links operators, from the left; what each is an operator of stands in it as {@link Before}
     */
    record Chain(Expression first, List<Expression> links, SourcePosition position) implements Expression {
        public Chain {
            links = List.copyOf(links);
        }
    }

    /**
     * What comes before a link of a chain. It stands in the link where the leftmost operand does.
     *
     * @param position from the beginning of the chain
     */
    record Before(SourcePosition position) implements Expression {}

    /** Operators on numbers; {@code +} also joins strings and lists, {@code ||} only those. */
    enum ArithmeticOperator {
        ADD("+"),
        SUBTRACT("-"),
        CONCATENATE("||"),
        MULTIPLY("*"),
        DIVIDE("/"),
        MODULO("%"),
        POWER("^");

        private final String text;

        ArithmeticOperator(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** A chain such as {@code 1 < a <= b}, which holds if each of its comparisons does. */
    record Comparison(Expression first, List<Step> steps, SourcePosition position) implements Expression {
        public Comparison {
            steps = List.copyOf(steps);
        }
    }

    /** One comparison of a chain with what stands before it. */
    record Step(ComparisonOperator operator, Expression operand) {}

    enum ComparisonOperator {
        EQ("="),
        NE("<>"),
        LT("<"),
        LE("<="),
        GT(">"),
        GE(">=");

        private final String text;

        ComparisonOperator(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }

        /** Whether the operator asks for an order rather than for equality. */
        public boolean isOrder() {
            return this != EQ && this != NE;
        }
    }

    record In(Expression element, Expression list, SourcePosition position) implements Expression {}

    record StringMatch(StringOperator operator, Expression subject, Expression pattern, SourcePosition position)
            implements Expression {}

    enum StringOperator {
        STARTS_WITH("STARTS WITH"),
        ENDS_WITH("ENDS WITH"),
        CONTAINS("CONTAINS"),
        MATCHES("=~");

        private final String text;

        StringOperator(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    record IsNull(Expression operand, boolean negated, SourcePosition position) implements Expression {}

    /** Whether a value has a type. */
    record IsTyped(Expression operand, TypeExpression type, boolean negated, SourcePosition position)
            implements Expression {}

    /** @param form of Unicode's normal forms, as it was written */
    record IsNormalized(Expression operand, Name form, boolean negated, SourcePosition position)
            implements Expression {}

    record Not(Expression operand, SourcePosition position) implements Expression {}

    /** All operands of a chain of ANDs. */
    record And(List<Expression> operands, SourcePosition position) implements Expression {
        public And {
            operands = List.copyOf(operands);
        }
    }

    /** All operands of a chain of ORs. */
    record Or(List<Expression> operands, SourcePosition position) implements Expression {
        public Or {
            operands = List.copyOf(operands);
        }
    }

    record Xor(Expression left, Expression right, SourcePosition position) implements Expression {}

    record Function(Name name, boolean distinct, List<Expression> arguments, SourcePosition position)
            implements Expression {
        public Function {
            arguments = List.copyOf(arguments);
        }
    }

    record CountStar(SourcePosition position) implements Expression {}

    /** @param subject what the branches' conditions are compared with, if written */
    record Case(
            Optional<Expression> subject,
            List<Branch> branches,
            Optional<Expression> otherwise,
            SourcePosition position)
            implements Expression {
        public Case {
            branches = List.copyOf(branches);
        }
    }

    record Branch(Expression when, Expression then) {}

    record ListComprehension(
            Name variable,
            Expression list,
            Optional<Expression> where,
            Optional<Expression> projection,
            SourcePosition position)
            implements Expression {}

    record Quantifier(QuantifierKind kind, Name variable, Expression list, Expression where, SourcePosition position)
            implements Expression {}

    enum QuantifierKind {
        ALL,
        ANY,
        NONE,
        SINGLE
    }

    record Reduce(
            Name accumulator,
            Expression initial,
            Name variable,
            Expression list,
            Expression step,
            SourcePosition position)
            implements Expression {}

    /** A pattern as a condition: some match exists. */
    record PatternPredicate(Pattern.Walk walk, SourcePosition position) implements Expression {}

    record PatternComprehension(
            Optional<Name> path,
            Pattern.Walk walk,
            Optional<Expression> where,
            Expression projection,
            SourcePosition position)
            implements Expression {}

    record ShortestPath(Pattern.Part part, SourcePosition position) implements Expression {}

    /** A map made of an element or another map: {@code a {.name, .*, routes: 3, b}}. */
    record MapProjection(Name subject, List<ProjectionEntry> entries, SourcePosition position) implements Expression {
        public MapProjection {
            entries = List.copyOf(entries);
        }
    }

    /** One entry of a map projection. */
    sealed interface ProjectionEntry {
        record AllProperties(SourcePosition position) implements ProjectionEntry {}

        record OneProperty(Name key) implements ProjectionEntry {}

        record Named(Name key, Expression value) implements ProjectionEntry {}
    }

    /** {@code EXISTS {...}}, {@code COUNT {...}} or {@code COLLECT {...}}; a bare pattern stands for a MATCH of it. */
    record Subquery(SubqueryKind kind, Query query, SourcePosition position) implements Expression {}

    enum SubqueryKind {
        EXISTS,
        COUNT,
        COLLECT
    }
}
