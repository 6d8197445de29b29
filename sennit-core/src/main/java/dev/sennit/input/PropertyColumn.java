package dev.sennit.input;

/**
 * Where rows of one type have one property.
 *
 * @param property the property's name
 * @param column the column it is read from
 */
public record PropertyColumn(String property, Column column) {}
