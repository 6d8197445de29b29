package dev.sennit.query.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.LimitException;
import dev.sennit.model.SourcePosition;
import dev.sennit.query.ast.Clause;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.Pattern;
import dev.sennit.query.ast.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryParserTest {
    private final QueryParser parser = new QueryParser(SyntaxLimits.DEFAULT);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MATCH (n) RETURN n",
                "match (n) return n;",
                "MATCH (a:Airport {code: 'AMS'})-[r:ROUTE]->(b)<-[:ROUTE|CONTAINS]-(c)--(d)-->(e)<--(f) RETURN *",
                "MATCH (a IS Airport&!Closed|%) RETURN a",
                "MATCH (a:A:B)-[:X|:Y]->() RETURN a",
                "MATCH p = (a)-[*1..3]->(b), (c)-[:R*]-(d), (e)-[*..4]-(f), (g)-[*2]-(h), (i)-[x:R*2.. {a: 1}]-(j) RETURN p",
                "MATCH (a WHERE a.x = 1)-[r WHERE r.d > 2]->(b) RETURN a",
                "MATCH p = shortestPath((a)-[*]-(b)) RETURN p",
                "MATCH (a) OPTIONAL MATCH (a)-->(b) WHERE b.x = 1 RETURN a, b",
                "MATCH (n) WITH DISTINCT n, count(*) AS c ORDER BY c DESC SKIP 1 LIMIT 2 WHERE c > 3 RETURN n AS m, c",
                "UNWIND [1, 2, 3] AS x RETURN x UNION ALL RETURN 4 AS x UNION RETURN 5 AS x",
                "MATCH (n) CALL { WITH n MATCH (n)-->(m) RETURN count(m) AS c } RETURN n, c",
                "MATCH (n) CALL (n) { MATCH (n)-->(m) RETURN count(m) AS c } RETURN n, c",
                "CALL db.labels()",
                "CALL db.index.search('x', 3) YIELD node, score AS s WHERE s > 1 RETURN node, s",
                "CALL db.labels YIELD *",
                "CREATE (a:Airport {code: 'XXX'})-[:ROUTE {dist: 1}]->(b)",
                "MERGE (a:Airport {code: $code}) ON CREATE SET a.name = 'x', a += {b: 1} ON MATCH SET a:Seen RETURN a",
                "MATCH (n) SET n = {a: 1}, n.b = 2, n:L1:L2 REMOVE n.c, n:L3",
                "MATCH (n)-[r]->() DELETE r DETACH DELETE n",
                "MATCH (n) SET (n).a = 1, n.b.c = n.x = 2 REMOVE n.d, (n).e",
                "RETURN\u00a01\u3000AS\u2003x",
                "MATCH (n) WHERE EXISTS { MATCH (n)-->(m) WHERE m.x = 1 } AND COUNT { (n)--() } > 2 RETURN n",
                "MATCH (n) WHERE (n)-[:R]->(:X) AND NOT (n)--() RETURN [(n)-->(m) WHERE m.a > 1 | m.b] AS list",
                "RETURN [x IN [1,2] WHERE x > 1 | x * 2], [x IN [1]], [y IN [1] WHERE y = 1], reduce(s = 0, x IN [1] | s + x)",
                "RETURN all(x IN [1] WHERE x > 0), any(x IN [1] WHERE x > 0), none(x IN [1] WHERE x > 0), single(x IN [1] WHERE x > 0)",
                "RETURN CASE WHEN true THEN 1 ELSE 2 END, CASE 1 WHEN 1 THEN 'a' WHEN 2 THEN 'b' END",
                "RETURN {a: 1, `b c`: [1, 2][0], order: 'x'}.a, [1,2,3][1..], [1][..1], [1][0..1], [1][..]",
                "MATCH (n) RETURN n.type, n.order, n.in, n.match AS match, n.desc AS desc ORDER BY desc DESC",
                "MATCH (n:Order)-[:IN]->(m:Where) RETURN n",
                "MATCH (count) WHERE count.x = 1 RETURN count, count(count), count(*), count(DISTINCT count)",
                "RETURN $a, $1, $`odd name`, $limit",
                "RETURN 0x1F, 0o17, 12, .5, 1.5, 1e3, 1.5E-3, 'it\\'s', \"say \\\"x\\\"\", '\\u00e9\\U0001F600\\n'",
                "// leading\nMATCH (n) /* in\nbetween */ RETURN n // trailing",
                "EXPLAIN MATCH (n) RETURN n",
                "PROFILE MATCH (n) RETURN n",
                "MATCH (größe:Straße) RETURN größe.länge",
                "MATCH (`a b`:`C ``D`) RETURN `a b`",
                "RETURN ((((((((((1))))))))))",
                "MATCH (a)-[r]->(b) WHERE r.x<-1 AND a.y=-1 RETURN a.x-b.x",
                "RETURN [x IN nodes WHERE x:A | x.name] AS l",
                "FOREACH (x IN [1, 2] | CREATE (:A {i: x}) FOREACH (y IN x.l | SET y.a = 1 REMOVE y.b))",
                "MATCH (n) FOREACH (x IN CASE WHEN n.a THEN [n] ELSE [] END | DETACH DELETE x) RETURN n",
                "MATCH (n) RETURN n {.a, .`b c`, .*, x: 1 + 2, n, y: n {.z}} AS map, n{}",
                "RETURN COLLECT { MATCH (a) RETURN a.x UNION RETURN 1 AS `a.x` } AS l, collect(DISTINCT n.x)",
                "RETURN 'a' || 'b' || trim(LEADING 'x' FROM 'xa') || trim('b')",
                "RETURN x IS :: LIST<INTEGER NOT NULL | STRING> NOT NULL, x IS NOT TYPED ANY PROPERTY VALUE, x :: INT",
                "RETURN x IS NORMALIZED, x IS NOT NFKC NORMALIZED",
                "RETURN 1;",
                "RETURN 1 ; ; // the end"
            })
    void parsesTheWholeLanguage(String text) {
        assertThat(parser.parse(text).query().first().clauses()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "1 + 2 * 3 ^ 2 | (1+(2*(3^2)))",
                "2 ^ 3 ^ 2 | ((2^3)^2)",
                "-2 ^ 2 | (-2^2)",
                "-x ^ 2 | ((-x)^2)",
                "1 - 2 - 3 | ((1-2)-3)",
                "NOT a = b AND c OR d XOR e | (((NOT (a=b)) AND c) OR (d XOR e))",
                "a AND b AND c | (a AND b AND c)",
                "(a AND b) AND c | ((a AND b) AND c)",
                "1 < a <= 2 | (1<a<=2)",
                "(1 < a) = true | ((1<a)=true)",
                "a = b IS NULL | (a=(b IS NULL))",
                "a + 1 IN [1] | ((a+1) IN [1])",
                "a STARTS WITH 'x' + 'y' | (a STARTS WITH ('x'+'y'))",
                "a.b.c[0].d[1..] | a.b.c[0].d[1..]",
                "NOT NOT a | (NOT (NOT a))",
                "NOT (a) AND (b) OR (c) | (((NOT a) AND b) OR c)",
                "a IN (b) | (a IN b)",
                "NOT(a) | (NOT a)",
                "a <> -1 | (a<>-1)",
                "a IS NOT NULL = b | ((a IS NOT NULL)=b)",
                "a =~ 'x' AND b CONTAINS 'y' | ((a =~ 'x') AND (b CONTAINS 'y'))",
                "-9223372036854775808 | -9223372036854775808",
                "a % 2 = 1 | ((a%2)=1)",
                "a IS :: INTEGER = b | ((a IS :: INTEGER)=b)"
            })
    void operatorsBindAsOpenCypherSays(String expression, String bracketed) {
        assertThat(ExpressionText.of(expression(expression))).isEqualTo(bracketed);
    }

    @Test
    void patternsKeepDirectionsRangesAndNames() {
        Clause.Match match = (Clause.Match) parser.parse("MATCH p = (a)<-[r:X*2..3]-(b)-[:Y]->()--(c)<-->(d) RETURN p")
                .query()
                .first()
                .clauses()
                .getFirst();
        Pattern.Part part = match.pattern().parts().getFirst();
        assertThat(part.path().orElseThrow().text()).isEqualTo("p");
        assertThat(part.walk().edges())
                .extracting(Pattern.EdgePattern::direction)
                .containsExactly(
                        Pattern.Direction.LEFT,
                        Pattern.Direction.RIGHT,
                        Pattern.Direction.EITHER,
                        Pattern.Direction.EITHER);
        Pattern.Range range = part.walk().edges().getFirst().range().orElseThrow();
        assertThat(range.least()).hasValue(2);
        assertThat(range.most()).hasValue(3);
        assertThat(part.walk().nodes()).hasSize(5);
    }

    @Test
    void returnColumnsKeepTheTextTheyWereWrittenAs() {
        Clause.Return returns = (Clause.Return) parser.parse("RETURN 1  +  2, $x AS y")
                .query()
                .first()
                .clauses()
                .getFirst();
        assertThat(returns.projection().items().getFirst().text()).isEqualTo("1  +  2");
        assertThat(returns.projection().items().get(1).alias().orElseThrow().text())
                .isEqualTo("y");
    }

    @Test
    void positionsCountCodePointsAndAnyLineBreak() {
        Statement statement = parser.parse("MATCH (n)\r\nWHERE n.`😀` = '😀' AND m = 1\rRETURN n");
        Clause.Match match = (Clause.Match) statement.query().first().clauses().getFirst();
        Expression.And where = (Expression.And) match.where().orElseThrow();
        assertThat(where.operands().get(1).position()).isEqualTo(new SourcePosition(2, 23, 5));
        assertThat(statement.query().first().clauses().get(1).position()).isEqualTo(new SourcePosition(3, 1, 6));
    }

    @Test
    void stringEscapesAreResolved() {
        assertThat(((Expression.Literal) expression("'a\\'b\\\\c\\n\\t\\u00e9\\U0001F600'")).value())
                .isEqualTo("a'b\\c\n\té😀");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '^',
            value = {
                "MATCH (n) RETRUN n ~ 1 ~ 11 ~ unexpected 'RETRUN' after ')'; did you mean RETURN?",
                "MATCH (n) WERE n.x = 1 RETURN n ~ 1 ~ 11 ~ unexpected 'WERE' after ')'; did you mean WHERE?",
                "MATCH (n RETURN n ~ 1 ~ 10 ~ unexpected 'RETURN' after 'n': expected '$', ')', ':', '{', IS or WHERE",
                "MATCH (n) ~ 1 ~ 1 ~ the query ends without a result; end it with RETURN, or with a clause that writes",
                "RETURN 1 == 1 ~ 1 ~ 11 ~ unexpected '=' after '=': expected an expression; write = to compare",
                "RETURN 1 != 1 ~ 1 ~ 10 ~ unexpected '!' after '1'; write <> for 'not equal'",
                "RETURN 'a' && true ~ 1 ~ 12 ~ unexpected '&' after ''a''; write AND",
                "SELECT 1 ~ 1 ~ 1 ~ unexpected 'SELECT'; queries are openCypher: begin with MATCH, CREATE or another clause",
                "RETURN ~ 1 ~ 7 ~ the query ends too early: expected an expression or '*'",
                "RETURN 'abc ~ 1 ~ 8 ~ a string is not closed; end it with '",
                "RETURN `abc ~ 1 ~ 8 ~ a quoted name is not closed; end it with `",
                "RETURN 1 /* abc ~ 1 ~ 10 ~ a comment is not closed; end it with '*/'",
                "RETURN 1 # 2 ~ 1 ~ 10 ~ the character '#' has no meaning here",
                "RETURN 1 AS größe€x ~ 1 ~ 18 ~ the character '€' has no meaning here",
                "RETURN “a” ~ 1 ~ 8 ~ the character '“' has no meaning here",
                "RETURN 017 ~ 1 ~ 8 ~ the number 017 begins with 0: that meant octal in older versions of the language; write 0o17 for octal, or drop the 0",
                "RETURN '\\q' ~ 1 ~ 8 ~ the string has an unknown escape \\q: escapes are \\\\ \\' \\\" \\b \\f \\n \\r \\t \\uXXXX and \\UXXXXXXXX of whole characters; write \\\\ for a backslash",
                "RETURN 1 MATCH (n) RETURN n ~ 1 ~ 10 ~ RETURN is not the last clause; use WITH to go on after a projection",
                "CREATE (n) MATCH (m) RETURN m ~ 1 ~ 12 ~ reading after writing needs a WITH in between; put WITH * before this clause"
            })
    void syntaxErrorsSayWhatAndWhere(String text, int line, int column, String message) {
        InvalidTextException error = catchThrowableOfType(InvalidTextException.class, () -> parser.parse(text));
        assertThat(error).as(text).isNotNull();
        assertThat(error.code()).isEqualTo(ErrorCode.SYNTAX_ERROR);
        assertThat(error.getMessage()).isEqualTo(message);
        assertThat(error.position().orElseThrow())
                .extracting(SourcePosition::line, SourcePosition::column)
                .containsExactly(line, column);
    }

    @Test
    void aSyntaxErrorShowsTheLineWithACaret() {
        InvalidTextException error =
                catchThrowableOfType(InvalidTextException.class, () -> parser.parse("MATCH (n)\n  RETRUN n"));
        assertThat(error.excerpt()).contains("    RETRUN n\n    ^^^^^^");
    }

    @Test
    void colonsBetweenLabelsStandAlone() {
        InvalidTextException error =
                catchThrowableOfType(InvalidTextException.class, () -> parser.parse("MATCH (n:A:B|C) RETURN n"));
        assertThat(error)
                .hasMessage(
                        "':' between labels stands beside other operators; write & in place of the ':' between labels");
        assertThat(error.position()).contains(new SourcePosition(1, 12, 3));
        assertThat(parser.parse("MATCH (n:A:B:C) WHERE n:A:B RETURN n")).isNotNull();
    }

    @Test
    void integersOutOfRangeAreRefused() {
        InvalidTextException error =
                catchThrowableOfType(InvalidTextException.class, () -> parser.parse("RETURN 9223372036854775808"));
        assertThat(error.code()).isEqualTo(ErrorCode.VALUE_OUT_OF_RANGE);
    }

    @Test
    void deepNestingIsALimitNotAnOverflow() {
        int depth = 100_000;
        List<String> deep = List.of(
                "RETURN " + "(".repeat(depth) + "1" + ")".repeat(depth),
                "RETURN " + "[".repeat(depth) + "1" + "]".repeat(depth),
                "RETURN " + "NOT ".repeat(depth) + "true",
                "RETURN " + "- ".repeat(depth) + "1",
                "RETURN true" + " = NOT true".repeat(depth),
                "RETURN " + "CASE WHEN true THEN ".repeat(depth) + "1" + " END".repeat(depth),
                "RETURN " + "(n.end = ".repeat(depth) + "1" + ")".repeat(depth),
                "RETURN " + "CASE n.end WHEN ".repeat(depth) + "1" + " THEN 1 END".repeat(depth),
                "RETURN " + "NOT n.and = ".repeat(depth) + "1",
                "MATCH (n:" + "!".repeat(depth) + "A) RETURN n",
                "MATCH (n:" + "(".repeat(depth) + "A" + ")".repeat(depth) + ") RETURN n",
                "RETURN " + "size(".repeat(depth) + "1" + ")".repeat(depth),
                "RETURN 1 IS :: " + "LIST<".repeat(depth) + "INTEGER" + ">".repeat(depth),
                "RETURN 1 IS :: " + "LIST<INTEGER NOT NULL | LIST<".repeat(depth) + "INTEGER" + ">>".repeat(depth),
                "RETURN " + "EXISTS { MATCH (n) WHERE ".repeat(depth) + "true" + "}".repeat(depth));
        QueryParser roomy = new QueryParser(new SyntaxLimits(10_000_000, 150));
        for (String text : deep) {
            LimitException error = catchThrowableOfType(LimitException.class, () -> roomy.parse(text));
            assertThat(error).as(text.substring(0, 40)).isNotNull();
            assertThat(error.code()).isEqualTo(ErrorCode.RESOURCE_LIMIT);
        }
        List<String> flat = List.of(
                "RETURN 1" + " + 1".repeat(depth),
                "RETURN a" + ".a".repeat(depth),
                "RETURN a" + "[0]".repeat(depth),
                "RETURN a" + " IS NOT NULL".repeat(depth),
                "RETURN a" + " XOR a".repeat(depth),
                "RETURN 1 IS :: INTEGER" + " | LIST<LIST<INTEGER NOT NULL>>".repeat(depth),
                "MATCH (n:A" + "|A".repeat(depth) + ") RETURN n",
                "MATCH (n:A" + ":A".repeat(depth) + ") RETURN n");
        for (String text : flat) {
            assertThat(roomy.parse(text))
                    .as("%s... nests in nothing", text.substring(0, 20))
                    .isNotNull();
        }
    }

    @Test
    void longFlatConditionsAreFine() {
        // quadratic look-ahead would take minutes here
        assertThat(((Expression.Or) expression("n.x = 1" + " OR n.x = 1".repeat(50_000))).operands())
                .hasSize(50_001);
        String many = "n.x = 1" + " OR n.x = 1".repeat(5_000);
        assertThat(((Expression.Or) expression(many)).operands()).hasSize(5_001);
        assertThat(((Expression.ListLiteral) expression("[1" + ", -1".repeat(5_000) + "]")).elements())
                .hasSize(5_001);
    }

    @Test
    void longTextIsALimit() {
        LimitException error = catchThrowableOfType(
                LimitException.class, () -> parser.parse("RETURN '" + "x".repeat(1_000_000) + "'"));
        assertThat(error.code()).isEqualTo(ErrorCode.RESOURCE_LIMIT);
    }

    private Expression expression(String text) {
        Clause.Return returns = (Clause.Return)
                parser.parse("RETURN " + text).query().first().clauses().getFirst();
        return returns.projection().items().getFirst().expression();
    }
}
