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

    /**
     * A text of the caller's that must be Unicode is not.
     *
     * @param what names it, for example {@code a commit's message}
     */
    public static InvalidArgumentException notUnicode(String what, int index) {
        return new InvalidArgumentException(ErrorText.of(what + " is not a Unicode string")
                .cause("it has half a surrogate pair at index " + index)
                .remedy("pass whole characters"));
    }

    /** The JVM was started without a flag that Arrow or Lance's native library needs. */
    public static InvalidArgumentException missingJvmFlag(ErrorText text) {
        return new InvalidArgumentException(ErrorCode.JVM_FLAG_MISSING, text);
    }
}
