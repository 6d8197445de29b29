package dev.sennit.testkit;

import java.util.List;

/**
 * What was asked of a store.
 *
 * @param requests how many requests
 * @param listed how many names were listed
 * @param bytes sent and received, headers apart
 */
public record Traffic(long requests, long listed, long bytes) {
    public static final Traffic NONE = new Traffic(0, 0, 0);

    /** What the requests of an {@link S3Server} amount to. */
    public static Traffic of(List<S3Request> log) {
        return new Traffic(
                log.size(),
                log.stream().mapToLong(S3Request::listed).sum(),
                log.stream().mapToLong(r -> r.bytesIn() + r.bytesOut()).sum());
    }

    public Traffic plus(Traffic more) {
        return new Traffic(requests + more.requests, listed + more.listed, bytes + more.bytes);
    }

    /** The larger of the two in each respect. */
    public Traffic max(Traffic other) {
        return new Traffic(
                Math.max(requests, other.requests), Math.max(listed, other.listed), Math.max(bytes, other.bytes));
    }
}
