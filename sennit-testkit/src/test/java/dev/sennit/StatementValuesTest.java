package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.CalendarDuration;
import dev.sennit.model.ConstraintViolationException;
import dev.sennit.model.SennitException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which values statements and transactions store, and what they say of those they do not. */
class StatementValuesTest {
    private static final String SCHEMA = """
            NODE P { id INT64 KEY, meta JSON, bal DECIMAL(10,2), tags LIST<STRING>, dur DURATION }
            EDGE E (P)-[0..*]->(P) { }
            """;

    @RegisterExtension
    final StatementGraph graph = new StatementGraph(SCHEMA, "CREATE (a:P {id: 1})-[:E]->(:P {id: 2})");

    @Test
    void jsonHoldsWhatJsonHas_andSaysWhereAndWhatTheRestIs() {
        refused("CREATE (n:P {id: 3}) SET n.meta = {e: n}", "P.meta.e: P:3 is NODE", "elementId(...)");
        refused("MATCH (n:P {id: 1}) SET n.meta = {e: [0, n]}", "P.meta.e[1]: P:1 is NODE", "properties(...)");
        refused("MATCH (n:P {id: 1})-[e]->() SET n.meta = {e: e}", "P.meta.e: ", "is EDGE");
        refused("MATCH p = (n:P {id: 1})-->() SET n.meta = [p]", "P.meta[0]: a path of length 1 is PATH");
        refused("MATCH (n:P {id: 1}) SET n.meta = {d: 0.0/0}", "P.meta.d: NaN is no number of JSON", "toString(...)");
        refused("MATCH (n:P {id: 1}) SET n.meta = {a: {b: [1, -1.0/0]}}", "P.meta.a.b[1]: -Infinity");
        refused("MATCH (n:P {id: 1}) SET n.meta = [duration('P1D')]", "P.meta[0]: P1D is DURATION", "toString(...)");
        refused("CREATE (:P {id: 3, meta: {d: date('2020-01-01')}})", "P.meta.d: 2020-01-01 is DATE", "toString(...)");
        refused("MATCH (n:P {id: 1}) SET n.meta = [localtime('10:00')]", "is LOCAL TIME");
        assertThat(graph.rows("MATCH (n:P) WHERE n.meta IS NOT NULL RETURN n.id"))
                .isEmpty();

        graph.execute("MATCH (n:P {id: 1}) SET n.meta = {a: null, b: [true, 'x', 1.5, 9223372036854775807, {c: []}]}");
        assertThat(graph.rows("MATCH (n:P {id: 1}) RETURN n.meta AS m"))
                .containsExactly("{m={a=null, b=[true, x, 1.5, 9223372036854775807, {c=[]}]}}");
    }

    /** So many that they are not looked up through an index. */
    @Test
    void nullsOfManyRowsStayNull() {
        String statement = "UNWIND range(1, 400) AS i MERGE (n:P {id: i}) SET n.bal = ";
        graph.execute(statement + "1");
        graph.execute("MATCH (n:P {id: 7}) SET n.dur = duration('P1D')");
        graph.execute(statement + "2");
        assertThat(graph.rows("MATCH (n:P) WHERE n.dur IS NULL AND n.bal = 2 RETURN count(*) AS c"))
                .containsExactly("{c=399}");
        assertThat(graph.rows("MATCH (n:P) WHERE n.dur IS NOT NULL RETURN n.id AS id, n.dur AS d"))
                .containsExactly("{id=7, d=P1D}");
    }

    @Test
    void transactionsCheckJsonAlike() {
        for (Object value : List.of(
                LocalDate.EPOCH,
                new CalendarDuration(0, 1, 0),
                Double.NaN,
                new byte[] {1},
                new float[] {1},
                new BigDecimal("0.1234567890123456789012"),
                new Object())) {
            assertThatThrownBy(() -> graph.main()
                            .write(tx ->
                                    tx.create("P", Map.of("id", 9L, "meta", Map.of("in", Arrays.asList(null, value))))))
                    .isInstanceOf(ConstraintViolationException.class)
                    .hasMessageContaining("P.meta.in[1]: ");
        }
        BigInteger large = BigInteger.TEN.pow(40).add(BigInteger.ONE);
        graph.main()
                .write(tx -> tx.create(
                        "P", Map.of("id", 9L, "meta", List.of(large, new BigDecimal("1.50"), new BigDecimal("2.00")))));
        assertThat(graph.rows("MATCH (n:P {id: 9}) RETURN n.meta AS m")).containsExactly("{m=[" + large + ", 1.5, 2]}");
    }

    @Test
    void aMisfitInAList_isNamedByItsPlace_andByItsKind() {
        refused("MATCH (n:P {id: 1}) SET n.tags = ['a', null]", "P.tags[1]: it is null, and a list holds no null");
        refused(
                "MATCH (n:P {id: 1}) WITH n, [['a'], 5] AS l SET n.tags = ['a', l[1]]",
                "P.tags[1]: 5 is not a value of STRING (it is INTEGER)");
    }

    @Test
    void decimalsAreWrittenAsLiterals_strings_andDecimals_alwaysExactly() {
        assertThat(balance("1.5", Map.of())).isEqualTo("1.50");
        assertThat(balance("-0.07", Map.of())).isEqualTo("-0.07");
        assertThat(balance("12345678.91", Map.of())).isEqualTo("12345678.91");
        assertThat(balance("3", Map.of())).isEqualTo("3.00");
        assertThat(balance("'1.50'", Map.of())).isEqualTo("1.50");
        assertThat(balance("$x", Map.of("x", "2.5"))).isEqualTo("2.50");
        assertThat(balance("$x", Map.of("x", new BigDecimal("3.25")))).isEqualTo("3.25");
        graph.execute("CREATE (:P {id: 5, bal: 99999999.99})");
        graph.main()
                .execute(
                        "UNWIND $r AS r MATCH (n:P {id: 5}) SET n.bal = r.b", Map.of("r", List.of(Map.of("b", "7.1"))));
        assertThat(graph.rows("MATCH (n:P {id: 5}) RETURN n.bal AS b")).containsExactly("{b=7.10}");

        refused("MATCH (n:P {id: 1}) SET n.bal = 1.555", "P.bal: 1.555 does not fit DECIMAL(10,2)");
        refused("MATCH (n:P {id: 1}) SET n.bal = 123456789.5", "does not fit DECIMAL(10,2)");
        refused("MATCH (n:P {id: 1}) SET n.bal = '1e999999999'", "does not fit DECIMAL(10,2)");
        refused("MATCH (n:P {id: 1}) SET n.bal = 'much'", "P.bal: 'much' is not a value of DECIMAL(10,2)", "12.50");
        refused("MATCH (n:P {id: 1}) SET n.bal = toFloat('1.5')", "holds DECIMAL(10,2), but", "a float is not exact");
        refused("MATCH (n:P {id: 1}) WITH n, [1.5, 'a'] AS l SET n.bal = l[0]", "P.bal: 1.5", "a float is not exact");
    }

    @Test
    void durationsThatAreCompared_areSaidToHaveNoOrder() {
        refused(
                "MATCH (n:P) WHERE n.dur > duration('P1Y') RETURN n",
                "n.dur and duration('P1Y') are DURATION, which '>' cannot compare",
                "durations have no order");
    }

    private String balance(String value, Map<String, ?> parameters) {
        graph.main().execute("MATCH (n:P {id: 1}) SET n.bal = " + value, parameters);
        String row = graph.rows("MATCH (n:P {id: 1}) RETURN n.bal AS b").getFirst();
        return row.substring(3, row.length() - 1);
    }

    private void refused(String cypher, String... parts) {
        assertThatThrownBy(() -> graph.execute(cypher))
                .as(cypher)
                .isInstanceOfSatisfying(
                        SennitException.class,
                        error -> assertThat(error.getMessage()).contains(parts).doesNotContain("java.", "INTERNAL"));
    }
}
