package dev.sennit.write;

import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.store.ContentDigest;
import dev.sennit.store.ContentSum;
import dev.sennit.store.FragmentInfo;
import dev.sennit.store.FragmentWriter;
import dev.sennit.store.RowAddress;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableStore;
import dev.sennit.store.TableVersion;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * The rows of some fragments, copied into new ones that no version names yet. Copying takes longer than other writers
 * wait, so the copy outlives the base it was made of: files never change, and rows that are deleted from the old
 * fragments meanwhile are deleted from the new ones by where they were. Not thread-safe.
 */
final class CompactedRows {
    private final TablePin copiedFrom;
    private final TableLayout layout;
    private final Instant since;
    private final ContentSum content;
    private final Map<Integer, FragmentInfo> sources = new LinkedHashMap<>();
    private final List<StagedFragment> staged = new ArrayList<>();

    /** Where each staged row was, in the order of the staged rows. */
    private final LongArrayList addresses = new LongArrayList();

    /** The staged rows that have been deleted meanwhile. */
    private final RoaringBitmap gone = new RoaringBitmap();

    private CompactedRows(TableVersion base, List<FragmentInfo> sources, Instant since) {
        this.copiedFrom = base.pin();
        this.layout = base.layout();
        this.since = since;
        this.content = new ContentSum(layout);
        sources.forEach(source -> this.sources.put(source.id(), source));
    }

    /** Copies the rows of some fragments. If it fails, what was staged is removed. */
    static CompactedRows copy(
            TableStore tables,
            TableVersion base,
            List<FragmentInfo> sources,
            OptimizeLimits limits,
            Instant since,
            OptimizeProgress progress,
            FailurePoints failurePoints) {
        CompactedRows copied = new CompactedRows(base, sources, since);
        boolean complete = false;
        try {
            copied.copyFrom(tables, base, limits, progress, failurePoints);
            complete = true;
            return copied;
        } finally {
            if (!complete) {
                tables.discard(base.table(), copied.staged);
            }
        }
    }

    private void copyFrom(
            TableStore tables,
            TableVersion base,
            OptimizeLimits limits,
            OptimizeProgress progress,
            FailurePoints failurePoints) {
        long total = sources.values().stream().mapToLong(FragmentInfo::rowCount).sum();
        ScanRequest everything = ScanRequest.of(content.columns())
                .inFragments(List.copyOf(sources.keySet()))
                .withRowAddresses();
        @Nullable FragmentWriter writer = null;
        try (TableScan scan = base.scan(everything)) {
            while (scan.next()) {
                if (writer == null) {
                    writer = tables.writeFragment(base);
                }
                writer.appendBatch(scan);
                content.add(scan);
                for (int row = 0; row < scan.rowCount(); row++) {
                    addresses.add(scan.rowAddress(row));
                }
                progress.at(OptimizeProgress.Phase.COPYING, addresses.size(), total);
                if (writer.rowCount() >= limits.fragmentRows() || writer.approximateBytes() >= limits.fragmentBytes()) {
                    finish(writer, failurePoints);
                    writer = null;
                }
            }
            if (writer != null) {
                finish(writer, failurePoints);
                writer = null;
            }
        } finally {
            if (writer != null) {
                writer.close();
            }
        }
    }

    private void finish(FragmentWriter writer, FailurePoints failurePoints) {
        try (writer) {
            staged.add(writer.finish());
        }
        failurePoints.reached(FailurePoint.FRAGMENT_STAGED);
    }

    /**
     * Brings the copy up to a later version of the table.
     *
     * @return false if it is not worth it, or not possible: a new copy must be made
     */
    boolean carryOver(TableStore tables, TableVersion now) {
        if (!now.layout().equals(layout)) {
            return false;
        }
        Map<Integer, FragmentInfo> present = new HashMap<>();
        now.fragments().forEach(fragment -> present.put(fragment.id(), fragment));
        Map<Integer, RoaringBitmap> left = new HashMap<>();
        for (FragmentInfo source : List.copyOf(sources.values())) {
            FragmentInfo found = present.get(source.id());
            if (found == null || !found.files().equals(source.files())) {
                left.put(source.id(), new RoaringBitmap());
                sources.remove(source.id());
            } else if (!found.deletionFile().equals(source.deletionFile())) {
                left.put(source.id(), offsets(now, source.id()));
                sources.put(source.id(), found);
            }
        }
        takeOut(tables, now, left);
        return gone.getLongCardinality() * 2 <= addresses.size();
    }

    /** The offsets of the rows of a fragment that are not deleted. */
    private static RoaringBitmap offsets(TableVersion version, int fragment) {
        RoaringBitmap offsets = new RoaringBitmap();
        ScanRequest addressesOnly =
                ScanRequest.of(List.of()).inFragments(List.of(fragment)).withRowAddresses();
        try (TableScan scan = version.scan(addressesOnly)) {
            while (scan.next()) {
                for (int row = 0; row < scan.rowCount(); row++) {
                    offsets.add((int) scan.rowAddress(row));
                }
            }
        }
        return offsets;
    }

    /** Takes the rows of changed fragments that are not left there out of the content. */
    private void takeOut(TableStore tables, TableVersion now, Map<Integer, RoaringBitmap> left) {
        LongArrayList lost = new LongArrayList();
        for (int row = 0; row < addresses.size(); row++) {
            long address = addresses.getLong(row);
            RoaringBitmap offsets = left.get(RowAddress.fragment(address));
            if (offsets != null && !offsets.contains(RowAddress.offset(address)) && !gone.contains(row)) {
                gone.add(row);
                lost.add(address);
            }
        }
        if (lost.isEmpty()) {
            return;
        }
        try (TableVersion then = tables.open(now.table(), copiedFrom);
                TableScan scan = then.take(lost.toLongArray(), content.columns())) {
            while (scan.next()) {
                content.remove(scan);
            }
        }
    }

    /** When copying began. */
    Instant since() {
        return since;
    }

    List<StagedFragment> staged() {
        return staged;
    }

    /** The old fragments that are still there, and go when the new ones come. */
    List<Integer> replaced() {
        return List.copyOf(sources.keySet());
    }

    /** Rows copied and not deleted meanwhile. */
    long rowCount() {
        return addresses.size() - gone.getLongCardinality();
    }

    /** What the new fragments must hold. */
    ContentDigest digest() {
        return content.digest();
    }

    /** Offsets of rows to be deleted from new fragments, by index of the fragment. */
    Map<Integer, RoaringBitmap> deletedRows() {
        Map<Integer, RoaringBitmap> deleted = new LinkedHashMap<>();
        int fragment = 0;
        long start = 0;
        for (int row : gone) {
            while (row >= start + staged.get(fragment).rowCount()) {
                start += staged.get(fragment++).rowCount();
            }
            deleted.computeIfAbsent(fragment, ignored -> new RoaringBitmap()).add((int) (row - start));
        }
        return deleted;
    }
}
