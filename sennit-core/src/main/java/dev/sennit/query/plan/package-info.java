/**
 * Decides how a query runs: where its patterns start, in which order they grow, and which conditions the store can
 * evaluate.
 *
 * <p><b>Enter at</b> {@link dev.sennit.query.plan.Planner}; the result is a {@link dev.sennit.query.plan.Plan}, a tree
 * of {@link dev.sennit.query.plan.Operator}.
 *
 * <p><b>Invariants.</b> A plan is data: immutable, printable, without a connection to the graph it was made for. What a
 * condition pushed into a scan lets through is exactly what is true of the condition; a condition of which that cannot
 * be said stays in the plan.
 *
 * <p><b>Must not know</b> how operators run.
 */
@NullMarked
package dev.sennit.query.plan;

import org.jspecify.annotations.NullMarked;
