package dev.sennit.query.execution;

import dev.sennit.store.FragmentInfo;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * What a write has made of one version of a table, as far as it knows without reading.
 *
 * @param fragment that it has added, if any
 * @param columns names of the columns of its rows
 * @param rows of that fragment, in the order of their offsets, which are 0 and on
 * @param deletedRows offsets of rows that are deleted now, by fragments of the base
 * @param removedFragments of the base
 */
public record WrittenRows(
        @Nullable FragmentInfo fragment,
        List<String> columns,
        List<@Nullable Object[]> rows,
        Map<Integer, RoaringBitmap> deletedRows,
        Set<Integer> removedFragments) {}
