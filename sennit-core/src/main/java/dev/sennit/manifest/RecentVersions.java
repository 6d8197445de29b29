package dev.sennit.manifest;

import dev.sennit.store.ManifestTable.StateRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What this process wrote lately, until it is archived: whoever writes most of a chain need not read it again to move it
 * to the archive. Rows that did not change are held once. Bounded; thread-safe.
 */
final class RecentVersions {
    private static final int MOST = 4_096;

    private final TreeMap<Long, Written> versions = new TreeMap<>();

    /**
     * A version as it was written.
     *
     * @param uuid of the transaction
     */
    record Written(String uuid, List<StateRow> rows) {}

    /** @param version committed by this process, beyond doubt */
    synchronized void add(long version, String uuid, List<StateRow> rows) {
        Written before = versions.get(version - 1);
        versions.put(version, new Written(uuid, before == null ? List.copyOf(rows) : shared(before.rows(), rows)));
        if (versions.size() > MOST) {
            versions.pollFirstEntry();
        }
    }

    synchronized Optional<Written> find(long version) {
        return Optional.ofNullable(versions.get(version));
    }

    synchronized void forgetBefore(long version) {
        versions.headMap(version).clear();
    }

    private static List<StateRow> shared(List<StateRow> before, List<StateRow> rows) {
        List<StateRow> shared = new ArrayList<>(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            boolean same = i < before.size() && before.get(i).equals(rows.get(i));
            shared.add(same ? before.get(i) : rows.get(i));
        }
        return List.copyOf(shared);
    }
}
