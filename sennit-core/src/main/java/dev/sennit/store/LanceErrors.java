package dev.sennit.store;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.LimitException;
import dev.sennit.model.SennitException;
import dev.sennit.model.StoreException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.apache.arrow.memory.OutOfMemoryException;

/**
 * Tells Lance's failures apart. Lance 7 throws plain JDK classes, checked ones undeclared, so the class and the beginning
 * of the message are all there is; this is the only place that looks at them.
 */
final class LanceErrors {
    private static final Pattern VERSION_NOT_FOUND =
            Pattern.compile("Dataset at path .* was not found.*|Version not found error.*", Pattern.DOTALL);

    private static final List<String> CONFLICTS =
            List.of("Retryable commit conflict", "Incompatible transaction", "Commit conflict for version");

    /** Parts of messages that say that a file is missing, torn or not what it should be. */
    private static final List<String> DAMAGE = List.of(
            "file size is too small",
            "does not have sufficient data",
            "Invalid range",
            "Invalid read of range",
            "Encountered corrupt file",
            "does not match the expected magic",
            "magic number",
            "failed to decode Protobuf",
            "ot found",
            "No such file or directory",
            "must have the same length");

    /** What Arrow says when it takes over a batch of Lance and meets the limit. */
    private static final String NO_MEMORY = "Unable to allocate buffer";

    /** Where in its own source Lance met the error, which it adds to most messages. */
    private static final Pattern SOURCE_PLACE = Pattern.compile(",? ?(?:at )?(?<![^\\s,])[^\\s,]+\\.rs:\\d+(?::\\d+)?");

    private static final int MAX_CAUSE = 500;

    private LanceErrors() {}

    /** Runs a call of Lance and classifies what it throws. {@code doing} completes "cannot ...". */
    static <T> T call(String doing, Callable<T> call) {
        try {
            return call.call();
        } catch (Exception e) {
            throw classify(doing, e);
        }
    }

    /**
     * Runs a call of Lance that makes something where nothing is yet: that a directory is missing is then no damage, but
     * a place where none can be made.
     */
    static <T> T creating(String doing, Callable<T> call) {
        try {
            return call.call();
        } catch (IOException e) {
            if (DiskTrouble.NO_PLACE.isToldBy(e)) {
                throw StoreException.unavailable(DiskTrouble.NO_PLACE.explain(ErrorText.of("cannot " + doing)), e);
            }
            throw classify(doing, e);
        } catch (Exception e) {
            throw classify(doing, e);
        }
    }

    /** A call of Lance that returns nothing. */
    interface Action {
        void run() throws Exception;
    }

    static void run(String doing, Action action) {
        call(doing, () -> {
            action.run();
            return doing;
        });
    }

    /** The error that Sennit reports for an exception met while {@code doing} something. */
    static RuntimeException classify(String doing, Throwable thrown) {
        if (thrown instanceof SennitException known) {
            return known;
        }
        if (thrown instanceof OutOfMemoryException || message(thrown).contains(NO_MEMORY)) {
            return new LimitException(
                    ErrorCode.RESOURCE_LIMIT,
                    ErrorText.of("cannot " + doing)
                            .cause("the store's limit of native memory is reached (" + firstLine(thrown) + ")")
                            .remedy("close results that are not needed any more, or raise the limit"));
        }
        if (thrown instanceof IllegalCallerException) {
            return InvalidArgumentException.missingJvmFlag(ErrorText.of("cannot load Lance's native library")
                    .cause(firstLine(thrown))
                    .remedy("start the JVM with --enable-native-access=ALL-UNNAMED"));
        }
        Optional<DiskTrouble> trouble = DiskTrouble.of(thrown);
        if (trouble.isPresent()) {
            return StoreException.unavailable(trouble.get().explain(ErrorText.of("cannot " + doing)), thrown);
        }
        ErrorText text = ErrorText.of("cannot " + doing).cause(firstLine(thrown));
        if (isVersionNotFound(thrown) || isDamage(thrown)) {
            return StoreException.corruption(text, thrown);
        }
        if (thrown instanceof IOException || isConflict(thrown)) {
            return StoreException.unavailable(text, thrown);
        }
        return StoreException.internal(text, thrown);
    }

    /** The error for a value that cannot have been written as it is. */
    static StoreException damagedValue(String problem, Exception cause) {
        return StoreException.corruption(ErrorText.of(problem).cause(firstLine(cause)), cause);
    }

    /** Whether a dataset, or the version that was asked for, does not exist. */
    static boolean isVersionNotFound(Throwable thrown) {
        return VERSION_NOT_FOUND.matcher(message(thrown)).matches();
    }

    /** Whether Lance says that another commit came first. */
    static boolean isConflict(Throwable thrown) {
        String message = message(thrown);
        return CONFLICTS.stream().anyMatch(message::startsWith);
    }

    /** Whether a dataset that was to be created is there already. */
    static boolean isAlreadyExists(Throwable thrown) {
        return message(thrown).startsWith("Dataset already exists");
    }

    /** Whether a file that is there cannot be what was written, or one that must be there is not. */
    static boolean isDamage(Throwable thrown) {
        if (!(thrown instanceof IOException) && !message(thrown).startsWith("Encountered corrupt file")) {
            return false;
        }
        String message = message(thrown);
        return DAMAGE.stream().anyMatch(message::contains);
    }

    private static String message(Throwable thrown) {
        return Objects.requireNonNullElse(thrown.getMessage(), "");
    }

    private static String firstLine(Throwable thrown) {
        String line = SOURCE_PLACE
                .matcher(message(thrown).lines().findFirst().orElse(""))
                .replaceAll("");
        if (line.isEmpty()) {
            return thrown.getClass().getSimpleName();
        }
        return line.length() <= MAX_CAUSE ? line : line.substring(0, MAX_CAUSE) + "..."; // it may quote a whole filter
    }
}
