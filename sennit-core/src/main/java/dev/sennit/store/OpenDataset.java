package dev.sennit.store;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.index.Index;

/** A version of a table that Lance has open, and what was asked of it; it never changes. Thread-safe. */
final class OpenDataset {
    private final Dataset dataset;
    private final TableSchema schema;

    @Nullable
    private volatile List<FragmentMetadata> fragments;

    @Nullable
    private volatile List<FragmentInfo> described;

    @Nullable
    private volatile List<Index> indexes;

    /** Handles that use it; guarded by {@link OpenDatasets}. */
    int users;

    /** Closes what it is given if that cannot be read. Lance's exceptions pass. */
    OpenDataset(Dataset dataset) {
        this.dataset = dataset;
        try {
            this.schema = TableSchema.of(dataset.getLanceSchema());
        } catch (RuntimeException e) {
            dataset.close();
            throw e;
        }
    }

    Dataset dataset() {
        return dataset;
    }

    TableSchema schema() {
        return schema;
    }

    /** Lance's exceptions pass. */
    List<FragmentMetadata> fragments() {
        List<FragmentMetadata> known = fragments;
        if (known == null) {
            known = dataset.getFragments().stream().map(Fragment::metadata).toList();
            fragments = known;
        }
        return known;
    }

    /** The fragments in our words. Lance's exceptions pass. */
    List<FragmentInfo> described() {
        List<FragmentInfo> known = described;
        if (known == null) {
            known = fragments().stream().map(TableFiles::describe).toList();
            described = known;
        }
        return known;
    }

    /** Lance's exceptions pass. */
    List<Index> indexes() {
        List<Index> known = indexes;
        if (known == null) {
            known = List.copyOf(dataset.getIndexes());
            indexes = known;
        }
        return known;
    }

    void close() {
        dataset.close();
    }
}
