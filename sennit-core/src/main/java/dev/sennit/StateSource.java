package dev.sennit;

import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.TableState;
import dev.sennit.query.execution.GraphSource;
import dev.sennit.query.execution.ReadCaches;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.store.TableStore;
import dev.sennit.store.TableVersion;

/** A graph state as queries read it. */
record StateSource(GraphState state, TableStore tables, ReadCaches caches) implements GraphSource {
    @Override
    public GraphSchema schema() {
        return state.schema().declared();
    }

    @Override
    public long rowCount(ElementType type) {
        return state.tableOf(type).rowCount();
    }

    @Override
    public TableVersion open(ElementType type) {
        TableState table = state.tableOf(type);
        return tables.open(table.table(), table.pin());
    }

    @Override
    public ReadCaches caches(ElementType type) {
        return caches;
    }
}
