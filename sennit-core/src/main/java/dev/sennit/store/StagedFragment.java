package dev.sennit.store;

import java.util.List;

/**
 * A data file that is written and part of no version yet.
 *
 * @param path relative to the table's data directory
 * @param fieldIds the table's field id of each column of the file
 * @param columnIndices the file's column of each field, -1 for a field without one
 * @param rowCount rows in the file
 * @param sizeBytes the file's size
 */
public record StagedFragment(
        String path, List<Integer> fieldIds, List<Integer> columnIndices, long rowCount, long sizeBytes) {
    public StagedFragment {
        fieldIds = List.copyOf(fieldIds);
        columnIndices = List.copyOf(columnIndices);
    }
}
