package dev.sennit.bench;

import dev.sennit.model.KeyText;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Nanoseconds to form the {@code _id} of one element from its key. A load pays this once for every row, and for an
 * edge of a keyed type the composite form.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class KeyTextBenchmark {
    private static final int KEYS = 1024;
    private static final long SEED = 20261130;

    private final List<List<?>> integerKeys = new ArrayList<>();
    private final List<List<?>> edgeKeys = new ArrayList<>();

    /** Draws the keys: 64-bit integers, and (source, destination, text) triples of which one in eight needs escapes. */
    @Setup
    public void drawKeys() {
        Random random = new Random(SEED);
        for (int i = 0; i < KEYS; i++) {
            integerKeys.add(List.of(random.nextLong()));
            String airline = random.nextInt(8) == 0 ? "A|" + random.nextInt(100) : "AL" + random.nextInt(100);
            edgeKeys.add(List.of("N" + random.nextInt(100_000), "N" + random.nextInt(100_000), airline));
        }
    }

    /** A node whose key is one INT64. */
    @Benchmark
    @OperationsPerInvocation(KEYS)
    public void integerKey(Blackhole sink) {
        for (List<?> key : integerKeys) {
            sink.consume(KeyText.of(key));
        }
    }

    /** An edge whose identity is source, destination and one text property. */
    @Benchmark
    @OperationsPerInvocation(KEYS)
    public void edgeKey(Blackhole sink) {
        for (List<?> key : edgeKeys) {
            sink.consume(KeyText.of(key));
        }
    }
}
