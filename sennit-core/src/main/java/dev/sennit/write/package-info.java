/**
 * The closed set of writers that change what a graph shows, each an adapter of the write protocol: what it reads, what
 * it writes, and how it is computed against a base.
 *
 * <p><b>Enter at</b> {@link dev.sennit.write.GraphWriter}, the list of writers, and {@link dev.sennit.write.TableEffects},
 * what they do to tables.
 *
 * <p><b>Invariants.</b> Preparation leaves nothing behind but staged files no version names. Every table a writer
 * writes, probes or scans is in its read set. No writer has constraint rules of its own: all use
 * {@link dev.sennit.validate}.
 *
 * <p><b>Must not know</b> how intents, decisions and the manifest work.
 */
@NullMarked
package dev.sennit.write;

import org.jspecify.annotations.NullMarked;
