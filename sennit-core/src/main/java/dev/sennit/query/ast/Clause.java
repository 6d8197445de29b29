package dev.sennit.query.ast;

import dev.sennit.model.SourcePosition;
import java.util.List;
import java.util.Optional;

/** One clause of a query. */
public sealed interface Clause {
    SourcePosition position();

    /** Whether it changes the graph. */
    default boolean writes() {
        return switch (this) {
            case Create ignored -> true;
            case Merge ignored -> true;
            case Set ignored -> true;
            case Remove ignored -> true;
            case Delete ignored -> true;
            case Foreach ignored -> true;
            case CallSubquery call -> call.query().writes();
            case Match ignored -> false;
            case Unwind ignored -> false;
            case With ignored -> false;
            case Return ignored -> false;
            case CallProcedure ignored -> false;
        };
    }

    record Match(boolean optional, Pattern pattern, Optional<Expression> where, SourcePosition position)
            implements Clause {}

    record Unwind(Expression list, Name variable, SourcePosition position) implements Clause {}

    record With(Projection projection, Optional<Expression> where, SourcePosition position) implements Clause {}

    record Return(Projection projection, SourcePosition position) implements Clause {}

    /** @param imports the variables listed before the braces, if a list was written */
    record CallSubquery(Optional<List<Name>> imports, Query query, SourcePosition position) implements Clause {
        public CallSubquery {
            imports = imports.map(List::copyOf);
        }
    }

    /**
     * @param arguments empty if no parentheses were written
     * @param yields empty if YIELD was not written or was {@code YIELD *}
     */
    record CallProcedure(
            Name procedure,
            Optional<List<Expression>> arguments,
            boolean yieldAll,
            List<YieldItem> yields,
            Optional<Expression> where,
            SourcePosition position)
            implements Clause {
        public CallProcedure {
            arguments = arguments.map(List::copyOf);
            yields = List.copyOf(yields);
        }
    }

    /** A column of a procedure's result and the variable it is bound to. */
    record YieldItem(Name column, Name variable) {}

    record Create(Pattern pattern, SourcePosition position) implements Clause {}

    record Merge(Pattern.Part part, List<SetItem> onCreate, List<SetItem> onMatch, SourcePosition position)
            implements Clause {
        public Merge {
            onCreate = List.copyOf(onCreate);
            onMatch = List.copyOf(onMatch);
        }
    }

    record Set(List<SetItem> items, SourcePosition position) implements Clause {
        public Set {
            items = List.copyOf(items);
        }
    }

    record Remove(List<RemoveItem> items, SourcePosition position) implements Clause {
        public Remove {
            items = List.copyOf(items);
        }
    }

    record Delete(boolean detach, List<Expression> targets, SourcePosition position) implements Clause {
        public Delete {
            targets = List.copyOf(targets);
        }
    }

    /** @param clauses that write, carried out for each element of the list */
    record Foreach(Name variable, Expression list, List<Clause> clauses, SourcePosition position) implements Clause {
        public Foreach {
            clauses = List.copyOf(clauses);
        }
    }

    /** One assignment of SET. */
    sealed interface SetItem {
        record OfProperty(Expression target, Name property, Expression value) implements SetItem {}

        /** @param keepOthers {@code +=}, which keeps properties the map does not name */
        record OfAll(Name variable, Expression value, boolean keepOthers) implements SetItem {}

        record OfLabels(Name variable, List<Name> labels) implements SetItem {
            public OfLabels {
                labels = List.copyOf(labels);
            }
        }
    }

    /** One item of REMOVE. */
    sealed interface RemoveItem {
        record OfProperty(Expression target, Name property) implements RemoveItem {}

        record OfLabels(Name variable, List<Name> labels) implements RemoveItem {
            public OfLabels {
                labels = List.copyOf(labels);
            }
        }
    }
}
