package dev.sennit.model;

import org.jspecify.annotations.Nullable;

/**
 * Another write came first, or the state is not the one the caller required; this write was not committed:
 * {@link ErrorCode#READ_SET_CHANGED}, {@link ErrorCode#KEY_CONFLICT}, {@link ErrorCode#PRECONDITION_FAILED},
 * {@link ErrorCode#IDEMPOTENCY_KEY_REUSED}.
 */
public final class ConflictException extends SennitException {
    public ConflictException(ErrorCode code, ErrorText text, @Nullable OperationId operationId) {
        super(code, text, operationId, null);
    }
}
