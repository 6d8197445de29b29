package dev.sennit.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A graph cannot change to a schema: {@link ErrorCode#SCHEMA_CHANGE_REFUSED}. Nothing was changed. Each step that cannot
 * be done is named with the way out; where data stand in the way, they are the violations.
 */
public final class SchemaChangeRefusedException extends SennitException {
    /** The detail that names the file all violations are in. */
    public static final String VIOLATIONS_FILE = "violationsFile";

    private final transient List<RefusedStep> refusals;
    private final transient List<Violation> violations;
    private final long total;

    /**
     * @param refusals at least one
     * @param violations the first violations
     * @param total how many there are in all
     */
    public SchemaChangeRefusedException(
            List<RefusedStep> refusals, List<Violation> violations, long total, @Nullable OperationId operationId) {
        this(text(refusals, total), refusals, violations, total, operationId, null);
    }

    private SchemaChangeRefusedException(
            ErrorText text,
            List<RefusedStep> refusals,
            List<Violation> violations,
            long total,
            @Nullable OperationId operationId,
            @Nullable SchemaChangeRefusedException underlying) {
        super(ErrorCode.SCHEMA_CHANGE_REFUSED, text, operationId, underlying);
        this.refusals = List.copyOf(refusals);
        this.violations = List.copyOf(violations);
        this.total = total;
    }

    /** This refusal, which also tells in which file all violations are. */
    public SchemaChangeRefusedException violationsIn(String file) {
        return new SchemaChangeRefusedException(
                text().detail(VIOLATIONS_FILE, file),
                refusals,
                violations,
                total,
                operationId().orElse(null),
                this);
    }

    /** The steps that cannot be done. */
    public List<RefusedStep> refusals() {
        return refusals;
    }

    /** The first data that stand in the way, none if a step is refused whatever the data are. */
    public List<Violation> violations() {
        return violations;
    }

    /** How many violations there are, listed or not. */
    public long total() {
        return total;
    }

    private static ErrorText text(List<RefusedStep> refusals, long total) {
        RefusedStep first = refusals.getFirst();
        String more = refusals.size() == 1 ? "" : " and " + (refusals.size() - 1) + " more";
        return ErrorText.of("cannot " + first.step() + more)
                .cause(first.reason())
                .remedy(first.wayOut())
                .detail(
                        "refusals",
                        refusals.stream()
                                .map(refusal -> Map.of(
                                        "step", refusal.step(),
                                        "reason", refusal.reason(),
                                        "wayOut", refusal.wayOut()))
                                .toList())
                .detail("total", total);
    }
}
