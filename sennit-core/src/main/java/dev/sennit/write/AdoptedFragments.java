package dev.sennit.write;

import dev.sennit.merge.RowChange;
import dev.sennit.merge.RowChanges;
import dev.sennit.merge.ThreeWayTable;
import dev.sennit.store.FragmentInfo;
import dev.sennit.store.RowAddress;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableVersion;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * Fragments of their side that ours takes over without copying rows: large ones that hold little else than what only they
 * changed. Which of their rows are wanted is noted; the others are deleted after the adoption. Small fragments are copied,
 * so that merging does not lengthen the tail. Not thread-safe.
 */
final class AdoptedFragments {
    private final Map<Integer, Adopted> fragments = new LinkedHashMap<>();

    /** A fragment and the offsets of the rows that are wanted of it. */
    private record Adopted(StagedFragment fragment, RoaringBitmap wanted) {}

    /** Finds the fragments that are worth it, of a table that both sides have. */
    static AdoptedFragments of(ThreeWayTable table) {
        AdoptedFragments adopted = new AdoptedFragments();
        Map<Integer, Long> taken = new HashMap<>();
        RowChanges.RowChangeIterator changes = table.changes().iterator();
        while (changes.hasNext()) {
            RowChange change = changes.next();
            if (isTheirsAlone(change)) {
                taken.merge(RowAddress.fragment(change.theirs()), 1L, Long::sum);
            }
        }
        TableVersion ours = table.ours().orElseThrow().version();
        TableVersion theirs = table.theirs().orElseThrow().version();
        for (FragmentInfo fragment : theirs.fragments()) {
            long rows = taken.getOrDefault(fragment.id(), 0L);
            if (!TailFold.isSmall(rows) && rows * 2 > fragment.physicalRows()) {
                Optional<StagedFragment> staged = theirs.adoptable(fragment, ours);
                staged.ifPresent(file -> adopted.fragments.put(fragment.id(), new Adopted(file, new RoaringBitmap())));
            }
        }
        return adopted;
    }

    /** No fragments. */
    static AdoptedFragments none() {
        return new AdoptedFragments();
    }

    private static boolean isTheirsAlone(RowChange change) {
        return change.theirsChanged() && !change.oursChanged() && change.inTheirs();
    }

    /** Notes that one of their rows is wanted as it is; false if its fragment is not adopted. */
    boolean take(RowChange change) {
        @Nullable Adopted adopted = isTheirsAlone(change) ? fragments.get(RowAddress.fragment(change.theirs())) : null;
        if (adopted != null) {
            adopted.wanted().add(RowAddress.offset(change.theirs()));
        }
        return adopted != null;
    }

    /** The fragments of which rows are wanted, and what is not wanted of each. */
    Map<StagedFragment, RoaringBitmap> unwanted() {
        Map<StagedFragment, RoaringBitmap> unwanted = new LinkedHashMap<>();
        for (Adopted adopted : fragments.values()) {
            if (!adopted.wanted().isEmpty()) {
                RoaringBitmap others = new RoaringBitmap();
                others.add(0L, adopted.fragment().rowCount());
                others.andNot(adopted.wanted());
                unwanted.put(adopted.fragment(), others);
            }
        }
        return unwanted;
    }
}
