package dev.sennit.protocol;

import dev.sennit.model.OperationId;
import java.time.Duration;

/** What a write or a recovery did, told to a {@link ProtocolListener}. */
public sealed interface ProtocolEvent {
    /** An attempt found its read set changed, or a writer it overlaps with active, and starts again. */
    record Retried(OperationId operation, int attempt, String why, Duration pause) implements ProtocolEvent {}

    /** An attempt waits for a live writer. */
    record Waited(OperationId operation, OperationId other) implements ProtocolEvent {}

    record Armed(OperationId operation) implements ProtocolEvent {}

    record Decided(OperationId operation) implements ProtocolEvent {}

    /** A decided operation lost the manifest's race to commits that left its read set unchanged; it goes on after them. */
    record Rebased(OperationId operation, long version) implements ProtocolEvent {}

    record Committed(OperationId operation, long version) implements ProtocolEvent {}

    /** A branch or tag was created or deleted, by its operation or by whoever completed that. */
    record Applied(OperationId operation, String what) implements ProtocolEvent {}

    /** Removing what is left of a committed operation failed; the next barrier does it. */
    record LeftForBarrier(OperationId operation, Throwable why) implements ProtocolEvent {}

    /** A barrier decided {@code abort} of an operation, or met that decision. */
    record Aborted(OperationId operation, String why) implements ProtocolEvent {}

    /** A barrier completed an operation that was decided {@code publish}. */
    record Completed(OperationId operation, long version) implements ProtocolEvent {}

    /** A barrier met an operation whose commit was visible already. */
    record FoundCommitted(OperationId operation, long version) implements ProtocolEvent {}

    /** An operation decided {@code publish} lost its read set to another commit: it can never be published. */
    record Superseded(OperationId operation, String why) implements ProtocolEvent {}

    /** Shortening the chain failed after a commit; a later commit does it. */
    record UpkeepPutOff(Throwable why) implements ProtocolEvent {}
}
