package dev.sennit;

import dev.sennit.model.CommitInfo;
import dev.sennit.model.ElementChange;
import java.util.List;
import java.util.stream.Stream;

/** What differs between two states of a graph. Immutable and thread-safe; reads when it is asked. */
public interface Diff {
    /** The commit of the earlier state. */
    CommitInfo from();

    /** The commit of the later state. */
    CommitInfo to();

    /** Whether the states have different schemas. A property that only the earlier one declares is not compared. */
    boolean changesSchema();

    /**
     * Every element that is not the same in both, by type in the order of the later schema, and by id where a type has not
     * more than some ten thousand changes; others come in the same order each time, very many as their rows lie. Where rows
     * lie is no change, so a state that was only optimized has none. Read as the stream is consumed, in bounded memory;
     * close it.
     *
     * @throws dev.sennit.model.ExpiredException SNAPSHOT_EXPIRED, from the stream too
     */
    Stream<ElementChange> changes();

    /**
     * The same for some types.
     *
     * @param types names of types, or labels of edge types; empty for all
     * @throws dev.sennit.model.InvalidTextException UNKNOWN_NAME if neither state has such a type
     */
    Stream<ElementChange> changes(List<String> types);

    /** How many elements of each type differ, of the types with any, in the order of {@link #changes()}. */
    List<TypeSummary> summary();

    /** How many elements of one type differ. */
    record TypeSummary(String type, long inserted, long updated, long deleted) {}
}
