/**
 * The one write protocol: every change of what a graph shows goes through its stages A to H.
 *
 * <p><b>Enter at</b> {@link dev.sennit.protocol.GraphWriteProtocol}, which reads top to bottom. A kind of writer plugs
 * in as a {@link dev.sennit.protocol.WriteAdapter}; {@link dev.sennit.protocol.RecoveryBarrier} settles what killed
 * writers left; {@link dev.sennit.protocol.Publication} is the one way a commit becomes visible, for its writer and for
 * whoever completes it.
 *
 * <p><b>Invariants.</b> No independently durable effect before a durable intent; no publication before a durable
 * decision; whoever meets an {@code abort} looks in the lineage before believing it; a read set that changed is never
 * patched. Liveness checks and gates are politeness: correctness holds when they guess wrong.
 *
 * <p><b>Must not know</b> what writers compute, what schemas declare besides their tables, or files of input.
 */
@NullMarked
package dev.sennit.protocol;

import org.jspecify.annotations.NullMarked;
