package dev.sennit.protocol;

/** What was made of an unresolved operation that creates or deletes a branch or tag. */
public record SettledRef(RefIntent intent, RefResolution resolution) {}
