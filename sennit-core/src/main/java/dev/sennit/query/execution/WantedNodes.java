package dev.sennit.query.execution;

import dev.sennit.query.plan.Operator;
import dev.sennit.store.ScanFilter;
import dev.sennit.store.ScanFilterSql;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableLayout;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The nodes of a scan that have certain values of a property: what else the scan finds is of no use.
 *
 * @param values of the property, not null
 */
record WantedNodes(Operator.Probe probe, Set<Object> values) {
    /** The request without rows that are not wanted; empty if none is. */
    Optional<ScanRequest> narrow(
            Operator.NodeScan scan, Operator.NodeTable table, ScanRequest all, TableLayout layout) {
        if (!scan.node().equals(probe.node())) {
            return Optional.of(all);
        }
        List<Object> literals = probe.literals(table.type(), values);
        if (literals.isEmpty()) {
            return Optional.empty();
        }
        // Whether the store takes another condition does not depend on how long its list is.
        if (!ScanFilterSql.canPush(and(all, literals.subList(0, 1)), layout)) {
            return Optional.of(all);
        }
        ScanRequest narrowed = all.where(and(all, literals));
        return Optional.of(literals.size() > ScanFilters.MAX_INDEXED ? narrowed.withoutIndex() : narrowed);
    }

    private ScanFilter and(ScanRequest request, List<Object> literals) {
        ScanFilter wanted = literals.size() == 1
                ? new ScanFilter.Comparison(probe.property(), ScanFilter.Operator.EQ, literals.getFirst())
                : new ScanFilter.In(probe.property(), literals);
        return request.filter()
                .<ScanFilter>map(filter -> new ScanFilter.And(List.of(filter, wanted)))
                .orElse(wanted);
    }
}
