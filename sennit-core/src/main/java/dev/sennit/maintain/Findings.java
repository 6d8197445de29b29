package dev.sennit.maintain;

import dev.sennit.model.CheckReport;
import dev.sennit.model.CheckReport.Finding;
import dev.sennit.model.CheckReport.Kind;
import dev.sennit.model.CheckReport.Severity;
import dev.sennit.model.CommitId;
import dev.sennit.model.ErrorText;
import dev.sennit.model.SennitException;
import dev.sennit.model.StoreException;
import dev.sennit.store.FileCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects findings: keeps the first, counts all. Not thread-safe. */
final class Findings {
    private final List<Finding> first = new ArrayList<>();
    private long problems;
    private long notes;

    void problem(Kind kind, String thing, Optional<CommitId> commit, ErrorText text) {
        problems++;
        add(Severity.PROBLEM, kind, thing, commit, text);
    }

    void note(Kind kind, String thing, Optional<CommitId> commit, ErrorText text) {
        notes++;
        add(Severity.NOTE, kind, thing, commit, text);
    }

    /**
     * The text of a failure that shows damage.
     *
     * @throws SennitException the failure itself, if it says nothing about what is stored
     */
    static ErrorText damage(RuntimeException failure) {
        return switch (failure) {
            case StoreException e
            when switch (e.code()) {
                case CORRUPTION, STORE_UNAVAILABLE, INTERNAL -> true;
                default -> false;
            } -> e.text();
            case SennitException e -> throw e;
            // What a damaged file decodes to may break anything that takes it for granted.
            default -> ErrorText.of("it cannot be decoded").cause(failure.toString());
        };
    }

    /** What became of a file that is not as it was written. */
    static ErrorText describe(FileCondition condition) {
        return ErrorText.of(condition.description());
    }

    private void add(Severity severity, Kind kind, String thing, Optional<CommitId> commit, ErrorText text) {
        if (first.size() < CheckReport.LISTED) {
            String problem = text.cause() == null ? text.problem() : text.problem() + ": " + text.cause();
            first.add(new Finding(severity, kind, thing, commit, problem, text.remedy()));
        }
    }

    List<Finding> first() {
        return first;
    }

    long problems() {
        return problems;
    }

    long notes() {
        return notes;
    }
}
