package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.AlreadyExistsException;
import dev.sennit.model.CommitId;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.ConflictException;
import dev.sennit.model.Durability;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.InvalidDataException;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.LoadMode;
import dev.sennit.model.LoadResult;
import dev.sennit.model.NotFoundException;
import dev.sennit.model.Outcome;
import dev.sennit.model.TagInfo;
import dev.sennit.schema.SchemaParser;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryTest {
    private static final String SCHEMA = """
            NODE City { name STRING KEY, people INT64 RANGE 0.., founded DATE, UNIQUE (founded) }
            EDGE ROAD (City)-[0..2]->(City) { km FLOAT64 NOT NULL, KEY () }
            """;

    @TempDir
    Path directory;

    private Graph graph;

    /** A row of a result. */
    record City(String name, int people) {}

    /** Parameters as a record. */
    record Wanted(String name, List<String> others) {}

    @BeforeEach
    void create() {
        graph = Sennit.create(location(), SchemaParser.parse(SCHEMA));
    }

    @AfterEach
    void close() {
        graph.close();
    }

    @Test
    void rowsAreRecords_andRecordsAreParameters() throws IOException {
        load("name,people\nOslo,700000\nBergen,290000\nRøros,5600\n");

        try (Result result = graph.main()
                        .snapshot()
                        .query(
                                "MATCH (c:City) WHERE c.name = $name OR c.name IN $others"
                                        + " RETURN c.name AS name, c.people AS people ORDER BY people",
                                new Wanted("Oslo", List.of("Røros")));
                Stream<City> cities = result.as(City.class)) {
            assertThat(cities).containsExactly(new City("Røros", 5600), new City("Oslo", 700000));
        }
    }

    @Test
    void aSnapshotNeverChanges_andOlderCommitsAreFoundByEveryKindOfRevision() throws IOException {
        Snapshot empty = graph.main().snapshot();
        LoadResult first = load("name,people\nOslo,700000\n");
        load("name,people\nBergen,290000\n");
        String id = first.commit().orElseThrow().id().toString();

        assertThat(count(empty)).isZero();
        assertThat(count(graph.main().snapshot())).isEqualTo(2);
        assertThat(count(graph.at("main~1"))).isEqualTo(1);
        assertThat(count(graph.at("main~2"))).isZero();
        assertThat(count(graph.at(id))).isEqualTo(1);
        assertThat(count(graph.at(id.substring(18)))).isEqualTo(1);
        assertThat(count(graph.at("@{" + first.commit().orElseThrow().time() + "}")))
                .isEqualTo(1);
        assertThatThrownBy(() -> graph.at("main~3")).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> graph.at("mian"))
                .isInstanceOf(NotFoundException.class)
                .hasMessageContaining("did you mean 'main'?");
        assertThatThrownBy(() -> graph.at("@{1999-01-01T00:00Z}")).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> graph.at("@{yesterday}")).isInstanceOf(InvalidArgumentException.class);
    }

    @Test
    void theSameIdempotencyKeyAgain_returnsTheFirstResult_andAnotherFileUnderItIsRefused() throws IOException {
        Path file = write("name,people\nOslo,700000\n");
        WriteOptions keyed = WriteOptions.DEFAULT.idempotencyKey("load-1");
        LoadResult first = graph.main().load(Load.EMPTY.nodes("City", file), keyed);

        LoadResult again = graph.main().load(Load.EMPTY.nodes("City", file), keyed);

        assertThat(again.replayed()).isTrue();
        assertThat(again.commit()).isEqualTo(first.commit());
        assertThat(again.types()).isEqualTo(first.types());
        assertThat(graph.log("main")).hasSize(2);
        Path other = write("name,people\nBergen,290000\n");
        assertThatThrownBy(() -> graph.main().load(Load.EMPTY.nodes("City", other), keyed))
                .isInstanceOfSatisfying(
                        ConflictException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IDEMPOTENCY_KEY_REUSED));
    }

    @Test
    void aLoadThatRequiresAnotherHead_isRefused_andWritesNothing() throws IOException {
        CommitId birth = graph.main().snapshot().commit().id();
        load("name,people\nOslo,700000\n");

        assertThatThrownBy(() -> graph.main()
                        .load(
                                Load.EMPTY.nodes("City", write("name,people\nBergen,290000\n")),
                                WriteOptions.DEFAULT.ifCommit(birth)))
                .isInstanceOfSatisfying(
                        ConflictException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PRECONDITION_FAILED));
        assertThat(count(graph.main().snapshot())).isEqualTo(1);
    }

    @Test
    void upsertTouchesWhatItMentions_andALoadThatChangesNothingMakesNoCommit() throws IOException {
        load("name,people,founded\nOslo,700000,1048-01-01\n");

        LoadResult updated = graph.main()
                .load(Load.EMPTY.mode(LoadMode.UPSERT).nodes("City", write("name,people\nOslo,717710\nMoss,33000\n")));
        LoadResult nothing =
                graph.main().load(Load.EMPTY.mode(LoadMode.UPSERT).nodes("City", write("name,people\nOslo,717710\n")));

        assertThat(updated.types().getFirst().updated()).isEqualTo(1);
        assertThat(updated.types().getFirst().inserted()).isEqualTo(1);
        assertThat(nothing.commit()).isEmpty();
        assertThat(nothing.types().getFirst().unchanged()).isEqualTo(1);
        assertThat(single("MATCH (c:City {name: 'Oslo'}) RETURN c.people AS p, toString(c.founded) AS f"))
                .isEqualTo(Map.of("p", 717710L, "f", "1048-01-01"));
    }

    @Test
    void replaceKeepsExactlyTheInput_andRefusesToStrandEdges() throws IOException {
        load("name,people\nOslo,700000\nBergen,290000\n");
        graph.main().load(Load.EMPTY.edges("ROAD", write("from,to,km\nOslo,Bergen,463\n")));

        assertThatThrownBy(() -> graph.main()
                        .load(Load.EMPTY.mode(LoadMode.REPLACE).nodes("City", write("name,people\nOslo,1\n"))))
                .hasMessageContaining("nothing was written");
        LoadResult replaced = graph.main()
                .load(Load.EMPTY
                        .mode(LoadMode.REPLACE)
                        .nodes("City", write("name,people\nOslo,1\nBergen,2\nMoss,3\n")));

        assertThat(replaced.types().getFirst().inserted()).isEqualTo(3);
        assertThat(replaced.types().getFirst().deleted()).isEqualTo(2);
        assertThat(count(graph.main().snapshot())).isEqualTo(3);
        assertThat(single("MATCH (:City)-[r:ROAD]->(:City) RETURN count(r) AS n"))
                .isEqualTo(Map.of("n", 1L));
    }

    @Test
    void constraintsHoldAgainstTheGraph_notOnlyWithinTheFile() throws IOException {
        load("name,people,founded\nOslo,700000,1048-01-01\nBergen,290000,1070-01-01\nMoss,1,\nRena,1,\n");
        graph.main().load(Load.EMPTY.edges("ROAD", write("from,to,km\nOslo,Bergen,463\nOslo,Moss,60\n")));

        LoadResult cities = graph.main()
                .load(Load.EMPTY.skippingBad().nodes("City", write("name,founded\nHamar,1048-01-01\nFlå,\n")));
        LoadResult roads = graph.main()
                .load(Load.EMPTY.skippingBad().edges("ROAD", write("from,to,km\nOslo,Rena,170\nRena,Oslo,170\n")));

        assertThat(cities.violations())
                .singleElement()
                .satisfies(v -> assertThat(v.rule().name()).isEqualTo("UNIQUE"));
        assertThat(cities.types().getFirst().inserted()).isEqualTo(1);
        assertThat(roads.violations())
                .singleElement()
                .satisfies(v -> assertThat(v.rule().name()).isEqualTo("CARDINALITY"));
        assertThat(roads.types().getFirst().inserted()).isEqualTo(1);
    }

    @Test
    void openTwice_sharesTheGraph_andOneHandleOutlivesTheOther() throws IOException {
        try (Graph other = Sennit.open(location())) {
            load("name,people\nOslo,700000\n");
            assertThat(count(other.main().snapshot())).isEqualTo(1);
        }
        assertThat(count(graph.main().snapshot())).isEqualTo(1);
        assertThatThrownBy(() -> Sennit.create(location(), SchemaParser.parse(SCHEMA)))
                .isInstanceOf(AlreadyExistsException.class);
        assertThatThrownBy(() -> Sennit.open(directory.resolve("nowhere").toString()))
                .isInstanceOf(NotFoundException.class)
                .hasMessageContaining("sennit init");
    }

    @Test
    void eachHandle_keepsItsOwnOptions_whoeverOpenedTheGraphFirst() {
        try (Graph zoe = Sennit.open(location(), OpenOptions.DEFAULT.author("zoe"));
                Graph yan = Sennit.open(
                        location(), OpenOptions.DEFAULT.author("yan").durability(Durability.RELAXED))) {
            assertThat(((OpenGraph) yan).runtime().writers().durability()).isEqualTo(Durability.RELAXED);
            assertThat(((OpenGraph) zoe).runtime().writers().durability()).isEqualTo(Durability.FULL);
            List.of(zoe, yan, graph)
                    .forEach(handle ->
                            handle.main().execute("CREATE (:City {name: $name})", Map.of("name", handle.toString())));
            zoe.createTag("t", "main");

            assertThat(graph.log("main").limit(3).map(CommitInfo::author))
                    .containsExactly(OpenOptions.DEFAULT.author(), "yan", "zoe");
            assertThat(graph.tags()).extracting(TagInfo::creator).containsExactly("zoe");
        }
    }

    @Test
    void aGraphDirectoryCanBeMoved_historyIncluded() throws IOException {
        load("name,people\nOslo,700000\n");
        load("name,people\nBergen,290000\n");
        graph.close();
        Path moved = directory.resolve("elsewhere");
        Files.move(Path.of(location()), moved);

        graph = Sennit.open(moved.toString());

        assertThat(count(graph.main().snapshot())).isEqualTo(2);
        assertThat(count(graph.at("main~1"))).isEqualTo(1);
        load("name,people\nMoss,33000\n");
        assertThat(count(graph.main().snapshot())).isEqualTo(3);
    }

    @Test
    void theOutcomeOfACommittedWriteIsItsCommit_andClosedHandlesSaySo() throws IOException {
        LoadResult first = load("name,people\nOslo,700000\n");
        Outcome outcome = graph.outcome(first.commit().orElseThrow().operation());

        assertThat(outcome).isEqualTo(new Outcome.Committed(first.commit().orElseThrow()));
        assertThatThrownBy(() -> graph.main().snapshot().query("MATCH (c:Citty) RETURN c"))
                .isInstanceOf(InvalidTextException.class);
        graph.close();
        assertThatThrownBy(() -> graph.main()).isInstanceOf(InvalidArgumentException.class);
        graph = Sennit.open(location());
    }

    @Test
    void aFileForATypeThatDoesNotExist_orWithAForeignHeader_isOneErrorAndNotOnePerRow() throws IOException {
        Path rows = write("name,people\nOslo,1\nBergen,2\n");
        Path semicolons = write("name;people\nOslo;1\n");

        assertThatThrownBy(() -> graph.main().load(Load.EMPTY.skippingBad().nodes("Citty", rows)))
                .isInstanceOf(InvalidTextException.class)
                .hasMessage("no node type 'Citty' to load rows into; did you mean 'City'?");
        assertThatThrownBy(() -> graph.main().load(Load.EMPTY.skippingBad().edges("RAOD", rows)))
                .isInstanceOf(InvalidTextException.class)
                .hasMessageContaining("did you mean 'ROAD'?");
        assertThatThrownBy(() -> graph.main().load(Load.EMPTY.skippingBad().nodes("City", semicolons)))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("--delimiter");
    }

    @Test
    void edgesOfANodeThatCouldNotBeRead_nameThatNodeAsTheCause() throws IOException {
        Path cities = write("name,people\nOslo,many\nBergen,2\n");
        Path roads = write("from,to,km\nOslo,Bergen,463\n");

        LoadResult result =
                graph.main().load(Load.EMPTY.skippingBad().nodes("City", cities).edges("ROAD", roads));

        assertThat(result.violations())
                .extracting(violation -> violation.rule().name())
                .containsExactly("TYPE", "ENDPOINT_REJECTED");
        assertThat(result.rejected()).isEqualTo(2);
        assertThat(count(graph.main().snapshot())).isEqualTo(1);
    }

    @Test
    void decimalsEqualTheLiteralTheyAreWrittenAs_andJsonKeepsIntegersOfAnySize() throws IOException {
        try (Graph shop = Sennit.create(
                directory.resolve("shop").toString(),
                SchemaParser.parse("NODE Item { id STRING KEY, price DECIMAL(10,2), extra JSON }"))) {
            Path items = Files.writeString(directory.resolve("items.jsonl"), """
                    {"node":"Item","properties":{"id":"a","price":"0.10","extra":{"n":12345678901234567890}}}
                    {"node":"Item","properties":{"id":"b","price":"19.99","extra":{"n":[1,{"m":2}]}}}
                    {"node":"Item","properties":{"id":"c","price":"0.5"}}
                    """);
            shop.main().load(Load.EMPTY.rows(items));

            assertThat(ids(shop, "MATCH (i:Item) WHERE i.price = 19.99 RETURN i.id AS id"))
                    .containsExactly("b");
            assertThat(ids(shop, "MATCH (i:Item) WHERE i.price >= 0.1 AND i.price <= 19.99 RETURN i.id AS id"))
                    .containsExactly("a", "b", "c");
            try (Result extras = shop.main().snapshot().query("MATCH (i:Item) RETURN i.extra AS e ORDER BY i.id")) {
                assertThat(extras.next().get("e")).isEqualTo(Map.of("n", new BigInteger("12345678901234567890")));
                assertThat(extras.next().get("e")).isEqualTo(Map.of("n", List.of(1L, Map.of("m", 2L))));
                assertThat(extras.next().get("e")).isNull();
            }
        }
    }

    @Test
    void rowsComeAsArrowBatches_withOneSchema() throws IOException {
        load("name,people,founded\nOslo,700000,1048-01-01\nBergen,290000,\nMoss,33000,1720-01-01\n");

        List<String> batches = new ArrayList<>();
        try (BufferAllocator allocator = new RootAllocator();
                ArrowReader reader = graph.main()
                        .snapshot()
                        .query("MATCH (c:City) RETURN c.name AS name, c.people AS people, c.founded AS founded,"
                                + " c.people > 40000 AS big, [c.name] AS list ORDER BY name")
                        .arrow(allocator, 2)) {
            while (reader.loadNextBatch()) {
                batches.add(reader.getVectorSchemaRoot().contentToTSVString());
            }
            assertThat(reader.getVectorSchemaRoot().getSchema().getFields())
                    .extracting(field -> field.getType().toString())
                    .containsExactly("Utf8", "Int(64, true)", "Date(DAY)", "Bool", "Utf8");
        }

        assertThat(batches)
                .containsExactly(
                        "name\tpeople\tfounded\tbig\tlist\nBergen\t290000\tnull\ttrue\t[\"Bergen\"]\n" + "Moss\t33000\t"
                                + LocalDate.of(1720, 1, 1).toEpochDay() + "\tfalse\t[\"Moss\"]\n",
                        "name\tpeople\tfounded\tbig\tlist\n" + "Oslo\t700000\t"
                                + LocalDate.of(1048, 1, 1).toEpochDay() + "\ttrue\t[\"Oslo\"]\n");
    }

    private static List<Object> ids(Graph graph, String query) {
        try (Result result = graph.main().snapshot().query(query);
                Stream<Row> rows = result.stream()) {
            return rows.<Object>map(row -> row.getString("id")).sorted().toList();
        }
    }

    private String location() {
        return directory.resolve("graph").toString();
    }

    private LoadResult load(String csv) throws IOException {
        return graph.main().load(Load.EMPTY.nodes("City", write(csv)));
    }

    private Path write(String csv) throws IOException {
        Path file = Files.createTempFile(directory, "input", ".csv");
        return Files.writeString(file, csv);
    }

    private static long count(Snapshot snapshot) {
        return snapshot.info().nodeCount();
    }

    private Map<String, Object> single(String query) {
        try (Result result = graph.main().snapshot().query(query)) {
            return Map.copyOf(result.next().toMap());
        }
    }
}
