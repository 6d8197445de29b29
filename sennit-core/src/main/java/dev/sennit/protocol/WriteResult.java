package dev.sennit.protocol;

import dev.sennit.manifest.CommitRecord;
import java.util.Optional;

/**
 * What a write came to.
 *
 * @param commit the commit; empty if the write changed nothing
 * @param replayed whether an earlier write under the same idempotency key made the commit
 */
public record WriteResult<R>(R result, Optional<CommitRecord> commit, boolean replayed) {}
