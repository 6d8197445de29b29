package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.Property;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a pattern says of the types of a variable holds where the pattern must match, and nowhere else. Ann owns Acme and
 * lives in Ede; Bob has nothing; Acme is in Ede.
 */
class NarrowingTest {
    static final GraphSchema SCHEMA = new GraphSchema(
            List.of(
                    AirGraph.node(
                            "Person",
                            List.of("Person", "Party"),
                            "id",
                            Property.of("id", Scalar.INT32, true),
                            Property.of("name", Scalar.STRING, false),
                            Property.of("age", Scalar.INT32, false)),
                    AirGraph.node(
                            "Company",
                            List.of("Company", "Party"),
                            "id",
                            Property.of("id", Scalar.INT32, true),
                            Property.of("name", Scalar.STRING, false)),
                    AirGraph.node("Town", List.of("Town"), "name", Property.of("name", Scalar.STRING, true))),
            List.of(
                    AirGraph.edge("OWNS", "Person", "Company", Property.of("since", Scalar.INT32, false)),
                    AirGraph.edge("AT", "Person", "Town", Property.of("since", Scalar.INT32, false)),
                    AirGraph.edge("AT", "Company", "Town", Property.of("since", Scalar.INT32, false))));

    private final MemoryGraph graph = new MemoryGraph(SCHEMA, 2)
            .node("Person", 1L, "Ann", 40L)
            .node("Person", 2L, "Bob", null)
            .node("Company", 3L, "Acme")
            .node("Town", "Ede")
            .edge("OWNS(Person,Company)", "1", "3", 1999L)
            .edge("AT(Person,Town)", "1", "Ede", 2001L)
            .edge("AT(Company,Town)", "3", "Ede", 2002L);

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                // Of a variable that was bound before, every way to read it
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) RETURN x.name § [Acme] [Ann] [Bob]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) RETURN x['name'] § [Acme] [Ann] [Bob]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) RETURN properties(x) § [{id: 1, name: Ann, age: 40}] [{id: 2, name: Bob}] [{id: 3, name: Acme}]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) RETURN x {.name} § [{name: Acme}] [{name: Ann}] [{name: Bob}]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) RETURN keys(x) § [[id, name, age]] [[id, name]] [[id, name]]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) RETURN x.name, c.name § [Acme, null] [Ann, Acme] [Bob, null]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) WHERE c.name = 'none' RETURN x.name, c.name § [Acme, null] [Ann, null] [Bob, null]",
                "MATCH (x:Party) OPTIONAL MATCH (x:Person) RETURN x.name § [Acme] [Ann] [Bob]",
                "MATCH (x) OPTIONAL MATCH (x:Town) RETURN x.name § [Acme] [Ann] [Bob] [Ede]",
                "MATCH (x) OPTIONAL MATCH (x)-[:AT]->(t) WHERE x:Company RETURN x.name, t.name § [Acme, Ede] [Ann, null] [Bob, null] [Ede, null]",
                "MATCH (x:Party) OPTIONAL MATCH (x {age: 40}) RETURN x.name § [Acme] [Ann] [Bob]",
                "MATCH (x:Party) OPTIONAL MATCH (t:Town)<-[:AT]-()<-[:OWNS]-(x) RETURN x.name, t.name § [Acme, null] [Ann, Ede] [Bob, null]",
                "MATCH (x:Party) OPTIONAL MATCH (t), (c)<-[:OWNS]-(x) RETURN DISTINCT x.name § [Acme] [Ann] [Bob]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[*1..2]->(c:Company) RETURN x.name, c.name § [Acme, null] [Ann, Acme] [Bob, null]",
                "MATCH (x:Party) OPTIONAL MATCH p = shortestPath((x:Person)-[*]->(c:Company)) RETURN x.name, length(p) § [Acme, null] [Ann, 1] [Bob, null]",
                "MATCH (x:Party) OPTIONAL MATCH p = (x)-[:OWNS]->() RETURN x.name, [n IN nodes(p) | n.name] § [Acme, null] [Ann, [Ann, Acme]] [Bob, null]",
                // Afterwards
                "MATCH (x) OPTIONAL MATCH (x:Town) WITH x MATCH (x) RETURN x.name § [Acme] [Ann] [Bob] [Ede]",
                "MATCH (x) OPTIONAL MATCH (x:Town) MATCH (x) RETURN labels(x)[0], count(*) § [Company, 1] [Person, 2] [Town, 1]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) WITH x WHERE x.name = 'Acme' RETURN x § [Company:3]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) RETURN x.name, count(c) § [Acme, 0] [Ann, 1] [Bob, 0]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) RETURN count(x.name), max(x.name), collect(c.name) § [3, Bob, [Acme]]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) WITH collect(x) AS xs RETURN [n IN xs | n.name] § [[Ann, Bob, Acme]]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) WITH DISTINCT x.name AS n WHERE n > 'B' RETURN n § [Bob]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) WITH x ORDER BY x.name DESC LIMIT 2 RETURN x.name § [Ann] [Bob]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) OPTIONAL MATCH (x)<-[:OWNS]-(o) RETURN x.name, o.name § [Acme, Ann] [Ann, null] [Bob, null]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) MATCH (x)-[:AT]->(t) RETURN x.name, t.name § [Acme, Ede] [Ann, Ede]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) MATCH (y:Company {name: x.name}) RETURN y.name § [Acme]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) CALL (x) { MATCH (x) RETURN x.name AS n } RETURN n § [Acme] [Ann] [Bob]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) RETURN COLLECT { MATCH (x)-[:AT]->(t) RETURN x.name + t.name } § [[AcmeEde]] [[AnnEde]] [[]]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) RETURN x.name AS n UNION MATCH (x:Town) RETURN x.name AS n § [Acme] [Ann] [Bob] [Ede]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) WITH * WHERE x.name IS NULL RETURN x § ``",
                // What it binds itself
                "MATCH (x:Party) OPTIONAL MATCH (x)-[o:OWNS]->(c) OPTIONAL MATCH (c)-[:AT]->(t) RETURN x.name, o.since, c.id, t.name § [Acme, null, null, null] [Ann, 1999, 3, Ede] [Bob, null, null, null]",
                "MATCH (x:Party) OPTIONAL MATCH (x)-[o:OWNS]->(c) OPTIONAL MATCH (c:Company) RETURN c.name § [Acme] [null] [null]",
                "OPTIONAL MATCH (x:Town) OPTIONAL MATCH (x)<-[:AT]-(y) OPTIONAL MATCH (y:Person) RETURN x.name, y.name § [Ede, Acme] [Ede, Ann]",
                // Edges
                "MATCH (x)-[e]->(y) OPTIONAL MATCH (a:Person)-[e:AT]->(b) RETURN e.since, a.name, x.name, y.name § [1999, null, Ann, Acme] [2001, Ann, Ann, Ede] [2002, null, Acme, Ede]",
                "MATCH (x)-[e]->(y) OPTIONAL MATCH ()-[e:OWNS]->() WITH e MATCH (a)-[e]->() RETURN a.name, e.since, properties(e) § [Acme, 2002, {since: 2002}] [Ann, 1999, {since: 1999}] [Ann, 2001, {since: 2001}]",
                "MATCH ()-[e]->() OPTIONAL MATCH ()-[e:OWNS]->() RETURN startNode(e).name, endNode(e).name § [Acme, Ede] [Ann, Acme] [Ann, Ede]"
            })
    void optionalMatchSaysNothingOfTheRowsItDoesNotMatch(String query, String rows) {
        check(query, rows);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "MATCH (x:Party) CALL (x) { OPTIONAL MATCH (x:Person) RETURN x.name AS n } RETURN n § [Acme] [Ann] [Bob]",
                "MATCH (x:Party) CALL (x) { OPTIONAL MATCH (x:Person) RETURN 1 AS n } RETURN x.name § [Acme] [Ann] [Bob]",
                "MATCH (x:Party) CALL { WITH x OPTIONAL MATCH (x)-[:OWNS]->(c) RETURN x.name AS n, c.name AS m } RETURN n, m § [Acme, null] [Ann, Acme] [Bob, null]",
                "MATCH (x:Party) CALL (x) { MATCH (x:Person) RETURN count(*) AS n } RETURN x.name, n § [Acme, 0] [Ann, 1] [Bob, 1]",
                "MATCH (x:Party) CALL (x) { MATCH (x:Person) RETURN 1 AS n UNION ALL MATCH (x:Company) RETURN 2 AS n } RETURN x.name, n § [Acme, 2] [Ann, 1] [Bob, 1]",
                "MATCH (x:Party) CALL (x) { MATCH (x:Person) RETURN x AS y UNION ALL MATCH (x:Company) RETURN x AS y } RETURN y.name, properties(y).id § [Acme, 3] [Ann, 1] [Bob, 2]",
                "MATCH (x) RETURN x.name, EXISTS { (x:Person) } § [Acme, false] [Ann, true] [Bob, true] [Ede, false]",
                "MATCH (x) RETURN EXISTS { (x)-[:OWNS]->() } AS o, x.name § [false, Acme] [false, Bob] [false, Ede] [true, Ann]",
                "MATCH (x) RETURN COUNT { MATCH (x)-[:OWNS]->() WITH x MATCH (x)-[:AT]->() } AS o, x.name § [0, Acme] [0, Bob] [0, Ede] [1, Ann]",
                "MATCH (x) RETURN COLLECT { OPTIONAL MATCH (x:Person) RETURN x.name } § [[Acme]] [[Ann]] [[Bob]] [[Ede]]",
                "MATCH (x) RETURN COLLECT { MATCH (x:Person) RETURN x.name UNION ALL MATCH (x:Town) RETURN x.name }, x.name § [[Ann], Ann] [[Bob], Bob] [[Ede], Ede] [[], Acme]",
                "MATCH (x) RETURN [(x)-[:OWNS]->(c) | c.name], x.name § [[Acme], Ann] [[], Acme] [[], Bob] [[], Ede]",
                "MATCH (x) WHERE (x)-[:OWNS]->() OR x.name > 'B' RETURN x.name § [Ann] [Bob] [Ede]",
                "MATCH (x) WHERE x:Person OR x.name = 'Acme' RETURN x.name § [Acme] [Ann] [Bob]",
                "MATCH (x) WHERE NOT x:Person RETURN x.name § [Acme] [Ede]",
                "MATCH (x) RETURN CASE WHEN x:Person THEN x.age ELSE x.name END § [40] [Acme] [Ede] [null]",
                "MATCH (x:Party) RETURN length(shortestPath((x:Person)-[*]->(:Town {name: 'Ede'}))), x.name § [1, Ann] [null, Acme] [null, Bob]"
            })
    void patternsInsideSayNothingOutside(String query, String rows) {
        check(query, rows);
    }

    /** The pattern could match another variable of that name, so it is no mistake that it cannot match this one. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "MATCH (x:Company) OPTIONAL MATCH (x)-[o:OWNS]->(c) RETURN x.name, o.since, c.name § [Acme, null, null]",
                "MATCH (x:Company) OPTIONAL MATCH (x:Person) RETURN x.name § [Acme]",
                "MATCH (x:Company) OPTIONAL MATCH (x:Person) WHERE x.age > 3 AND x.name = 'Acme' RETURN x.name § [Acme]",
                "MATCH (x:Town) OPTIONAL MATCH p = (x)-[:OWNS]->()-[:AT]->(t) RETURN x.name, p, t.name § [Ede, null, null]",
                "MATCH (x:Town), (c:Company) OPTIONAL MATCH (x)-[:OWNS]->(c) RETURN x.name, c.name § [Ede, Acme]",
                "MATCH (x:Town) OPTIONAL MATCH (x)-[o:OWNS]->(c) OPTIONAL MATCH (c)-[:AT]->(t) RETURN x.name, t.name § [Ede, null]",
                "MATCH ()-[e:OWNS]->() OPTIONAL MATCH (a)-[e:AT]->(b) RETURN e.since, a, b § [1999, null, null]",
                "MATCH (x:Company) WHERE (x)-[:OWNS]->() OR x.name = 'Acme' RETURN x.name § [Acme]",
                "MATCH (x:Company) WHERE NOT (x)-[:OWNS]->(:Company) RETURN x.name § [Acme]",
                "MATCH (x:Company) RETURN EXISTS { (x:Person) }, EXISTS { (x)-[:OWNS]->(c) WHERE c.name > 'A' } § [false, false]",
                "MATCH (x:Company) RETURN EXISTS { MATCH (x)-[:AT]->(t) MATCH (x)-[:OWNS]->(c) MATCH (c)-[:AT]->(t) } AS e § [false]",
                "MATCH (x:Company) RETURN EXISTS { WITH x AS y MATCH (y:Person) }, EXISTS { UNWIND [x] AS y MATCH (y:Person) } § [false, false]",
                "MATCH (x:Company) RETURN EXISTS { WITH x, 1 AS one MATCH (x:Person) WHERE x.age > one } AS e § [false]",
                "MATCH (x:Company) RETURN COUNT { (x)-[:OWNS]->() }, [(x)-[:OWNS]->(c) | c.name], COLLECT { MATCH (x:Person) RETURN x.age } § [0, [], []]",
                "MATCH (x:Company) RETURN COUNT { MATCH (x:Person) RETURN x UNION ALL MATCH (x:Company) RETURN x } AS n § [1]",
                "MATCH (x:Company) RETURN EXISTS { MATCH (y) WHERE EXISTS { (y)-[:OWNS]->(x) } AND NOT EXISTS { (x)-[:OWNS]->(y) } } AS e § [true]",
                "MATCH (x:Company) RETURN x.name, shortestPath((x:Person)-[:AT*]->(:Town {name: 'Ede'})) § [Acme, null]",
                "MATCH (x:Company) RETURN [y IN [x] WHERE (y)-[:OWNS]->()] AS ys § [[]]",
                "MATCH (x:Company) CALL (x) { MATCH (x)-[:OWNS]->(c) RETURN count(c) AS n } RETURN x.name, n § [Acme, 0]",
                "MATCH (x:Company) CALL { WITH x MATCH (x)-[:OWNS]->(c) RETURN count(c) AS n } RETURN x.name, n § [Acme, 0]",
                "MATCH (x:Company) CALL (x) { MATCH (x:Person) RETURN 1 AS n UNION ALL MATCH (x:Company) RETURN 2 AS n } RETURN x.name, n § [Acme, 2]",
                "MATCH (x:Company) CALL (x) { OPTIONAL MATCH (x:Person) RETURN x.name AS n } RETURN n § [Acme]",
                "MATCH (x) WHERE x:Company OPTIONAL MATCH (x)-[:OWNS]->(c) RETURN x.name, c § [Acme, null]",
                "MATCH (x:Company) OPTIONAL MATCH (x)-[:OWNS]->(c) WITH x, c OPTIONAL MATCH (c)<-[:OWNS]-(o) RETURN x.name, o.name § [Acme, null]"
            })
    void whatAVariableIsBesides_isNoMistakeOfAPatternThatNeedNotMatch(String query, String rows) {
        check(query, rows);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MATCH (x:Company)-[:OWNS]->(c) RETURN x",
                "MATCH (x:Company) MATCH (x)-[:OWNS]->(c) RETURN x",
                "MATCH (x:Company) WITH x AS y MATCH (y:Person) RETURN y",
                "MATCH (x) OPTIONAL MATCH (x:Company)-[:OWNS]->(c) RETURN x",
                "MATCH (x:Company) OPTIONAL MATCH (x:Town)-[:OWNS]->(c) RETURN x",
                "MATCH (x) OPTIONAL MATCH (x:Company)-[:AT]->(t) MATCH (t:Person) RETURN x",
                "MATCH (x) WHERE (:Town)-[:AT]->(x) RETURN x",
                "MATCH (x) RETURN EXISTS { (:Company)-[:OWNS]->(x) } AS e",
                "MATCH (x) RETURN EXISTS { MATCH (y:Company) MATCH (y)-[:OWNS]->(x) } AS e",
                "MATCH (x) RETURN EXISTS { MATCH (x)<-[:OWNS]-() MATCH (x)-[:OWNS]->() } AS e",
                "MATCH (x) RETURN EXISTS { MATCH (x:Company) WITH x MATCH (x:Person) } AS e",
                "MATCH (x) RETURN [(:Company)-[:OWNS]->(x) | 1] AS l",
                "MATCH (x) CALL (x) { MATCH (x:Company) MATCH (x)-[:OWNS]->(c) RETURN count(*) AS n } RETURN n",
                "MATCH (x:Company) MERGE (x)-[:OWNS]->(c:Company {id: 3})",
                "MATCH (x:Company) CALL (x) { MERGE (x)-[:OWNS]->(c:Company {id: 3}) RETURN c } RETURN c"
            })
    void aPatternThatIsImpossibleByItselfIsRefused(String query) {
        assertThatThrownBy(() -> new QueryEngine().prepare(query, SCHEMA))
                .as(query)
                .isInstanceOfSatisfying(
                        InvalidTextException.class,
                        refused -> assertThat(refused.code()).as(query).isEqualTo(ErrorCode.IMPOSSIBLE_PATTERN));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "MATCH q = (:Company)-[:AT]->(:Town) MATCH (p:Person {id: 1}) WITH head(nodes(q)) AS c, p RETURN CASE WHEN true THEN c ELSE p END.name § [Acme]",
                "MATCH q = (:Company)-[:AT]->(:Town) MATCH (p:Person {id: 1}) RETURN [n IN [p] + nodes(q) | n.name] § [[Ann, Acme, Ede]]",
                "MATCH q = (:Company)-[:AT]->(:Town) OPTIONAL MATCH (p:Person {id: 9}) WITH coalesce(p, head(nodes(q))) AS x RETURN x.name, x['name'], properties(x) § [Acme, Acme, {id: 3, name: Acme}]",
                "MATCH q = (:Company)-[:AT]->(:Town) OPTIONAL MATCH (p:Person {id: 9}) RETURN [p, nodes(q)[0]][1].name § [Acme]",
                "MATCH q = (:Person)-[:AT]->(:Town) OPTIONAL MATCH ()-[e:OWNS {since: 0}]->() WITH coalesce(e, relationships(q)[0]) AS x RETURN x.since § [2001]",
                "MATCH q = (:Person)-[:AT]->(:Town) OPTIONAL MATCH (c:Company {id: 9}) WITH coalesce(c, relationships(q)[0]) AS x RETURN x.since § [2001]",
                "MATCH (c:Company) WITH c, {c: c} AS m OPTIONAL MATCH (p:Person {id: 9}) WITH coalesce(p, m.c) AS x RETURN properties(x) § [{id: 3, name: Acme}]",
                "MATCH (p:Person {id: 1}) MATCH q = (:Company)-[:AT]->() CALL (p, q) { RETURN p AS x UNION ALL WITH nodes(q)[0] AS x RETURN x } RETURN x.name § [Acme] [Ann]",
                "MATCH (p:Person {id: 1}) MATCH q = (:Company)-[:AT]->() RETURN reduce(a = p, n IN nodes(q) | n).name § [Ede]"
            })
    void whatMayBeAnyElementIsNotTakenForOneOfTheTypesOfAnother(String query, String rows) {
        check(query, rows);
    }

    private void check(String query, String rows) {
        assertThat(String.join(" ", Answer.of(graph, query, Map.of()).sortedLines()))
                .as(query)
                .isEqualTo(rows);
    }
}
