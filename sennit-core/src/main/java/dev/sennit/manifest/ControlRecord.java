package dev.sennit.manifest;

import dev.sennit.model.OperationId;
import java.time.Instant;
import java.util.Objects;

/**
 * Who made a control state: the creation of its branch made the seed, the deletion the closing state.
 *
 * @param operation the operation
 * @param author who asked for it
 * @param time when, by the clock of whoever did
 * @param origin where the commit that the state carries on was made
 */
public record ControlRecord(OperationId operation, String author, Instant time, CommitPlace origin) {
    public ControlRecord {
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(author, "author");
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(origin, "origin");
    }
}
