package dev.sennit.model;

/**
 * A handle outlived what it refers to: {@link ErrorCode#BRANCH_DELETED}, {@link ErrorCode#SNAPSHOT_EXPIRED},
 * {@link ErrorCode#COLLECTED}.
 */
public final class ExpiredException extends SennitException {
    public ExpiredException(ErrorCode code, ErrorText text) {
        super(code, text, null, null);
    }
}
