package dev.sennit.store;

import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.lance.FragmentMetadata;
import org.roaringbitmap.RoaringBitmap;

/** Checks a change against its base before anything is written: Lance commits whatever it is given. */
final class TableChangeCheck {
    private final LanceTableVersion base;
    private final Map<Integer, FragmentMetadata> fragments = new HashMap<>();

    TableChangeCheck(LanceTableVersion base) {
        this.base = base;
        base.fragmentMetadata().forEach(fragment -> fragments.put(fragment.getId(), fragment));
    }

    /**
     * Checks everything that can be known beforehand.
     *
     * @throws IllegalArgumentException if the change does not fit the base
     * @throws StoreException if a staged file is missing or is not as it was written
     */
    void check(TableChange change) {
        if (change.isEmpty()) {
            throw new IllegalArgumentException("an empty change of " + base);
        }
        Set<String> paths = new HashSet<>();
        for (FragmentMetadata fragment : fragments.values()) {
            fragment.getFiles().forEach(file -> paths.add(file.getPath()));
        }
        for (StagedFragment staged : change.added()) {
            if (!paths.add(staged.path())) {
                throw new IllegalArgumentException("data file " + staged.path() + " is added twice to " + base);
            }
            checkStaged(staged);
        }
        change.removedFragments().forEach(this::fragment);
        change.deletedRows().forEach((id, offsets) -> {
            if (change.removedFragments().contains(id)) {
                throw new IllegalArgumentException("rows of fragment " + id + " are deleted and it is removed");
            }
            checkOffsets(fragment(id), offsets);
        });
    }

    /**
     * Checks the values of new columns: one file for each fragment, with a value for each of its rows, deleted ones
     * included.
     *
     * @throws IllegalArgumentException if they do not fit the base
     * @throws StoreException if a staged file is missing or is not as it was written
     */
    void check(TableEvolution evolution, Map<Integer, StagedFragment> values) {
        Set<Integer> expected = evolution.filled().isEmpty() ? Set.of() : fragments.keySet();
        if (!values.keySet().equals(expected)) {
            throw new IllegalArgumentException(
                    "values for fragments " + values.keySet() + " of " + base + ", which has " + expected);
        }
        values.forEach((id, staged) -> {
            if (staged.rowCount() != fragment(id).getPhysicalRows()
                    || !staged.fieldIds().equals(evolution.filledColumns().leafIds())) {
                throw new IllegalArgumentException("data file " + staged.path() + " has other columns or rows than"
                        + " fragment " + id + " of " + base + " needs");
            }
            checkFile(staged);
        });
    }

    /** The base's fragment of that id. */
    FragmentMetadata fragment(int id) {
        return Optional.ofNullable(fragments.get(id))
                .orElseThrow(() -> new IllegalArgumentException(base + " has no fragment " + id));
    }

    private void checkStaged(StagedFragment staged) {
        if (staged.rowCount() < 1) {
            throw new IllegalArgumentException("data file " + staged.path() + " has no rows");
        }
        if (staged.fieldIds().size() != staged.columnIndices().size()) {
            throw new IllegalArgumentException("data file " + staged.path() + " has other fields than columns");
        }
        List<Integer> known = base.schema().leafIds();
        if (!known.containsAll(staged.fieldIds())) {
            throw new IllegalArgumentException("data file " + staged.path() + " has fields " + staged.fieldIds()
                    + " but " + base + " has " + known);
        }
        for (TableSchema.Column column : base.schema().columns()) {
            if (!column.layout().nullable() && !staged.fieldIds().containsAll(column.leafIds())) {
                throw new IllegalArgumentException("data file " + staged.path() + " lacks the column '"
                        + column.layout().name() + "', which cannot be null");
            }
        }
        checkFile(staged);
    }

    private void checkFile(StagedFragment staged) {
        Optional<Path> data = base.location().child(TableFiles.DATA).localPath();
        if (data.isEmpty()) {
            return; // an object that was put whole is there
        }
        Path file = data.get().resolve(staged.path());
        long size = Files.exists(file) ? LanceErrors.call("look at " + file, () -> Files.size(file)) : -1;
        if (size != staged.sizeBytes()) {
            throw StoreException.corruption(
                    ErrorText.of("cannot commit data file " + file)
                            .cause(
                                    size < 0
                                            ? "it does not exist"
                                            : "it has " + size + " bytes, not the " + staged.sizeBytes() + " written")
                            .remedy("nothing was committed; write again"),
                    null);
        }
    }

    private static void checkOffsets(FragmentMetadata fragment, RoaringBitmap offsets) {
        if (offsets.isEmpty()) {
            throw new IllegalArgumentException("no rows to delete in fragment " + fragment.getId());
        }
        long last = Integer.toUnsignedLong(offsets.last());
        if (last >= fragment.getPhysicalRows()) {
            throw new IllegalArgumentException("offset " + last + " is not in fragment " + fragment.getId() + " of "
                    + fragment.getPhysicalRows() + " rows");
        }
    }
}
