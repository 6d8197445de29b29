package dev.sennit.protocol;

import dev.sennit.model.CommitId;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.UnicodeText;
import java.time.Duration;
import java.util.Optional;

/**
 * What a caller asks of any write.
 *
 * <p>Author, message and key must be Unicode, or this is INVALID_ARGUMENT.
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
        requireUnicode("the author", author);
        requireUnicode("the commit's message", message);
        idempotencyKey.ifPresent(key -> requireUnicode("the idempotency key", key));
    }

    private static void requireUnicode(String what, String text) {
        UnicodeText.halfSurrogate(text).ifPresent(at -> {
            throw InvalidArgumentException.notUnicode(what, at);
        });
    }
}
