package dev.sennit.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Durability;
import dev.sennit.model.IdSource;
import dev.sennit.model.OperationId;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.TableId;
import dev.sennit.protocol.ConfirmedTable;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.query.execution.AdjacencyCache;
import dev.sennit.query.execution.NodeCache;
import dev.sennit.query.execution.ReadCaches;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.SchemaParser;
import dev.sennit.store.ColumnLayout;
import dev.sennit.store.LanceRuntime;
import dev.sennit.store.LanceTableStore;
import dev.sennit.store.ScanFilter;
import dev.sennit.store.StoreLocation;
import dev.sennit.store.TableChange;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableVersion;
import dev.sennit.store.TailCache;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

/** What writes leave of index segments on a real table, with bounds so small that they are met often. */
class SegmentGrowthTest {
    private static final long SEED = 7;
    private static final SegmentLimits TINY = new SegmentLimits(8, 256, 1 << 20);
    private static final ElementType TYPE = SchemaParser.parse("NODE Person { name STRING KEY, n INT64 }")
            .types()
            .findFirst()
            .orElseThrow();

    @TempDir
    Path directory;

    private LanceRuntime runtime;
    private IdSource ids;
    private WriterResources resources;
    private TableId table;
    private TablePin pin = TablePin.CREATED;
    private int rows;

    @BeforeEach
    void create() {
        Random random = new Random(SEED);
        ids = new IdSource(Clock.systemUTC(), random);
        runtime = new LanceRuntime(ids, random, 1L << 30);
        LanceTableStore tables = new LanceTableStore(runtime, StoreLocation.local(directory.resolve("tables")));
        resources = new WriterResources(
                tables,
                ids,
                Durability.RELAXED,
                new ReadCaches(new AdjacencyCache(0), NodeCache.NONE, new TailCache(1000)),
                TINY,
                directory);
        table = new TableId(ids.next());
        TableLayout layout = new TableLayout(List.of(
                new ColumnLayout(TableLayout.ID, Scalar.STRING, false, Optional.empty()),
                new ColumnLayout("n", Scalar.INT64, true, Optional.empty())));
        tables.create(table, layout, Durability.RELAXED);
    }

    @AfterEach
    void close() {
        runtime.close();
    }

    @Test
    void manySmallWrites_leaveFewSegments_andEveryRowIsFoundThroughThem() {
        Random random = new Random(SEED);
        int most = 0;
        for (int write = 0; write < 60; write++) {
            add(1 + random.nextInt(12));
            try (TableVersion version = open()) {
                List<Set<Integer>> segments = version.indexSegments(TableLayout.ID);
                most = Math.max(most, segments.size());
                assertThat(IndexShape.of(version, TYPE)
                                .rows(IndexShape.of(version, TYPE).unindexed()))
                        .as("rows without an index after write %d, seed %d", write, SEED)
                        .isLessThan(TINY.unindexedRows());
                assertThat(segments.stream().mapToInt(Set::size).sum())
                        .as("no fragment has two segments after write %d, seed %d", write, SEED)
                        .isEqualTo(version.indexedFragments(TableLayout.ID).size());
            }
        }
        assertThat(most).as("segments, seed %d", SEED).isBetween(2, 8);
        try (TableVersion version = open()) {
            for (int row = 0; row < rows; row += 7) {
                assertThat(count(version, "P" + row)).as("P%d", row).isEqualTo(1);
            }
            assertThat(count(version, "P" + rows)).isZero();
        }
    }

    @Test
    void segmentsThatCoverDeletedAndRemovedFragments_areMergedToo() {
        add(100);
        add(40);
        add(16);
        int first;
        try (TableVersion version = open()) {
            first = version.fragments().getFirst().id();
        }
        RoaringBitmap gone = new RoaringBitmap();
        gone.add(0L, 90L);
        commit(new TableEffect(
                TYPE, table, pin, new TableChange(List.of(), Map.of(first, gone), Set.of()), Map.of(), List.of()));

        add(12);

        try (TableVersion version = open()) {
            assertThat(version.indexSegments(TableLayout.ID)).hasSize(1);
            assertThat(count(version, "P5")).isZero();
            assertThat(count(version, "P95")).isEqualTo(1);
            assertThat(count(version, "P167")).isEqualTo(1);
        }
    }

    private void add(int more) {
        List<@Nullable Object[]> added = new ArrayList<>();
        for (int i = 0; i < more; i++) {
            added.add(new @Nullable Object[] {"P" + rows, (long) rows});
            rows++;
        }
        commit(new TableEffect(TYPE, table, pin, new TableChange(List.of(), Map.of(), Set.of()), Map.of(), added));
    }

    private void commit(TableEffect effect) {
        Map<TableId, ConfirmedTable> achieved = new TableEffects(
                        resources, new OperationId(ids.next()), LoadProgress.NONE, List.of(effect))
                .apply(FailurePoints.NONE);
        pin = Objects.requireNonNull(achieved.get(table)).pin();
    }

    private TableVersion open() {
        return resources.tables().open(table, pin);
    }

    private static long count(TableVersion version, String id) {
        return version.count(Optional.of(new ScanFilter.Comparison(TableLayout.ID, ScanFilter.Operator.EQ, id)));
    }
}
