package dev.sennit.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The data of a write break rules of the schema; nothing was written. {@link ErrorCode#CONSTRAINT_VIOLATION}.
 */
public final class ConstraintViolationException extends SennitException {
    private final transient List<Violation> violations;
    private final long total;

    /**
     * @param violations the first violations, in input order
     * @param total how many there were in all
     */
    public ConstraintViolationException(
            ErrorText text, List<Violation> violations, long total, @Nullable OperationId operationId) {
        super(ErrorCode.CONSTRAINT_VIOLATION, text, operationId, null);
        this.violations = List.copyOf(violations);
        this.total = total;
    }

    /** The first violations, in input order. */
    public List<Violation> violations() {
        return violations;
    }

    /** How many violations there were, listed or not. */
    public long total() {
        return total;
    }
}
