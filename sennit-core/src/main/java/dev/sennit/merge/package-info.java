/**
 * What differs between states of a graph, element by element and property by property, and what three-way merges make of
 * it.
 *
 * <p><b>Enter at</b> {@link dev.sennit.merge.GraphComparison}, the differences of two states, and
 * {@link dev.sennit.merge.RowChanges}, which rows of a table may have changed since a base, on one side or on both.
 * {@link dev.sennit.merge.MergeStates} puts the states of a merge in the terms of ours, whatever identities they have;
 * a {@link dev.sennit.merge.ThreeWayTable} has their rows as the result's schema sees them, with what DEFAULT gave.
 *
 * <p><b>Invariants.</b> The cost follows what has changed, not what there is: fragments that versions share are not read.
 * Where rows lie makes no difference to any result. Memory is bounded: what grows with the number of changed rows is
 * spilled. Values are compared as they are stored, by their bits; NaN equals NaN.
 *
 * <p><b>Must not know</b> branches, commits' names, intents, or how a result is written and published.
 */
@NullMarked
package dev.sennit.merge;

import org.jspecify.annotations.NullMarked;
