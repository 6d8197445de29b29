package dev.sennit.model;

/**
 * A limit the caller or the configuration set was reached: {@link ErrorCode#RESOURCE_LIMIT}, {@link ErrorCode#TIMEOUT},
 * {@link ErrorCode#CANCELLED}.
 */
public final class LimitException extends SennitException {
    public LimitException(ErrorCode code, ErrorText text) {
        super(code, text, null, null);
    }
}
