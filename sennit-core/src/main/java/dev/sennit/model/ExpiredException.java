package dev.sennit.model;

import org.jspecify.annotations.Nullable;

/**
 * A handle outlived what it refers to: {@link ErrorCode#BRANCH_DELETED}, {@link ErrorCode#SNAPSHOT_EXPIRED},
 * {@link ErrorCode#COLLECTED}.
 */
public final class ExpiredException extends SennitException {
    public ExpiredException(ErrorCode code, ErrorText text) {
        super(code, text, null, null);
    }

    /** @param underlying the failure by which it showed */
    public ExpiredException(ErrorCode code, ErrorText text, @Nullable Throwable underlying) {
        super(code, text, null, underlying);
    }
}
