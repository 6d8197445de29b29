package dev.sennit.schema.inference;

import java.util.Set;

/**
 * Choices of {@link SchemaInference}.
 *
 * @param nullTexts texts that stand for null in CSV cells without quotes, besides the empty one: {@code \N}
 * @param rowsForNotNull how many rows a type must have before NOT NULL is proposed
 * @param maxTrackedValues how many values are remembered in all to find out whether columns are unique; each takes
 *     about 16 bytes. Beyond that the least likely keys are given up, and said to be.
 */
public record InferenceOptions(Set<String> nullTexts, long rowsForNotNull, long maxTrackedValues) {
    public static final InferenceOptions DEFAULT = new InferenceOptions(Set.of(), 10, 8_000_000);

    public InferenceOptions {
        nullTexts = Set.copyOf(nullTexts);
        if (rowsForNotNull < 1 || maxTrackedValues < 1) {
            throw new IllegalArgumentException("rowsForNotNull and maxTrackedValues start at 1");
        }
    }

    /** The same options with these texts for null. */
    public InferenceOptions withNullTexts(Set<String> texts) {
        return new InferenceOptions(texts, rowsForNotNull, maxTrackedValues);
    }

    /** The same options with that number of rows. */
    public InferenceOptions withRowsForNotNull(long rows) {
        return new InferenceOptions(nullTexts, rows, maxTrackedValues);
    }
}
