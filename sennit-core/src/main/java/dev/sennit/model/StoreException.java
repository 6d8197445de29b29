package dev.sennit.model;

import org.jspecify.annotations.Nullable;

/**
 * The store failed or holds something that cannot be right: {@link ErrorCode#STORE_UNAVAILABLE},
 * {@link ErrorCode#CORRUPTION}, {@link ErrorCode#FORMAT_TOO_NEW}, {@link ErrorCode#INTERNAL}.
 */
public final class StoreException extends SennitException {
    public StoreException(ErrorCode code, ErrorText text, @Nullable Throwable underlying) {
        super(code, text, null, underlying);
    }

    /** What is stored contradicts itself or cannot be read; {@code text} names the file. */
    public static StoreException corruption(ErrorText text, @Nullable Throwable underlying) {
        return new StoreException(ErrorCode.CORRUPTION, text, underlying);
    }

    /** A read or write of the store failed; the same call may succeed later. */
    public static StoreException unavailable(ErrorText text, @Nullable Throwable underlying) {
        return new StoreException(ErrorCode.STORE_UNAVAILABLE, text, underlying);
    }

    /** A defect in Sennit. */
    public static StoreException internal(ErrorText text, @Nullable Throwable underlying) {
        return new StoreException(ErrorCode.INTERNAL, text, underlying);
    }
}
