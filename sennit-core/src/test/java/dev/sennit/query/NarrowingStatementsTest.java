package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.Result;
import dev.sennit.Sennit;
import dev.sennit.model.Durability;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As {@link NarrowingTest}, with statements, which store what they read of elements that a pattern need not match. */
class NarrowingStatementsTest {
    @TempDir
    Path directory;

    private Graph stored;

    @BeforeEach
    void create() {
        stored = Sennit.create(
                directory.resolve("g").toString(),
                NarrowingTest.SCHEMA,
                OpenOptions.DEFAULT.durability(Durability.RELAXED),
                "");
        stored.main()
                .execute("CREATE (a:Person {id: 1, name: 'Ann', age: 40}), (:Person {id: 2, name: 'Bob'}),"
                        + " (c:Company {id: 3, name: 'Acme'}), (t:Town {name: 'Ede'}),"
                        + " (a)-[:OWNS {since: 1999}]->(c), (a)-[:AT {since: 2001}]->(t),"
                        + " (c)-[:AT {since: 2002}]->(t)");
    }

    @AfterEach
    void close() {
        stored.close();
    }

    private List<String> names() {
        try (Result result = stored.main().snapshot().query("MATCH (n) RETURN n.name AS n")) {
            return result.stream()
                    .map(row -> String.valueOf(row.get(0)))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void setReadsWhatIsThere() {
        stored.main().execute("MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->(c) SET x.name = x.name + '!'");
        assertThat(names()).containsExactly("Acme!", "Ann!", "Bob!", "Ede");
        stored.main().execute("MATCH (x:Party) OPTIONAL MATCH (x:Person) SET x += {name: x.name + '?'}");
        assertThat(names()).containsExactly("Acme!?", "Ann!?", "Bob!?", "Ede");
        stored.main()
                .execute("MATCH (x:Party) OPTIONAL MATCH (x:Person) WITH collect(x) AS xs"
                        + " FOREACH (n IN xs | SET n.name = n.name + '.')");
        assertThat(names()).containsExactly("Acme!?.", "Ann!?.", "Bob!?.", "Ede");
        stored.main().execute("MATCH (x:Party) CALL (x) { MATCH (x:Person) SET x.age = 1 } SET x.name = x.name + '-'");
        assertThat(names()).containsExactly("Acme!?.-", "Ann!?.-", "Bob!?.-", "Ede");
    }

    @Test
    void deleteSparesWhatHasWhatIsAskedFor() {
        stored.main()
                .execute("MATCH (n) OPTIONAL MATCH (n:Town) WITH n WHERE n.name IS NULL AND n:Person"
                        + " DETACH DELETE n");
        assertThat(names()).containsExactly("Acme", "Ann", "Bob", "Ede");
    }

    @Test
    void createAndMergeUseWhatIsThere() {
        stored.main().execute("MATCH (x:Party) OPTIONAL MATCH (x)-[:OWNS]->() CREATE (:Town {name: 'of ' + x.name})");
        assertThat(names()).containsExactly("Acme", "Ann", "Bob", "Ede", "of Acme", "of Ann", "of Bob");
        stored.main()
                .execute("MATCH (x:Party) OPTIONAL MATCH (x:Person) MERGE (t:Town {name: 'to ' + x.name})"
                        + " ON CREATE SET x.name = 'new ' + x.name");
        assertThat(names())
                .containsExactly(
                        "Ede",
                        "new Acme",
                        "new Ann",
                        "new Bob",
                        "of Acme",
                        "of Ann",
                        "of Bob",
                        "to Acme",
                        "to Ann",
                        "to Bob");
    }

    @Test
    void whatMergeMatchesSaysNothingOfItsEnds() {
        stored.main()
                .execute("MATCH (x:Party), (t:Town) OPTIONAL MATCH (x:Company) MERGE (x)-[e:AT]->(t)"
                        + " ON CREATE SET e.since = 3, x.name = x.name + '+' ON MATCH SET x.name = x.name + '='");
        assertThat(names()).containsExactly("Acme=", "Ann=", "Bob+", "Ede");
    }
}
