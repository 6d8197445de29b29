package dev.sennit.query.execution;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.query.value.Blame;
import dev.sennit.query.value.VectorComponents;
import org.jspecify.annotations.Nullable;

/** How near vectors are; more is nearer. Sums are of doubles, in the order of the components. */
final class Vectors {
    private Vectors() {}

    static double dot(double[] left, double[] right, Blame blame) {
        requireSameLength(left, right, blame);
        double sum = 0;
        for (int i = 0; i < left.length; i++) {
            sum += left[i] * right[i];
        }
        return sum;
    }

    /** The cosine of the angle, from -1 to 1; null if a vector has no direction. */
    @Nullable
    static Double cosine(double[] left, double[] right, Blame blame) {
        double lengths = Math.sqrt(dot(left, left, blame)) * Math.sqrt(dot(right, right, blame));
        double dot = dot(left, right, blame);
        return lengths == 0 ? null : (Double) Math.clamp(dot / lengths, -1.0, 1.0);
    }

    /** From 0 for vectors far apart to 1 for equal ones: 1 / (1 + the distance's square). */
    static double euclidean(double[] left, double[] right, Blame blame) {
        requireSameLength(left, right, blame);
        double squares = 0;
        for (int i = 0; i < left.length; i++) {
            double difference = left[i] - right[i];
            squares += difference * difference;
        }
        return 1 / (1 + squares);
    }

    /** The vector, which a cosine is to be computed of: zeros have none with anything. */
    static double[] withDirection(double[] vector, Blame blame) {
        if (VectorComponents.areZeros(vector)) {
            throw VectorComponents.withoutDirection(blame);
        }
        return vector;
    }

    private static void requireSameLength(double[] left, double[] right, Blame blame) {
        if (left.length != right.length) {
            throw blame.error(
                    ErrorCode.TYPE_MISMATCH,
                    ErrorText.of("vectors of " + left.length + " and " + right.length + " components are compared"));
        }
    }
}
