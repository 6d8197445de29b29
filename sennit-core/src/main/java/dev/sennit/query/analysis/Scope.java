package dev.sennit.query.analysis;

import dev.sennit.query.ast.Name;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The variables that can be named at one point of a query, in the order they appeared.
 *
 * <p>Within a subquery two things are known of each: what it is here, and what it would be if nothing were known of the
 * variables from outside. A pattern that only the former makes impossible is no mistake, since a subquery without rows has
 * an answer.
 */
final class Scope {
    /** Never added to. */
    static final Scope EMPTY = new Scope(false);

    private final Map<String, Symbol> symbols = new LinkedHashMap<>();
    private final boolean inSubquery;

    Scope() {
        this(false);
    }

    private Scope(boolean inSubquery) {
        this.inSubquery = inSubquery;
    }

    /**
     * A variable and what is known of it at this point.
     *
     * @param alone what the subquery around, if there is one, says of it by itself
     */
    record Symbol(Variable variable, ValueType type, ValueType alone) {
        Symbol(Variable variable, ValueType type) {
            this(variable, type, type);
        }
    }

    Optional<Symbol> find(String name) {
        return Optional.ofNullable(symbols.get(name));
    }

    /** Adds a variable that is no pattern's, or says more of it. */
    void put(Variable variable, ValueType type) {
        put(variable, type, inSubquery ? type.ofAnyElement() : type);
    }

    /** @param alone see {@link Symbol} */
    void put(Variable variable, ValueType type, ValueType alone) {
        symbols.put(variable.name(), new Symbol(variable, type, alone));
    }

    /** A scope in which further variables do not disturb this one. */
    Scope inner() {
        Scope inner = new Scope(inSubquery);
        inner.symbols.putAll(symbols);
        return inner;
    }

    /** An {@link #inner} scope for what has an answer also if this one's variables let nothing match. */
    Scope subquery() {
        Scope inner = new Scope(true);
        symbols.values().forEach(s -> inner.put(s.variable(), s.type()));
        return inner;
    }

    /** An {@link #inner} scope for what makes no sense unless it can match what the variables are here. */
    Scope strict() {
        Scope inner = new Scope(false);
        symbols.values().forEach(s -> inner.put(s.variable(), s.type()));
        return inner;
    }

    /** A scope for what a clause makes of this one's variables. */
    Scope next(Collection<BoundQuery.Column> columns) {
        Scope next = new Scope(inSubquery);
        for (BoundQuery.Column column : columns) {
            Optional<Symbol> same = Optional.ofNullable(
                            symbols.get(column.variable().name()))
                    .filter(s -> s.variable().equals(column.variable()));
            same.ifPresentOrElse(
                    s -> next.put(s.variable(), column.type(), s.alone()),
                    () -> next.put(column.variable(), column.type()));
        }
        return next;
    }

    /** Adds the variables of an {@link #inner} scope that this one does not have. What it knows of its own stays. */
    void addNew(Scope inner) {
        inner.symbols.forEach(symbols::putIfAbsent);
    }

    /** Another scope's variables, and those of this one whose names it does not use. */
    Scope under(Scope other) {
        Scope both = other.inner();
        symbols.forEach(both.symbols::putIfAbsent);
        return both;
    }

    Collection<String> names() {
        return symbols.keySet().stream().filter(n -> !n.startsWith(" ")).toList();
    }

    Collection<Symbol> named() {
        return symbols.values().stream()
                .filter(s -> !s.variable().isAnonymous())
                .toList();
    }

    Symbol require(Name name, QueryErrors errors) {
        return find(name.text())
                .orElseThrow(() -> errors.unknown(
                        "no variable '" + name.text() + "' is bound here", name.text(), names(), name.position()));
    }
}
