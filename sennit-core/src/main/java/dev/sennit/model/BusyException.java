package dev.sennit.model;

import org.jspecify.annotations.Nullable;

/**
 * Nothing is wrong and this write was not committed; trying again may succeed: {@link ErrorCode#WRITER_ACTIVE} (a live
 * writer holds what this one needs), {@link ErrorCode#OPERATION_ABORTED} (a recovering writer took this one for dead).
 */
public final class BusyException extends SennitException {
    public BusyException(ErrorCode code, ErrorText text, @Nullable OperationId operationId) {
        super(code, text, operationId, null);
    }
}
