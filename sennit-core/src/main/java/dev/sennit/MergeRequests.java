package dev.sennit;

import dev.sennit.model.CommitId;
import dev.sennit.model.OperationId;
import dev.sennit.protocol.PrepareContext;
import dev.sennit.protocol.WriteRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.TreeMap;

/** What merges and reverts ask of the protocol. */
final class MergeRequests {
    private MergeRequests() {}

    /**
     * The request of a merge.
     *
     * @param what names what is merged, for the digest that tells uses of one idempotency key apart
     * @param message the message where the caller gives none
     */
    static WriteRequest request(GraphRuntime runtime, MergeOptions options, String what, String message) {
        WriteOptions write =
                options.write().message().isEmpty() ? options.write().message(message) : options.write();
        Optional<String> digest = write.idempotencyKey().map(key -> digest(what, options));
        return write.request(runtime.options().author(), digest);
    }

    /** The context of a preparation that will not be written. */
    static PrepareContext context(GraphRuntime runtime, WriteRequest request) {
        return new PrepareContext(
                new OperationId(runtime.protocol().ids().next()),
                new CommitId(runtime.protocol().ids().next()),
                runtime.protocol().clock().instant(),
                request,
                runtime.protocol().failurePoints());
    }

    private static String digest(String what, MergeOptions options) {
        String text = what + "\n" + options.strategy() + "\n" + new TreeMap<>(options.resolutions());
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
