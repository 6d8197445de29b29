package io.questdb.jar.jni;

import org.jspecify.annotations.Nullable;

/** A native library is missing from its jar or cannot be unpacked. */
public class LoadException extends RuntimeException {
    public LoadException(String message) {
        super(message);
    }

    public LoadException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
