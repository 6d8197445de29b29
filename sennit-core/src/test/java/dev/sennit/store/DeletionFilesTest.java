package dev.sennit.store;

import static dev.sennit.store.StoreFixture.column;
import static dev.sennit.store.StoreFixture.identity;
import static dev.sennit.store.StoreFixture.layout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Durability;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.TableId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

class DeletionFilesTest {
    private static final int ROWS = 70_000;
    private static final long SEED = 61;

    /** Lance begins to write bitmaps at 5,000 rows. */
    private static final int[] DELETED = {1, 2, 25, 300, 3_000, 4_999, 5_000, 5_001, 40_000, ROWS - 1};

    @TempDir
    Path directory;

    private StoreFixture store;
    private TableId table;

    @BeforeEach
    void createTable() {
        store = new StoreFixture(directory, 11);
        table = store.newTable();
        store.tables.create(table, layout(column("n", Scalar.INT64)), Durability.RELAXED);
    }

    @AfterEach
    void closeWithoutLeaks() {
        store.close();
    }

    @Test
    void whatIsRead_isWhatListingTellsAndWhatWasDeleted() throws IOException {
        Random random = new Random(SEED);
        TablePin rows = rows();
        Set<String> forms = new TreeSet<>();
        for (int count : DELETED) {
            RoaringBitmap deleted = offsets(random, count);
            try (TableVersion version = open(delete(rows, deleted));
                    BufferAllocator allocator = new RootAllocator()) {
                FragmentInfo fragment = version.fragments().getFirst();
                DeletionFiles files = new DeletionFiles(store.directory(table), allocator);

                assertThat(files.read(fragment))
                        .as("%d rows deleted, seed %d", count, SEED)
                        .contains(deleted);
                assertThat(version.deletedRows(fragment)).isEqualTo(deleted).isEqualTo(listed(version, fragment));
                long bytes = Files.size(store.directory(table).resolve(fragment.deletionFile()));
                boolean packed = bytes < (long) count * Integer.BYTES;
                forms.add(fragment.deletionFile().replaceAll(".*\\.", "") + (packed ? " packed" : ""));
            }
        }
        // Every way to read a file was gone.
        assertThat(forms).containsExactly("arrow", "arrow packed", "bin packed");
    }

    @Test
    void deletionsOnDeletions_areAllThere() {
        TablePin first = delete(rows(), RoaringBitmap.bitmapOf(1, 2, 69_999));
        TablePin second = delete(first, RoaringBitmap.bitmapOf(0, 65_536));
        try (TableVersion version = open(second)) {
            assertThat(version.deletedRows(version.fragments().getFirst()))
                    .isEqualTo(RoaringBitmap.bitmapOf(0, 1, 2, 65_536, 69_999));
        }
    }

    /** Lance has the file in its cache, or tells what is wrong with it. */
    @Test
    void aDamagedFile_isNotBelieved() throws IOException {
        Random random = new Random(SEED);
        for (int count : new int[] {25, 3_000, 6_000}) {
            try (TableVersion version = open(delete(rows(), offsets(random, count)));
                    BufferAllocator allocator = new RootAllocator()) {
                FragmentInfo fragment = version.fragments().getFirst();
                Path file = store.directory(table).resolve(fragment.deletionFile());
                byte[] content = Files.readAllBytes(file);
                DeletionFiles files = new DeletionFiles(store.directory(table), allocator);
                for (int length : new int[] {0, 1, 8, content.length / 2, content.length - 1}) {
                    Files.write(file, Arrays.copyOf(content, length));
                    assertThat(files.read(fragment))
                            .as("%d of %d bytes", length, content.length)
                            .isEmpty();
                }
                Files.delete(file);
                assertThat(files.read(fragment)).isEmpty();
            }
        }
    }

    @Test
    void aFileOfAnotherFragment_isNotBelieved() {
        try (TableVersion version = open(delete(rows(), RoaringBitmap.bitmapOf(5, 9)));
                BufferAllocator allocator = new RootAllocator()) {
            FragmentInfo info = version.fragments().getFirst();
            DeletionFiles files = new DeletionFiles(store.directory(table), allocator);
            assertThat(files.read(with(info, info.physicalRows(), 3))).isEmpty();
            assertThat(files.read(with(info, 9, 2))).isEmpty();
            assertThat(files.read(with(info, 10, 2))).contains(RoaringBitmap.bitmapOf(5, 9));
        }
    }

    private static FragmentInfo with(FragmentInfo info, long physicalRows, long deletedRows) {
        return new FragmentInfo(
                info.id(),
                physicalRows,
                deletedRows,
                info.files(),
                info.fieldIds(),
                info.deletionFile(),
                info.sizeBytes());
    }

    /** What is deleted as Lance tells it: all but the rows that are left. */
    private static RoaringBitmap listed(TableVersion version, FragmentInfo fragment) {
        RoaringBitmap deleted = new RoaringBitmap();
        deleted.add(0L, fragment.physicalRows());
        try (TableScan scan = version.scan(ScanRequest.of(List.of()).withRowAddresses())) {
            while (scan.next()) {
                for (int row = 0; row < scan.rowCount(); row++) {
                    deleted.remove((int) scan.rowAddress(row));
                }
            }
        }
        return deleted;
    }

    private static RoaringBitmap offsets(Random random, int count) {
        RoaringBitmap offsets = new RoaringBitmap();
        while (offsets.getCardinality() < count) {
            offsets.add(random.nextInt(ROWS));
        }
        return offsets;
    }

    private TablePin rows() {
        try (TableVersion empty = open(TablePin.CREATED)) {
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (long i = 0; i < ROWS; i++) {
                rows.add(new Object[] {"k" + i, i});
            }
            return commit(empty, new TableChange(List.of(store.stage(empty, rows)), Map.of(), Set.of()));
        }
    }

    private TablePin delete(TablePin from, RoaringBitmap offsets) {
        try (TableVersion version = open(from)) {
            int fragment = version.fragments().getFirst().id();
            return commit(version, new TableChange(List.of(), Map.of(fragment, offsets), Set.of()));
        }
    }

    private TablePin commit(TableVersion base, TableChange change) {
        return store.tables.commit(base, change, identity(), Durability.RELAXED);
    }

    private TableVersion open(TablePin pin) {
        return store.tables.open(table, pin);
    }
}
