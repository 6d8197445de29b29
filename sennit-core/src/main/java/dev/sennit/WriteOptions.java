package dev.sennit;

import dev.sennit.model.CommitId;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.protocol.WriteRequest;
import java.time.Duration;
import java.util.Optional;

/**
 * What a caller may say about any write. Immutable; start from {@link #DEFAULT}.
 *
 * @param author who the commit names; empty for the {@link OpenOptions}' author
 * @param message the commit's message
 * @param idempotencyKey at most 128 characters, unique per branch: the same key again returns the first result and
 *     changes nothing
 * @param ifCommit the head the branch must be at
 * @param timeout how long attempts, waits and retries may take together
 * @param attempts how often at most the write is prepared when others win the race
 * @param maxMemoryBytes what each statement of the write may keep in memory, as in {@link QueryOptions}
 */
public record WriteOptions(
        Optional<String> author,
        String message,
        Optional<String> idempotencyKey,
        Optional<CommitId> ifCommit,
        Duration timeout,
        int attempts,
        long maxMemoryBytes) {
    /** No message, no key, ten attempts within 30 seconds, memory as for queries. */
    public static final WriteOptions DEFAULT = new WriteOptions(
            Optional.empty(),
            "",
            Optional.empty(),
            Optional.empty(),
            Duration.ofSeconds(30),
            10,
            QueryOptions.DEFAULT.maxMemoryBytes());

    private static final int MAX_KEY_LENGTH = 128;

    public WriteOptions {
        if (idempotencyKey.isPresent()
                && (idempotencyKey.get().isEmpty() || idempotencyKey.get().length() > MAX_KEY_LENGTH)) {
            throw new InvalidArgumentException(
                    ErrorText.of("an idempotency key of " + idempotencyKey.get().length() + " characters")
                            .cause("keys have 1 to " + MAX_KEY_LENGTH + " characters"));
        }
        if (attempts < 1) {
            throw new InvalidArgumentException(ErrorText.of("attempts must be at least 1, not " + attempts));
        }
        QueryOptions.requireMemory(maxMemoryBytes);
    }

    public WriteOptions author(String newAuthor) {
        return new WriteOptions(
                Optional.of(newAuthor), message, idempotencyKey, ifCommit, timeout, attempts, maxMemoryBytes);
    }

    public WriteOptions message(String newMessage) {
        return new WriteOptions(author, newMessage, idempotencyKey, ifCommit, timeout, attempts, maxMemoryBytes);
    }

    public WriteOptions idempotencyKey(String key) {
        return new WriteOptions(author, message, Optional.of(key), ifCommit, timeout, attempts, maxMemoryBytes);
    }

    public WriteOptions ifCommit(CommitId head) {
        return new WriteOptions(author, message, idempotencyKey, Optional.of(head), timeout, attempts, maxMemoryBytes);
    }

    public WriteOptions timeout(Duration newTimeout) {
        return new WriteOptions(author, message, idempotencyKey, ifCommit, newTimeout, attempts, maxMemoryBytes);
    }

    public WriteOptions attempts(int most) {
        return new WriteOptions(author, message, idempotencyKey, ifCommit, timeout, most, maxMemoryBytes);
    }

    public WriteOptions maxMemoryBytes(long bytes) {
        return new WriteOptions(author, message, idempotencyKey, ifCommit, timeout, attempts, bytes);
    }

    /** The options as the protocol takes them. */
    WriteRequest request(String defaultAuthor, Optional<String> payloadDigest) {
        return new WriteRequest(
                author.orElse(defaultAuthor), message, idempotencyKey, payloadDigest, ifCommit, timeout, attempts);
    }
}
