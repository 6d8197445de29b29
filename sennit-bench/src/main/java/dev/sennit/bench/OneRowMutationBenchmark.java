package dev.sennit.bench;

import dev.sennit.Graph;
import dev.sennit.Sennit;
import dev.sennit.model.Durability;
import dev.sennit.model.IdSource;
import dev.sennit.model.PropertyType;
import dev.sennit.model.TableId;
import dev.sennit.schema.SchemaParser;
import dev.sennit.store.ColumnLayout;
import dev.sennit.store.FragmentWriter;
import dev.sennit.store.LanceManifestTable;
import dev.sennit.store.LanceRuntime;
import dev.sennit.store.LanceTableStore;
import dev.sennit.store.ManifestTable.StateRow;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.StoreLocation;
import dev.sennit.store.TableChange;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableVersion;
import dev.sennit.store.TransactionIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What one row costs: the floor, which is one detached Lance commit and one manifest Overwrite with everything synced and
 * nothing checked, and a transaction that creates one node with a key. Each score is 64 of them, so that every batch of
 * transactions holds whatever comes once in so many: folding the tail, shortening the chain.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 30, batchSize = 64)
@Measurement(iterations = 10, batchSize = 64)
@Fork(1)
public class OneRowMutationBenchmark {
    /** A directory that goes when the run ends. */
    private static Path workDirectory() throws IOException {
        return Files.createTempDirectory("sennit-bench");
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** A table of one row and a manifest of a state as large as the graph's. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // JMH calls the set-up
    public static class Floor {
        private Path directory;
        private LanceRuntime runtime;
        private LanceTableStore tables;
        private TableVersion base;
        private LanceManifestTable manifest;
        private List<StateRow> state;
        private IdSource ids;
        private long version = 1;

        @Setup
        public void create() throws IOException {
            directory = workDirectory();
            ids = new IdSource(Clock.systemUTC(), new Random(1));
            runtime = new LanceRuntime(ids, new Random(2), 1L << 30);
            tables = new LanceTableStore(runtime, StoreLocation.local(directory.resolve("tables")));
            TableId table = new TableId(ids.next());
            TableLayout layout = new TableLayout(List.of(
                    new ColumnLayout(TableLayout.ID, PropertyType.Scalar.STRING, false, Optional.empty()),
                    new ColumnLayout("k", PropertyType.Scalar.INT64, true, Optional.empty()),
                    new ColumnLayout("v", PropertyType.Scalar.INT64, true, Optional.empty())));
            tables.create(table, layout, Durability.FULL);
            base = tables.open(table, TablePin.CREATED);
            state = List.of(
                    new StateRow("graph", "", "x".repeat(200)),
                    new StateRow("schema", "", "x".repeat(600)),
                    new StateRow("table", table.toString(), "x".repeat(250)),
                    new StateRow("commit", "", "x".repeat(450)));
            manifest = LanceManifestTable.create(
                    runtime, StoreLocation.local(directory.resolve("manifest")), state, identity(), Durability.FULL);
        }

        @Setup(Level.Iteration)
        public void shorten() {
            manifest.cleanBefore(Math.max(1, version - 20));
        }

        void write() throws Exception {
            StagedFragment fragment;
            try (FragmentWriter writer = tables.writeFragment(base)) {
                writer.append(new Object[] {Long.toString(version), version, 1L});
                fragment = writer.finish();
            }
            tables.commit(base, TableChange.adding(List.of(fragment)), identity(), Durability.FULL);
            version = manifest.overwrite(version, state, identity(), Durability.FULL);
        }

        private TransactionIdentity identity() {
            return new TransactionIdentity(ids.next().toString(), Map.of());
        }

        @TearDown
        public void close() throws IOException {
            base.close();
            runtime.close();
            delete(directory);
        }
    }

    /** A graph with one type. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // JMH calls the set-up
    public static class OneType {
        private Path directory;
        private Graph graph;
        private long next;

        @Setup
        public void create() throws IOException {
            directory = workDirectory();
            graph = Sennit.create(
                    directory.resolve("graph").toString(), SchemaParser.parse("NODE P { k INT64 KEY, v INT64 }"));
        }

        @TearDown
        public void close() throws IOException {
            graph.close();
            delete(directory);
        }
    }

    @Benchmark
    public void floor(Floor floor) throws Exception {
        floor.write();
    }

    @Benchmark
    public Object mutation(OneType type) {
        long key = type.next++;
        return type.graph.main().write(tx -> tx.create("P", Map.of("k", key, "v", 1L)));
    }
}
