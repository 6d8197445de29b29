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
import java.util.function.BooleanSupplier;

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
        record State(HistoryBranch branch, long version) implements Reason {}

        /** A tag that leads to such a state, whatever its branch has given up. */
        record Tag(String name, BooleanSupplier stillNamed) implements Reason {}

        /** An operation: what it read may be gone, which settles how it ends. */
        record Operation() implements Reason {}
    }

    /** Adds what a state names, which is newer than those of its branch that were added before. */
    void addNewer(HistoryBranch branch, long version, GraphState state) {
        state.tables().values().forEach(table -> {
            pins(table.table()).put(table.pin(), new Reason.State(branch, version));
            types.put(table.table(), table.type());
        });
    }

    /** Adds what a state names, which is older than those of its branch that were added before. */
    void addOlder(HistoryBranch branch, long version, GraphState state) {
        state.tables().values().forEach(table -> {
            pins(table.table()).putIfAbsent(table.pin(), new Reason.State(branch, version));
            types.putIfAbsent(table.table(), table.type());
        });
    }

    /**
     * Adds what a tagged state names.
     *
     * @param stillNamed whether the tag still leads there
     */
    void addTagged(String tag, GraphState state, BooleanSupplier stillNamed) {
        state.tables().values().forEach(table -> {
            pins(table.table()).putIfAbsent(table.pin(), new Reason.Tag(tag, stillNamed));
            types.putIfAbsent(table.table(), table.type());
        });
    }

    /** Adds what the state names that a new branch or tag is about to lead to. */
    void addStart(GraphState state) {
        state.tables().values().forEach(table -> addOperation(table.table(), table.pin()));
    }

    /** Adds what is decided to be published, of an operation whose intent cannot be read. */
    void add(Decision.Publish publish) {
        publish.achieved().forEach((table, confirmed) -> addOperation(table, confirmed.pin()));
    }

    /** Adds what an unfinished operation read and adopts, and what it achieved if it is decided to publish that. */
    void add(ArmedIntent intent, Optional<Decision> decision) {
        intent.readSet().tables().forEach((table, read) -> addOperation(table, read.pin()));
        intent.adopted().forEach(version -> addOperation(version.table(), version.pin()));
        if (decision.orElse(null) instanceof Decision.Publish publish) {
            add(publish);
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
        Optional<String> needs = switch (reason) {
            case Reason.State state ->
                state.branch().chain().horizon() <= state.version()
                        ? Optional.of("version " + state.version() + " of branch '"
                                + state.branch().name() + "' names it")
                        : Optional.empty();
            case Reason.Tag tag ->
                tag.stillNamed().getAsBoolean()
                        ? Optional.of("tag '" + tag.name() + "' leads to a state that names it")
                        : Optional.empty();
            case Reason.Operation ignored -> Optional.empty();
        };
        needs.ifPresent(why -> {
            throw StoreException.corruption(
                    ErrorText.of("table " + table + " has no version " + pin)
                            .cause(why)
                            .remedy("'sennit check' tells what else is missing; nothing was removed"),
                    null);
        });
    }
}
