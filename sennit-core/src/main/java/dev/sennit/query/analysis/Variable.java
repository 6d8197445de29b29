package dev.sennit.query.analysis;

import org.jspecify.annotations.Nullable;

/**
 * One variable of a query. The same name may belong to several variables, one after the other.
 *
 * @param id counts from 0 within a query; also the variable's slot in a row
 * @param name as the user wrote it, or a made-up one that begins with a blank
 */
public record Variable(int id, String name) {
    /** Whether the user gave it no name. */
    public boolean isAnonymous() {
        return name.startsWith(" ");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Variable variable && variable.id == id;
    }

    @Override
    public int hashCode() {
        return id;
    }

    @Override
    public String toString() {
        return isAnonymous() ? "_" + id : name;
    }
}
