package dev.sennit.model;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a check of a graph found.
 *
 * @param graph the graph
 * @param dataRead whether files and the rows of the newest states were read, or sizes and counts alone were looked at
 * @param counts what was looked at
 * @param findings the first {@value #LISTED}, in the order they were met
 * @param problems how many of all findings are problems
 * @param notes how many of all findings are notes
 */
public record CheckReport(
        GraphId graph, boolean dataRead, Counts counts, List<Finding> findings, long problems, long notes) {
    /** How many findings a report lists. */
    public static final int LISTED = 1_000;

    /**
     * How much was looked at.
     *
     * @param states states that are retained
     * @param tables tables they name
     * @param versions versions of these tables
     * @param files files these versions need
     * @param bytes of these files
     * @param rows rows read
     */
    public record Counts(long states, long tables, long versions, long files, long bytes, long rows) {}

    /** How bad a finding is. */
    public enum Severity {
        /** Something is not as it must be. */
        PROBLEM,
        /** Something to know of, which is right or rights itself. */
        NOTE
    }

    /** What a finding is about. */
    public enum Kind {
        /** A version of the manifest, or a segment of its archive, is missing or cannot be read. */
        MANIFEST,
        /** The states of a branch do not follow from each other. */
        HISTORY,
        /** An unfinished operation. */
        OPERATION,
        /** A version of a table cannot be opened, or has other columns than its type. */
        TABLE,
        /** A file is missing, or is not what was written. */
        FILE,
        /** A table has another number of rows than is recorded of it. */
        COUNT,
        /** An index covers, or answers, something else than it should. */
        INDEX,
        /** Rows cannot be read. */
        DATA,
        /** An element has no id, one that its key does not have, or one that another has. */
        KEY,
        /** Rows break a rule of the schema. */
        RULE
    }

    /**
     * One thing that was found.
     *
     * @param thing what it is about: a file relative to the graph, a version, an element
     * @param commit the newest commit that has it, where there is one
     * @param remedy what to do about it
     */
    public record Finding(
            Severity severity,
            Kind kind,
            String thing,
            Optional<CommitId> commit,
            String problem,
            @Nullable String remedy) {
        public Finding {
            Objects.requireNonNull(severity, "severity");
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(thing, "thing");
            Objects.requireNonNull(commit, "commit");
            Objects.requireNonNull(problem, "problem");
        }
    }

    public CheckReport {
        findings = List.copyOf(findings);
    }

    /** Whether there is no problem. */
    public boolean isSound() {
        return problems == 0;
    }
}
