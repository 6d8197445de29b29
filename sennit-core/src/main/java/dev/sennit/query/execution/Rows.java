package dev.sennit.query.execution;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of an operator, pulled batch by batch. */
interface Rows extends AutoCloseable {
    /** How many rows a batch has, roughly. */
    int BATCH = 1024;

    /** The next rows, at least one; null at the end. They belong to the caller. */
    @Nullable
    List<@Nullable Object[]> next();

    /** Releases what the operator and its inputs hold; may be called at any time. */
    @Override
    void close();
}
