package dev.sennit.query.value;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The components of what stands for a vector: a vector, or a list of numbers that one can hold. */
public final class VectorComponents {
    private VectorComponents() {}

    /**
     * The components, each finite and within FLOAT32.
     *
     * @param value a {@code float[]} or a list
     * @throws RuntimeException of {@code blame}, TYPE_MISMATCH, for the first component that is none
     */
    public static double[] of(Object value, Blame blame) {
        if (value instanceof float[] floats) {
            double[] components = new double[floats.length];
            for (int i = 0; i < floats.length; i++) {
                components[i] = number(floats[i], i, blame);
            }
            return components;
        }
        List<?> list = (List<?>) value;
        double[] components = new double[list.size()];
        for (int i = 0; i < components.length; i++) {
            Object component = list.get(i);
            if (!(component instanceof Number number)) {
                throw refused(component, i, "is no number", blame);
            }
            components[i] = number(number.doubleValue(), i, blame);
        }
        return components;
    }

    /** Whether they are all zeros as FLOAT32, so that they have no direction. */
    public static boolean areZeros(double[] components) {
        for (double component : components) {
            if ((float) component != 0) {
                return false;
            }
        }
        return true;
    }

    /** The error for a vector of zeros that is to be compared by its direction. */
    public static RuntimeException withoutDirection(Blame blame) {
        return blame.error(
                ErrorCode.TYPE_MISMATCH,
                ErrorText.of("the vector has only zeros, and so no direction that the cosine could compare")
                        .remedy("give another vector, or search with metric: 'l2' or 'dot'"));
    }

    private static double number(double number, int index, Blame blame) {
        if (!Double.isFinite(number)) {
            throw refused(number, index, "is no finite number", blame);
        }
        if (Float.isInfinite((float) number)) {
            throw refused(number, index, "is beyond FLOAT32, whose largest number is " + Float.MAX_VALUE, blame);
        }
        return number;
    }

    private static RuntimeException refused(@Nullable Object component, int index, String why, Blame blame) {
        return blame.error(
                ErrorCode.TYPE_MISMATCH,
                ErrorText.of("component [" + index + "] of the vector is " + component + ", which " + why)
                        .detail("component", index));
    }
}
