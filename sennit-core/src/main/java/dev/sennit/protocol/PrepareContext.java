package dev.sennit.protocol;

import dev.sennit.model.CommitId;
import dev.sennit.model.OperationId;
import java.time.Instant;

/**
 * What the protocol hands to stage B.
 *
 * @param operation this attempt
 * @param commit the id the commit will have
 * @param begun when the attempt began
 * @param request what the caller asked for
 * @param failurePoints told of each durable step
 */
public record PrepareContext(
        OperationId operation, CommitId commit, Instant begun, WriteRequest request, FailurePoints failurePoints) {}
