package dev.sennit.merge;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Whether two property values are stored alike. */
public final class SameValue {
    private SameValue() {}

    /** Whether two rows of one shape hold the same, or neither is there. */
    public static boolean ofRows(@Nullable Object @Nullable [] a, @Nullable Object @Nullable [] b) {
        if (a == null || b == null) {
            return a == b;
        }
        for (int i = 0; i < a.length; i++) {
            if (!test(a[i], b[i])) {
                return false;
            }
        }
        return true;
    }

    /** Arrays by content, also within lists; floats by bits, but NaN equals NaN; absent equals absent. */
    public static boolean test(@Nullable Object a, @Nullable Object b) {
        if (a instanceof byte[] left && b instanceof byte[] right) {
            return Arrays.equals(left, right);
        }
        if (a instanceof float[] left && b instanceof float[] right) {
            return Arrays.equals(left, right);
        }
        if (a instanceof List<?> left && b instanceof List<?> right) {
            if (left.size() != right.size()) {
                return false;
            }
            for (int i = 0; i < left.size(); i++) {
                if (!test(left.get(i), right.get(i))) {
                    return false;
                }
            }
            return true;
        }
        return Objects.equals(a, b);
    }
}
