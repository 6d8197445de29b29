/**
 * What a loss of power can leave on a local disk: file operations of real processes are recorded, and replayed on a
 * model of a file system that owes nothing but what was synced.
 *
 * <p><b>Enter at</b> {@link dev.sennit.testkit.power.FileTracer}, which records a {@link dev.sennit.testkit.power.FileLog},
 * and {@link dev.sennit.testkit.power.Crashes}, which shows the directories that a loss of power may leave at each
 * point of it.
 *
 * <p><b>Invariants.</b> The model is pessimistic: content not synced may be lost, zeroed or torn; a directory entry
 * whose directory was not synced may be there or not, each on its own. Two things it takes for granted: a rename within
 * one directory is one change, and what was synced stays. It is strict: an operation it does not know fails the
 * recording rather than being left out. Everything random is seeded.
 *
 * <p><b>Must not know</b> graphs, tables or Lance.
 */
@NullMarked
package dev.sennit.testkit.power;

import org.jspecify.annotations.NullMarked;
