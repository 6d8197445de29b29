package dev.sennit.tck;

/**
 * A property of one derived type.
 *
 * @param holder the type's name, for edges only the label
 */
record Slot(String holder, String property) {}
