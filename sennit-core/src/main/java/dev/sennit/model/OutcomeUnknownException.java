package dev.sennit.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The store stayed out of reach past the deadline, so it is not known whether the write was committed. Ask
 * {@code graph.outcome(operationId)} later; it answers exactly. {@link ErrorCode#OUTCOME_UNKNOWN}.
 */
public final class OutcomeUnknownException extends SennitException {
    public OutcomeUnknownException(ErrorText text, OperationId operationId, @Nullable Throwable underlying) {
        super(ErrorCode.OUTCOME_UNKNOWN, text, Objects.requireNonNull(operationId, "operationId"), underlying);
    }
}
