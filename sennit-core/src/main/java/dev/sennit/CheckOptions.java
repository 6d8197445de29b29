package dev.sennit;

import java.time.Duration;
import java.util.Objects;

/**
 * How thoroughly a graph is checked. Immutable; start from {@link #DEFAULT}.
 *
 * @param readData whether the contents of all files are compared with their checksums and the rows of each branch's newest
 *     state are read; otherwise only the history, sizes and counts are looked at
 * @param progress hears of the check's progress
 */
public record CheckOptions(boolean readData, Progress progress) {
    /** Everything, without telling of progress. */
    public static final CheckOptions DEFAULT = new CheckOptions(true, (phase, done, total, elapsed) -> {});

    /** Hears how far a check is, about twice a second, on the checking thread. */
    @FunctionalInterface
    public interface Progress {
        /**
         * @param phase what is being done, a word or two
         * @param done how many states, table versions or rows, as the phase counts
         * @param total of how many, 0 if not known
         */
        void at(String phase, long done, long total, Duration elapsed);
    }

    public CheckOptions {
        Objects.requireNonNull(progress, "progress");
    }

    /** The same without reading data. */
    public CheckOptions withoutData() {
        return new CheckOptions(false, progress);
    }

    public CheckOptions progress(Progress newProgress) {
        return new CheckOptions(readData, newProgress);
    }
}
