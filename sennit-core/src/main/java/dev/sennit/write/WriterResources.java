package dev.sennit.write;

import dev.sennit.model.Durability;
import dev.sennit.model.IdSource;
import dev.sennit.model.OperationId;
import dev.sennit.store.TableStore;
import dev.sennit.store.TransactionIdentity;
import java.nio.file.Path;
import java.util.Map;

/**
 * What the writers of one graph share.
 *
 * @param segments when they build index segments
 * @param spill a directory below which temporary files may be made
 */
public record WriterResources(
        TableStore tables, IdSource ids, Durability durability, TailCache tails, SegmentLimits segments, Path spill) {
    /** What a new table version of an operation is known by. */
    TransactionIdentity identity(OperationId operation) {
        return new TransactionIdentity(ids.next().toString(), Map.of("operation", operation.toString()));
    }
}
