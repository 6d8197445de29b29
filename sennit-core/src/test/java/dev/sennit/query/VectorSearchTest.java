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
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

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
}
