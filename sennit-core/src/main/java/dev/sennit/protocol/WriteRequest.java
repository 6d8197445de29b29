package dev.sennit.protocol;

import dev.sennit.model.CommitId;
import java.time.Duration;
import java.util.Optional;

/**
 * What a caller asks of any write.
 *
 * @param idempotencyKey at most {@value #MAX_KEY_LENGTH} characters
 * @param payloadDigest digest of what is asked for; compared when the key is used again
 * @param ifCommit the head the write requires
 * @param timeout how long attempts, waits and retries may take together
 * @param attempts how often at most the write is prepared
 */
public record WriteRequest(
        String author,
        String message,
        Optional<String> idempotencyKey,
        Optional<String> payloadDigest,
        Optional<CommitId> ifCommit,
        Duration timeout,
        int attempts) {
    public static final int MAX_KEY_LENGTH = 128;
}
