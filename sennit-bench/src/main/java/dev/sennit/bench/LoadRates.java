package dev.sennit.bench;

import dev.sennit.Graph;
import dev.sennit.Load;
import dev.sennit.Sennit;
import dev.sennit.model.GraphInfo;
import dev.sennit.schema.SchemaParser;
import dev.sennit.testkit.ChildJvm;
import dev.sennit.testkit.SocialGraphFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.Dataset;
import org.lance.WriteParams;

/**
 * How fast and in how much memory files load, with raw Lance writes of the same rows beside them. Each measurement is a
 * JVM of its own with {@code -Xmx1g}; memory is the peak the operating system saw.
 *
 * <p>Arguments: a directory to work in, then pairs of persons and followed per person.
 */
public final class LoadRates {
    private static final int BATCH_ROWS = 65_536;

    private LoadRates() {}

    public static void main(String[] args) throws Exception {
        if (args[0].equals("sennit")) {
            loadWithSennit(Path.of(args[1]), Path.of(args[2]));
        } else if (args[0].equals("lance")) {
            writeWithLance(Path.of(args[1]), Path.of(args[2]));
        } else {
            for (int i = 1; i + 1 < args.length; i += 2) {
                measure(Path.of(args[0]), Integer.parseInt(args[i]), Integer.parseInt(args[i + 1]));
            }
        }
    }

    private static void measure(Path directory, int persons, int follows) throws Exception {
        Path files = Files.createDirectories(directory.resolve("files-" + persons));
        SocialGraphFiles.write(files, persons, follows, 1);
        for (String what : List.of("lance", "sennit")) {
            Path target = directory.resolve(what + "-" + persons);
            Path output = directory.resolve(what + "-" + persons + ".out");
            Process child = ChildJvm.start(
                    directory.resolve("tmp"),
                    output,
                    LoadRates.class,
                    List.of("-Xmx1g"),
                    what,
                    files.toString(),
                    target.toString());
            if (child.waitFor() != 0) {
                throw new IllegalStateException(Files.readString(output));
            }
            try (Stream<String> lines = Files.lines(output)) {
                lines.filter(line -> line.startsWith("| ")).forEach(System.out::println);
            }
        }
    }

    private static void loadWithSennit(Path files, Path target) {
        long began = System.nanoTime();
        try (Graph graph = Sennit.create(target.toString(), SchemaParser.parse(SocialGraphFiles.SCHEMA))) {
            graph.main()
                    .load(Load.EMPTY
                            .nodes("Person", files.resolve("persons.csv"))
                            .edges("FOLLOWS", files.resolve("follows.csv")));
            long nanos = System.nanoTime() - began;
            GraphInfo info = graph.main().snapshot().info();
            report("Sennit load", info.nodeCount(), info.edgeCount(), nanos);
        }
    }

    /** The same rows, parsed with as little care as possible, straight into two Lance datasets: no checks, no index. */
    private static void writeWithLance(Path files, Path target) throws IOException {
        Files.createDirectories(target);
        long began = System.nanoTime();
        long[] rows = new long[2];
        try (BufferAllocator allocator = new RootAllocator()) {
            rows[0] = write(
                    allocator,
                    target.resolve("persons"),
                    files.resolve("persons.csv"),
                    List.of("_id", "id", "name", "age", "city"),
                    new int[] {0, 0, 1, 2, 3});
            rows[1] = write(
                    allocator,
                    target.resolve("follows"),
                    files.resolve("follows.csv"),
                    List.of("_id", "_src", "_dst", "since"),
                    new int[] {-1, 0, 1, 2});
        }
        report("raw Lance write", rows[0], rows[1], System.nanoTime() - began);
    }

    private static long write(BufferAllocator allocator, Path target, Path csv, List<String> names, int[] cells)
            throws IOException {
        List<Field> fields = names.stream()
                .map(name -> Field.nullable(
                        name,
                        switch (name) {
                            case "id" -> new ArrowType.Int(64, true);
                            case "age", "since" -> new ArrowType.Int(32, true);
                            default -> new ArrowType.Utf8();
                        }))
                .toList();
        try (BufferedReader in = Files.newBufferedReader(csv, StandardCharsets.UTF_8)) {
            in.readLine();
            try (CsvBatches batches = new CsvBatches(
                            allocator, new Schema(fields), in.lines().iterator(), cells);
                    Dataset written = Dataset.write()
                            .allocator(allocator)
                            .reader(batches)
                            .uri(target.toString())
                            .mode(WriteParams.WriteMode.CREATE)
                            .execute()) {
                return written.countRows();
            }
        }
    }

    private static void report(String what, long nodes, long edges, long nanos) {
        double seconds = nanos / 1e9;
        System.out.printf(
                Locale.ROOT,
                "| %s | %,d | %,d | %.1f s | %,.0f rows/s | %,d MiB |%n",
                what,
                nodes,
                edges,
                seconds,
                (nodes + edges) / seconds,
                peakResidentMib());
    }

    private static long peakResidentMib() {
        try (Stream<String> status = Files.lines(Path.of("/proc/self/status"))) {
            return status.filter(line -> line.startsWith("VmHWM:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                            .findFirst()
                            .orElse(0)
                    / 1024;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lines of a CSV file without quotes as Arrow batches. */
    private static final class CsvBatches extends ArrowReader {
        private final Schema schema;
        private final Iterator<String> lines;
        private final int[] cells;

        CsvBatches(BufferAllocator allocator, Schema schema, Iterator<String> lines, int[] cells) {
            super(allocator);
            this.schema = schema;
            this.lines = lines;
            this.cells = cells;
        }

        @Override
        public boolean loadNextBatch() throws IOException {
            VectorSchemaRoot root = getVectorSchemaRoot();
            root.clear();
            int row = 0;
            while (row < BATCH_ROWS && lines.hasNext()) {
                String line = lines.next();
                String[] parts = line.split(",");
                for (int column = 0; column < cells.length; column++) {
                    set(
                            root.getVector(column),
                            row,
                            cells[column] < 0 ? parts[0] + "|" + parts[1] : parts[cells[column]]);
                }
                row++;
            }
            root.setRowCount(row);
            return row > 0;
        }

        private static void set(FieldVector vector, int row, String text) {
            switch (vector) {
                case BigIntVector longs -> longs.setSafe(row, Long.parseLong(text));
                case IntVector ints -> ints.setSafe(row, Integer.parseInt(text));
                case VarCharVector texts -> texts.setSafe(row, text.getBytes(StandardCharsets.UTF_8));
                default -> throw new IllegalArgumentException(vector.getField().toString());
            }
        }

        @Override
        public long bytesRead() {
            return 0;
        }

        @Override
        protected void closeReadSource() {}

        @Override
        protected Schema readSchema() {
            return schema;
        }
    }
}
