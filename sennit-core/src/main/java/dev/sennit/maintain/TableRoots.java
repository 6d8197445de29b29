package dev.sennit.maintain;

import dev.sennit.manifest.GraphState;
import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.model.TableId;
import dev.sennit.protocol.ArmedIntent;
import dev.sennit.protocol.Decision;
import dev.sennit.store.NeededFiles;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableStore;
import dev.sennit.store.TableVersion;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The table versions that states and unfinished operations name, each with what names it, and what they need. Not
 * thread-safe.
 */
final class TableRoots {
    private final Map<TableId, Map<TablePin, Reason>> roots = new LinkedHashMap<>();
    private final Map<TableId, String> types = new HashMap<>();
    private final Map<TableId, Set<TablePin>> looked = new HashMap<>();
    private final Map<TableId, NeededFiles> needed = new HashMap<>();
    private long versions;

    /** What names a version. */
    private sealed interface Reason {
        /** The newest state that does. */
        record State(LiveBranch branch, long version) implements Reason {}

        /** An operation: what it read may be gone, which settles how it ends. */
        record Operation() implements Reason {}
    }

    /** Adds what a state names, which is newer than those of its branch that were added before. */
    void addNewer(LiveBranch branch, long version, GraphState state) {
        state.tables().values().forEach(table -> {
            pins(table.table()).put(table.pin(), new Reason.State(branch, version));
            types.put(table.table(), table.type());
        });
    }

    /** Adds what a state names, which is older than those of its branch that were added before. */
    void addOlder(LiveBranch branch, long version, GraphState state) {
        state.tables().values().forEach(table -> {
            pins(table.table()).putIfAbsent(table.pin(), new Reason.State(branch, version));
            types.putIfAbsent(table.table(), table.type());
        });
    }

    /** Adds what an unfinished operation read and adopts, and what it achieved if it is decided to publish that. */
    void add(ArmedIntent intent, Optional<Decision> decision) {
        intent.readSet().tables().forEach((table, read) -> addOperation(table, read.pin()));
        intent.adopted().forEach(version -> addOperation(version.table(), version.pin()));
        if (decision.orElse(null) instanceof Decision.Publish publish) {
            publish.achieved().forEach((table, confirmed) -> addOperation(table, confirmed.pin()));
        }
    }

    private void addOperation(TableId table, TablePin pin) {
        pins(table).putIfAbsent(pin, new Reason.Operation());
    }

    private Map<TablePin, Reason> pins(TableId table) {
        return roots.computeIfAbsent(table, ignored -> new LinkedHashMap<>());
    }

    /** The type whose rows a table holds, by the newest state that names it. */
    Optional<String> type(TableId table) {
        return Optional.ofNullable(types.get(table));
    }

    /**
     * Looks at the versions that were added since the last time: what they need.
     *
     * @throws StoreException CORRUPTION if a version that a state names cannot be read
     */
    void look(TableStore tables, CollectProgress progress) {
        long total = roots.values().stream().mapToLong(Map::size).sum();
        for (Map.Entry<TableId, Map<TablePin, Reason>> root : roots.entrySet()) {
            TableId table = root.getKey();
            NeededFiles files = needed.computeIfAbsent(table, ignored -> new NeededFiles());
            Set<TablePin> done = looked.computeIfAbsent(table, ignored -> new HashSet<>());
            root.getValue().forEach((pin, reason) -> {
                if (done.add(pin)) {
                    look(tables, table, pin, reason, files);
                    progress.at(CollectProgress.Phase.VERSIONS, ++versions, total);
                }
            });
        }
    }

    private static void look(TableStore tables, TableId table, TablePin pin, Reason reason, NeededFiles files) {
        Optional<TableVersion> found = tables.find(table, pin);
        if (found.isEmpty()) {
            requireDispensable(table, pin, reason);
            return;
        }
        try (TableVersion version = found.get()) {
            files.add(version);
        }
    }

    /** What the versions of a table need; empty if nothing names the table. */
    Optional<NeededFiles> needed(TableId table) {
        return Optional.ofNullable(needed.get(table));
    }

    private static void requireDispensable(TableId table, TablePin pin, Reason reason) {
        // Another collection, with a higher horizon, may have taken it meanwhile.
        if (reason instanceof Reason.State state && state.branch().chain().horizon() <= state.version()) {
            throw StoreException.corruption(
                    ErrorText.of("table " + table + " has no version " + pin)
                            .cause("version " + state.version() + " of branch '"
                                    + state.branch().name() + "' names it")
                            .remedy("'sennit check' tells what else is missing; nothing was removed"),
                    null);
        }
    }
}
