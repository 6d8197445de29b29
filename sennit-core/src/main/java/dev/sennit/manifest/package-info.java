/**
 * A graph's visible state: what one manifest version holds, the compare-and-set that makes the next one visible, the
 * chain of recent versions, the archive of older ones, and the lineage of commits over both.
 *
 * <p><b>Enter at</b> {@link dev.sennit.manifest.BranchChain}, one branch's versions: its head, the compare-and-set and
 * the look-ups; {@link dev.sennit.manifest.GraphState} is what a version holds.
 *
 * <p><b>Invariants.</b> Of all writers on one base exactly one commits. A version covered by a history segment is read
 * from the segment only, whatever the chain's slot of that number holds. Look-ups read the chain first and the segments
 * after it. A segment is durable before the versions it covers are cleaned.
 *
 * <p><b>Must not know</b> why a state is written, by whom, or how tables get their pins.
 */
@NullMarked
package dev.sennit.manifest;

import org.jspecify.annotations.NullMarked;
