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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The table versions that states and unfinished operations name, each with what names it. Not thread-safe. */
final class TableRoots {
    private final Map<TableId, Map<TablePin, Reason>> roots = new LinkedHashMap<>();
    private final Map<TableId, String> types = new HashMap<>();

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

    /** Adds what an unfinished operation read, and what it achieved if it is decided to publish that. */
    void add(ArmedIntent intent, Optional<Decision> decision) {
        intent.readSet().tables().forEach((table, read) -> addOperation(table, read.pin()));
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

    Set<TableId> tables() {
        return roots.keySet();
    }

    /** The type whose rows a table holds, by the newest state that names it. */
    Optional<String> type(TableId table) {
        return Optional.ofNullable(types.get(table));
    }

    /** How many versions there are. */
    long versions() {
        return roots.values().stream().mapToLong(Map::size).sum();
    }

    /**
     * What the versions of a table need.
     *
     * @param looked told of each version
     * @throws StoreException CORRUPTION if a version that a state names cannot be read
     */
    NeededFiles needs(TableId table, TableStore tables, Runnable looked) {
        NeededFiles needed = new NeededFiles();
        pins(table).forEach((pin, reason) -> {
            Optional<TableVersion> found = tables.find(table, pin);
            if (found.isPresent()) {
                try (TableVersion version = found.get()) {
                    needed.add(version);
                }
            } else {
                requireDispensable(table, pin, reason);
            }
            looked.run();
        });
        return needed;
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
