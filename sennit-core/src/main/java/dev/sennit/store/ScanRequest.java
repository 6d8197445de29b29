package dev.sennit.store;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What to read.
 *
 * @param columns names of columns of the layout, possibly none
 * @param filter rows to read; empty for all
 * @param rowAddresses whether each batch carries row addresses
 * @param fragments the fragments to read; empty for all
 * @param limit stop after so many rows
 * @param useIndex whether BTREE segments may be used; a scan beats them for long IN lists
 */
public record ScanRequest(
        List<String> columns,
        Optional<ScanFilter> filter,
        boolean rowAddresses,
        Optional<List<Integer>> fragments,
        OptionalLong limit,
        boolean useIndex) {
    public ScanRequest {
        columns = List.copyOf(columns);
    }

    /** All rows, the given columns. */
    public static ScanRequest of(List<String> columns) {
        return new ScanRequest(columns, Optional.empty(), false, Optional.empty(), OptionalLong.empty(), true);
    }

    public ScanRequest where(ScanFilter newFilter) {
        return new ScanRequest(columns, Optional.of(newFilter), rowAddresses, fragments, limit, useIndex);
    }

    public ScanRequest withRowAddresses() {
        return new ScanRequest(columns, filter, true, fragments, limit, useIndex);
    }

    public ScanRequest inFragments(List<Integer> ids) {
        return new ScanRequest(columns, filter, rowAddresses, Optional.of(List.copyOf(ids)), limit, useIndex);
    }

    public ScanRequest limit(long rows) {
        return new ScanRequest(columns, filter, rowAddresses, fragments, OptionalLong.of(rows), useIndex);
    }

    public ScanRequest withoutIndex() {
        return new ScanRequest(columns, filter, rowAddresses, fragments, limit, false);
    }
}
