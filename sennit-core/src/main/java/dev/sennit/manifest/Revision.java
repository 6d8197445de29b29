package dev.sennit.manifest;

import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A revision as users write it: a branch, tag or commit id (or a unique prefix or suffix of one), then any number of
 * {@code ~n} (n-th first parent) and {@code ^n} (n-th parent), or {@code @{time}} for the last commit at or before a
 * time.
 *
 * @param name the branch, tag or commit
 * @param time the time, which is looked up on the branch
 * @param steps what follows
 */
public record Revision(String name, Optional<Instant> time, List<Step> steps) {
    private static final Pattern SYNTAX =
            Pattern.compile("(?<name>[^~^]*?)(?:@\\{(?<time>[^}]*)})?(?<steps>(?:[~^][0-9]*)*)");
    private static final Pattern STEP = Pattern.compile("([~^])([0-9]*)");

    /** One step towards older commits. */
    public sealed interface Step {
        /** The n-th first parent; 0 stays. */
        record Ancestor(int generations) implements Step {}

        /** The n-th parent, from 1; 0 stays. */
        record Parent(int number) implements Step {}
    }

    public Revision {
        steps = List.copyOf(steps);
    }

    /**
     * Reads a revision.
     *
     * @param defaultBranch the branch meant where the text names none, as in {@code @{2026-11-29T12:00Z}} or {@code ~1}
     * @throws InvalidArgumentException if the text is no revision
     */
    public static Revision parse(String text, String defaultBranch) {
        if (text.contains("..")) { // as no name has it
            throw new InvalidArgumentException(ErrorText.of("'" + text + "' is not one revision")
                    .cause("what lies between two states is a diff, which takes both")
                    .remedy("name them apart, as in: sennit diff <graph> main~1 main")
                    .detail("revision", text));
        }
        Matcher matcher = SYNTAX.matcher(text.strip());
        if (text.isBlank() || !matcher.matches()) {
            throw invalid(text, "revisions are a branch, tag or commit, then ~n, ^n or @{time}");
        }
        String name = matcher.group("name").isEmpty() ? defaultBranch : matcher.group("name");
        Optional<Instant> time = Optional.ofNullable(matcher.group("time")).map(t -> time(text, t));
        List<Step> steps = new ArrayList<>();
        Matcher step = STEP.matcher(matcher.group("steps"));
        while (step.find()) {
            int number = step.group(2).isEmpty() ? 1 : number(text, step.group(2));
            steps.add(step.group(1).equals("~") ? new Step.Ancestor(number) : new Step.Parent(number));
        }
        return new Revision(name, time, steps);
    }

    private static Instant time(String text, String time) {
        try {
            return OffsetDateTime.parse(time).toInstant();
        } catch (DateTimeException e) {
            throw invalid(text, "'" + time + "' is not a time with an offset, such as 2026-11-29T12:00Z");
        }
    }

    private static int number(String text, String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw invalid(text, "'" + digits + "' is too large");
        }
    }

    private static InvalidArgumentException invalid(String text, String cause) {
        return new InvalidArgumentException(ErrorText.of("'" + text + "' is not a revision")
                .cause(cause)
                .remedy("write for example main, main~1, a commit id or main@{2026-11-29T12:00Z}")
                .detail("revision", text));
    }
}
