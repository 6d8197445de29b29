package dev.sennit.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the fragments of two versions of one table relate. Fragments are the same if they have the same data files with the
 * same fields: siblings may give one id to different fragments, and one fragment may get another id. Rows of the same
 * fragment at the same offset are the same row.
 *
 * @param onlyLeft fragments that the right version lacks
 * @param onlyRight fragments that the left version lacks
 * @param shared fragments of both
 */
public record FragmentComparison(List<FragmentInfo> onlyLeft, List<FragmentInfo> onlyRight, List<Shared> shared) {
    /** One fragment as each of the versions has it. */
    public record Shared(FragmentInfo left, FragmentInfo right) {
        /** Whether the same rows are deleted for certain; if not, they may be. */
        public boolean hasSameDeletions() {
            return left.deletionFile().equals(right.deletionFile());
        }
    }

    private record Identity(List<String> files, List<List<Integer>> fieldIds) {
        static Identity of(FragmentInfo fragment) {
            return new Identity(fragment.files(), fragment.fieldIds());
        }
    }

    public FragmentComparison {
        onlyLeft = List.copyOf(onlyLeft);
        onlyRight = List.copyOf(onlyRight);
        shared = List.copyOf(shared);
    }

    /** Compares two versions of the same table. */
    public static FragmentComparison of(TableVersion left, TableVersion right) {
        if (!left.table().equals(right.table())) {
            throw new IllegalArgumentException(left + " and " + right + " are of different tables");
        }
        return of(left.fragments(), right.fragments());
    }

    static FragmentComparison of(List<FragmentInfo> left, List<FragmentInfo> right) {
        Map<Identity, FragmentInfo> ofLeft = new HashMap<>();
        left.forEach(fragment -> ofLeft.put(Identity.of(fragment), fragment));
        List<Shared> shared = new ArrayList<>();
        List<FragmentInfo> onlyRight = new ArrayList<>();
        for (FragmentInfo fragment : right) {
            @Nullable FragmentInfo same = ofLeft.remove(Identity.of(fragment));
            if (same == null) {
                onlyRight.add(fragment);
            } else {
                shared.add(new Shared(same, fragment));
            }
        }
        List<FragmentInfo> onlyLeft = left.stream()
                .filter(fragment -> ofLeft.containsKey(Identity.of(fragment)))
                .toList();
        return new FragmentComparison(onlyLeft, onlyRight, shared);
    }
}
