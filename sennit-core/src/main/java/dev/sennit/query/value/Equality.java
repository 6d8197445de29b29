package dev.sennit.query.value;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@code =} of openCypher: null if it cannot be known. Values of different kinds are not equal. */
public final class Equality {
    private Equality() {}

    /** Whether the values are equal, or null if a null in them leaves it open. */
    @Nullable
    public static Boolean test(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        if (left instanceof String && right instanceof String) {
            return left.equals(right);
        }
        ValueClass kind = ValueClass.of(left);
        if (kind != ValueClass.of(right)) {
            return false;
        }
        return switch (kind) {
            case NUMBER -> !Numbers.isNaN(left) && !Numbers.isNaN(right) && Numbers.compare(left, right) == 0;
            case LIST -> lists(Sequences.elements(left), Sequences.elements(right));
            case MAP -> maps((Map<?, ?>) left, (Map<?, ?>) right);
            case BYTES -> Arrays.equals((byte[]) left, (byte[]) right);
            case STRING,
                    BOOLEAN,
                    NODE,
                    EDGE,
                    PATH,
                    DATE,
                    LOCAL_DATETIME,
                    ZONED_DATETIME,
                    LOCAL_TIME,
                    ZONED_TIME,
                    DURATION -> left.equals(right);
        };
    }

    /** Whether a list has the value, or null if a null leaves it open. */
    @Nullable
    public static Boolean contains(List<@Nullable Object> list, @Nullable Object value) {
        boolean open = false;
        for (Object element : list) {
            Boolean equal = test(value, element);
            if (equal == null) {
                open = true;
            } else if (equal) {
                return true;
            }
        }
        return open ? null : false;
    }

    @Nullable
    private static Boolean lists(List<@Nullable Object> left, List<@Nullable Object> right) {
        if (left.size() != right.size()) {
            return false;
        }
        boolean open = false;
        for (int i = 0; i < left.size(); i++) {
            Boolean equal = test(left.get(i), right.get(i));
            if (equal == null) {
                open = true;
            } else if (!equal) {
                return false;
            }
        }
        return open ? null : true;
    }

    @Nullable
    private static Boolean maps(Map<?, ?> left, Map<?, ?> right) {
        if (!left.keySet().equals(right.keySet())) {
            return false;
        }
        boolean open = false;
        for (Map.Entry<?, ?> entry : left.entrySet()) {
            Boolean equal = test(entry.getValue(), right.get(entry.getKey()));
            if (equal == null) {
                open = true;
            } else if (!equal) {
                return false;
            }
        }
        return open ? null : true;
    }
}
