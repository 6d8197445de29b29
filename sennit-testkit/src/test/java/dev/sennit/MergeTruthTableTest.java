package dev.sennit;

import static dev.sennit.MergeTruthTableTest.Cell.DELETE_UPDATE;
import static dev.sennit.MergeTruthTableTest.Cell.DIVERGENT_INSERT;
import static dev.sennit.MergeTruthTableTest.Cell.DIVERGENT_PROPERTY;
import static dev.sennit.MergeTruthTableTest.Cell.FORWARD;
import static dev.sennit.MergeTruthTableTest.Cell.MERGED;
import static dev.sennit.MergeTruthTableTest.Cell.ORPHAN_EDGE;
import static dev.sennit.MergeTruthTableTest.Cell.UP_TO_DATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Durability;
import dev.sennit.model.LoadMode;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeConflictsException;
import dev.sennit.model.MergeResult;
import dev.sennit.model.NodeId;
import dev.sennit.schema.SchemaParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every operation on one side against every operation on the other, in each direction, and what comes of it: written by
 * hand. An operation that is added does not compile until it has its row and its column.
 */
class MergeTruthTableTest {
    /** What one side does. */
    enum Operation {
        NO_OP,
        /** Dan, with an age of the side's own. */
        ADD_NODE,
        /** Cid, who has no edges. */
        REMOVE_NODE,
        /** Cid is removed, and comes back with age 99 and without the email. */
        READD_NODE,
        /** From Ann to Cid, the same on both sides. */
        ADD_EDGE,
        /** From Ann to Bob. */
        REMOVE_EDGE,
        /** From Ann to Bob, to a year of the side's own. */
        CHANGE_EDGE,
        /** Cid's age, to the side's own. */
        SET,
        /** Cid's email, to the side's own. */
        SET_OTHER,
        /** Cid's age. */
        UNSET,
        /** Cid's age to something else and back, in two commits. */
        NET_ZERO,
        /** All persons are loaded anew, the same but for Cid's age 77. */
        REPLACE
    }

    /** What comes of it. */
    enum Cell {
        UP_TO_DATE,
        FORWARD,
        MERGED,
        DIVERGENT_INSERT,
        DIVERGENT_PROPERTY,
        DELETE_UPDATE,
        ORPHAN_EDGE
    }

    /** One row: what comes of an operation of theirs, by the operation of ours. */
    private record Row(
            Cell noOp,
            Cell addNode,
            Cell removeNode,
            Cell readdNode,
            Cell addEdge,
            Cell removeEdge,
            Cell changeEdge,
            Cell set,
            Cell setOther,
            Cell unset,
            Cell netZero,
            Cell replace) {
        Cell at(Operation ours) {
            return switch (ours) {
                case NO_OP -> noOp;
                case ADD_NODE -> addNode;
                case REMOVE_NODE -> removeNode;
                case READD_NODE -> readdNode;
                case ADD_EDGE -> addEdge;
                case REMOVE_EDGE -> removeEdge;
                case CHANGE_EDGE -> changeEdge;
                case SET -> set;
                case SET_OTHER -> setOther;
                case UNSET -> unset;
                case NET_ZERO -> netZero;
                case REPLACE -> replace;
            };
        }
    }

    private static final Cell UPD = UP_TO_DATE;
    private static final Cell FWD = FORWARD;
    private static final Cell ___ = MERGED;
    private static final Cell INS = DIVERGENT_INSERT;
    private static final Cell PRO = DIVERGENT_PROPERTY;
    private static final Cell DEL = DELETE_UPDATE;
    private static final Cell ORP = ORPHAN_EDGE;

    // spotless:off
    private static Row row(Operation theirs) {
        return switch (theirs) {
            // ours:                    no-op addN  remN  readd addE  remE  chgE  set   other unset zero  repl
            case NO_OP -> new Row(UPD, UPD, UPD, UPD, UPD, UPD, UPD, UPD, UPD, UPD, UPD, UPD);
            case ADD_NODE -> new Row(FWD, INS, ___, ___, ___, ___, ___, ___, ___, ___, ___, ___);
            case REMOVE_NODE -> new Row(FWD, ___, ___, DEL, ORP, ___, ___, DEL, DEL, DEL, ___, DEL);
            case READD_NODE -> new Row(FWD, ___, DEL, ___, ___, ___, ___, PRO, PRO, PRO, ___, PRO);
            case ADD_EDGE -> new Row(FWD, ___, ORP, ___, ___, ___, ___, ___, ___, ___, ___, ___);
            case REMOVE_EDGE -> new Row(FWD, ___, ___, ___, ___, ___, DEL, ___, ___, ___, ___, ___);
            case CHANGE_EDGE -> new Row(FWD, ___, ___, ___, ___, DEL, PRO, ___, ___, ___, ___, ___);
            case SET -> new Row(FWD, ___, DEL, PRO, ___, ___, ___, PRO, ___, PRO, ___, PRO);
            case SET_OTHER -> new Row(FWD, ___, DEL, PRO, ___, ___, ___, ___, PRO, ___, ___, ___);
            case UNSET -> new Row(FWD, ___, DEL, PRO, ___, ___, ___, PRO, ___, ___, ___, PRO);
            case NET_ZERO -> new Row(FWD, ___, ___, ___, ___, ___, ___, ___, ___, ___, ___, ___);
            case REPLACE -> new Row(FWD, ___, DEL, PRO, ___, ___, ___, PRO, ___, PRO, ___, ___);
        };
    }
    // spotless:on

    @TempDir
    static Path shared;

    private static Path prepared() {
        return shared.resolve("prepared");
    }

    /** A branch for each operation on each side. */
    @BeforeAll
    static void prepare() {
        try (Graph graph =
                Sennit.create(prepared().toString(), SchemaParser.parse(WriterScenario.SCHEMA), relaxed(), "")) {
            graph.main().write(tx -> {
                NodeId ann = tx.create("Person", Map.of("name", "Ann", "age", 30, "email", "a@x"));
                NodeId bob = tx.create("Person", Map.of("name", "Bob", "age", 40));
                tx.create("Person", Map.of("name", "Cid", "age", 50, "email", "c@x"));
                return tx.create("KNOWS", ann, bob, Map.of("since", 1));
            });
            for (Operation operation : Operation.values()) {
                perform(operation, graph.createBranch(theirs(operation), "main"), 1);
                perform(operation, graph.createBranch(ours(operation), "main"), 2);
            }
        }
    }

    private static OpenOptions relaxed() {
        return OpenOptions.DEFAULT.durability(Durability.RELAXED);
    }

    private static String theirs(Operation operation) {
        return "theirs/" + operation.name().toLowerCase(Locale.ROOT);
    }

    private static String ours(Operation operation) {
        return "ours/" + operation.name().toLowerCase(Locale.ROOT);
    }

    private static void perform(Operation operation, Branch branch, int side) {
        switch (operation) {
            case NO_OP -> {
                // nothing
            }
            case ADD_NODE -> branch.write(tx -> tx.create("Person", Map.of("name", "Dan", "age", side)));
            case REMOVE_NODE -> removeCid(branch);
            case READD_NODE -> {
                removeCid(branch);
                branch.write(tx -> tx.create("Person", Map.of("name", "Cid", "age", 99)));
            }
            case ADD_EDGE ->
                branch.write(tx ->
                        tx.create("KNOWS", tx.node("Person", "Ann"), tx.node("Person", "Cid"), Map.of("since", 7)));
            case REMOVE_EDGE ->
                branch.write(tx -> {
                    tx.delete(tx.edge("KNOWS", tx.node("Person", "Ann"), tx.node("Person", "Bob")));
                    return null;
                });
            case CHANGE_EDGE ->
                branch.write(tx -> {
                    tx.set(
                            tx.edge("KNOWS", tx.node("Person", "Ann"), tx.node("Person", "Bob")),
                            Map.of("since", 10 + side));
                    return null;
                });
            case SET -> setCid(branch, "age", 60 + side);
            case SET_OTHER -> setCid(branch, "email", "new-" + side + "@x");
            case UNSET -> setCid(branch, "age", null);
            case NET_ZERO -> {
                setCid(branch, "age", 1);
                setCid(branch, "age", 50);
            }
            case REPLACE -> branch.load(Load.EMPTY.nodes("Person", persons()).mode(LoadMode.REPLACE));
        }
    }

    private static void removeCid(Branch branch) {
        branch.write(tx -> {
            tx.delete(tx.node("Person", "Cid"));
            return null;
        });
    }

    private static void setCid(Branch branch, String property, @Nullable Object value) {
        branch.write(tx -> {
            Map<String, @Nullable Object> values = new HashMap<>();
            values.put(property, value);
            tx.set(tx.node("Person", "Cid"), values);
            return null;
        });
    }

    private static Path persons() {
        try {
            return Files.writeString(
                    shared.resolve("persons.csv"), "name,age,email\nAnn,30,a@x\nBob,40,\nCid,77,c@x\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void everyOperationOfTheirs_againstEveryOneOfOurs(Operation theirs) {
        Path root = GraphCopy.of(prepared(), shared.resolve("row-" + theirs));
        try (Graph graph = Sennit.open(root.toString(), relaxed())) {
            for (Operation ours : Operation.values()) {
                Cell expected = row(theirs).at(ours);
                String where = "theirs " + theirs + ", ours " + ours;
                assertThat(merge(graph, theirs, ours, where)).as(where).isEqualTo(expected);
                assertThat(row(ours).at(theirs))
                        .as("the table is symmetric where both have done something: %s", where)
                        .satisfiesAnyOf(
                                other -> assertThat(other).isEqualTo(expected),
                                other -> assertThat(Arrays.asList(theirs, ours)).contains(Operation.NO_OP));
            }
            assertThat(graph.check().findings()).isEmpty();
        }
        GraphCopy.delete(root);
    }

    private static Cell merge(Graph graph, Operation theirs, Operation ours, String where) {
        ReferenceMerge reference = new ReferenceMerge(
                ReferenceMerge.content(graph.at("main")),
                ReferenceMerge.content(graph.at(ours(ours))),
                ReferenceMerge.content(graph.at(theirs(theirs))),
                Optional.empty());
        Branch target = graph.branch(ours(ours));
        var before = ReferenceMerge.text(ReferenceMerge.content(target.snapshot()));
        String head = target.snapshot().commit().id().toString();
        try {
            MergeResult result = target.merge(theirs(theirs));
            assertThat(ReferenceMerge.text(ReferenceMerge.content(target.snapshot())))
                    .as(where)
                    .isEqualTo(ReferenceMerge.text(reference.merged()));
            if (result.outcome() != MergeResult.Outcome.UP_TO_DATE) {
                assertThat(result.commit().orElseThrow().parents())
                        .as(where)
                        .hasSize(2)
                        .first()
                        .hasToString(head);
            }
            assertThat(target.merge(theirs(theirs)).outcome())
                    .as(where + ", again")
                    .isEqualTo(MergeResult.Outcome.UP_TO_DATE);
            return switch (result.outcome()) {
                case UP_TO_DATE -> Cell.UP_TO_DATE;
                case FAST_FORWARD -> Cell.FORWARD;
                case MERGED -> Cell.MERGED;
                case REVERTED, CONFLICTS -> throw new AssertionError(where + ": " + result.outcome());
            };
        } catch (MergeConflictsException e) {
            assertThat(ReferenceMerge.text(ReferenceMerge.content(target.snapshot())))
                    .as(where)
                    .isEqualTo(before);
            assertThat(e.conflicts()).as(where).extracting(c -> c.resolution()).containsOnly(Optional.empty());
            assertThat(e.conflicts())
                    .as(where)
                    .extracting(c -> c.conflict().id())
                    .doesNotHaveDuplicates();
            assertThat(e.conflicts().stream()
                            .map(c -> c.conflict().kind())
                            .distinct()
                            .toList())
                    .as(where)
                    .hasSize(1);
            MergeConflict.Kind kind = e.conflicts().getFirst().conflict().kind();
            return Cell.valueOf(kind.name());
        }
    }
}
