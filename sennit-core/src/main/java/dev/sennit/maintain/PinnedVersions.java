package dev.sennit.maintain;

import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.TableState;
import dev.sennit.model.CommitId;
import dev.sennit.model.TableId;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.ElementType;
import dev.sennit.store.TablePin;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The table versions that states name, each once. Not thread-safe. */
final class PinnedVersions {
    private final Map<Pinned, Use> uses = new LinkedHashMap<>();
    private long states;

    private record Pinned(TableId table, TablePin pin) {}

    /**
     * A table version and the newest state that names it.
     *
     * @param table what that state says of the table
     * @param type the type whose rows it holds
     */
    record Use(TableState table, ElementType type, AcceptedSchema schema, CommitId commit) {
        /** The table's directory in the graph. */
        String directory() {
            return "tables/" + table.table();
        }

        /** For people: {@code Airport (table 01J... at d17)}. */
        String describe() {
            return type.name() + " (table " + table.table() + " at " + table.pin() + ")";
        }
    }

    /** Adds the tables of a state, which is newer than those added before. */
    void add(GraphState state) {
        states++;
        state.schema().declared().types().forEach(type -> {
            TableState table = state.tables().get(state.schema().tableOf(type));
            if (table != null) {
                uses.put(
                        new Pinned(table.table(), table.pin()),
                        new Use(table, type, state.schema(), state.commit().id()));
            }
        });
    }

    Collection<Use> uses() {
        return uses.values();
    }

    long states() {
        return states;
    }

    long tables() {
        return uses.keySet().stream().map(Pinned::table).distinct().count();
    }
}
