package dev.sennit.model;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The stable codes of every error Sennit reports. A code never changes its meaning and is never removed.
 */
public enum ErrorCode {
    NOT_FOUND(ErrorCategory.NOT_FOUND, null),
    ALREADY_EXISTS(ErrorCategory.CONFLICT, null),
    INVALID_ARGUMENT(ErrorCategory.USAGE, null),
    SYNTAX_ERROR(ErrorCategory.INVALID, "42001"),
    UNKNOWN_NAME(ErrorCategory.INVALID, "42002"),
    TYPE_MISMATCH(ErrorCategory.INVALID, "22G03"),
    IMPOSSIBLE_PATTERN(ErrorCategory.INVALID, null),
    VALUE_OUT_OF_RANGE(ErrorCategory.INVALID, "22003"),
    DIVISION_BY_ZERO(ErrorCategory.INVALID, "22012"),
    MISSING_PARAMETER(ErrorCategory.INVALID, "42N51"),
    INVALID_SCHEMA(ErrorCategory.INVALID, null),
    INVALID_DATA(ErrorCategory.INVALID, null),
    CONSTRAINT_VIOLATION(ErrorCategory.INVALID, "G2000"),
    KEY_CONFLICT(ErrorCategory.CONFLICT, null),
    KEY_IMMUTABLE(ErrorCategory.INVALID, null),
    AMBIGUOUS_NODE_TYPE(ErrorCategory.INVALID, null),
    READ_SET_CHANGED(ErrorCategory.CONFLICT, "40001"),
    PRECONDITION_FAILED(ErrorCategory.CONFLICT, null),
    MERGE_CONFLICTS(ErrorCategory.CONFLICT, null),
    SCHEMA_CHANGE_REFUSED(ErrorCategory.INVALID, null),
    WRITER_ACTIVE(ErrorCategory.BUSY, null),
    OPERATION_ABORTED(ErrorCategory.BUSY, "40000"),
    OUTCOME_UNKNOWN(ErrorCategory.OUTCOME_UNKNOWN, "40003"),
    IDEMPOTENCY_KEY_REUSED(ErrorCategory.CONFLICT, null),
    BRANCH_DELETED(ErrorCategory.NOT_FOUND, null),
    SNAPSHOT_EXPIRED(ErrorCategory.NOT_FOUND, null),
    COLLECTED(ErrorCategory.NOT_FOUND, null),
    RESOURCE_LIMIT(ErrorCategory.INVALID, null),
    TIMEOUT(ErrorCategory.BUSY, null),
    CANCELLED(ErrorCategory.INTERRUPTED, null),
    UNSUPPORTED(ErrorCategory.INVALID, "0A000"),
    JVM_FLAG_MISSING(ErrorCategory.USAGE, null),
    FORMAT_TOO_NEW(ErrorCategory.INTERNAL, null),
    CORRUPTION(ErrorCategory.CORRUPTION, null),
    STORE_UNAVAILABLE(ErrorCategory.INTERNAL, null),
    INTERNAL(ErrorCategory.INTERNAL, null);

    private final ErrorCategory category;

    @Nullable
    private final String gqlStatus;

    ErrorCode(ErrorCategory category, @Nullable String gqlStatus) {
        this.category = category;
        this.gqlStatus = gqlStatus;
    }

    /** What kind of thing went wrong; decides the command line's exit code. */
    public ErrorCategory category() {
        return category;
    }

    /** The GQLSTATUS of ISO GQL, where it has one for this condition. */
    public Optional<String> gqlStatus() {
        return Optional.ofNullable(gqlStatus);
    }
}
