package dev.sennit.model;

/**
 * The call is wrong, whatever the graph holds: {@link ErrorCode#INVALID_ARGUMENT}, {@link ErrorCode#JVM_FLAG_MISSING}.
 */
public final class InvalidArgumentException extends SennitException {
    public InvalidArgumentException(ErrorText text) {
        super(ErrorCode.INVALID_ARGUMENT, text, null, null);
    }

    private InvalidArgumentException(ErrorCode code, ErrorText text) {
        super(code, text, null, null);
    }

    /** The JVM was started without a flag that Arrow or Lance's native library needs. */
    public static InvalidArgumentException missingJvmFlag(ErrorText text) {
        return new InvalidArgumentException(ErrorCode.JVM_FLAG_MISSING, text);
    }
}
