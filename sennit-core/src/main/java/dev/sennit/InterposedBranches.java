package dev.sennit;

import dev.sennit.model.Durability;
import dev.sennit.store.ManifestBranches;
import dev.sennit.store.ManifestTable;
import java.util.List;
import java.util.function.UnaryOperator;

/** Native branches with something that stands before each of their chains, as it does before main's. */
record InterposedBranches(ManifestBranches branches, UnaryOperator<ManifestTable> before) implements ManifestBranches {
    @Override
    public ManifestTable create(String name, Durability durability) {
        return before.apply(branches.create(name, durability));
    }

    @Override
    public ManifestTable open(String name) {
        return before.apply(branches.open(name));
    }

    @Override
    public List<String> list() {
        return branches.list();
    }

    @Override
    public void delete(String name) {
        branches.delete(name);
    }
}
