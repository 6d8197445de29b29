package dev.sennit.write;

import dev.sennit.protocol.WriteAdapter;

/** The writers there are. Adding one means saying how it prepares, what it reads and how it is recovered. */
public sealed interface GraphWriter<R> extends WriteAdapter<R>
        permits LoadWriter, MergeWriter, MutationWriter, OptimizeWriter, RevertWriter, SchemaWriter {}
