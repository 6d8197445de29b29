package dev.sennit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What to optimize and how. Immutable; start from {@link #DEFAULT}.
 *
 * @param types names of types, or labels of edge types; empty for all
 * @param dryRun only says what there is to do
 * @param author who the commits name; empty for the {@link OpenOptions}' author
 * @param message the commits' message
 * @param timeout how long attempts, waits and retries for one commit may take together
 * @param progress hears of the progress
 */
public record OptimizeOptions(
        List<String> types,
        boolean dryRun,
        Optional<String> author,
        String message,
        Duration timeout,
        Progress progress) {
    /** All types, five minutes a commit, without telling of progress. */
    public static final OptimizeOptions DEFAULT = new OptimizeOptions(
            List.of(), false, Optional.empty(), "", Duration.ofMinutes(5), (type, phase, done, total, elapsed) -> {});

    /** Hears how far an optimization is, about twice a second, on its thread. */
    @FunctionalInterface
    public interface Progress {
        /**
         * @param type the type whose table is optimized
         * @param phase what is being done, a word
         * @param done rows done in this phase
         * @param total of how many, 0 if not known
         */
        void at(String type, String phase, long done, long total, Duration elapsed);
    }

    public OptimizeOptions {
        types = List.copyOf(types);
        Objects.requireNonNull(author, "author");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(timeout, "timeout");
        Objects.requireNonNull(progress, "progress");
    }

    /** Adds a type, by its name or, for all edge types that share it, its label. */
    public OptimizeOptions type(String name) {
        List<String> more = new ArrayList<>(types);
        more.add(name);
        return new OptimizeOptions(more, dryRun, author, message, timeout, progress);
    }

    public OptimizeOptions asDryRun() {
        return new OptimizeOptions(types, true, author, message, timeout, progress);
    }

    public OptimizeOptions author(String newAuthor) {
        return new OptimizeOptions(types, dryRun, Optional.of(newAuthor), message, timeout, progress);
    }

    public OptimizeOptions message(String newMessage) {
        return new OptimizeOptions(types, dryRun, author, newMessage, timeout, progress);
    }

    public OptimizeOptions timeout(Duration newTimeout) {
        return new OptimizeOptions(types, dryRun, author, message, newTimeout, progress);
    }

    public OptimizeOptions progress(Progress newProgress) {
        return new OptimizeOptions(types, dryRun, author, message, timeout, newProgress);
    }
}
