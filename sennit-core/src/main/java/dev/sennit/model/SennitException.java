package dev.sennit.model;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything Sennit reports as an error. The hierarchy is closed; {@link #code} is the stable name programs match on.
 * Outcomes a caller is expected to handle have a subclass of their own with the data needed to do so.
 */
public abstract sealed class SennitException extends RuntimeException
        permits NotFoundException,
                AlreadyExistsException,
                InvalidArgumentException,
                InvalidTextException,
                InvalidDataException,
                ConstraintViolationException,
                SchemaChangeRefusedException,
                ConflictException,
                MergeConflictsException,
                BusyException,
                OutcomeUnknownException,
                ExpiredException,
                LimitException,
                UnsupportedException,
                StoreException {
    private final ErrorCode code;
    private final transient ErrorText text;

    @Nullable
    private final OperationId operationId;

    SennitException(ErrorCode code, ErrorText text, @Nullable OperationId operationId, @Nullable Throwable underlying) {
        super(text.message(), underlying);
        this.code = Objects.requireNonNull(code, "code");
        this.text = text;
        this.operationId = operationId;
    }

    public final ErrorCode code() {
        return code;
    }

    /** The message in its parts. */
    public final ErrorText text() {
        return text;
    }

    /** The operation that failed, where one had begun. */
    public final Optional<OperationId> operationId() {
        return Optional.ofNullable(operationId);
    }
}
