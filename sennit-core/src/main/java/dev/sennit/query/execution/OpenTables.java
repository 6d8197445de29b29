package dev.sennit.query.execution;

import dev.sennit.query.plan.Plan;
import dev.sennit.query.value.ElementLayout;
import dev.sennit.schema.ElementType;
import dev.sennit.store.TableVersion;
import java.util.HashMap;
import java.util.Map;

/** The tables an execution has opened, each once, and the layouts of what it reads of them. */
final class OpenTables implements AutoCloseable {
    private final GraphSource source;
    private final Plan plan;
    private final MemoryBudget memory;
    private final Cancellation cancellation;
    private final Map<String, TableVersion> versions = new HashMap<>();
    private final Map<String, ElementLayout> layouts = new HashMap<>();

    OpenTables(GraphSource source, Plan plan, MemoryBudget memory, Cancellation cancellation) {
        this.source = source;
        this.plan = plan;
        this.memory = memory;
        this.cancellation = cancellation;
    }

    TableVersion version(ElementType type) {
        TableVersion known = versions.get(type.name());
        if (known != null) {
            return known;
        }
        TableVersion opened = source.open(type);
        versions.put(type.name(), opened);
        return opened;
    }

    ElementLayout layout(ElementType type) {
        ElementLayout known = layouts.get(type.name());
        if (known != null) {
            return known;
        }
        PropertyReader reader = new PropertyReader(this, type, plan.propertiesOf(type), memory, cancellation);
        ElementLayout layout = new ElementLayout(type, plan.propertiesOf(type), reader);
        layouts.put(type.name(), layout);
        return layout;
    }

    ElementLayout nodeLayout(String name) {
        ElementLayout known = layouts.get(name);
        return known != null
                ? known
                : layout(source.schema()
                        .nodeType(name)
                        .orElseThrow(() -> new IllegalStateException("no node type " + name)));
    }

    @Override
    public void close() {
        versions.values().forEach(TableVersion::close);
        versions.clear();
    }
}
