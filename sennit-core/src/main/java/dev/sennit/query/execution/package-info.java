/**
 * Runs plans: operators that pull batches of rows from each other, down to scans of table versions.
 *
 * <p><b>Enter at</b> {@link dev.sennit.query.execution.Execution}; the graph is handed in as a
 * {@link dev.sennit.query.execution.GraphSource}, or as {@link dev.sennit.query.execution.GraphChanges} if the plan changes
 * it.
 *
 * <p><b>Invariants.</b> One execution belongs to one thread at a time. A row is an array with one slot per variable of
 * the query and belongs to the batch it came in; whoever makes several rows of one copies it. Elements are references
 * whose properties are read in batches, only those the plan names. What is kept in memory is reserved from one budget
 * first. A clause that writes takes all its rows before it changes anything, and after a change the tables are opened
 * anew when somebody reads; so nothing reads what it is changing. What is kept between executions, in
 * {@link dev.sennit.query.execution.ReadCaches}, is of versions and fragments of tables, which never change. Closing an
 * execution closes every scan and every table it opened.
 *
 * <p><b>Must not know</b> the syntax, nor which store holds the tables.
 */
@NullMarked
package dev.sennit.query.execution;

import org.jspecify.annotations.NullMarked;
