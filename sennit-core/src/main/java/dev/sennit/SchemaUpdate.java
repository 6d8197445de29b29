package dev.sennit;

import dev.sennit.model.Violation;
import dev.sennit.schema.SchemaDocument;
import dev.sennit.schema.SchemaParser;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The schema a branch is to have, and how it may get there. Immutable:
 *
 * <pre>{@code
 * branch.applySchema(SchemaUpdate.to("NODE Airport { code STRING KEY, city STRING RENAMED FROM town }"))
 * }</pre>
 *
 * @param declared the schema, with RENAMED FROM and DEFAULT
 * @param dryRun plans and reads what the plan makes necessary, and writes nothing
 * @param hidingData whether types and properties that have data may be dropped: these stay readable at older commits
 *     until they are collected
 * @param violations hears of every violation, also of those beyond the ones an error lists; again if the change is
 *     prepared again
 * @param progress hears of the progress
 */
public record SchemaUpdate(
        SchemaDocument declared,
        boolean dryRun,
        boolean hidingData,
        Consumer<Violation> violations,
        Progress progress) {
    /** Hears how far a schema change is, about twice a second, on its thread. */
    @FunctionalInterface
    public interface Progress {
        /**
         * @param rows rows looked at
         * @param total rows to look at
         */
        void at(long rows, long total, Duration elapsed);
    }

    public SchemaUpdate {
        Objects.requireNonNull(declared, "declared");
        Objects.requireNonNull(violations, "violations");
        Objects.requireNonNull(progress, "progress");
    }

    /** To a schema, keeping all data in sight. */
    public static SchemaUpdate to(SchemaDocument declared) {
        return new SchemaUpdate(declared, false, false, violation -> {}, (rows, total, elapsed) -> {});
    }

    /**
     * To a schema as text, as {@link #to(SchemaDocument)}.
     *
     * @throws dev.sennit.model.InvalidTextException if the text breaks a rule of the schema language
     */
    public static SchemaUpdate to(String text) {
        return to(SchemaParser.parseDocument(text));
    }

    public SchemaUpdate asDryRun() {
        return new SchemaUpdate(declared, true, hidingData, violations, progress);
    }

    /** Allows types and properties with data to be dropped. */
    public SchemaUpdate hidingDroppedData() {
        return new SchemaUpdate(declared, dryRun, true, violations, progress);
    }

    public SchemaUpdate violations(Consumer<Violation> newViolations) {
        return new SchemaUpdate(declared, dryRun, hidingData, newViolations, progress);
    }

    public SchemaUpdate progress(Progress newProgress) {
        return new SchemaUpdate(declared, dryRun, hidingData, violations, newProgress);
    }
}
