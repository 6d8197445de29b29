package dev.sennit.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A merge has conflicts that nothing resolves; nothing was written. {@link ErrorCode#MERGE_CONFLICTS}. */
public final class MergeConflictsException extends SennitException {
    private final transient List<ResolvedConflict> conflicts;

    public MergeConflictsException(
            ErrorText text, List<ResolvedConflict> conflicts, @Nullable OperationId operationId) {
        super(ErrorCode.MERGE_CONFLICTS, text, operationId, null);
        this.conflicts = List.copyOf(conflicts);
    }

    /** Every conflict of the merge, the resolved ones included. */
    public List<ResolvedConflict> conflicts() {
        return conflicts;
    }
}
