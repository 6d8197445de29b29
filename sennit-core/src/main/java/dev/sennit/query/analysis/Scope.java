package dev.sennit.query.analysis;

import dev.sennit.query.ast.Name;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The variables that can be named at one point of a query, in the order they appeared. */
final class Scope {
    /** Never added to. */
    static final Scope EMPTY = new Scope();

    private final Map<String, Symbol> symbols = new LinkedHashMap<>();

    /** A variable and what is known of it at this point. */
    record Symbol(Variable variable, ValueType type) {}

    Optional<Symbol> find(String name) {
        return Optional.ofNullable(symbols.get(name));
    }

    /** Adds a variable, or says more of it. */
    void put(Variable variable, ValueType type) {
        symbols.put(variable.name(), new Symbol(variable, type));
    }

    /** A scope in which further variables do not disturb this one. */
    Scope inner() {
        Scope inner = new Scope();
        inner.symbols.putAll(symbols);
        return inner;
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
