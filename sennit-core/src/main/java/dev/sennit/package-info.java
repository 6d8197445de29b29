/**
 * Sennit's public API: open or create a graph, read immutable snapshots of it, write through branches.
 *
 * <p><b>Enter at</b> {@link dev.sennit.Sennit}.
 *
 * <p><b>Invariants.</b> {@link dev.sennit.Graph}, {@link dev.sennit.Branch} and {@link dev.sennit.Snapshot} are
 * thread-safe; {@link dev.sennit.Result} belongs to one thread. Whatever the command line does, it does through this
 * package.
 *
 * <p><b>Must not know</b> Lance. It wires the packages below and adds no rules of its own.
 */
@NullMarked
package dev.sennit;

import org.jspecify.annotations.NullMarked;
