/**
 * Looking after a graph: whether everything it needs is there and right, and removing what it does not need.
 *
 * <p><b>Enter at</b> {@link dev.sennit.maintain.GraphCheck} and {@link dev.sennit.maintain.GraphCollection}.
 *
 * <p><b>Invariants.</b> A check changes nothing, and damage is a finding, never an exception. A collection removes a file
 * only if it knows everything that is needed, and changes nothing that a state above the horizon shows.
 *
 * <p><b>Must not know</b> queries, writers, or who asks.
 */
@NullMarked
package dev.sennit.maintain;

import org.jspecify.annotations.NullMarked;
