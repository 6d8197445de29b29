package dev.sennit.model;

/** What was to be created exists. {@link ErrorCode#ALREADY_EXISTS}. */
public final class AlreadyExistsException extends SennitException {
    public AlreadyExistsException(ErrorText text) {
        super(ErrorCode.ALREADY_EXISTS, text, null, null);
    }
}
