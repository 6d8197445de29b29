package dev.sennit.testkit;

import dev.sennit.model.Durability;
import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.model.TableId;
import dev.sennit.store.FragmentWriter;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableChange;
import dev.sennit.store.TableEvolution;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableStore;
import dev.sennit.store.TableVersion;
import dev.sennit.store.TransactionIdentity;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A table store whose calls meet the faults a plan chooses. A detached version is found by nobody who was not told of it,
 * so a call that lands later, or twice, leaves a version that no one names. Thread-safe if what it decorates is.
 */
public final class FaultyTableStore extends ForwardingTableStore {
    private final Faults faults;

    public FaultyTableStore(TableStore store, Faults faults) {
        super(store);
        this.faults = faults;
    }

    @Override
    public void create(TableId table, TableLayout layout, Durability durability) {
        call(StoreCall.CREATE_TABLE, table.toString(), () -> {
            super.create(table, layout, durability);
            return table;
        });
    }

    @Override
    public TableVersion open(TableId table, TablePin pin) {
        return call(StoreCall.OPEN_TABLE, table.toString(), () -> super.open(table, pin));
    }

    @Override
    public Optional<TableVersion> find(TableId table, TablePin pin) {
        return call(StoreCall.OPEN_TABLE, table.toString(), () -> super.find(table, pin));
    }

    @Override
    public FragmentWriter writeFragment(TableVersion base) {
        return faulty(base, super.writeFragment(base));
    }

    @Override
    public FragmentWriter writeColumns(TableVersion base, TableEvolution evolution) {
        return faulty(base, super.writeColumns(base, evolution));
    }

    @Override
    public FragmentWriter writeRows(TableVersion base, TableEvolution evolution) {
        return faulty(base, super.writeRows(base, evolution));
    }

    private FragmentWriter faulty(TableVersion base, FragmentWriter writer) {
        return new ForwardingFragmentWriter(writer) {
            @Override
            public StagedFragment finish() {
                return call(StoreCall.STAGE_FRAGMENT, base.table().toString(), super::finish);
            }
        };
    }

    @Override
    public void discard(TableId table, List<StagedFragment> fragments) {
        call(StoreCall.DISCARD_FRAGMENTS, table.toString(), () -> {
            super.discard(table, fragments);
            return table;
        });
    }

    @Override
    public TablePin commit(TableVersion base, TableChange change, TransactionIdentity identity, Durability durability) {
        return call(
                StoreCall.COMMIT_TABLE,
                base.table().toString(),
                () -> super.commit(base, change, identity, durability));
    }

    @Override
    public TablePin index(
            TableVersion base,
            List<String> columns,
            List<Integer> fragments,
            TransactionIdentity identity,
            Durability durability) {
        return call(
                StoreCall.INDEX_TABLE,
                base.table().toString(),
                () -> super.index(base, columns, fragments, identity, durability));
    }

    @Override
    public TablePin project(
            TableVersion base, TableLayout layout, TransactionIdentity identity, Durability durability) {
        return call(
                StoreCall.PROJECT_TABLE,
                base.table().toString(),
                () -> super.project(base, layout, identity, durability));
    }

    @Override
    public TablePin evolve(
            TableVersion base,
            TableEvolution evolution,
            Map<Integer, StagedFragment> values,
            TransactionIdentity identity,
            Durability durability) {
        return call(
                StoreCall.EVOLVE_TABLE,
                base.table().toString(),
                () -> super.evolve(base, evolution, values, identity, durability));
    }

    /** A call on its way. */
    private interface Request<T> {
        T send();
    }

    private <T> T call(StoreCall call, String table, Request<T> action) {
        return switch (faults.next(call, table)) {
            case NONE -> action.send();
            case FAIL_BEFORE -> throw lost(call, table);
            case FAIL_AFTER, LAND_LATER -> {
                action.send();
                throw lost(call, table);
            }
            case CONFLICT_AFTER_SUCCESS, DELIVER_TWICE -> action.send();
            case CRASH_BEFORE -> throw faults.crash(call, table);
            case CRASH_AFTER -> {
                action.send();
                throw faults.crash(call, table);
            }
        };
    }

    private static StoreException lost(StoreCall call, String table) {
        return StoreException.unavailable(
                ErrorText.of("no answer to " + call + " of table " + table).cause("injected fault"), null);
    }
}
