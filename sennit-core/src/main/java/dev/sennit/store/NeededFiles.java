package dev.sennit.store;

import java.util.HashSet;
import java.util.Set;

/**
 * What some versions of one table need, and with it which of the table's files may be collected. Not thread-safe.
 *
 * <p>Only files that a write adds may ever go. The linear history, its tag, and whatever is of a kind not known here stay
 * for as long as the table.
 */
public final class NeededFiles {
    /** The directory of a table that holds one directory per index, to which nobody adds once it is written. */
    public static final String INDEXES = TableFiles.INDEXES;

    /** Where writes add files. Transaction files are a record for Lance's linear history; detached versions need none. */
    private static final Set<String> ADDED_TO = Set.of(
            TableFiles.DATA, TableFiles.DELETIONS, TableFiles.INDEXES, TableFiles.TRANSACTIONS, Checksums.DIRECTORY);

    private final Set<String> needed = new HashSet<>();

    /** Needs what the empty table as it was created does. */
    public NeededFiles() {
        needed.add(Checksums.path(TablePin.CREATED.toString()));
    }

    public void add(TableVersion version) {
        needed.addAll(version.needs());
    }

    /** Whether a file must stay, whatever its age. */
    public boolean mustStay(String path) {
        if (needed.contains(path)) {
            return true;
        }
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            if (needed.contains(path.substring(0, slash + 1))) {
                return true;
            }
        }
        return !isAdded(path);
    }

    /** Whether a file is a version's manifest, without which it cannot be opened. */
    public static boolean isManifest(String path) {
        return path.startsWith(TableFiles.VERSIONS + "/");
    }

    private static boolean isAdded(String path) {
        int slash = path.indexOf('/');
        if (slash < 0) {
            return false;
        }
        String directory = path.substring(0, slash);
        return directory.equals(TableFiles.VERSIONS)
                ? isDetached(path.substring(slash + 1))
                : ADDED_TO.contains(directory);
    }

    /** Whether a file beside the manifests is a detached version's, or one that was never linked to its name. */
    private static boolean isDetached(String name) {
        return name.startsWith("d") || name.startsWith(".tmp") || name.indexOf('#') >= 0;
    }
}
