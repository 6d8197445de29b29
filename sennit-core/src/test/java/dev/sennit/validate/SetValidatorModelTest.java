package dev.sennit.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.KeyText;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.schema.Cardinality;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random deltas over random base states, against {@link NaiveModel}, in memory and spilled, probed and scanned. */
class SetValidatorModelTest {
    private static final int SEEDS = 1_500;
    private static final List<DeltaMode> MODES = List.of(DeltaMode.INSERT, DeltaMode.UPSERT, DeltaMode.REPLACE);

    @TempDir
    Path directory;

    @Test
    void agreesWithTheNaiveModelHoweverHashesAreSplitAndTheBaseIsRead() throws IOException {
        Map<String, Integer> seen = new TreeMap<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            TestDelta delta = randomDelta(random);
            TestDelta.Outcome expected = NaiveModel.check(delta);
            expected.violations().forEach(v -> seen.merge(v.split(" ")[2], 1, Integer::sum));
            SpillSettings settings = new SpillSettings(
                    directory.resolve("op-" + seed),
                    random.nextLong(),
                    random.nextLong(),
                    1 + random.nextInt(5),
                    random.nextInt(5) == 0 ? 1 : random.nextInt(1, 8_000),
                    random.nextInt(3) == 0 ? 0 : random.nextInt(1, 20));
            TestDelta.Outcome actual = delta.check(settings, random.nextBoolean());
            assertThat(actual).as("seed %d, %s", seed, settings).isEqualTo(expected);
            assertThat(Files.exists(settings.directory()))
                    .as("files left, seed %d", seed)
                    .isFalse();
        }
        assertThat(seen.keySet())
                .as("every rule was broken")
                .contains("KEY", "KEY_IMMUTABLE", "UNIQUE", "ENDPOINT", "ENDPOINT_REJECTED", "CARDINALITY");
    }

    @Test
    void whatIsAcceptedBreaksNoRule() {
        for (long seed = 0; seed < SEEDS; seed++) {
            TestDelta delta = randomDelta(new Random(seed));
            TestDelta.Outcome outcome = delta.check(SpillSettings.of(directory.resolve("op"), 1, 2), false);
            if (outcome.blocked()) {
                continue;
            }
            TestDelta result = new TestDelta(delta.schema);
            delta.schema.types().forEach(type -> result.rows(type.name()).addAll(resulting(delta, outcome, type)));
            assertThat(NaiveModel.check(result).violations()).as("seed " + seed).isEmpty();
        }
    }

    /** The rows of a type after the accepted part of a delta. */
    private static List<TestRow> resulting(TestDelta delta, TestDelta.Outcome outcome, ElementType type) {
        String name = type.name();
        Set<Long> rejected = Objects.requireNonNull(outcome.rejected().get(name));
        List<TestRow> result = new java.util.ArrayList<>();
        Set<String> replaced = new HashSet<>();
        for (long i = 0; i < delta.rows(name).size(); i++) {
            TestRow row = delta.rows(name).get((int) i);
            if (!rejected.contains(i) && !row.rejectedBefore()) {
                result.add(row);
                if (row.id() != null) {
                    replaced.add(row.id());
                }
            }
        }
        if (delta.mode(name) != DeltaMode.REPLACE) {
            for (TestRow row : delta.base(name)) {
                if (!replaced.contains(row.id()) && !delta.deletions(name).contains(row)) {
                    result.add(row);
                }
            }
        }
        return result;
    }

    private static GraphSchema randomSchema(Random random) {
        Property u = Property.of("u", Scalar.INT64, false);
        Property v = Property.of("v", Scalar.STRING, false);
        List<List<String>> uniques = List.of(List.of("u"), List.of("u", "v"), List.of("v"));
        NodeType a = new NodeType("A", List.of("A"), List.of(u, v), List.of(), some(random, uniques), List.of(), "");
        NodeType b = new NodeType("B", List.of("B"), List.of(v, u), List.of(), some(random, uniques), List.of(), "");
        EdgeType e = edge("E", "A", "B", random, Optional.of(List.of("v")), uniques);
        EdgeType f = edge("F", "A", "A", random, Optional.empty(), uniques);
        return new GraphSchema(List.of(a, b), List.of(e, f));
    }

    private static EdgeType edge(
            String label,
            String source,
            String destination,
            Random random,
            Optional<List<String>> key,
            List<List<String>> uniques) {
        return new EdgeType(
                label,
                source,
                destination,
                cardinality(random),
                cardinality(random),
                List.of(Property.of("u", Scalar.INT64, false), Property.of("v", Scalar.STRING, false)),
                key,
                random.nextInt(3) == 0 ? some(random, uniques) : List.of(),
                List.of(),
                "");
    }

    private static List<List<String>> some(Random random, List<List<String>> uniques) {
        return uniques.stream().filter(unique -> random.nextInt(3) == 0).toList();
    }

    private static Cardinality cardinality(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> new Cardinality(0, OptionalLong.of(1 + random.nextInt(2)));
            case 1 -> new Cardinality(1, OptionalLong.empty());
            case 2 -> new Cardinality(1, OptionalLong.of(2));
            default -> Cardinality.ANY;
        };
    }

    private static TestDelta randomDelta(Random random) {
        GraphSchema schema = randomSchema(random);
        int ids = 2 + random.nextInt(8);
        // the base state is what is left of random rows, so it breaks no rule
        TestDelta first = new TestDelta(schema);
        addRandomRows(first, random, ids, 12, false);
        TestDelta.Outcome outcome = NaiveModel.check(first);
        TestDelta delta = new TestDelta(schema);
        schema.types().forEach(type -> {
            Set<Long> rejected = Objects.requireNonNull(outcome.rejected().get(type.name()));
            for (long i = 0; i < first.rows(type.name()).size(); i++) {
                if (!rejected.contains(i)) {
                    delta.base(type.name()).add(withId(first.rows(type.name()).get((int) i), "m" + i));
                }
            }
            delta.modes.put(type.name(), MODES.get(random.nextInt(random.nextBoolean() ? 2 : 3)));
        });
        addRandomRows(delta, random, ids, random.nextInt(3) == 0 ? 2 : 12, true);
        schema.types().forEach(type -> {
            if (delta.mode(type.name()) != DeltaMode.REPLACE && random.nextInt(3) == 0) {
                delta.base(type.name()).stream()
                        .filter(row -> random.nextInt(4) == 0)
                        .forEach(delta.deletions(type.name())::add);
            }
        });
        return delta;
    }

    private static TestRow withId(TestRow row, String minted) {
        return row.id() != null ? row : new TestRow(minted, row.source(), row.destination(), row.values(), false);
    }

    private static void addRandomRows(TestDelta delta, Random random, int ids, int rows, boolean withRejected) {
        for (ElementType type : delta.schema.types().toList()) {
            int count = random.nextInt(3) == 0 ? 0 : random.nextInt(rows + 1);
            for (int i = 0; i < count; i++) {
                Object u = random.nextInt(3) == 0 ? null : (Object) (long) random.nextInt(2 * ids);
                Object v = random.nextInt(3) == 0 ? null : "v" + random.nextInt(2 * ids);
                delta.rows(type.name())
                        .add(
                                switch (type) {
                                    case NodeType node
                                    when withRejected && random.nextInt(10) == 0 ->
                                        TestRow.rejectedNode("n" + random.nextInt(ids));
                                    case NodeType node ->
                                        node.name().equals("A")
                                                ? TestRow.node("n" + random.nextInt(ids), u, v)
                                                : TestRow.node("n" + random.nextInt(ids), v, u);
                                    case EdgeType edge -> {
                                        String source = "n" + random.nextInt(ids);
                                        String destination = "n" + random.nextInt(ids);
                                        yield TestRow.edge(
                                                edgeId(edge, source, destination, v, random, ids),
                                                source,
                                                destination,
                                                u,
                                                v);
                                    }
                                });
            }
        }
    }

    @Nullable
    private static String edgeId(
            EdgeType edge, String source, String destination, @Nullable Object v, Random random, int ids) {
        if (edge.isKeyed()) {
            return KeyText.of(List.of(source, destination, v == null ? "" : v));
        }
        return random.nextBoolean() ? null : "f" + random.nextInt(ids);
    }
}
