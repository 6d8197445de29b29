package dev.sennit.validate;

import static dev.sennit.validate.TestRow.edge;
import static dev.sennit.validate.TestRow.node;
import static dev.sennit.validate.TestRow.rejectedNode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.ConstraintViolationException;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.Rule;
import dev.sennit.model.Violation;
import dev.sennit.schema.Cardinality;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Airports with a UNIQUE (name, size) and routes, of which each airport needs one and may have two. */
class SetValidatorTest {
    private static final String AIRPORT = "Airport";
    private static final String ROUTE = "ROUTE(Airport,Airport)";

    @TempDir
    Path directory;

    private final TestDelta delta = new TestDelta(schema(Cardinality.ANY, Cardinality.ANY));

    // --- keys ---

    @Test
    void insert_theFirstOfTwoDuplicatesWins_andTheMessageSaysWhereItIs() {
        delta.rows(AIRPORT).addAll(List.of(airport("AMS"), airport("LHR"), airport("AMS")));
        assertThat(violations(delta))
                .containsExactly(new Violation(
                        Rule.KEY,
                        AIRPORT,
                        null,
                        "AMS",
                        "AMS",
                        "f.csv",
                        4,
                        "Airport 'AMS' occurs twice, first in line 2 of f.csv"));
        assertThat(check(delta).rejected().get(AIRPORT)).containsExactly(2L);
    }

    @Test
    void insert_aKeyOfTheGraphIsAViolation_alsoWhereDeletionFreesAnother() {
        delta.base(AIRPORT).addAll(List.of(airport("AMS"), airport("LHR")));
        delta.deletions(AIRPORT).add(airport("LHR"));
        delta.rows(AIRPORT).addAll(List.of(airport("AMS"), airport("LHR")));
        assertThat(messages(delta)).containsExactly("Airport 'AMS' exists in the graph");
    }

    @Test
    void upsert_replacesTheBaseRowWithTheSameKey() {
        delta.modes.put(AIRPORT, DeltaMode.UPSERT);
        delta.base(AIRPORT).addAll(List.of(airport("AMS"), airport("LHR")));
        delta.rows(AIRPORT).addAll(List.of(airport("CDG"), airport("LHR"), airport("LHR")));
        TestDelta.Outcome outcome = check(delta);
        assertThat(outcome.replaced()).containsExactly("Airport 1 1");
        assertThat(outcome.violations()).containsExactly("Airport 2 KEY null");
    }

    @Test
    void replace_ignoresTheBaseOfItsType() {
        delta.modes.put(AIRPORT, DeltaMode.REPLACE);
        delta.base(AIRPORT).add(named("AMS", "Schiphol", "large"));
        delta.rows(AIRPORT).addAll(List.of(named("AMS", "x", "y"), named("LHR", "Schiphol", "large")));
        TestDelta.Outcome outcome = check(delta);
        assertThat(outcome.violations()).isEmpty();
        assertThat(outcome.replaced()).isEmpty();
    }

    @Test
    void keysAndTuplesThatLookAlikeJoinedAreDifferent() {
        delta.rows(AIRPORT).addAll(List.of(named("1", "a|b", "c"), named("2", "a", "b|c"), named("3", "a, b", "c")));
        assertThat(violations(delta)).isEmpty();
    }

    // --- judging without rejecting ---

    @Test
    void judged_aRowThatBreaksARuleCountsForTheOthers_soItsEdgesAreNotBlamed() {
        delta.rows(AIRPORT)
                .addAll(List.of(
                        named("AMS", "Schiphol", "large"), named("LHR", "Schiphol", "large"), named("AMS", "x", "y")));
        delta.rows(ROUTE).add(edge("1", "LHR", "AMS", 1L));
        assertThat(violations(delta))
                .extracting(Violation::rule)
                .containsExactly(Rule.UNIQUE, Rule.KEY, Rule.ENDPOINT_REJECTED);
        assertThat(delta.judge(settings(1 << 20))).extracting(Violation::rule).containsExactly(Rule.UNIQUE, Rule.KEY);
    }

    // --- UNIQUE ---

    @Test
    void insert_uniqueTuplesAreTakenByEarlierRowsAndTheGraph_nullsAreExempt() {
        delta.base(AIRPORT).add(named("AMS", "Schiphol", "large"));
        delta.rows(AIRPORT)
                .addAll(List.of(
                        named("X1", "Schiphol", "large"),
                        named("X2", "Schiphol", "small"),
                        named("X3", "Schiphol", "small"),
                        node("X4", "Schiphol", null, 1L),
                        node("X5", "Schiphol", null, 1L)));
        assertThat(messages(delta))
                .containsExactly(
                        "Airport 'X1': (name, size) = ('Schiphol', 'large') is unique, but another one in the graph has it",
                        "Airport 'X3': (name, size) = ('Schiphol', 'small') is unique, but line 3 of f.csv has it");
    }

    @Test
    void upsert_freesTheOldUniqueValues() {
        delta.modes.put(AIRPORT, DeltaMode.UPSERT);
        delta.base(AIRPORT).addAll(List.of(named("AMS", "Schiphol", "large"), named("LHR", "Heathrow", "large")));
        delta.rows(AIRPORT).addAll(List.of(named("AMS", "Heathrow", "large"), named("LHR", "Schiphol", "large")));
        assertThat(check(delta).violations()).isEmpty();
        delta.rows(AIRPORT).set(1, named("XXX", "Schiphol", "large"));
        assertThat(messages(delta))
                .as("LHR keeps its name, so AMS cannot take it, so AMS keeps its own")
                .containsExactly(
                        "Airport 'AMS': (name, size) = ('Heathrow', 'large') is unique, but another one in the graph has it",
                        "Airport 'XXX': (name, size) = ('Schiphol', 'large') is unique, but another one in the graph has it");
    }

    @Test
    void upsertingTheSameRowAgainIsNoViolation() {
        delta.modes.put(AIRPORT, DeltaMode.UPSERT);
        delta.base(AIRPORT).add(named("AMS", "Schiphol", "large"));
        delta.rows(AIRPORT).add(named("AMS", "Schiphol", "large"));
        assertThat(check(delta).violations()).isEmpty();
    }

    @Test
    void minusZeroEqualsZeroInUniqueTuples() {
        GraphSchema schema = new GraphSchema(
                List.of(new NodeType(
                        AIRPORT,
                        List.of(AIRPORT),
                        List.of(Property.of("x", Scalar.FLOAT64, false)),
                        List.of(),
                        List.of(List.of("x")),
                        List.of(),
                        "")),
                List.of());
        TestDelta floats = new TestDelta(schema);
        floats.rows(AIRPORT).addAll(List.of(node("1", 0.0), node("2", -0.0), node("3", 1.0)));
        assertThat(check(floats).rejected().get(AIRPORT)).containsExactly(1L);
        floats.rows(AIRPORT).clear();
        floats.base(AIRPORT).add(node("0", -0.0));
        floats.rows(AIRPORT).add(node("1", 0.0));
        assertThat(check(floats).rejected().get(AIRPORT)).containsExactly(0L);
    }

    // --- endpoints ---

    @Test
    void anEdgeNeedsBothEndpoints_inTheDeltaOrTheGraph() {
        delta.base(AIRPORT).add(airport("AMS"));
        delta.rows(AIRPORT).add(airport("LHR"));
        delta.rows(ROUTE)
                .addAll(List.of(edge("1", "AMS", "LHR", 1L), edge("2", "AMS", "XXX", 1L), edge("3", "XXX", "YYY", 1L)));
        assertThat(messages(delta))
                .containsExactly(
                        "ROUTE(Airport,Airport) AMS->XXX: there is no Airport 'XXX'",
                        "ROUTE(Airport,Airport) XXX->YYY: there is no Airport 'XXX'",
                        "ROUTE(Airport,Airport) XXX->YYY: there is no Airport 'YYY'");
    }

    @Test
    void anEdgeOfARejectedNodeIsRejectedWithThatCause() {
        delta.rows(AIRPORT)
                .addAll(List.of(named("AMS", "a", "b"), rejectedNode("BAD"), named("DUP", "a", "b"), airport("OK")));
        delta.rows(ROUTE)
                .addAll(List.of(edge("1", "AMS", "BAD", 1L), edge("2", "DUP", "AMS", 1L), edge("3", "OK", "AMS", 1L)));
        assertThat(messages(delta))
                .containsExactly(
                        "Airport 'DUP': (name, size) = ('a', 'b') is unique, but line 2 of f.csv has it",
                        "ROUTE(Airport,Airport) AMS->BAD: its Airport 'BAD' in line 3 of f.csv was rejected",
                        "ROUTE(Airport,Airport) DUP->AMS: its Airport 'DUP' in line 4 of f.csv was rejected");
    }

    @Test
    void anEdgeOfARejectedUpsertKeepsItsNode_forTheBaseRowStays() {
        delta.modes.put(AIRPORT, DeltaMode.UPSERT);
        delta.base(AIRPORT).addAll(List.of(named("AMS", "a", "b"), named("LHR", "c", "d")));
        delta.rows(AIRPORT).add(named("AMS", "c", "d"));
        delta.rows(ROUTE).add(edge("1", "AMS", "LHR", 1L));
        TestDelta.Outcome outcome = check(delta);
        assertThat(outcome.violations()).containsExactly("Airport 0 UNIQUE name, size");
        assertThat(outcome.replaced()).isEmpty();
    }

    @Test
    void replace_thatStrandsABaseEdgeIsAViolationNoRowIsToBlameFor() {
        delta.modes.put(AIRPORT, DeltaMode.REPLACE);
        delta.base(AIRPORT).addAll(List.of(airport("AMS"), airport("LHR")));
        delta.base(ROUTE).add(edge("r1", "AMS", "LHR", 1L));
        delta.rows(AIRPORT).add(airport("AMS"));
        assertThat(messages(delta))
                .containsExactly("ROUTE(Airport,Airport) AMS->LHR of the graph would lose its Airport 'LHR'; keep the"
                        + " node, or delete or replace its edges as well");
        assertThat(check(delta).blocked()).isTrue();

        delta.modes.put(ROUTE, DeltaMode.REPLACE);
        assertThat(check(delta).violations()).as("the edges are replaced too").isEmpty();
    }

    @Test
    void deletingANodeStrandsItsEdges_unlessTheyAreDeletedToo() {
        delta.base(AIRPORT).addAll(List.of(airport("AMS"), airport("LHR")));
        delta.base(ROUTE).addAll(List.of(edge("r1", "AMS", "LHR", 1L), edge("r2", "LHR", "LHR", 1L)));
        delta.deletions(AIRPORT).add(airport("LHR"));
        assertThat(check(delta).violations())
                .containsExactly(ROUTE + " -1 ENDPOINT _dst", ROUTE + " -1 ENDPOINT _dst", ROUTE + " -1 ENDPOINT _src");
        delta.deletions(ROUTE).addAll(delta.base(ROUTE));
        assertThat(check(delta).violations()).isEmpty();
    }

    @Test
    void aDeletedNodeThatIsAddedAgainKeepsItsEdges() {
        delta.base(AIRPORT).add(airport("AMS"));
        delta.base(ROUTE).add(edge("r1", "AMS", "AMS", 1L));
        delta.deletions(AIRPORT).add(airport("AMS"));
        delta.rows(AIRPORT).add(airport("AMS"));
        assertThat(check(delta).violations()).isEmpty();
    }

    // --- edges' own keys ---

    @Test
    void upsertingAnEdgeWithOtherEndpointsIsRefused() {
        delta.modes.put(ROUTE, DeltaMode.UPSERT);
        delta.base(AIRPORT).addAll(List.of(airport("AMS"), airport("LHR")));
        delta.base(ROUTE).add(edge("r1", "AMS", "LHR", 1L));
        delta.rows(ROUTE).addAll(List.of(edge("r1", "LHR", "AMS", 1L), edge("r1", "AMS", "LHR", 2L)));
        TestDelta.Outcome outcome = check(delta);
        assertThat(outcome.violations()).containsExactly(ROUTE + " 0 KEY_IMMUTABLE null");
        assertThat(outcome.replaced()).containsExactly(ROUTE + " 1 0");
    }

    @Test
    void edgesWithoutIdNeverCollide() {
        delta.rows(AIRPORT).add(airport("AMS"));
        delta.rows(ROUTE).addAll(List.of(edge(null, "AMS", "AMS", 1L), edge(null, "AMS", "AMS", 1L)));
        assertThat(check(delta).violations()).isEmpty();
    }

    // --- cardinality ---

    @Test
    void aMaximumCountsBaseEdgesFirst_thenRowsInTheirOrder() {
        TestDelta limited = new TestDelta(schema(new Cardinality(0, OptionalLong.of(2)), Cardinality.ANY));
        limited.base(AIRPORT).addAll(List.of(airport("AMS"), airport("LHR")));
        limited.base(ROUTE).add(edge("r1", "AMS", "LHR", 1L));
        limited.rows(ROUTE)
                .addAll(List.of(
                        edge("n1", "AMS", "LHR", 1L), edge("n2", "AMS", "LHR", 1L), edge("n3", "LHR", "LHR", 1L)));
        assertThat(messages(limited))
                .containsExactly("ROUTE(Airport,Airport) AMS->LHR: Airport 'AMS' may have 2 outgoing"
                        + " ROUTE(Airport,Airport) at most");

        limited.deletions(ROUTE).add(limited.base(ROUTE).getFirst());
        assertThat(check(limited).violations()).as("a deleted edge makes room").isEmpty();
    }

    @Test
    void upsertedEdgesAreNotCountedTwice() {
        TestDelta limited = new TestDelta(schema(new Cardinality(0, OptionalLong.of(1)), Cardinality.ANY));
        limited.modes.put(ROUTE, DeltaMode.UPSERT);
        limited.base(AIRPORT).add(airport("AMS"));
        limited.base(ROUTE).add(edge("r1", "AMS", "AMS", 1L));
        limited.rows(ROUTE).add(edge("r1", "AMS", "AMS", 2L));
        assertThat(check(limited).violations()).isEmpty();
    }

    @Test
    void aRejectedEdgeMakesRoomForAnother() {
        TestDelta limited = new TestDelta(schema(new Cardinality(0, OptionalLong.of(1)), Cardinality.ANY));
        limited.rows(AIRPORT).add(airport("AMS"));
        limited.rows(ROUTE).addAll(List.of(edge(null, "AMS", "XXX", 1L), edge(null, "AMS", "AMS", 1L)));
        assertThat(check(limited).violations()).containsExactly(ROUTE + " 0 ENDPOINT _dst");
    }

    @Test
    void aNewNodeWithoutItsMinimumIsRejected_andTakesItsEdgesAlong() {
        TestDelta needing = new TestDelta(schema(new Cardinality(1, OptionalLong.empty()), Cardinality.ANY));
        needing.rows(AIRPORT).addAll(List.of(airport("AMS"), airport("LHR"), airport("CDG")));
        needing.rows(ROUTE).addAll(List.of(edge(null, "AMS", "LHR", 1L), edge(null, "CDG", "CDG", 1L)));
        assertThat(messages(needing))
                .as("LHR has no route, so the route to LHR goes, so AMS has none")
                .containsExactly(
                        "Airport 'AMS' has 0 outgoing ROUTE(Airport,Airport), but needs 1",
                        "Airport 'LHR' has 0 outgoing ROUTE(Airport,Airport), but needs 1",
                        "ROUTE(Airport,Airport) AMS->LHR: its Airport 'LHR' in line 3 of f.csv was rejected");
    }

    @Test
    void deletingOrReplacingEdgesBelowAMinimumIsAViolation() {
        TestDelta needing = new TestDelta(schema(new Cardinality(1, OptionalLong.empty()), Cardinality.ANY));
        needing.base(AIRPORT).addAll(List.of(airport("AMS"), airport("LHR")));
        needing.base(ROUTE).addAll(List.of(edge("r1", "AMS", "LHR", 1L), edge("r2", "LHR", "AMS", 1L)));
        needing.deletions(ROUTE).add(needing.base(ROUTE).getFirst());
        assertThat(messages(needing))
                .containsExactly(
                        "Airport 'AMS' of the graph would have 0 outgoing ROUTE(Airport,Airport), but needs 1");
        assertThat(check(needing).blocked()).isTrue();

        needing.deletions(ROUTE).clear();
        needing.modes.put(ROUTE, DeltaMode.REPLACE);
        needing.rows(ROUTE).add(edge("n", "LHR", "AMS", 1L));
        assertThat(check(needing).violations()).containsExactly("Airport -1 CARDINALITY null");
    }

    @Test
    void cardinalityCountsIncomingEdgesToo() {
        TestDelta limited = new TestDelta(schema(Cardinality.ANY, new Cardinality(0, OptionalLong.of(1))));
        limited.rows(AIRPORT).addAll(List.of(airport("AMS"), airport("LHR")));
        limited.rows(ROUTE).addAll(List.of(edge(null, "AMS", "LHR", 1L), edge(null, "LHR", "LHR", 1L)));
        assertThat(check(limited).violations()).containsExactly(ROUTE + " 1 CARDINALITY _dst");
    }

    // --- the rest ---

    @Test
    void aHundredViolationsAreListed_allAreCountedAndHandedOn() {
        List<Violation> all = new ArrayList<>();
        ViolationList list = new ViolationList((type, ordinal, violation) -> all.add(violation));
        Violation violation = new Violation(Rule.KEY, AIRPORT, null, "AMS", null, null, 0, "Airport 'AMS' is there");
        for (int i = 0; i < 250; i++) {
            list.accept(AIRPORT, i, violation);
        }
        ConstraintViolationException error = list.toException("nothing was written");
        assertThat(error.violations()).hasSize(100);
        assertThat(error.total()).isEqualTo(250);
        assertThat(all).hasSize(250);
        assertThat(error).hasMessage("250 violations: nothing was written: Airport 'AMS' is there");
    }

    @Test
    void ordinalsIncrease() {
        try (SetValidator validator = new SetValidator(delta.schema, Map.of(), BaseState.empty(), settings(1 << 20))) {
            SetValidator.NodeDelta nodes =
                    validator.nodes(delta.schema.nodeType(AIRPORT).orElseThrow());
            nodes.add(5, "AMS", new Object[] {null, null, 1L}, null, 0);
            assertThatThrownBy(() -> nodes.add(5, "LHR", new Object[] {null, null, 1L}, null, 0))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void largeDeltasSpill_messagesStillSayWhereRowsAre_andCloseDeletesTheFiles() throws IOException {
        int rows = 60_000;
        List<String> found = new ArrayList<>();
        try (SetValidator validator = new SetValidator(delta.schema, Map.of(), BaseState.empty(), settings(1 << 16))) {
            SetValidator.NodeDelta nodes =
                    validator.nodes(delta.schema.nodeType(AIRPORT).orElseThrow());
            SetValidator.EdgeDelta routes =
                    validator.edges(delta.schema.edgeTypesWithLabel("ROUTE").getFirst());
            for (int i = 0; i < rows; i++) {
                String id = i == 50_000 ? "airport-with-a-long-id-17" : "airport-with-a-long-id-" + i;
                nodes.add(i, id, new Object[] {"name" + i, "large", 1L}, "n.csv", i + 2L);
                routes.add(
                        i,
                        null,
                        "airport-with-a-long-id-" + i,
                        "airport-with-a-long-id-0",
                        new Object[] {1L},
                        "r.csv",
                        i + 2L);
            }
            try (Stream<Path> files = Files.list(directory.resolve("op"))) {
                assertThat(files).isNotEmpty();
            }
            Rejections rejections = validator.finish((type, ordinal, violation) ->
                    found.add(violation.source() + ":" + violation.line() + " " + violation.message()));
            assertThat(rejections.rejected(AIRPORT)).isEqualTo(1);
            assertThat(rejections.rejected(ROUTE)).isEqualTo(1);
        }
        assertThat(found)
                .containsExactly(
                        "n.csv:50002 Airport 'airport-with-a-long-id-17' occurs twice, first in line 19 of n.csv",
                        "r.csv:50002 ROUTE(Airport,Airport) airport-with-a-long-id-50000->airport-with-a-long-id-0: there is"
                                + " no Airport 'airport-with-a-long-id-50000'");
        assertThat(directory.resolve("op")).doesNotExist();
    }

    private List<String> messages(TestDelta of) {
        return violations(of).stream().map(Violation::message).toList();
    }

    private List<Violation> violations(TestDelta of) {
        return of.violations(settings(1 << 20));
    }

    private TestDelta.Outcome check(TestDelta of) {
        TestDelta.Outcome outcome = of.check(settings(1 << 20), false);
        assertThat(outcome).isEqualTo(NaiveModel.check(of));
        return outcome;
    }

    private SpillSettings settings(long bufferBytes) {
        return new SpillSettings(directory.resolve("op"), 1, 2, 8, bufferBytes, 100);
    }

    private static TestRow airport(String code) {
        return node(code, null, null, 1L);
    }

    private static TestRow named(String code, String name, String size) {
        return node(code, name, size, 1L);
    }

    private static GraphSchema schema(Cardinality outgoing, Cardinality incoming) {
        NodeType airport = new NodeType(
                AIRPORT,
                List.of(AIRPORT),
                List.of(
                        Property.of("name", Scalar.STRING, false),
                        Property.of("size", Scalar.STRING, false),
                        Property.of("runways", Scalar.INT32, false)),
                List.of(),
                List.of(List.of("name", "size")),
                List.of(),
                "");
        return new GraphSchema(
                List.of(airport),
                List.of(edgeType("ROUTE", outgoing, incoming), edgeType("NEAR", Cardinality.ANY, Cardinality.ANY)));
    }

    private static EdgeType edgeType(String label, Cardinality outgoing, Cardinality incoming) {
        return new EdgeType(
                label,
                AIRPORT,
                AIRPORT,
                outgoing,
                incoming,
                List.of(Property.of("dist", Scalar.INT32, false)),
                Optional.empty(),
                List.of(),
                List.of(),
                "");
    }
}
