package dev.sennit.store;

import dev.sennit.model.PropertyId;
import dev.sennit.model.PropertyType;
import java.util.Optional;

/**
 * One column of a table.
 *
 * @param name the user's property name, or one of {@code _id}, {@code _src}, {@code _dst}
 * @param nullable whether the column may hold nulls
 * @param property the identity of the property; empty for the columns whose names begin with an underscore
 */
public record ColumnLayout(String name, PropertyType type, boolean nullable, Optional<PropertyId> property) {}
