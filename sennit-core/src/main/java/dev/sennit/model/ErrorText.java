package dev.sennit.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an error says: the problem (what, which thing, value), optionally its cause and the remedy, and named details
 * for programs. Built fluently:
 *
 * <pre>{@code
 * ErrorText.of("no branch 'reveiw' in graph air").remedy("did you mean 'review'?").detail("branch", "reveiw")
 * }</pre>
 */
public final class ErrorText {
    private final String problem;

    @Nullable
    private final String cause;

    @Nullable
    private final String remedy;

    private final Map<String, Object> details;

    private ErrorText(String problem, @Nullable String cause, @Nullable String remedy, Map<String, Object> details) {
        this.problem = Objects.requireNonNull(problem, "problem");
        this.cause = cause;
        this.remedy = remedy;
        this.details = details;
    }

    public static ErrorText of(String problem) {
        return new ErrorText(problem, null, null, Map.of());
    }

    /** The same text with why it happened. */
    public ErrorText cause(String newCause) {
        return new ErrorText(problem, newCause, remedy, details);
    }

    /** The same text with what to do about it. */
    public ErrorText remedy(String newRemedy) {
        return new ErrorText(problem, cause, newRemedy, details);
    }

    /** The same text with one more detail: text, numbers, booleans, lists and maps of these. */
    public ErrorText detail(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(details);
        more.put(name, value);
        return new ErrorText(problem, cause, remedy, Collections.unmodifiableMap(more));
    }

    public String problem() {
        return problem;
    }

    @Nullable
    public String cause() {
        return cause;
    }

    @Nullable
    public String remedy() {
        return remedy;
    }

    /** Details in the order they were added. */
    public Map<String, Object> details() {
        return details;
    }

    /** Problem, cause and remedy as one text. */
    public String message() {
        StringBuilder text = new StringBuilder(problem);
        if (cause != null) {
            text.append(": ").append(cause);
        }
        if (remedy != null) {
            text.append("; ").append(remedy);
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return message();
    }
}
