package dev.sennit.write;

import dev.sennit.manifest.TableState;
import dev.sennit.model.ErrorText;
import dev.sennit.model.OperationId;
import dev.sennit.model.StoreException;
import dev.sennit.model.TableId;
import dev.sennit.protocol.ConfirmedTable;
import dev.sennit.protocol.Effects;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.schema.ElementType;
import dev.sennit.store.ContentDigest;
import dev.sennit.store.ContentSum;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableChange;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.roaringbitmap.RoaringBitmap;

/**
 * The effects of one optimizing write: a detached commit of new fragments in the place of old ones, another that takes
 * rows out of them that were deleted since they were copied, the comparison of old and new, and index segments. Undecided,
 * all of it is forgotten.
 *
 * @param applying called before the first effect
 */
record OptimizeEffects(
        WriterResources resources,
        OperationId operation,
        OptimizeProgress progress,
        ElementType type,
        TableState table,
        Share share,
        Runnable applying)
        implements Effects {
    /**
     * What one commit does.
     *
     * @param segments to build once the fragments are rewritten; new fragments go by their place in the rewrite
     */
    record Share(Optional<Rewrite> rewrite, SegmentPlan segments) {}

    /**
     * New fragments for old.
     *
     * @param staged the new ones
     * @param replaced the old ones
     * @param deletedRows offsets of rows to delete from new ones, by index of the new one
     * @param digest what the new ones must hold then
     */
    record Rewrite(
            List<StagedFragment> staged,
            Set<Integer> replaced,
            Map<Integer, RoaringBitmap> deletedRows,
            ContentDigest digest) {
        /** Rows of the new fragments by the numbers they go by until they have ids, which are never negative. */
        Map<Integer, Long> addedFragments() {
            Map<Integer, Long> added = new LinkedHashMap<>();
            for (int i = 0; i < staged.size(); i++) {
                long rows = staged.get(i).rowCount() - deletedRowsOf(i);
                if (rows > 0) {
                    added.put(-1 - i, rows);
                }
            }
            return added;
        }

        /** Deleted rows that are left in new fragments. */
        long deletedRowsKept() {
            return addedFragments().keySet().stream()
                    .mapToLong(fragment -> deletedRowsOf(-1 - fragment))
                    .sum();
        }

        long rowCount() {
            return digest.rows();
        }

        private long deletedRowsOf(int index) {
            RoaringBitmap deleted = deletedRows.get(index);
            return deleted == null ? 0 : deleted.getLongCardinality();
        }
    }

    @Override
    public Map<TableId, ConfirmedTable> apply(FailurePoints failurePoints) {
        applying.run();
        TablePin pin = table.pin();
        SegmentPlan segments = share.segments();
        if (share.rewrite().isPresent()) {
            Rewrite rewrite = share.rewrite().get();
            pin = commit(pin, new TableChange(rewrite.staged(), Map.of(), rewrite.replaced()), failurePoints);
            Map<Integer, Integer> ids = ids(pin, rewrite.staged());
            if (!rewrite.deletedRows().isEmpty()) {
                Map<Integer, RoaringBitmap> deleted = new HashMap<>();
                rewrite.deletedRows().forEach((index, rows) -> deleted.put(ids.get(-1 - index), rows));
                pin = commit(pin, new TableChange(List.of(), deleted, Set.of()), failurePoints);
            }
            requireSameContent(pin, rewrite, ids);
            segments = new SegmentPlan(segments.segments().stream()
                    .map(segment -> segment.stream()
                            .map(fragment -> ids.getOrDefault(fragment, fragment))
                            .toList())
                    .toList());
        }
        progress.at(OptimizeProgress.Phase.INDEXING, 0, 0);
        ConfirmedTable confirmed =
                new SegmentBuilder(resources, operation).build(table.table(), pin, type, segments, failurePoints);
        return Map.of(table.table(), confirmed);
    }

    private TablePin commit(TablePin base, TableChange change, FailurePoints failurePoints) {
        TablePin pin;
        try (TableVersion version = resources.tables().open(table.table(), base)) {
            pin = resources.tables().commit(version, change, resources.identity(operation), resources.durability());
        }
        failurePoints.reached(FailurePoint.TABLE_COMMITTED);
        return pin;
    }

    /** The ids that the new fragments got, by the numbers they went by. */
    private Map<Integer, Integer> ids(TablePin pin, List<StagedFragment> staged) {
        Map<Integer, Integer> ids = new HashMap<>();
        try (TableVersion version = resources.tables().open(table.table(), pin)) {
            for (int i = 0; i < staged.size(); i++) {
                ids.put(-1 - i, version.fragmentOf(staged.get(i)).id());
            }
        }
        return ids;
    }

    /** Reads the new fragments as any reader will. */
    private void requireSameContent(TablePin pin, Rewrite rewrite, Map<Integer, Integer> ids) {
        ContentDigest found;
        try (TableVersion version = resources.tables().open(table.table(), pin)) {
            List<Integer> added = new ArrayList<>();
            rewrite.addedFragments().keySet().forEach(fragment -> added.add(ids.get(fragment)));
            ContentSum content = new ContentSum(version.layout());
            try (TableScan scan = version.scan(ScanRequest.of(content.columns()).inFragments(added))) {
                while (scan.next()) {
                    content.add(scan);
                    progress.at(
                            OptimizeProgress.Phase.COMPARING, content.digest().rows(), rewrite.rowCount());
                }
            }
            found = content.digest();
        }
        if (!found.equals(rewrite.digest())) {
            throw StoreException.corruption(
                    ErrorText.of("rewriting the rows of " + table.type() + " changed them")
                            .cause("table " + table.table() + " held " + rewrite.digest() + " and its new files hold "
                                    + found)
                            .remedy("nothing was published, and the graph is as it was; look for damage with"
                                    + " 'sennit check'")
                            .detail("type", table.type())
                            .detail("table", table.table().toString()),
                    null);
        }
    }
}
