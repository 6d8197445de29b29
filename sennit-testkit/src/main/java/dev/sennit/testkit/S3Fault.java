package dev.sennit.testkit;

import java.time.Duration;

/**
 * What happens to a request of an {@link S3Server}.
 *
 * @param takesEffect whether the request is carried out
 * @param status what is answered instead of the truth; 0 for the truth, -1 for no answer at all
 * @param delay how long it takes before anything happens
 */
public record S3Fault(boolean takesEffect, int status, Duration delay) {
    public static final S3Fault NONE = new S3Fault(true, 0, Duration.ZERO);
    public static final S3Fault FAIL_BEFORE = new S3Fault(false, 500, Duration.ZERO);
    public static final S3Fault FAIL_AFTER = new S3Fault(true, 500, Duration.ZERO);
    public static final S3Fault DROP_BEFORE = new S3Fault(false, -1, Duration.ZERO);
    public static final S3Fault DROP_AFTER = new S3Fault(true, -1, Duration.ZERO);

    public S3Fault {
        if (!takesEffect && status == 0) {
            throw new IllegalArgumentException("a request without effect has no true answer");
        }
    }

    /** The request is carried out and answered, but late. */
    public static S3Fault delayed(Duration delay) {
        return new S3Fault(true, 0, delay);
    }

    boolean isDropped() {
        return status < 0;
    }
}
