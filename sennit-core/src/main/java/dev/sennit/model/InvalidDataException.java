package dev.sennit.model;

/** Input or parameters that cannot be read as what they should be. {@link ErrorCode#INVALID_DATA}. */
public final class InvalidDataException extends SennitException {
    public InvalidDataException(ErrorText text) {
        super(ErrorCode.INVALID_DATA, text, null, null);
    }

    /** A value does not have the type that is needed: {@link ErrorCode#TYPE_MISMATCH} or {@link ErrorCode#VALUE_OUT_OF_RANGE}. */
    public InvalidDataException(ErrorCode code, ErrorText text) {
        super(code, text, null, null);
    }
}
