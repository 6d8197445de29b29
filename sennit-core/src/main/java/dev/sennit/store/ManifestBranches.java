package dev.sennit.store;

import dev.sennit.model.Durability;
import java.util.List;

/**
 * The native branches of one manifest. Each starts at the manifest's version 1, which is always kept, and is a chain of
 * its own from there. Names are minted by the caller and never used twice. Thread-safe, and safe across processes.
 */
public interface ManifestBranches {
    /**
     * Creates a branch. Its version 1 is no state of its own: its rows are the manifest's first, and its transaction's
     * uuid reads as empty.
     *
     * @param name a fresh identifier, letters and digits
     * @throws dev.sennit.model.StoreException if there is one of that name, or the store failed; a branch may be left
     *     half made, and its name must not be used again
     */
    ManifestTable create(String name, Durability durability);

    /** The chain of a branch that exists. */
    ManifestTable open(String name);

    /** Names of all branches, sorted; half-made and half-deleted ones may be among them. */
    List<String> list();

    /** Deletes a branch with all its versions, half-made ones too; does nothing if there is none. */
    void delete(String name);
}
