package dev.sennit.write;

import dev.sennit.model.Durability;
import dev.sennit.model.IdSource;
import dev.sennit.store.TableStore;
import java.nio.file.Path;

/**
 * What the writers of one graph share.
 *
 * @param segments when they build index segments
 * @param spill a directory below which temporary files may be made
 */
public record WriterResources(
        TableStore tables, IdSource ids, Durability durability, TailCache tails, SegmentLimits segments, Path spill) {}
