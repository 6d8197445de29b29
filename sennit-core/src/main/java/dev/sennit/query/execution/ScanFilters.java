package dev.sennit.query.execution;

import dev.sennit.query.plan.Operator;
import dev.sennit.store.ScanFilter;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableLayout;
import java.util.List;
import java.util.Optional;

/** What to ask of a table for a part of a scan. */
final class ScanFilters {
    /** Longer lists of ids are cheaper to find by reading the column than by probing the index. */
    static final int MAX_INDEXED = 500;

    private ScanFilters() {}

    static Optional<ScanFilter> of(Operator.NodeTable table) {
        if (table.ids().isEmpty()) {
            return table.filter();
        }
        List<String> ids = table.ids().get();
        ScanFilter byId = ids.size() == 1
                ? new ScanFilter.Comparison(TableLayout.ID, ScanFilter.Operator.EQ, ids.getFirst())
                : new ScanFilter.In(TableLayout.ID, ids);
        return Optional.of(table.filter()
                .<ScanFilter>map(f -> new ScanFilter.And(List.of(byId, f)))
                .orElse(byId));
    }

    static ScanRequest request(Operator.NodeTable table, List<String> columns) {
        ScanRequest request = of(table)
                .map(f -> ScanRequest.of(columns).where(f))
                .orElseGet(() -> ScanRequest.of(columns))
                .withRowAddresses();
        boolean many = table.ids().isPresent() && table.ids().get().size() > MAX_INDEXED;
        return many ? request.withoutIndex() : request;
    }

    static ScanRequest request(Operator.EdgeTable table, List<String> columns) {
        return table.filter()
                .map(f -> ScanRequest.of(columns).where(f))
                .orElseGet(() -> ScanRequest.of(columns))
                .withRowAddresses();
    }
}
