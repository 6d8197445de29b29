package dev.sennit.write;

import dev.sennit.model.Durability;
import dev.sennit.model.IdSource;
import dev.sennit.model.OperationId;
import dev.sennit.query.execution.ReadCaches;
import dev.sennit.store.TableStore;
import dev.sennit.store.TailCache;
import dev.sennit.store.TransactionIdentity;
import java.nio.file.Path;
import java.util.Map;

/**
 * What the writers of one graph share.
 *
 * @param caches what is kept of tables, which the next reads and writes will ask for
 * @param segments when they build index segments
 * @param spill a directory below which temporary files may be made
 */
public record WriterResources(
        TableStore tables, IdSource ids, Durability durability, ReadCaches caches, SegmentLimits segments, Path spill) {
    /** The ids in small fragments. */
    TailCache tails() {
        return caches.tails();
    }

    /** What a new table version of an operation is known by. */
    TransactionIdentity identity(OperationId operation) {
        return new TransactionIdentity(ids.next().toString(), Map.of("operation", operation.toString()));
    }
}
