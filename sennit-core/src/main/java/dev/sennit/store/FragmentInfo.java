package dev.sennit.store;

import java.util.List;

/**
 * One fragment of a version.
 *
 * @param id unique within the version
 * @param physicalRows rows in its files, deleted ones included
 * @param deletedRows deleted rows
 * @param files its data files, relative to the table
 * @param fieldIds of each file the fields it holds; a file always holds the same
 * @param deletionFile its deletion file, relative to the table, or the empty string
 * @param sizeBytes bytes of its data files; 0 where the store does not tell
 */
public record FragmentInfo(
        int id,
        long physicalRows,
        long deletedRows,
        List<String> files,
        List<List<Integer>> fieldIds,
        String deletionFile,
        long sizeBytes) {
    public FragmentInfo {
        files = List.copyOf(files);
        fieldIds = fieldIds.stream().map(List::copyOf).toList();
    }

    public long rowCount() {
        return physicalRows - deletedRows;
    }
}
