package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.CommitInfo;
import dev.sennit.model.ConflictException;
import dev.sennit.model.ConstraintViolationException;
import dev.sennit.model.EdgeId;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.InvalidDataException;
import dev.sennit.model.MutationCounts;
import dev.sennit.model.NodeId;
import dev.sennit.model.NotFoundException;
import dev.sennit.model.OperationInfo;
import dev.sennit.model.Rule;
import dev.sennit.model.SennitException;
import dev.sennit.model.Violation;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransactionTest {
    private static final String SCHEMA = """
            NODE Person { name STRING KEY, email STRING, age INT32 RANGE 0.., UNIQUE (email) }
            NODE Note { text STRING NOT NULL }
            EDGE KNOWS (Person)-[0..3]->(Person) { since INT32, KEY () }
            EDGE WROTE (Person)-[0..*]->(Note) { at INT64 }
            """;

    @TempDir
    Path root;

    private Graph graph;

    record Person(String name, String email, int age) {}

    @BeforeEach
    void create() {
        graph = Sennit.create(root.resolve("g").toString(), SchemaParser.parse(SCHEMA));
        graph.main().write(tx -> {
            NodeId ann = tx.create("Person", new Person("Ann", "ann@example.org", 30));
            NodeId bob = tx.create("Person", new Person("Bob", "bob@example.org", 40));
            tx.create("KNOWS", ann, bob, Map.of("since", 2001));
            return null;
        });
    }

    @AfterEach
    void close() {
        graph.close();
    }

    @Test
    void everythingATransactionChanges_isInOneCommit() {
        CommitInfo before = graph.main().snapshot().commit();

        TransactionResult<String> result = graph.main()
                .write(WriteOptions.DEFAULT.author("zoe").message("notes"), tx -> {
                    NodeId cid = tx.create("Person", Map.of("name", "Cid"));
                    NodeId note = tx.create("Note", Map.of("text", "hello"));
                    tx.create("WROTE", cid, note, Map.of("at", 5));
                    tx.set(tx.node("Person", "Ann"), Map.of("age", 31));
                    tx.delete(tx.edge("KNOWS", tx.node("Person", "Ann"), tx.node("Person", "Bob")));
                    return note.id();
                });

        assertThat(result.counts()).isEqualTo(new MutationCounts(2, 1, 0, 1, 0, 1));
        CommitInfo commit = result.commit().orElseThrow();
        assertThat(commit.parents()).containsExactly(before.id());
        assertThat(commit.author()).isEqualTo("zoe");
        assertThat(commit.writer()).isEqualTo("mutation");
        assertThat(commit.tablesTouched())
                .containsExactlyInAnyOrder("Person", "Note", "KNOWS(Person,Person)", "WROTE(Person,Note)");
        assertThat(rows("MATCH (p:Person) RETURN p.name AS name, p.age AS age"))
                .containsExactlyInAnyOrder("{name=Ann, age=31}", "{name=Bob, age=40}", "{name=Cid, age=null}");
        assertThat(rows("MATCH (p)-[w:WROTE]->(n) RETURN p.name AS name, w.at AS at, n.text AS text"))
                .containsExactly("{name=Cid, at=5, text=hello}");
        assertThat(rows("MATCH ()-[k:KNOWS]->() RETURN count(*) AS n")).containsExactly("{n=0}");
    }

    @Test
    void readsSeeWhatTheTransactionHasChanged_andOthersDoNot() {
        graph.main().write(tx -> {
            NodeId ann = tx.node("Person", "Ann");
            tx.set(ann, Map.of("age", 99));
            NodeId dan = tx.create("Person", Map.of("name", "Dan", "age", 7));
            tx.create("KNOWS", ann, dan, Map.of());

            assertThat(tx.find(ann).orElseThrow().properties()).containsEntry("age", 99L);
            assertThat(tx.find(tx.edge("KNOWS", ann, dan))).isPresent();
            assertThat(tx.find(tx.node("Person", "Eve"))).isEmpty();
            assertThat(texts(tx.query("MATCH (p:Person) WHERE p.age > 50 OR p.name = 'Dan' RETURN p.name AS n")))
                    .containsExactlyInAnyOrder("{n=Ann}", "{n=Dan}");
            assertThat(texts(tx.query("MATCH (:Person {name: 'Ann'})-[:KNOWS]->(q) RETURN q.name AS n")))
                    .containsExactlyInAnyOrder("{n=Bob}", "{n=Dan}");
            assertThat(texts(tx.query("MATCH (p:Person) RETURN count(*) AS n, sum(p.age) AS a")))
                    .containsExactly("{n=3, a=146}");
            tx.detachDelete(ann);
            assertThat(tx.find(ann)).isEmpty();
            assertThat(texts(tx.query("MATCH (p:Person) RETURN p.name AS n")))
                    .containsExactlyInAnyOrder("{n=Bob}", "{n=Dan}");
            assertThat(texts(tx.query("MATCH ()-[k:KNOWS]->() RETURN count(*) AS n")))
                    .containsExactly("{n=0}");
            assertThat(rows("MATCH (p:Person {name: 'Ann'}) RETURN p.age AS a")).containsExactly("{a=30}");
            return null;
        });
        assertThat(rows("MATCH (p:Person) RETURN p.name AS n")).containsExactlyInAnyOrder("{n=Bob}", "{n=Dan}");
    }

    @Test
    void anEdgeToANodeThatIsNotThere_isTheViolationItsCommitWouldBe_whenAQueryFollowsIt() {
        for (String query : List.of(
                "MATCH (:Person {name: 'Ann'})-[:KNOWS]->(q) RETURN q.age AS age",
                "MATCH (:Person {name: 'Ann'})-[:KNOWS]->(q) RETURN q")) {
            for (Consumer<Transaction> change : List.<Consumer<Transaction>>of(
                    tx -> tx.create("KNOWS", tx.node("Person", "Ann"), tx.node("Person", "Nobody"), Map.of()),
                    tx -> tx.delete(tx.node("Person", "Bob")))) {
                assertThatThrownBy(() -> graph.main().write(tx -> {
                            change.accept(tx);
                            return texts(tx.query(query));
                        }))
                        .isInstanceOfSatisfying(
                                ConstraintViolationException.class,
                                e -> assertThat(e.violations())
                                        .extracting(Violation::rule)
                                        .containsExactly(Rule.ENDPOINT))
                        .hasMessageContaining("of Person, which is not there");
            }
        }
        graph.main().write(tx -> {
            NodeId ann = tx.node("Person", "Ann");
            tx.create("KNOWS", ann, tx.node("Person", "Late"), Map.of());
            tx.create("Person", Map.of("name", "Late", "age", 5));
            assertThat(texts(tx.query("MATCH (:Person {name: 'Ann'})-[:KNOWS]->(q) RETURN q.age AS a")))
                    .containsExactlyInAnyOrder("{a=40}", "{a=5}");
            return null;
        });
    }

    @Test
    void halfASurrogatePair_isRefusedBeforeAnythingIsArmed_whereverItStands() {
        String half = "a\udc00";
        CommitInfo before = graph.main().snapshot().commit();
        Map<String, Runnable> calls = Map.of(
                "message", () -> graph.main().write(WriteOptions.DEFAULT.message(half), tx -> create(tx, "Zoe")),
                "author", () -> graph.main().write(WriteOptions.DEFAULT.author(half), tx -> create(tx, "Zoe")),
                "idempotency key",
                        () -> graph.main().write(WriteOptions.DEFAULT.idempotencyKey(half), tx -> create(tx, "Zoe")),
                "value of 'name'", () -> graph.main().write(tx -> create(tx, half)),
                "Person.name", () -> graph.main().write(tx -> tx.find(tx.node("Person", half))),
                "value of 'n'",
                        () -> graph.main().snapshot().query("MATCH (p:Person {name: $n}) RETURN p", Map.of("n", half)));

        calls.forEach((where, call) -> assertThatThrownBy(call::run)
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining(where)
                .hasMessageContaining("half a surrogate pair at index 1"));
        assertThat(graph.main().snapshot().commit()).isEqualTo(before);
        assertThat(graph.operations(10)).noneMatch(operation -> operation.state() == OperationInfo.State.UNRESOLVED);
    }

    @Test
    void controlCharacters_areRefusedInWhatIsSaidOfACommit_butForLineBreaksAndTabs() {
        CommitInfo before = graph.main().snapshot().commit();
        Map<String, WriteOptions> refused = Map.of(
                "the commit's message has the control character U+001B", WriteOptions.DEFAULT.message("a\u001b[2J"),
                "the author has the control character U+000A", WriteOptions.DEFAULT.author("a\nb"),
                "the idempotency key has the control character U+0000", WriteOptions.DEFAULT.idempotencyKey("a\0"));
        refused.forEach((problem, options) -> assertThatThrownBy(
                        () -> graph.main().write(options, tx -> create(tx, "Zoe")))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining(problem)
                .hasMessageContaining("it is at index 1"));
        assertThat(graph.main().snapshot().commit()).isEqualTo(before);

        graph.main().write(WriteOptions.DEFAULT.message("a\n\tb\r\n"), tx -> create(tx, "Zoe"));
        assertThat(graph.main().snapshot().commit().message()).isEqualTo("a\n\tb\r\n");
    }

    private static NodeId create(Transaction tx, String name) {
        return tx.create("Person", Map.of("name", name));
    }

    @Test
    void aTransactionThatChangesNothing_makesNoCommit() {
        CommitInfo before = graph.main().snapshot().commit();

        TransactionResult<Long> result = graph.main().write(tx -> {
            NodeId ann = tx.node("Person", "Ann");
            tx.set(ann, Map.of("age", 30));
            tx.upsert("Person", Map.of("name", "Bob", "age", 40));
            NodeId eve = tx.create("Person", Map.of("name", "Eve"));
            tx.delete(eve);
            return (Long) tx.find(ann).orElseThrow().properties().get("age");
        });

        assertThat(result.value()).isEqualTo(30L);
        assertThat(result.commit()).isEmpty();
        assertThat(result.counts()).isEqualTo(MutationCounts.NONE);
        assertThat(graph.main().snapshot().commit()).isEqualTo(before);
    }

    @Test
    void upsert_createsOrChanges_andLeavesOtherPropertiesAlone() {
        graph.main().write(tx -> {
            tx.upsert("Person", Map.of("name", "Ann", "age", 32));
            NodeId cid = tx.upsert("Person", Map.of("name", "Cid", "age", 1));
            Map<String, Object> noAge = new HashMap<>();
            noAge.put("age", null);
            tx.set(cid, noAge);
            tx.upsert("KNOWS", tx.node("Person", "Ann"), tx.node("Person", "Bob"), Map.of("since", 1999));
            return null;
        });
        assertThat(rows("MATCH (p:Person) RETURN p.name AS n, p.email AS e, p.age AS a"))
                .containsExactlyInAnyOrder(
                        "{n=Ann, e=ann@example.org, a=32}",
                        "{n=Bob, e=bob@example.org, a=40}",
                        "{n=Cid, e=null, a=null}");
        assertThat(rows("MATCH ()-[k:KNOWS]->() RETURN k.since AS s")).containsExactly("{s=1999}");
    }

    @Test
    void deletedAndCreatedAgain_isOneElementWithTheNewProperties() {
        TransactionResult<?> result = graph.main().write(tx -> {
            NodeId ann = tx.node("Person", "Ann");
            tx.detachDelete(ann);
            tx.create("Person", Map.of("name", "Ann", "age", 1));
            return null;
        });
        assertThat(result.counts()).isEqualTo(new MutationCounts(0, 1, 0, 0, 0, 1));
        assertThat(rows("MATCH (p:Person {name: 'Ann'}) RETURN p.email AS e, p.age AS a"))
                .containsExactly("{e=null, a=1}");
        assertThat(rows("MATCH ()-[k:KNOWS]->() RETURN count(*) AS n")).containsExactly("{n=0}");
    }

    @Test
    void edgesCreatedAfterADetachedDelete_stay() {
        graph.main().write(tx -> {
            NodeId ann = tx.node("Person", "Ann");
            NodeId bob = tx.node("Person", "Bob");
            tx.detachDelete(ann);
            tx.create("Person", Map.of("name", "Ann"));
            tx.create("KNOWS", ann, bob, Map.of("since", 7));
            return null;
        });
        assertThat(rows("MATCH ()-[k:KNOWS]->() RETURN k.since AS s")).containsExactly("{s=7}");
    }

    @Test
    void aNodeWithEdges_isNotDeletedWithoutThem() {
        assertThatThrownBy(() -> graph.main().write(tx -> {
                    tx.delete(tx.node("Person", "Bob"));
                    return null;
                }))
                .isInstanceOfSatisfying(
                        ConstraintViolationException.class,
                        e -> assertThat(e.violations())
                                .extracting(Violation::rule)
                                .containsExactly(Rule.ENDPOINT));
        assertThat(rows("MATCH (p:Person) RETURN count(*) AS n")).containsExactly("{n=2}");
    }

    @Test
    void createdTwice_isAKeyConflict_whetherInTheGraphOrTheTransaction() {
        assertCode(ErrorCode.KEY_CONFLICT, tx -> tx.create("Person", Map.of("name", "Ann")));
        assertCode(ErrorCode.KEY_CONFLICT, tx -> {
            tx.create("Person", Map.of("name", "Cid"));
            tx.create("Person", Map.of("name", "Cid"));
        });
        assertCode(
                ErrorCode.KEY_CONFLICT,
                tx -> tx.create("KNOWS", tx.node("Person", "Ann"), tx.node("Person", "Bob"), Map.of()));
        assertThat(ConflictException.class).isAssignableTo(SennitException.class);
    }

    @Test
    void everyBrokenRuleIsListed_andNothingIsWritten() {
        assertThatThrownBy(() -> graph.main().write(tx -> {
                    tx.create("Person", Map.of("name", "Cid", "email", "ann@example.org"));
                    tx.create("Person", Map.of("name", "Dan", "age", -1));
                    tx.create("Note", Map.of());
                    tx.create("WROTE", tx.node("Person", "Nobody"), tx.node("Note", "nothing"), Map.of());
                    return null;
                }))
                .isInstanceOfSatisfying(
                        ConstraintViolationException.class,
                        e -> assertThat(e.violations())
                                .extracting(Violation::rule)
                                .containsExactlyInAnyOrder(
                                        Rule.RANGE, Rule.REQUIRED, Rule.UNIQUE, Rule.ENDPOINT, Rule.ENDPOINT));
        assertThat(rows("MATCH (p:Person) RETURN count(*) AS n")).containsExactly("{n=2}");
    }

    @Test
    void moreEdgesThanTheCardinalityAllows_isAViolation() {
        assertThatThrownBy(() -> graph.main().write(tx -> {
                    NodeId ann = tx.node("Person", "Ann");
                    for (int i = 0; i < 3; i++) {
                        tx.create("KNOWS", ann, tx.create("Person", Map.of("name", "P" + i)), Map.of());
                    }
                    return null;
                }))
                .isInstanceOfSatisfying(
                        ConstraintViolationException.class,
                        e -> assertThat(e.violations())
                                .extracting(Violation::rule)
                                .containsExactly(Rule.CARDINALITY));
    }

    @Test
    void aUniqueValueThatIsFreedInTheSameTransaction_isFree() {
        graph.main().write(tx -> {
            Map<String, Object> none = new HashMap<>();
            none.put("email", null);
            tx.set(tx.node("Person", "Ann"), none);
            tx.set(tx.node("Person", "Bob"), Map.of("email", "ann@example.org"));
            return null;
        });
        assertThat(rows("MATCH (p:Person) RETURN p.name AS n, p.email AS e"))
                .containsExactlyInAnyOrder("{n=Ann, e=null}", "{n=Bob, e=ann@example.org}");
    }

    @Test
    void missingElements_wrongNamesAndWrongValues_areErrorsThatNameThem() {
        assertCode(ErrorCode.NOT_FOUND, tx -> tx.set(tx.node("Person", "Eve"), Map.of("age", 1)));
        assertCode(ErrorCode.NOT_FOUND, tx -> tx.delete(tx.node("Person", "Eve")));
        assertCode(ErrorCode.UNKNOWN_NAME, tx -> tx.create("Persn", Map.of()));
        assertCode(ErrorCode.UNKNOWN_NAME, tx -> tx.create("Person", Map.of("nam", "x")));
        assertCode(ErrorCode.KEY_IMMUTABLE, tx -> tx.set(tx.node("Person", "Ann"), Map.of("name", "Anna")));
        assertCode(ErrorCode.CONSTRAINT_VIOLATION, tx -> tx.create("Person", Map.of("age", 1)));
        assertCode(ErrorCode.CONSTRAINT_VIOLATION, tx -> tx.create("Person", Map.of("name", "X", "age", "old")));
        assertCode(ErrorCode.INVALID_ARGUMENT, tx -> tx.upsert("Note", Map.of("text", "no id")));
        assertCode(ErrorCode.INVALID_ARGUMENT, tx -> tx.node("Person", "a", "b"));
        assertThat(InvalidDataException.class).isAssignableTo(SennitException.class);
        assertThat(NotFoundException.class).isAssignableTo(SennitException.class);
    }

    @Test
    void aTransactionThatHasEnded_refusesCalls() {
        Transaction[] kept = new Transaction[1];
        graph.main().write(tx -> {
            kept[0] = tx;
            return null;
        });
        assertThatThrownBy(() -> kept[0].node("Person", "Ann")).isInstanceOf(InvalidArgumentException.class);
    }

    @Test
    void whatTheBodyThrows_comesOut_andNothingIsWritten() {
        assertThatThrownBy(() -> graph.main().write(tx -> {
                    tx.create("Person", Map.of("name", "Cid"));
                    throw new IllegalStateException("changed my mind");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("changed my mind");
        assertThat(rows("MATCH (p:Person) RETURN count(*) AS n")).containsExactly("{n=2}");
    }

    @Test
    void theSameIdempotencyKeyAgain_changesNothing_andNamesTheFirstCommit() {
        WriteOptions once = WriteOptions.DEFAULT.idempotencyKey("k1");
        TransactionResult<NodeId> first =
                graph.main().write(once, tx -> tx.create("Note", Map.of("text", "only once")));
        TransactionResult<NodeId> second =
                graph.main().write(once, tx -> tx.create("Note", Map.of("text", "only once")));

        assertThat(second.replayed()).isTrue();
        assertThat(second.value()).isNull();
        assertThat(second.commit()).isEqualTo(first.commit());
        assertThat(second.counts()).isEqualTo(first.counts());
        assertThat(rows("MATCH (n:Note) RETURN count(*) AS n")).containsExactly("{n=1}");
    }

    @Test
    void manySmallTransactions_keepEveryRow_andLeaveAShortTail() {
        int transactions = 200;
        for (int i = 0; i < transactions; i++) {
            int age = i;
            graph.main().write(tx -> {
                tx.create("Person", Map.of("name", "p" + age, "age", age));
                if (age >= 10) {
                    tx.set(tx.node("Person", "p" + (age - 10)), Map.of("age", age + 1000));
                }
                return null;
            });
        }
        assertThat(graph.main().optimize(OptimizeOptions.DEFAULT.asDryRun()).types())
                .allMatch(type -> type.before().fragments() <= 64);
        assertThat(rows("MATCH (p:Person) RETURN count(*) AS n, count(DISTINCT p.name) AS d"))
                .containsExactly("{n=202, d=202}");
        assertThat(rows("MATCH (p:Person) WHERE p.age >= 1000 RETURN count(*) AS n, sum(p.age) AS s"))
                .containsExactly("{n=190, s=" + (190 * 1000 + (10 + 199) * 190 / 2) + "}");
    }

    @Test
    void edgesWithoutAKey_areFoundByTheIdTheyGot() {
        EdgeId[] edge = new EdgeId[1];
        graph.main().write(tx -> {
            NodeId note = tx.create("Note", Map.of("_id", "n1", "text", "a"));
            edge[0] = tx.create("WROTE", tx.node("Person", "Ann"), note, Map.of("at", 1));
            return null;
        });
        graph.main().write(tx -> {
            tx.set(edge[0], Map.of("at", 2));
            assertThat(tx.find(edge[0]).orElseThrow().source()).isEqualTo("Ann");
            return null;
        });
        assertThat(rows("MATCH (:Person)-[w:WROTE]->(n) RETURN w.at AS at, n.text AS text"))
                .containsExactly("{at=2, text=a}");
    }

    private interface Body {
        void run(Transaction tx);
    }

    private void assertCode(ErrorCode code, Body body) {
        Optional<CommitInfo> before = Optional.of(graph.main().snapshot().commit());
        assertThatThrownBy(() -> graph.main().write(tx -> {
                    body.run(tx);
                    return null;
                }))
                .isInstanceOfSatisfying(
                        SennitException.class, e -> assertThat(e.code()).isEqualTo(code));
        assertThat(Optional.of(graph.main().snapshot().commit())).isEqualTo(before);
    }

    private List<String> rows(String query) {
        return texts(graph.main().snapshot().query(query));
    }

    private static List<String> texts(Result result) {
        try (result) {
            return result.stream().map(Row::toString).toList();
        }
    }
}
