package dev.sennit.manifest;

/**
 * A branch's newest state when it was read.
 *
 * @param version its number in the chain
 * @param uuid of the transaction that wrote it
 * @param confirmedNanos when this process last knew it to be the newest, on its ticker
 */
public record Head(long version, String uuid, GraphState state, long confirmedNanos) {}
