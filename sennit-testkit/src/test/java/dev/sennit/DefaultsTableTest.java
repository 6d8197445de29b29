package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Durability;
import dev.sennit.model.ElementChange;
import dev.sennit.model.MergeResult;
import dev.sennit.model.MergeResult.Outcome;
import dev.sennit.model.MergeStrategy;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Merges where DEFAULT gave elements values: by which side gave them, and what each side did with an element then, in each
 * direction. What comes of it was written by hand. Then theirs goes on and is merged again, and ours is taken over by it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DefaultsTableTest {
    private static final boolean LONG = Boolean.getBoolean("sennit.long");
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);
    private static final String BASE = "NODE P { k STRING KEY, s STRING, y INT32 }\nNODE Q { k STRING KEY }\n";

    /** What each side did to the schema. */
    enum Given {
        /** Ours added a property with DEFAULT; theirs knows nothing of it. */
        BY_OURS("x INT32 NOT NULL DEFAULT 7", ""),
        /** The same, where null is allowed. */
        BY_OURS_WITH_NULL("x INT32 DEFAULT 7", ""),
        /** Both did. */
        BY_BOTH("x INT32 NOT NULL DEFAULT 7", "x INT32 NOT NULL DEFAULT 7"),
        /** Theirs added it, but gave no value. */
        BY_ONE_OF_TWO("x INT32 NOT NULL DEFAULT 7", "x INT32"),
        /** Both did, with other values; ours is chosen. */
        OURS_OF_TWO("x INT32 NOT NULL DEFAULT 7", "x INT32 NOT NULL DEFAULT 9"),
        /** Both did, with other values; theirs is chosen. */
        THEIRS_OF_TWO("x INT32 NOT NULL DEFAULT 9", "x INT32 NOT NULL DEFAULT 7"),
        /** Ours made a property NOT NULL that some elements had no value of. */
        TO_WHAT_HAD_NONE("y INT32 NOT NULL DEFAULT 7", "");

        private final String ours;
        private final String theirs;

        Given(String ours, String theirs) {
            this.ours = ours;
            this.theirs = theirs;
        }

        String property() {
            return this == TO_WHAT_HAD_NONE ? "y" : "x";
        }

        /** Whether theirs can set the property. */
        boolean theirsHasIt() {
            return this == TO_WHAT_HAD_NONE || !theirs.isEmpty();
        }

        /** Whether theirs may leave it out. */
        boolean theirsMayLeaveItOut() {
            return !theirs.contains("NOT NULL");
        }

        MergeStrategy strategy() {
            return switch (this) {
                case OURS_OF_TWO -> MergeStrategy.OURS;
                case THEIRS_OF_TWO -> MergeStrategy.THEIRS;
                default -> MergeStrategy.FAIL;
            };
        }

        /** Whether these show what others of this table do not; where both did the same, the sides may change places. */
        boolean isTelling(Did ours, Did theirs) {
            boolean setsOther = ours == Did.SET_OTHER || theirs == Did.SET_OTHER;
            return switch (this) {
                case BY_OURS -> true;
                case BY_BOTH -> ours.compareTo(theirs) <= 0;
                case OURS_OF_TWO -> !setsOther;
                case BY_OURS_WITH_NULL -> ours == Did.INSERTED;
                case BY_ONE_OF_TWO -> ours == Did.NOTHING || ours == Did.INSERTED;
                case THEIRS_OF_TWO, TO_WHAT_HAD_NONE ->
                    !setsOther && (ours == Did.NOTHING || ours == Did.SET_1 || ours == Did.INSERTED);
            };
        }

        static String schema(String declaration) {
            return declaration.startsWith("y")
                    ? BASE.replace("y INT32", declaration)
                    : BASE.replace("y INT32", "y INT32" + (declaration.isEmpty() ? "" : ", " + declaration));
        }
    }

    /** What a side does then. */
    enum Did {
        NOTHING,
        /** Sets the property of a to 1. */
        SET_1,
        /** Sets the property of a to 2. */
        SET_2,
        /** Sets s of a, to what only this side sets it to. */
        SET_OTHER,
        DELETED,
        /** Inserts d, without the property if it may be left out, and else with 5. */
        INSERTED
    }

    /** What is there afterwards; or a conflict, by its kind. By what theirs did. */
    private record Row(String nothing, String set1, String set2, String setOther, String deleted, String inserted) {
        String of(Did theirs) {
            return switch (theirs) {
                case NOTHING -> nothing;
                case SET_1 -> set1;
                case SET_2 -> set2;
                case SET_OTHER -> setOther;
                case DELETED -> deleted;
                case INSERTED -> inserted;
            };
        }
    }

    private static final String PROPERTY = "DIVERGENT_PROPERTY";
    private static final String DELETE = "DELETE_UPDATE";
    private static final String INSERT = "DIVERGENT_INSERT";

    /** Each element with its value; a side's letter follows what it set s of. Where theirs leaves nothing out. */
    private static Row whereBothMustHaveIt(Did ours) {
        return switch (ours) {
            // Columns: nothing, set to 1, set to 2, something else set, deleted, inserted.
            case NOTHING -> new Row("a7 b7", "a1 b7", "a2 b7", "a7t b7", "b7", "a7 b7 d5");
            case SET_1 -> new Row("a1 b7", "a1 b7", PROPERTY, "a1t b7", DELETE, "a1 b7 d5");
            case SET_2 -> new Row("a2 b7", PROPERTY, "a2 b7", "a2t b7", DELETE, "a2 b7 d5");
            case SET_OTHER -> new Row("a7o b7", "a1o b7", "a2o b7", PROPERTY, DELETE, "a7o b7 d5");
            case DELETED -> new Row("b7", DELETE, DELETE, DELETE, "b7", "b7 d5");
            case INSERTED -> new Row("a7 b7 d5", "a1 b7 d5", "a2 b7 d5", "a7t b7 d5", "b7 d5", "a7 b7 d5");
        };
    }

    /** Where theirs inserts an element without a value, which gets what DEFAULT gave. */
    private static Row whereTheirsMayLeaveItOut(Did ours) {
        return switch (ours) {
            case NOTHING -> new Row("a7 b7", "a1 b7", "a2 b7", "a7t b7", "b7", "a7 b7 d7");
            case SET_1 -> new Row("a1 b7", "a1 b7", PROPERTY, "a1t b7", DELETE, "a1 b7 d7");
            case SET_2 -> new Row("a2 b7", PROPERTY, "a2 b7", "a2t b7", DELETE, "a2 b7 d7");
            case SET_OTHER -> new Row("a7o b7", "a1o b7", "a2o b7", PROPERTY, DELETE, "a7o b7 d7");
            case DELETED -> new Row("b7", DELETE, DELETE, DELETE, "b7", "b7 d7");
            case INSERTED -> new Row("a7 b7 d5", "a1 b7 d5", "a2 b7 d5", "a7t b7 d5", "b7 d5", INSERT);
        };
    }

    /** Where theirs has no such property, and so nothing to say about it. */
    private static Row whereTheirsDoesNotKnowIt(Did ours, String inserted) {
        return switch (ours) {
            case INSERTED ->
                new Row("a7 b7 " + inserted, "", "", "a7t b7 " + inserted, "b7 " + inserted, "a7 b7 " + inserted);
            default -> whereTheirsMayLeaveItOut(ours);
        };
    }

    private static String expected(Given given, Did ours, Did theirs) {
        Row row = switch (given) {
            case BY_BOTH, OURS_OF_TWO, THEIRS_OF_TWO -> whereBothMustHaveIt(ours);
            case BY_ONE_OF_TWO, TO_WHAT_HAD_NONE -> whereTheirsMayLeaveItOut(ours);
            case BY_OURS -> whereTheirsDoesNotKnowIt(ours, "d5");
            case BY_OURS_WITH_NULL -> whereTheirsDoesNotKnowIt(ours, "d-");
        };
        return row.of(theirs);
    }

    @TempDir
    static Path directory;

    private Graph graph;

    @BeforeAll
    void create() {
        graph = Sennit.create(directory.resolve("graph").toString(), SchemaParser.parse(BASE), RELAXED, "");
        graph.main().write(tx -> {
            tx.create("P", Map.of("k", "a"));
            return tx.create("P", Map.of("k", "b"));
        });
    }

    @AfterAll
    void close() {
        assertThat(graph.check().findings()).isEmpty();
        graph.close();
    }

    @ParameterizedTest
    @EnumSource(Given.class)
    void whateverEachSideDid_isMergedAsIfTheDefaultHadBeenThere(Given given) {
        for (Did did : Did.values()) {
            begin(given, did, true);
            begin(given, did, false);
        }
        for (Did ours : Did.values()) {
            for (Did theirs : Did.values()) {
                boolean canBe = given.theirsHasIt() || theirs != Did.SET_1 && theirs != Did.SET_2;
                boolean isTelling = ours != Did.SET_2 && (theirs != Did.SET_2 || ours == Did.SET_1);
                if (canBe && (isTelling && given.isTelling(ours, theirs) || LONG)) {
                    requireOutcome(given, ours, theirs);
                }
            }
        }
        for (Did did : Did.values()) {
            graph.deleteBranch(branch(given, did, true), true);
            graph.deleteBranch(branch(given, did, false), true);
        }
    }

    private static String branch(Given given, Did did, boolean ours) {
        return (given + "/" + (ours ? "ours" : "theirs") + "/" + did).toLowerCase(Locale.ROOT);
    }

    /** The schema first, and then what was done; of deletions, and of what knows no schema, the order makes no difference. */
    private void begin(Given given, Did did, boolean ours) {
        String branch = branch(given, did, ours);
        String declaration = ours ? given.ours : given.theirs;
        graph.createBranch(branch, "main");
        if (!declaration.isEmpty()) {
            graph.branch(branch).applySchema(SchemaUpdate.to(Given.schema(declaration)));
        }
        boolean hasIt = ours || given.theirsHasIt();
        if ((did == Did.SET_1 || did == Did.SET_2) && !hasIt) {
            return;
        }
        boolean leavesOut = ours ? given == Given.BY_OURS_WITH_NULL : given.theirsMayLeaveItOut();
        put(given, did, ours, branch, leavesOut);
    }

    private void put(Given given, Did did, boolean ours, String branch, boolean leavesOut) {
        graph.branch(branch).write(tx -> {
            tx.create("Q", Map.of("k", branch));
            switch (did) {
                case NOTHING -> {}
                case SET_1 -> tx.set(tx.node("P", "a"), Map.of(given.property(), 1));
                case SET_2 -> tx.set(tx.node("P", "a"), Map.of(given.property(), 2));
                case SET_OTHER -> tx.set(tx.node("P", "a"), Map.of("s", ours ? "o" : "t"));
                case DELETED -> tx.delete(tx.node("P", "a"));
                case INSERTED -> tx.create("P", leavesOut ? Map.of("k", "d") : Map.of("k", "d", given.property(), 5));
            }
            return null;
        });
    }

    private void requireOutcome(Given given, Did ours, Did theirs) {
        String what = given + ": ours " + ours + ", theirs " + theirs;
        String expected = expected(given, ours, theirs);
        boolean isConflict = Character.isUpperCase(expected.charAt(0));
        String our = branch(given, ours, true);
        String their = branch(given, theirs, false);
        List<String> told = given.strategy() != MergeStrategy.FAIL
                ? List.of("DIVERGENT_DEFAULT")
                : isConflict ? List.of(expected) : List.of();
        for (boolean reversed : new boolean[] {false, true}) {
            MergeResult dry = graph.branch(reversed ? their : our).merge(reversed ? our : their, dryRun());
            assertThat(kinds(dry)).as("%s, reversed: %s", what, reversed).isEqualTo(told);
        }
        if (!isConflict) {
            requireMerged(given, ours, what, our, their, expected, LONG || ours == theirs);
        } else if (given.strategy() != MergeStrategy.FAIL) {
            assertThat(kinds(graph.branch(our).merge(their, dryRun().strategy(given.strategy()))))
                    .as(what)
                    .containsExactly("DIVERGENT_DEFAULT", expected);
        }
    }

    private void requireMerged(
            Given given, Did did, String what, String our, String their, String expected, boolean again) {
        String ours = given + "/merged";
        String theirs = given + "/again";
        graph.createBranch(ours, our);
        graph.createBranch(theirs, their);
        MergeOptions options = MergeOptions.DEFAULT.strategy(given.strategy());
        assertThat(graph.branch(ours).merge(theirs, options).outcome()).as(what).isEqualTo(Outcome.MERGED);
        assertThat(content(ours, given)).as(what).isEqualTo(expected);
        if (given.strategy() == MergeStrategy.FAIL && (LONG || did != Did.SET_OTHER)) {
            String reversed = given + "/reversed";
            graph.createBranch(reversed, their);
            assertThat(graph.branch(reversed).merge(our).outcome()).as(what).isEqualTo(Outcome.MERGED);
            assertThat(content(reversed, given)).as(what + ", reversed").isEqualTo(expected);
            graph.deleteBranch(reversed, true);
        }
        if (again) {
            requireMergedAgain(given, did, what, ours, theirs, expected);
        }
        graph.deleteBranch(ours, true);
        graph.deleteBranch(theirs, true);
    }

    /** Theirs, which still has its own schema, deletes b, and sets a's property unless ours has set it; ours inserts e. */
    private void requireMergedAgain(Given given, Did did, String what, String ours, String theirs, String expected) {
        boolean setsA = given.theirsHasIt() && did != Did.SET_1 && did != Did.SET_2 && expected.startsWith("a");
        graph.branch(theirs).write(tx -> {
            tx.delete(tx.node("P", "b"));
            if (setsA) {
                tx.set(tx.node("P", "a"), Map.of(given.property(), 4));
            }
            return null;
        });
        graph.branch(ours).write(tx -> tx.create("P", Map.of("k", "e", given.property(), 3)));
        String after = Stream.concat(
                        Arrays.stream(expected.split(" ", -1))
                                .filter(each -> !each.startsWith("b"))
                                .map(each -> setsA && each.startsWith("a") ? each.replaceAll("[0-9]", "4") : each),
                        Stream.of("e3"))
                .collect(Collectors.joining(" "));
        assertThat(graph.branch(theirs).merge(ours, dryRun()).conflicts())
                .as(what + ", the other way")
                .isEmpty();
        assertThat(graph.branch(ours).merge(theirs).outcome())
                .as(what + ", again")
                .isEqualTo(Outcome.MERGED);
        assertThat(content(ours, given)).as(what + ", again").isEqualTo(after);
        assertThat(graph.branch(theirs).merge(ours).outcome())
                .as(what + ", back")
                .isEqualTo(Outcome.FAST_FORWARD);
        assertThat(content(theirs, given)).as(what + ", back").isEqualTo(after);
        try (Stream<ElementChange> changes = graph.diff(ours, theirs).changes()) {
            assertThat(changes).as(what).isEmpty();
        }
    }

    private static MergeOptions dryRun() {
        return MergeOptions.DEFAULT.asDryRun();
    }

    private static List<String> kinds(MergeResult result) {
        return result.conflicts().stream()
                .map(each -> each.conflict().kind().name())
                .toList();
    }

    private String content(String branch, Given given) {
        String query = "MATCH (p:P) RETURN p.k, p." + given.property() + ", p.s ORDER BY p.k";
        try (Result result = graph.branch(branch).snapshot().query(query)) {
            return result.stream()
                    .map(row -> Objects.requireNonNull(row.get(0))
                            + Optional.ofNullable(row.get(1))
                                    .map(Object::toString)
                                    .orElse("-")
                            + Optional.ofNullable(row.get(2))
                                    .map(Object::toString)
                                    .orElse(""))
                    .collect(Collectors.joining(" "));
        }
    }
}
