package dev.sennit.bench;

import dev.sennit.Branch;
import dev.sennit.Graph;
import dev.sennit.Load;
import dev.sennit.Sennit;
import dev.sennit.model.MergeResult;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.SchemaParser;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/**
 * Whether the cost of a merge follows the change: 50 changed rows, half of them on each side, in tables of several sizes.
 * Everything is synced before it is acknowledged.
 *
 * <p>Arguments: a directory to work in, how many merges each size has, and the sizes.
 */
public final class MergeCost {
    private static final int CHANGED_ROWS_OF_A_SIDE = 25;
    private static final GraphSchema SCHEMA = SchemaParser.parse("NODE P { k STRING KEY, v INT64, w INT64, s STRING }");

    private MergeCost() {}

    public static void main(String[] args) throws IOException {
        Path directory = Files.createDirectories(Path.of(args[0]));
        int merges = Integer.parseInt(args[1]);
        run(directory.resolve("warm"), merges, 10_000);
        for (int i = 2; i < args.length; i++) {
            int rows = Integer.parseInt(args[i]);
            double[] result = run(directory.resolve("rows-" + rows), merges, rows);
            System.out.printf(
                    Locale.ROOT,
                    "| %,d rows | median %.0f ms | diff of the same rows %.0f ms | heap %.0f MB at its peak |%n",
                    rows,
                    result[0],
                    result[1],
                    result[2]);
        }
    }

    private static double[] run(Path directory, int merges, int rows) throws IOException {
        Path file = rows(Files.createDirectories(directory), rows);
        try (Graph graph = Sennit.create(directory.resolve("graph").toString(), SCHEMA)) {
            graph.main().load(Load.EMPTY.nodes("P", file));
            double[] mergeMillis = new double[merges];
            double[] diffMillis = new double[merges];
            double peak = 0;
            for (int i = 0; i < merges; i++) {
                Branch side = graph.createBranch("side" + i, "main");
                change(side, "v", i, 0, rows);
                change(graph.main(), "w", i, 1, rows);
                resetPeaks();
                long begun = System.nanoTime();
                MergeResult result = graph.main().merge("side" + i);
                mergeMillis[i] = (System.nanoTime() - begun) / 1e6;
                peak = Math.max(peak, peakMegabytes());
                if (result.outcome() != MergeResult.Outcome.MERGED
                        || result.types().getFirst().updated() != CHANGED_ROWS_OF_A_SIDE) {
                    throw new IllegalStateException("not what was to be merged: " + result);
                }
                begun = System.nanoTime();
                long updated = graph.diff("main~1", "main").summary().getFirst().updated();
                diffMillis[i] = (System.nanoTime() - begun) / 1e6;
                if (updated != CHANGED_ROWS_OF_A_SIDE) {
                    throw new IllegalStateException("the merge changed " + updated + " rows");
                }
            }
            return new double[] {median(mergeMillis), median(diffMillis), peak};
        }
    }

    /** Rows spread over the whole table, others on each side. */
    private static void change(Branch branch, String property, int round, int side, int rows) {
        branch.write(tx -> {
            for (int i = 0; i < CHANGED_ROWS_OF_A_SIDE; i++) {
                long place = (i * 2L + side) * (rows / (CHANGED_ROWS_OF_A_SIDE * 2L)) + round;
                tx.set(tx.node("P", "k" + place), Map.of(property, -1L - round));
            }
            return null;
        });
    }

    private static Path rows(Path directory, int rows) throws IOException {
        Path file = directory.resolve("rows.csv");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("k,v,w,s\n");
            for (int i = 0; i < rows; i++) {
                out.write("k" + i + "," + i + "," + i + ",some text of a row\n");
            }
        }
        return file;
    }

    private static void resetPeaks() {
        System.gc();
        ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
    }

    private static double peakMegabytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                        .filter(pool -> pool.getType() == MemoryType.HEAP)
                        .mapToLong(pool -> pool.getPeakUsage().getUsed())
                        .sum()
                / 1048576.0;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
