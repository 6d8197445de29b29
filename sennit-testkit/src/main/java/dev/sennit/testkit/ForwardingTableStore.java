package dev.sennit.testkit;

import dev.sennit.model.Durability;
import dev.sennit.model.TableId;
import dev.sennit.store.FileCondition;
import dev.sennit.store.FragmentWriter;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableChange;
import dev.sennit.store.TableEvolution;
import dev.sennit.store.TableFile;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableStore;
import dev.sennit.store.TableVersion;
import dev.sennit.store.TransactionIdentity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A table store that passes each call on, for tests to override some. Thread-safe if what it decorates is. */
public abstract class ForwardingTableStore implements TableStore {
    private final TableStore tables;

    protected ForwardingTableStore(TableStore tables) {
        this.tables = tables;
    }

    @Override
    public void create(TableId table, TableLayout layout, Durability durability) {
        tables.create(table, layout, durability);
    }

    @Override
    public TableVersion open(TableId table, TablePin pin) {
        return tables.open(table, pin);
    }

    @Override
    public Optional<TableVersion> find(TableId table, TablePin pin) {
        return tables.find(table, pin);
    }

    @Override
    public Optional<List<TableFile>> recordedFiles(TableId table, TablePin pin) {
        return tables.recordedFiles(table, pin);
    }

    @Override
    public FileCondition condition(TableId table, TableFile file, boolean contents) {
        return tables.condition(table, file, contents);
    }

    @Override
    public FragmentWriter writeFragment(TableVersion base) {
        return tables.writeFragment(base);
    }

    @Override
    public void discard(TableId table, List<StagedFragment> fragments) {
        tables.discard(table, fragments);
    }

    @Override
    public TablePin commit(TableVersion base, TableChange change, TransactionIdentity identity, Durability durability) {
        return tables.commit(base, change, identity, durability);
    }

    @Override
    public TablePin index(
            TableVersion base,
            List<String> columns,
            List<Integer> fragments,
            TransactionIdentity identity,
            Durability durability) {
        return tables.index(base, columns, fragments, identity, durability);
    }

    @Override
    public TablePin project(
            TableVersion base, TableLayout layout, TransactionIdentity identity, Durability durability) {
        return tables.project(base, layout, identity, durability);
    }

    @Override
    public TableEvolution evolution(TableVersion base, TableLayout layout, Set<String> filled) {
        return tables.evolution(base, layout, filled);
    }

    @Override
    public FragmentWriter writeColumns(TableVersion base, TableEvolution evolution) {
        return tables.writeColumns(base, evolution);
    }

    @Override
    public FragmentWriter writeRows(TableVersion base, TableEvolution evolution) {
        return tables.writeRows(base, evolution);
    }

    @Override
    public TablePin evolve(
            TableVersion base,
            TableEvolution evolution,
            Map<Integer, StagedFragment> values,
            TransactionIdentity identity,
            Durability durability) {
        return tables.evolve(base, evolution, values, identity, durability);
    }
}
