/**
 * Stores in memory, stores that fail on request, and the tools to stop a write at any durable step: what the project's
 * own tests use, published for those who build on Sennit.
 *
 * <p><b>Enter at</b> {@link dev.sennit.testkit.MemoryObjectStore} and {@link dev.sennit.testkit.MemoryManifestTable};
 * {@link dev.sennit.testkit.StopAt} stops a writer at a failure point. {@link dev.sennit.testkit.FaultyObjectStore} and
 * {@link dev.sennit.testkit.FaultyManifestTable} meet the {@link dev.sennit.testkit.Faults} of a plan,
 * {@link dev.sennit.testkit.ForwardingObjectStore}, {@link dev.sennit.testkit.ForwardingManifestTable} and
 * {@link dev.sennit.testkit.ForwardingTableStore} let a test override single calls,
 * {@link dev.sennit.testkit.SeededScheduler} interleaves tasks from a seed, and {@link dev.sennit.testkit.S3Server} is an
 * object store that logs and fails requests. {@link dev.sennit.testkit.power} replays what a loss of power may leave of a
 * recorded run, {@link dev.sennit.testkit.history} judges what clients saw.
 *
 * <p><b>Invariants.</b> Strict by default: what the real store forbids fails here too. Everything is driven by injected
 * clocks, so a run repeats exactly.
 *
 * <p><b>Must not know</b> Lance.
 */
@NullMarked
package dev.sennit.testkit;

import org.jspecify.annotations.NullMarked;
