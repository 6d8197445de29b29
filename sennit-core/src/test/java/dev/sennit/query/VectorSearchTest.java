package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.Property;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exact search for near vectors, against looking at each of them. */
class VectorSearchTest {
    private static final int DIMENSION = 4;
    private static final int DOCS = 200;
    private static final GraphSchema SCHEMA = new GraphSchema(
            List.of(
                    AirGraph.node(
                            "Doc",
                            List.of("Doc"),
                            "id",
                            Property.of("id", Scalar.INT64, true),
                            Property.of("lang", Scalar.STRING, false),
                            Property.of("embedding", new PropertyType.Vector(DIMENSION), false)),
                    AirGraph.node("Word", List.of("Word"), "text", Property.of("text", Scalar.STRING, true))),
            List.of(AirGraph.edge("HAS", "Doc", "Word")));

    private final MemoryGraph graph = new MemoryGraph(SCHEMA, 7);
    private final List<float[]> vectors = new ArrayList<>();

    VectorSearchTest() {
        Random random = new Random(20261130);
        graph.node("Word", "tree");
        for (int i = 0; i < DOCS; i++) {
            float[] vector = new float[DIMENSION];
            for (int c = 0; c < DIMENSION; c++) {
                vector[c] = random.nextFloat() * 2 - 1;
            }
            boolean without = i % 10 == 9;
            vectors.add(vector);
            graph.node("Doc", (long) i, i % 3 == 0 ? "en" : "nl", without ? null : vector);
            graph.edge("HAS(Doc,Word)", Integer.toString(i), "tree");
        }
    }

    private List<String> ask(String text, Map<String, ?> parameters) {
        return Answer.of(graph, text, parameters).lines();
    }

    /** The ids of the nearest, with the language or any. */
    private List<String> nearest(int k, String lang, Comparator<Integer> farther) {
        List<Integer> ids = new ArrayList<>();
        for (int i = 0; i < DOCS; i++) {
            if (i % 10 != 9 && (lang.isEmpty() || lang.equals(i % 3 == 0 ? "en" : "nl"))) {
                ids.add(i);
            }
        }
        ids.sort(farther);
        return ids.subList(0, Math.min(k, ids.size())).stream()
                .map(i -> "[" + i + "]")
                .toList();
    }

    private double cosine(float[] query, int i) {
        double dot = 0;
        double left = 0;
        double right = 0;
        for (int c = 0; c < DIMENSION; c++) {
            dot += (double) query[c] * vectors.get(i)[c];
            left += (double) query[c] * query[c];
            right += (double) vectors.get(i)[c] * vectors.get(i)[c];
        }
        return dot / Math.sqrt(left * right);
    }

    @Test
    void theNearestAreExact_withAndWithoutACondition() {
        float[] query = {0.3f, -0.2f, 0.9f, 0.1f};
        Comparator<Integer> farther = Comparator.comparingDouble(i -> -cosine(query, i));
        String call = "CALL search.vector('Doc', 'embedding', $q, {k: $k%s}) YIELD node, score"
                + " RETURN node.id ORDER BY score DESC";
        for (int k : List.of(1, 7, 500)) {
            assertThat(ask(call.formatted(""), Map.of("q", query, "k", k)))
                    .as("k = %d", k)
                    .isEqualTo(nearest(k, "", farther));
            assertThat(ask(call.formatted(", where: 'lang = \"en\"'"), Map.of("q", query, "k", k)))
                    .as("k = %d, only en: the condition comes before the ranking", k)
                    .isEqualTo(nearest(k, "en", farther));
        }
    }

    @Test
    void metricsAreNamed() {
        assertThat(ask(
                        "CALL search.vector('Doc', 'embedding', [1, 0, 0, 0], {k: 1, metric: 'dot'}) YIELD score"
                                + " RETURN score > 0.9",
                        Map.of()))
                .containsExactly("[true]");
        assertThat(ask(
                        "MATCH (d:Doc {id: 3}) CALL search.vector('Doc', 'embedding', d.embedding, {k: 1, metric: 'l2'})"
                                + " YIELD node AS n, score AS s RETURN n.id, s",
                        Map.of()))
                .containsExactly("[3, 1.0]");
    }

    @Test
    void whatIsFoundIsMatchedOn() {
        assertThat(ask(
                        "MATCH (d:Doc) WHERE d.id < 2 CALL search.vector('Doc', 'embedding', d.embedding, {k: 2})"
                                + " YIELD node, score MATCH (node)-[:HAS]->(w:Word)"
                                + " RETURN d.id, count(node), max(score) > 0.99, w.text ORDER BY d.id",
                        Map.of()))
                .containsExactly("[0, 2, true, tree]", "[1, 2, true, tree]");
    }

    @Test
    void wrongLengthsAndNamesAreErrors() {
        Map<String, ErrorCode> wrong = Map.of(
                "CALL search.vector('Dok', 'embedding', $q, {k: 1})", ErrorCode.UNKNOWN_NAME,
                "CALL search.vector('Doc', 'embeding', $q, {k: 1})", ErrorCode.UNKNOWN_NAME,
                "CALL search.vector('Doc', 'lang', $q, {k: 1})", ErrorCode.TYPE_MISMATCH,
                "CALL search.vector('Doc', 'embedding', [1.0, 2.0], {k: 1})", ErrorCode.TYPE_MISMATCH,
                "CALL search.vector('Doc', 'embedding', $q, {kk: 1})", ErrorCode.UNKNOWN_NAME,
                "CALL search.vector('Doc', 'embedding', $q, {metric: 'manhattan'})", ErrorCode.UNKNOWN_NAME,
                "CALL search.vector('Doc', 'embedding', $q, {where: 'lnag = 1'})", ErrorCode.UNKNOWN_NAME,
                "CALL search.vector('Doc', 'embedding', $q, {where: 'lang = '})", ErrorCode.SYNTAX_ERROR,
                "CALL search.vector('Doc', 'embedding')", ErrorCode.SYNTAX_ERROR,
                "CALL search.vector('Doc', 'embedding', $q, {k: -1})", ErrorCode.VALUE_OUT_OF_RANGE);
        wrong.forEach((text, code) -> assertThatThrownBy(() -> ask(text, Map.of("q", new float[] {1, 2, 3, 4})))
                .as(text)
                .isInstanceOfSatisfying(
                        InvalidTextException.class, e -> assertThat(e.code()).isEqualTo(code)));
        assertThatThrownBy(() -> ask("CALL search.vector('Doc', 'embedding', $q)", Map.of("q", new float[] {1, 2})))
                .isInstanceOfSatisfying(
                        InvalidTextException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TYPE_MISMATCH));
    }

    @Test
    void zerosHaveNoDirection_soTheirCosineIsRefused_andOtherMetricsAreNot() {
        String search = "CALL search.vector('Doc', 'embedding', $q, {k: 2%s}) YIELD score RETURN score";
        for (Object zeros : List.of(new float[DIMENSION], Collections.nCopies(DIMENSION, 0L))) {
            assertThatThrownBy(() -> ask(search.formatted(""), Map.of("q", zeros)))
                    .isInstanceOfSatisfying(
                            InvalidTextException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.TYPE_MISMATCH))
                    .hasMessageContaining("only zeros");
            assertThat(ask(search.formatted(", metric: 'l2'"), Map.of("q", zeros)))
                    .hasSize(2);
        }
        String literal =
                search.replace("$q", Collections.nCopies(DIMENSION, 0.0).toString());
        assertThatThrownBy(() -> ask(literal.formatted(""), Map.of())).hasMessageContaining("only zeros");
    }

    @Test
    void whatHasNoScore_takesNoPlace() {
        MemoryGraph two = new MemoryGraph(SCHEMA, 7);
        two.node("Doc", 1L, "en", new float[DIMENSION]);
        two.node("Doc", 2L, "en", new float[] {0, 0, 1, 0});
        Map<String, ?> query = Map.of("q", List.of(0, 0, 1, 0));
        String call = "CALL search.vector('Doc', 'embedding', $q, {k: 1%s}) YIELD node, score RETURN node.id, score";
        assertThat(Answer.of(two, call.formatted(""), query).lines()).containsExactly("[2, 1.0]");
        assertThat(Answer.of(two, call.formatted(", where: 'id < 2'"), query).lines())
                .isEmpty();
        assertThat(Answer.of(two, call.formatted(", metric: 'l2', where: 'id < 2'"), query)
                        .lines())
                .containsExactly("[1, 0.5]");
    }

    /** Vectors of few different components, so that many scores are equal, some of zeros, and nodes without any. */
    @Test
    void anyVectors_areRankedAsOneByOne() {
        for (long seed = 1; seed <= 40; seed++) {
            Random random = new Random(seed);
            MemoryGraph some = new MemoryGraph(SCHEMA, 7);
            Map<Long, float[]> stored = new LinkedHashMap<>();
            for (long id = 0; id < 30; id++) {
                float[] vector = random.nextInt(5) == 0 ? null : vector(random);
                some.node("Doc", id, random.nextBoolean() ? "en" : "nl", vector);
                if (vector != null) {
                    stored.put(id, vector);
                }
            }
            float[] query = vector(random);
            boolean isZero = Arrays.equals(query, new float[DIMENSION]);
            int k = random.nextInt(40);
            for (String metric : List.of("cosine", "dot", "l2")) {
                String text = "CALL search.vector('Doc', 'embedding', $q, {k: %d, metric: '%s'}) YIELD node, score"
                                .formatted(k, metric)
                        + " RETURN node.id, score";
                if (isZero && metric.equals("cosine")) {
                    assertThatThrownBy(() -> Answer.of(some, text, Map.of("q", query)))
                            .as("seed %d", seed)
                            .hasMessageContaining("only zeros");
                    continue;
                }
                Map<Long, Double> scores = new LinkedHashMap<>();
                stored.forEach((id, vector) -> score(metric, vector, query).ifPresent(s -> scores.put(id, s)));
                List<Double> best = scores.values().stream()
                        .sorted(Comparator.reverseOrder())
                        .limit(k)
                        .toList();
                Answer answer = Answer.of(some, text, Map.of("q", query));
                assertThat(answer.rows().stream().map(List::getLast))
                        .as("the scores by %s, seed %d", metric, seed)
                        .isEqualTo(best);
                assertThat(answer.rows())
                        .as("whose scores they are, by %s, seed %d", metric, seed)
                        .allSatisfy(row -> assertThat(row.getLast()).isEqualTo(scores.get((Long) row.getFirst())));
                assertThat(answer.rows().stream().map(List::getFirst))
                        .as("each once, by %s, seed %d", metric, seed)
                        .doesNotHaveDuplicates();
            }
        }
    }

    private static float[] vector(Random random) {
        float[] vector = new float[DIMENSION];
        boolean zeros = random.nextInt(6) == 0;
        for (int c = 0; c < DIMENSION && !zeros; c++) {
            vector[c] = random.nextInt(3) - 1;
        }
        return vector;
    }

    private static OptionalDouble score(String metric, float[] left, float[] right) {
        double dot = 0;
        double leftSquare = 0;
        double rightSquare = 0;
        double squares = 0;
        for (int c = 0; c < DIMENSION; c++) {
            dot += (double) left[c] * right[c];
            leftSquare += (double) left[c] * left[c];
            rightSquare += (double) right[c] * right[c];
            squares += Math.pow((double) left[c] - right[c], 2);
        }
        if (metric.equals("cosine")) {
            double lengths = Math.sqrt(leftSquare) * Math.sqrt(rightSquare);
            return lengths == 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.max(-1, Math.min(1, dot / lengths)));
        }
        return OptionalDouble.of(metric.equals("dot") ? dot : 1 / (1 + squares));
    }

    @Test
    void withoutAVectorToCompareWith_thereAreNoRows() {
        String search = "CALL search.vector('Doc', 'embedding', %s, {k: 3, metric: '%s'}) YIELD node";
        Map<String, @Nullable Object> nothing = Collections.singletonMap("q", null);
        for (String metric : List.of("cosine", "dot", "l2")) {
            assertThat(ask(search.formatted("$q", metric) + " RETURN node.id", nothing))
                    .isEmpty();
            assertThat(ask(search.formatted("null", metric) + " RETURN node.id", nothing))
                    .isEmpty();
            assertThat(ask(
                            "MATCH (d:Doc) WHERE d.id IN [8, 9] " + search.formatted("d.embedding", metric)
                                    + " RETURN d.id, count(*)",
                            nothing))
                    .as("node 9 has no vector")
                    .containsExactly("[8, 3]");
        }
    }

    @Test
    void zerosAreRefusedAlike_whereverTheyComeFrom() {
        graph.node("Doc", 1000L, "en", new float[DIMENSION]);
        String search = "CALL search.vector('Doc', 'embedding', %s, {k: 2}) YIELD score RETURN score";
        Map<String, Object> parameters = Map.of(
                "tiny", new double[] {1e-300, 0, 0, 0}, "map", Map.of("v", List.of(0, 0, 0, 0)), "zeros", new float[4]);
        List<String> refused = List.of(
                search.formatted("[0, 0.0, -0.0, 0]"),
                search.formatted("$zeros"),
                search.formatted("$tiny"),
                search.formatted("$map.v"),
                "UNWIND [$zeros] AS q " + search.formatted("q"),
                "MATCH (d:Doc {id: 1000}) " + search.formatted("d.embedding"));
        for (String text : refused) {
            assertThatThrownBy(() -> ask(text, parameters))
                    .as(text)
                    .isInstanceOfSatisfying(
                            InvalidTextException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.TYPE_MISMATCH))
                    .hasMessage("the vector has only zeros, and so no direction that the cosine could compare;"
                            + " give another vector, or search with metric: 'l2' or 'dot'");
        }
    }

    @Test
    void componentsThatNoVectorHolds_areNamed_whereTheVectorStands() {
        Map<String, Object> parameters = Map.of("floats", new float[] {1, Float.NaN, 0, 0}, "nan", Double.NaN);
        Map<String, String> problems = new LinkedHashMap<>();
        problems.put("[1e300, 0, 1, 0]", "component [0] of the vector is 1.0E300, which is beyond FLOAT32");
        problems.put("[0, -1e300, 1, 0]", "component [1] of the vector is -1.0E300, which is beyond FLOAT32");
        problems.put("[1, 0.0 / 0, 1, 0]", "component [1] of the vector is NaN, which is no finite number");
        problems.put("[1, 2, 1.0 / 0, 0]", "component [2] of the vector is Infinity, which is no finite number");
        problems.put("[1, 2, 3, null]", "component [3] of the vector is null, which is no number");
        problems.put("[1, 2, 3, $nan]", "component [3] of the vector is NaN, which is no finite number");
        problems.put("[1, 2, 3, 'x']", "component [3] of the vector is x, which is no number");
        problems.put("$floats", "component [1] of the vector is NaN, which is no finite number");
        for (String metric : List.of("cosine", "dot", "l2")) {
            problems.forEach((vector, problem) -> {
                String text = "CALL search.vector('Doc', 'embedding', " + vector + ", {metric: '" + metric + "'})";
                assertThatThrownBy(() -> ask(text, parameters))
                        .isInstanceOfSatisfying(InvalidTextException.class, e -> {
                            assertThat(e.code()).isEqualTo(ErrorCode.TYPE_MISMATCH);
                            assertThat(e).hasMessageStartingWith(problem);
                            assertThat(e.position().orElseThrow().column()).isEqualTo(text.indexOf(vector) + 1);
                        });
            });
        }
        assertThatThrownBy(() -> ask("RETURN vector.similarity.cosine([1e300, 1], [1e300, 1])", Map.of()))
                .hasMessageContaining("component [0] of the vector is 1.0E300");
    }

    /** What is wrong, the message, and what the caret is under. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "'Doc', 'embedding', $q, {metric: 'manhattan'} § there is no metric 'manhattan'; use 'cosine', 'l2' or 'dot'"
                        + " § 'manhattan'",
                "'Doc', 'embedding', $q, {k: -1} § k cannot be negative: -1 § -1",
                "'Doc', 'embedding', $q, {k: $minus} § k cannot be negative: -2 § $minus",
                "'Doc', 'embedding', $q, {k: null} § k needs a number of nodes, but it is null § null",
                "'Doc', 'embedding', $q, {k: 'x'} § k needs a number of nodes, but it is STRING § 'x'",
                "'Doc', 'embedding', $q, {k: 1.5} § k needs a number of nodes, but it is FLOAT § 1.5",
                "'Doc', 'embedding', 'abc' § search.vector needs LIST or VECTOR, but 'abc' is STRING § 'abc'",
                "'Doc', 'embedding', $minus § search.vector needs LIST or VECTOR, but $minus is INTEGER § $minus",
                "'Doc', 'embedding', $map.x § a vector, or a list of numbers, is needed here, but the value is STRING"
                        + " § $map.x",
                "'Doc', 'embedding', $q, {where: $map} § search.vector needs a condition as a text in quotes: a query is"
                        + " checked before its parameters have values § $map",
                "$map, 'embedding', $q § search.vector needs a label as a text in quotes: a query is checked before its"
                        + " parameters have values § $map",
                "'Doc', 'embedding', $q, {where: 'lang'} § WHERE needs BOOLEAN, but 'lang' is STRING § 'lang'",
            })
    void whatIsWrongIsSaid_whereItStands(String arguments, String message, String place) {
        String text = "CALL search.vector(" + arguments + ")";
        assertThatThrownBy(() ->
                        ask(text, Map.of("q", new float[] {1, 2, 3, 4}, "minus", -2, "map", Map.of("x", "text"))))
                .isInstanceOfSatisfying(InvalidTextException.class, e -> {
                    assertThat(e).hasMessage(message);
                    assertThat(e.position().orElseThrow().column()).isEqualTo(text.lastIndexOf(place) + 1);
                });
    }

    @Test
    void aConditionThatCannotBeRead_isShownAsItIsWritten() {
        Map<String, Object> parameters = Map.of("q", new float[] {1, 2, 3, 4});
        String written = "CALL search.vector('Doc', 'embedding', $q, {where: 'lang = = 1'})";
        assertThatThrownBy(() -> ask(written, parameters)).isInstanceOfSatisfying(InvalidTextException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.SYNTAX_ERROR);
            assertThat(e.position().orElseThrow().column()).isEqualTo(written.indexOf("= 1") + 1);
            assertThat(e.excerpt().orElseThrow()).contains(written);
        });
        String escaped = "CALL search.vector('Doc', 'embedding', $q, {where: 'lang \\u003d '})";
        assertThatThrownBy(() -> ask(escaped, parameters)).isInstanceOfSatisfying(InvalidTextException.class, e -> {
            assertThat(e).hasMessageStartingWith("the condition 'lang = ' cannot be read at line 1, column ");
            assertThat(e.position().orElseThrow().column()).isEqualTo(escaped.indexOf("'lang") + 1);
            assertThat(e.excerpt().orElseThrow()).doesNotContain("RETURN");
        });
    }

    @Test
    void aNameThatIsNearlyThatOfTheSearch_isSuggested() {
        assertThatThrownBy(() -> ask("CALL search.vektor('Doc', 'embedding', [1, 2, 3, 4])", Map.of()))
                .hasMessage("there is no procedure 'search.vektor'; did you mean 'search.vector'?");
        assertThatThrownBy(() -> ask("RETURN search.cosin([1], [2])", Map.of()))
                .as("what the search is made of is no function to be suggested")
                .hasMessage("there is no function 'search.cosin'");
    }
}
