/**
 * Looking after a graph: whether everything it needs is there and right.
 *
 * <p><b>Enter at</b> {@link dev.sennit.maintain.GraphCheck}.
 *
 * <p><b>Invariants.</b> A check changes nothing, and damage is a finding, never an exception.
 *
 * <p><b>Must not know</b> queries, writers, or who asks.
 */
@NullMarked
package dev.sennit.maintain;

import org.jspecify.annotations.NullMarked;
