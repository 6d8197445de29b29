package dev.sennit.testkit;

import dev.sennit.model.Durability;
import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.store.ManifestBranches;
import dev.sennit.store.ManifestTable;
import java.util.List;

/**
 * Native branches whose creation and deletion meet the faults a plan chooses. Their chains are whatever opens them.
 * Thread-safe if what it decorates is.
 */
public final class FaultyManifestBranches implements ManifestBranches {
    private final ManifestBranches branches;
    private final Faults faults;

    public FaultyManifestBranches(ManifestBranches branches, Faults faults) {
        this.branches = branches;
        this.faults = faults;
    }

    @Override
    public ManifestTable create(String name, Durability durability) {
        change(StoreCall.CREATE_BRANCH, name, () -> branches.create(name, durability));
        return branches.open(name);
    }

    @Override
    public ManifestTable open(String name) {
        return branches.open(name);
    }

    @Override
    public List<String> list() {
        return switch (faults.next(StoreCall.LIST_BRANCHES, "")) {
            case NONE, CONFLICT_AFTER_SUCCESS, DELIVER_TWICE -> branches.list();
            case FAIL_BEFORE, FAIL_AFTER, LAND_LATER -> throw lost(StoreCall.LIST_BRANCHES, "");
            case CRASH_BEFORE, CRASH_AFTER -> throw faults.crash(StoreCall.LIST_BRANCHES, "");
        };
    }

    @Override
    public void delete(String name) {
        change(StoreCall.DELETE_BRANCH, name, () -> branches.delete(name));
    }

    /** A repeated creation is refused by the store, which its caller hears. */
    private void change(StoreCall call, String name, Runnable action) {
        switch (faults.next(call, name)) {
            case NONE -> action.run();
            case FAIL_BEFORE -> throw lost(call, name);
            case CRASH_BEFORE -> throw faults.crash(call, name);
            case CRASH_AFTER -> {
                action.run();
                throw faults.crash(call, name);
            }
            case FAIL_AFTER -> {
                action.run();
                throw lost(call, name);
            }
            case CONFLICT_AFTER_SUCCESS -> {
                action.run();
                action.run();
            }
            case LAND_LATER -> {
                faults.later(action);
                throw lost(call, name);
            }
            case DELIVER_TWICE -> {
                action.run();
                faults.later(() -> {
                    try {
                        action.run();
                    } catch (StoreException e) {
                        // refused: there is one of that name
                    }
                });
            }
        }
    }

    private static StoreException lost(StoreCall call, String name) {
        return StoreException.unavailable(
                ErrorText.of("no answer to " + call + " of " + name).cause("injected fault"), null);
    }
}
