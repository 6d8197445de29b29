package dev.sennit.protocol;

import dev.sennit.model.CommitId;
import dev.sennit.model.PlainText;
import java.time.Duration;
import java.util.Optional;

/**
 * What a caller asks of any write.
 *
 * <p>Author, message and key must be Unicode without control characters, but for the line breaks and tabs of a message, or
 * this is INVALID_ARGUMENT.
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

    public WriteRequest {
        // Before anything is armed: a text that cannot be stored must not be found out by the commit.
        PlainText.requireLine("the author", author);
        PlainText.requireLines("the commit's message", message);
        idempotencyKey.ifPresent(key -> PlainText.requireLine("the idempotency key", key));
    }
}
