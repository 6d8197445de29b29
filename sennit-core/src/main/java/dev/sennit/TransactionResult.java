package dev.sennit;

import dev.sennit.model.CommitInfo;
import dev.sennit.model.MutationCounts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction came to.
 *
 * @param value what the body returned; null if {@code replayed}
 * @param commit the commit; empty if nothing changed, and so nothing was committed
 * @param replayed whether an earlier write with the same idempotency key had done it already; the body did not run
 * @param counts what changed, in all
 */
public record TransactionResult<T>(
        @Nullable T value, Optional<CommitInfo> commit, boolean replayed, MutationCounts counts) {}
