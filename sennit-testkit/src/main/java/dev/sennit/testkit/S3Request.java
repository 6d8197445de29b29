package dev.sennit.testkit;

/**
 * A request that an {@link S3Server} met.
 *
 * @param key bucket and name, as {@code bucket/name}
 * @param status what was answered; 0 if nothing was
 * @param bytesIn length of the request's body
 * @param bytesOut length of the answer's body
 * @param listed names in the answer to a listing
 */
public record S3Request(Kind kind, String key, int status, long bytesIn, long bytesOut, int listed) {
    /** Kinds of requests. */
    public enum Kind {
        GET,
        HEAD,
        LIST,
        PUT,
        PUT_IF_ABSENT,
        DELETE,
        DELETE_MANY,
        /** Beginning or completing a multipart upload. */
        MULTIPART
    }
}
