package dev.sennit.store;

import dev.sennit.model.Durability;
import dev.sennit.model.TableId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tables of one graph. A table is an immutable tree of versions; every write adds a version beside the others and
 * changes none. Nothing here is visible to a reader of the graph until a manifest names its pin. Thread-safe.
 */
public interface TableStore {
    /**
     * Creates an empty table. Its first version is {@link TablePin#CREATED}. The caller has minted {@code table} and
     * nobody else uses it.
     */
    void create(TableId table, TableLayout layout, Durability durability);

    /**
     * Opens one version.
     *
     * @throws dev.sennit.model.StoreException with CORRUPTION if the version does not exist or cannot be read
     */
    TableVersion open(TableId table, TablePin pin);

    /** Opens one version as {@link #open} does; empty if it does not exist. */
    Optional<TableVersion> find(TableId table, TablePin pin);

    /**
     * The files of a version as they were when it was written, its manifest first, read without opening it: a damaged
     * manifest may end the process.
     *
     * @return empty if that is not recorded, or no longer
     */
    Optional<List<TableFile>> recordedFiles(TableId table, TablePin pin);

    /**
     * Looks at a file on the store, whatever is cached of it.
     *
     * @param contents whether its content is compared too, which reads it
     */
    FileCondition condition(TableId table, TableFile file, boolean contents);

    /**
     * Starts a new data file of the table, for rows in the layout of {@code base}. What is written is part of no
     * version until a {@link TableChange} commits it.
     */
    FragmentWriter writeFragment(TableVersion base);

    /** Deletes data files that no {@link #commit} was given and none ever will be. Best effort. */
    void discard(TableId table, List<StagedFragment> fragments);

    /**
     * Adds a version: {@code base} with the change applied, checked, and synced as {@code durability} says.
     *
     * @return the new version's pin
     */
    TablePin commit(TableVersion base, TableChange change, TransactionIdentity identity, Durability durability);

    /**
     * Adds a version: {@code base} with BTREE segments over the given fragments, one per column. They take the place of
     * the segments that cover no other fragments than these; of several, all at once.
     *
     * @return the new version's pin
     * @throws IllegalArgumentException if a segment covers some of these fragments and others too
     */
    TablePin index(
            TableVersion base,
            List<String> columns,
            List<Integer> fragments,
            TransactionIdentity identity,
            Durability durability);

    /**
     * Adds a version: {@code base} with other columns, without touching data. A property keeps its data under a new name
     * and at another place, and may become nullable; a property the base lacks is null in every row, and must be
     * nullable; one the layout lacks is gone for good, even if it is added again. A type never changes here.
     *
     * @return the new version's pin
     * @throws IllegalArgumentException if the layout asks for anything else
     */
    TablePin project(TableVersion base, TableLayout layout, TransactionIdentity identity, Durability durability);

    /**
     * Plans a version with other columns, of which some get values of their own: new ones, or ones whose values change or
     * are of another type now. The others keep their data as in {@link #project}, and may also become not nullable: the
     * caller has seen that they hold no nulls.
     *
     * @param filled names of the columns, as in {@code layout}, that get values
     * @throws IllegalArgumentException if the layout asks for anything else
     */
    TableEvolution evolution(TableVersion base, TableLayout layout, Set<String> filled);

    /**
     * Starts a new data file with the values of filled columns for one fragment. Its rows are those of the fragment in
     * order, deleted ones included, whose values do not matter. What is written is part of no version until
     * {@link #evolve} commits it.
     */
    FragmentWriter writeColumns(TableVersion base, TableEvolution evolution);

    /**
     * Starts a new data file of the table, for rows in the layout that an evolution of {@code base} gives it. What is written
     * is part of no version until a {@link TableChange} commits it to the version that {@link #evolve} makes.
     */
    FragmentWriter writeRows(TableVersion base, TableEvolution evolution);

    /**
     * Adds a version: {@code base} with other columns. Fragments, deletions and indexes of columns that stay are kept.
     *
     * @param values for each fragment its values of the filled columns; nothing if none is filled
     * @return the new version's pin
     */
    TablePin evolve(
            TableVersion base,
            TableEvolution evolution,
            Map<Integer, StagedFragment> values,
            TransactionIdentity identity,
            Durability durability);
}
