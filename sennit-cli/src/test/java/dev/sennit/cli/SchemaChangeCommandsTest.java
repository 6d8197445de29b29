package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.SchemaChange;
import dev.sennit.SchemaUpdate;
import dev.sennit.WriteOptions;
import dev.sennit.cli.CommandSandbox.Outcome;
import dev.sennit.model.IdSource;
import dev.sennit.model.RefusedStep;
import dev.sennit.model.Rule;
import dev.sennit.model.SchemaChangeRefusedException;
import dev.sennit.model.Violation;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.SchemaParser;
import dev.sennit.schema.migration.MigrationPlanner;
import dev.sennit.schema.migration.PlannedStep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaChangeCommandsTest {
    private static final String BEFORE =
            "NODE Airport { code STRING KEY, town STRING, runways INT32, note STRING } NODE Old { k STRING KEY }";
    private static final String AFTER = "NODE Airport { code STRING KEY, city STRING RENAMED FROM town,"
            + " runways INT64 RANGE 0.., size INT8 NOT NULL DEFAULT 1 }";

    private final FakeGraph graph = new FakeGraph();
    private final CommandSandbox sennit = new CommandSandbox(graph);

    @TempDir
    Path directory;

    private String file = "";

    @Nullable
    private SchemaUpdate asked;

    @Nullable
    private WriteOptions askedWith;

    @BeforeEach
    void writeASchema() throws IOException {
        graph.history.add(FakeGraph.commit(1, "init", ""));
        file = Files.writeString(directory.resolve("air.sennit"), AFTER).toString();
        graph.schemaChanger = (update, options) -> {
            asked = update;
            askedWith = options;
            return new SchemaChange(
                    steps(),
                    List.of(),
                    List.of(),
                    0,
                    3_504,
                    3_504,
                    update.dryRun() ? Optional.empty() : Optional.of(FakeGraph.commit(2, "schema", "")),
                    false);
        };
    }

    private static List<PlannedStep> steps() {
        IdSource ids = new IdSource(Clock.systemUTC(), new Random(1));
        return new MigrationPlanner(ids)
                .plan(
                        AcceptedSchema.firstOf(SchemaParser.parse(BEFORE), ids),
                        SchemaParser.parseDocument(AFTER),
                        table -> 3_504)
                .steps();
    }

    @Test
    void aPlan_listsStepsAndCosts() {
        assertThat(sennit.run("schema", "plan", "air", file)).isEqualTo(new Outcome(0, """
                        step                                        cost
                        ------------------------------------------  ---------------------------------------------
                        rename Airport.town to city                 metadata only
                        change Airport.runways from INT32 to INT64  rewrites 3,504 values
                        add RANGE 0.. to Airport.runways            reads 3,504 rows
                        add Airport.size INT8 NOT NULL DEFAULT 1    rewrites 3,504 values
                        drop Airport.note                           metadata only, hides values of 3,504 elements
                        drop NODE Old                               metadata only, hides 3,504 elements
                        6 steps; nothing was changed
                        """, ""));
        assertThat(asked).isNotNull().returns(true, SchemaUpdate::dryRun);
    }

    @Test
    void aPlanThatIsRefused_tellsWhy_andEndsWith4() {
        graph.schemaChanger = (update, options) -> new SchemaChange(
                steps(),
                List.of(new RefusedStep("add RANGE 0.. to Airport.runways", "the data break it once", "change it")),
                List.of(violation()),
                1,
                3_504,
                0,
                Optional.empty(),
                false);

        Outcome outcome = sennit.run("schema", "plan", "air", file);

        assertThat(outcome.exitCode()).isEqualTo(4);
        assertThat(outcome.out()).endsWith("""
                        refused: add RANGE 0.. to Airport.runways: the data break it once
                        help: change it
                          RANGE Airport.runways of 'AMS': -1 is not within 0..
                        6 steps, 1 refused; nothing was changed
                        """);
    }

    @Test
    void aPlanAsJson_hasEveryMember() {
        Outcome outcome = sennit.run("schema", "plan", "air", file, "--json");

        assertThat(outcome.out())
                .startsWith(
                        "{\"commit\":null,\"dryRun\":true,\"replayed\":false,\"rowsRead\":3504,\"rowsRewritten\":3504,"
                                + "\"steps\":[{\"step\":\"RENAME_PROPERTY\",\"type\":\"Airport\",\"property\":\"city\","
                                + "\"text\":\"rename Airport.town to city\",\"cost\":\"metadata\",\"rows\":0,"
                                + "\"hidesData\":false},")
                .contains("{\"step\":\"DROP_TYPE\",\"type\":\"Old\",\"property\":null,\"text\":\"drop NODE Old\","
                        + "\"cost\":\"metadata\",\"rows\":0,\"hidesData\":true}")
                .endsWith("\"refusals\":[],\"violations\":[],\"violationsTotal\":0}\n");
    }

    @Test
    void applying_tellsWhatWasDone_andTakesWhatAnyWriteTakes() {
        Outcome outcome = sennit.run(
                "schema", "apply", "air", file, "--yes", "-m", "names", "--idempotency-key", "k1", "--timeout", "2m");

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).contains("rename Airport.town to city").endsWith("commit 00800002\n");
        assertThat(asked).isNotNull().returns(true, SchemaUpdate::hidingData).returns(false, SchemaUpdate::dryRun);
        assertThat(askedWith)
                .isNotNull()
                .returns("names", WriteOptions::message)
                .returns(Optional.of("k1"), WriteOptions::idempotencyKey);
    }

    @Test
    void withoutYes_dataAreNotHidden() {
        sennit.run("schema", "apply", "air", file);

        assertThat(asked).isNotNull().returns(false, SchemaUpdate::hidingData);
    }

    @Test
    void theSameSchema_isNothingToDo() {
        graph.schemaChanger = (update, options) ->
                new SchemaChange(List.of(), List.of(), List.of(), 0, 0, 0, Optional.empty(), false);

        assertThat(sennit.run("schema", "apply", "air", file).out())
                .isEqualTo("nothing to do: the graph has this schema; no commit\n");
        assertThat(sennit.run("schema", "plan", "air", file).out())
                .isEqualTo("nothing to do: the graph has this schema\n");
    }

    @Test
    void whatIsRefused_isToldWithItsDataAndTheWayOut() {
        graph.schemaChanger = (update, options) -> {
            throw new SchemaChangeRefusedException(
                    List.of(
                            new RefusedStep("add RANGE 0.. to Airport.runways", "the data break it once", "change it"),
                            new RefusedStep("drop NODE Old", "there are data", "say --yes")),
                    List.of(violation()),
                    1,
                    null);
        };

        Outcome outcome = sennit.run("schema", "apply", "air", file);

        assertThat(outcome).isEqualTo(new Outcome(4, "", """
                error: cannot add RANGE 0.. to Airport.runways and 1 more
                  the data break it once
                  RANGE Airport.runways of 'AMS': -1 is not within 0..
                help: change it
                error: cannot drop NODE Old
                  there are data
                help: say --yes
                """));
        assertThat(sennit.run("schema", "apply", "air", file, "--json").err())
                .contains("\"code\":\"SCHEMA_CHANGE_REFUSED\"")
                .contains("\"refusals\":[{")
                .contains("\"wayOut\":\"say --yes\"")
                .contains("\"violations\":[{\"rule\":\"RANGE\"");
    }

    @Test
    void violations_areAllWrittenToAFile_andTheMessageSaysSo() throws IOException {
        graph.schemaChanger = (update, options) -> {
            for (int i = 0; i < 3; i++) {
                update.violations().accept(violation());
            }
            RefusedStep refused =
                    new RefusedStep("add RANGE 0.. to Airport.runways", "the data break it 3 times", "change it");
            if (update.dryRun()) {
                return new SchemaChange(
                        steps(), List.of(refused), List.of(violation()), 3, 9, 0, Optional.empty(), false);
            }
            throw new SchemaChangeRefusedException(List.of(refused), List.of(violation()), 3, null);
        };
        Path violations = directory.resolve("bad.jsonl");
        String[] apply = {"schema", "apply", "air", file};
        String[] plan = {"schema", "plan", "air", file};

        assertThat(sennit.run(apply).err()).isEqualTo("""
                        error: cannot add RANGE 0.. to Airport.runways
                          the data break it 3 times
                          RANGE Airport.runways of 'AMS': -1 is not within 0..
                          and 2 more; --violations <file> takes all
                        help: change it
                        """);
        assertThat(violations).doesNotExist();
        String line =
                "{\"rule\":\"RANGE\",\"type\":\"Airport\",\"property\":\"runways\",\"key\":\"AMS\",\"value\":\"-1\","
                        + "\"source\":null,\"line\":null,\"message\":\"Airport.runways: -1 is not within 0..\"}";
        for (String[] command : List.of(apply, plan)) {
            Outcome outcome = sennit.run(writing(violations, command));
            assertThat(outcome.exitCode()).isEqualTo(4);
            assertThat(outcome.out() + outcome.err()).contains("  all 3 are in " + violations + "\n");
            assertThat(Files.readAllLines(violations)).containsExactly(line, line, line);
            Files.delete(violations);
        }
        assertThat(sennit.run(writing(violations, "schema", "apply", "air", file, "--json"))
                        .err())
                .contains("\"violationsFile\":\"" + violations + "\"");
        assertThat(Files.readAllLines(violations)).hasSize(3);
    }

    @Test
    void whereNothingIsInTheWay_theFileIsEmpty_andNotAnOldOne() throws IOException {
        Path violations = Files.writeString(directory.resolve("bad.jsonl"), "old\n");

        assertThat(sennit.run(writing(violations, "schema", "apply", "air", file, "--yes"))
                        .exitCode())
                .isZero();

        assertThat(violations).isEmptyFile();
    }

    @Test
    void aFileThatCannotBeWritten_isToldBeforeAnythingIsDone() {
        Outcome outcome = sennit.run(writing(directory.resolve("none/bad.jsonl"), "schema", "apply", "air", file));

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err())
                .startsWith("error: cannot write the violations file ")
                .contains("  its directory does not exist\n")
                .contains("help: name a file in a directory that exists, with --violations");
        assertThat(asked).isNull();
    }

    @Test
    void costsStandInOneColumn_howeverLongNamesAre() {
        String wide = "A".repeat(30);
        String before = "NODE " + wide + " { k STRING KEY } EDGE E (" + wide + ")-[0..*]->(" + wide + ")";
        IdSource ids = new IdSource(Clock.systemUTC(), new Random(1));
        graph.schemaChanger = (update, options) -> new SchemaChange(
                new MigrationPlanner(ids)
                        .plan(
                                AcceptedSchema.firstOf(SchemaParser.parse(before), ids),
                                SchemaParser.parseDocument(before.replace("STRING KEY", "STRING KEY, n INT8")
                                        .replace("0..*", "0..1")),
                                table -> 5)
                        .steps(),
                List.of(),
                List.of(),
                0,
                0,
                0,
                Optional.empty(),
                false);

        List<String> lines =
                sennit.run("schema", "plan", "air", file).out().lines().toList();

        int column = lines.getFirst().indexOf("cost");
        assertThat(lines.subList(2, 4))
                .allSatisfy(line -> assertThat(line.charAt(column - 1)).isEqualTo(' '));
        assertThat(lines.get(2).substring(column)).isEqualTo("metadata only");
        assertThat(lines.get(3).substring(column)).isEqualTo("reads 10 rows");
    }

    private static String[] writing(Path violations, String... command) {
        return Stream.concat(Stream.of(command), Stream.of("--violations", violations.toString()))
                .toArray(String[]::new);
    }

    @Test
    void declaredIndexes_areSaidNotToBeBuilt() throws IOException {
        String schema = Files.writeString(
                        directory.resolve("index.sennit"), "NODE Airport { code STRING KEY, FULLTEXT (code) }")
                .toString();
        IdSource ids = new IdSource(Clock.systemUTC(), new Random(1));
        List<PlannedStep> steps = new MigrationPlanner(ids)
                .plan(
                        AcceptedSchema.firstOf(SchemaParser.parse("NODE Airport { code STRING KEY }"), ids),
                        SchemaParser.parseDocument(Files.readString(Path.of(schema))),
                        table -> 5)
                .steps();
        graph.schemaChanger = (update, options) -> new SchemaChange(
                steps,
                List.of(),
                List.of(),
                0,
                0,
                0,
                update.dryRun() ? Optional.empty() : Optional.of(FakeGraph.commit(2, "schema", "")),
                false);

        String note = "note: FULLTEXT and VECTOR INDEX are kept in the schema; this version of Sennit does not build or"
                + " use them yet\n";
        assertThat(sennit.run("schema", "plan", "air", schema)).isEqualTo(new Outcome(0, """
                        step                                cost
                        ----------------------------------  -------------
                        declare FULLTEXT (code) on Airport  metadata only
                        1 step; nothing was changed
                        """, note));
        assertThat(sennit.run("schema", "apply", "air", schema).err()).isEqualTo(note);
        assertThat(sennit.run("schema", "plan", "air", schema, "--json").err()).isEmpty();
    }

    @Test
    void aRevision_isRefused() {
        assertThat(sennit.run("schema", "apply", "air", file, "--at", "main~1").exitCode())
                .isEqualTo(2);
    }

    private static Violation violation() {
        return new Violation(
                Rule.RANGE, "Airport", "runways", "AMS", "-1", null, 0, "Airport.runways: -1 is not within 0..");
    }
}
