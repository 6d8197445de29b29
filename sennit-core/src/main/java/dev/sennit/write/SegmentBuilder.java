package dev.sennit.write;

import dev.sennit.manifest.TableLayouts;
import dev.sennit.model.OperationId;
import dev.sennit.model.TableId;
import dev.sennit.protocol.ConfirmedTable;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.schema.ElementType;
import dev.sennit.store.FragmentInfo;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Builds index segments of tables as part of an operation's effects, a detached version for each. */
record SegmentBuilder(WriterResources resources, OperationId operation) {
    /** Builds segments over the given fragments, one after the other, and says what the last version is. */
    ConfirmedTable build(
            TableId table, TablePin base, ElementType type, SegmentPlan plan, FailurePoints failurePoints) {
        TablePin pin = base;
        for (List<Integer> fragments : plan.segments()) {
            try (TableVersion version = resources.tables().open(table, pin)) {
                pin = resources
                        .tables()
                        .index(
                                version,
                                TableLayouts.systemColumns(type),
                                fragments,
                                resources.identity(operation),
                                resources.durability());
            }
            failurePoints.reached(FailurePoint.TABLE_INDEXED);
        }
        try (TableVersion version = resources.tables().open(table, pin)) {
            return confirm(type, version);
        }
    }

    /** What a version is, as its commit will name it. */
    static ConfirmedTable confirm(ElementType type, TableVersion version) {
        Map<String, Long> indexed = new LinkedHashMap<>();
        for (String column : TableLayouts.systemColumns(type)) {
            Set<Integer> covered = version.indexedFragments(column);
            indexed.put(
                    column,
                    version.fragments().stream()
                            .filter(fragment -> covered.contains(fragment.id()))
                            .mapToLong(FragmentInfo::rowCount)
                            .sum());
        }
        return new ConfirmedTable(version.pin(), version.rowCount(), indexed);
    }
}
