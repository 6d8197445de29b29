package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sennit.cli.CommandSandbox.Outcome;
import dev.sennit.model.ConstraintViolationException;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeConflictsException;
import dev.sennit.model.MergeSide;
import dev.sennit.model.Node;
import dev.sennit.model.NodeId;
import dev.sennit.model.OperationId;
import dev.sennit.model.OutcomeUnknownException;
import dev.sennit.model.ResolvedConflict;
import dev.sennit.model.Rule;
import dev.sennit.model.SourcePosition;
import dev.sennit.model.StoreException;
import dev.sennit.model.Ticker;
import dev.sennit.model.Violation;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ErrorReportTest {
    private static final OperationId OPERATION = OperationId.parse("01JDX0000000000000000000P1");

    private final FakeGraph graph = new FakeGraph();
    private final CommandSandbox sennit = new CommandSandbox(graph);

    @Test
    void problemCauseExcerptAndRemedyAreLinesOfTheirOwn() {
        graph.failure = unknownName();
        assertThat(sennit.run("info", "air")).isEqualTo(new Outcome(4, "", """
                        error: unknown property 'cod' of Airport
                          the schema has code and name
                          MATCH (a:Airport {cod: 1})
                                            ^^^
                        help: did you mean 'code'?
                        """));
    }

    @Test
    void whatDataMakeOfAMessage_isNoCommandToTheTerminal_andNoLineOfItsOwn() {
        MergeConflict conflict = new MergeConflict.DeleteUpdate(
                new NodeId("P", "e\u001b[31m\nhelp: all is well"),
                MergeSide.OURS,
                new Node("P", List.of("P"), "e", Map.of()));
        graph.failure = new MergeConflictsException(
                ErrorText.of("no merge of e\u001b[31m\nhelp: all is well: 1 conflict")
                        .cause(conflict.message())
                        .remedy("look at e\u001b[31m\nhelp: all is well"),
                List.of(new ResolvedConflict(conflict, Optional.empty())),
                null);
        String escaped = "e\\u001b[31m\\nhelp: all is well";
        assertThat(sennit.run("info", "air").err().lines())
                .containsExactly(
                        "error: no merge of " + escaped + ": 1 conflict",
                        "  delete-update P:" + escaped + ": we deleted P:" + escaped + ", they changed it",
                        "help: look at " + escaped);
        assertThat(sennit.run("info", "air", "--json").err())
                .contains("\"message\":\"no merge of e\\u001B[31m\\nhelp: all is well: 1 conflict: we deleted");
    }

    @Test
    void whatIsListed_isNotTheCauseAsWell() {
        String lost = "ROUTE(Airport,Airport) AMS->LHR would lose its Airport 'LHR'";
        List<Violation> two = List.of(
                new Violation(Rule.ENDPOINT, "ROUTE(Airport,Airport)", null, "AMS->LHR", null, null, 0, lost),
                new Violation(Rule.RANGE, "Airport", "runways", "LHR", null, null, 0, "Airport.runways: 0 is too few"));
        graph.failure = new ConstraintViolationException(
                ErrorText.of("2 violations: nothing was written").cause(lost), two, 2, OPERATION);
        assertThat(sennit.run("info", "air").err()).isEqualTo("""
                error: 2 violations: nothing was written
                  ENDPOINT ROUTE(Airport,Airport) AMS->LHR would lose its Airport 'LHR'
                  RANGE Airport.runways of 'LHR': 0 is too few
                """);
        assertThat(sennit.run("info", "air", "--json").err())
                .contains("\"message\":\"2 violations: nothing was written: " + lost + "\"")
                .contains("\"message\":\"" + lost + "\"")
                .contains("\"violationsTotal\":2");

        graph.failure = new ConstraintViolationException(
                ErrorText.of(lost).cause("the transaction has deleted the node").remedy("keep it"),
                two.subList(0, 1),
                1,
                null);
        assertThat(sennit.run("info", "air").err()).isEqualTo("""
                error: ROUTE(Airport,Airport) AMS->LHR would lose its Airport 'LHR'
                  the transaction has deleted the node
                help: keep it
                """);
    }

    @Test
    void theFirstConflict_isNotTheCauseAsWell_butWhatSidesAreIs() {
        List<ResolvedConflict> conflicts = Stream.of("a", "b")
                .map(id -> new ResolvedConflict(
                        new MergeConflict.DeleteUpdate(
                                new NodeId("P", id), MergeSide.OURS, new Node("P", List.of("P"), id, Map.of())),
                        Optional.empty()))
                .toList();
        String first = conflicts.getFirst().conflict().message();
        graph.failure = new MergeConflictsException(
                ErrorText.of("no merge: 2 conflicts").cause("the first: " + first + "; ours is main, theirs is fix"),
                conflicts,
                null);
        assertThat(sennit.run("info", "air").err()).isEqualTo("""
                error: no merge: 2 conflicts
                  ours is main, theirs is fix
                  delete-update P:a: we deleted P:a, they changed it
                  delete-update P:b: we deleted P:b, they changed it
                """);
        graph.failure = new MergeConflictsException(
                ErrorText.of("no merge: 2 conflicts").cause("the branches have no state in common"), conflicts, null);
        assertThat(sennit.run("info", "air").err().lines()).contains("  the branches have no state in common");
    }

    @Test
    void json_hasAlwaysTheSameMembers() {
        graph.failure = unknownName();
        assertThat(sennit.run("info", "air", "--json").err())
                .isEqualTo(
                        "{\"error\":{\"code\":\"UNKNOWN_NAME\",\"gqlstatus\":\"42002\",\"message\":\"unknown property"
                                + " 'cod' of Airport: the schema has code and name\",\"remedy\":\"did you mean"
                                + " 'code'?\",\"details\":{\"names\":[\"code\",\"name\"],\"line\":1,\"column\":19,"
                                + "\"excerpt\":\"  MATCH (a:Airport {cod: 1})\\n                    ^^^\"},"
                                + "\"operationId\":null}}\n");
    }

    @Test
    void json_hasNoMemberTwice() throws IOException {
        Violation violation = new Violation(Rule.KEY, "Airport", "code", null, null, null, 0, "there is one");
        graph.failure = new ConstraintViolationException(
                ErrorText.of("1 violation").detail("violations", 1), List.of(violation), 1, null);
        ObjectMapper strict = JsonMapper.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();

        JsonNode details =
                strict.readTree(sennit.run("info", "air", "--json").err()).at("/error/details");

        assertThat(details.path("violations").isArray()).isTrue();
        assertThat(details.path("violationsTotal").asInt()).isEqualTo(1);
    }

    @Test
    void violationsAreListedByFileAndLine() {
        List<Violation> violations = LongStream.rangeClosed(1, 100)
                .mapToObj(line -> new Violation(
                        Rule.PATTERN, "Airport", "code", "x", "x", "air\u0007ports.csv", line, "'x' is no code"))
                .toList();
        graph.failure = new ConstraintViolationException(
                ErrorText.of("490 rows break rules; nothing was written").remedy("--skip-bad leaves them out"),
                violations,
                490,
                OPERATION);
        Outcome outcome = sennit.run("info", "air");
        assertThat(outcome.exitCode()).isEqualTo(4);
        assertThat(outcome.err().lines().toList())
                .hasSize(103)
                .startsWith(
                        "error: 490 rows break rules; nothing was written",
                        "  air\\u0007ports.csv:1: PATTERN Airport.code 'x' is no code",
                        "  air\\u0007ports.csv:2: PATTERN Airport.code 'x' is no code")
                .endsWith("  and 390 more", "help: --skip-bad leaves them out");
        assertThat(sennit.run("info", "air", "--json").err())
                .contains(
                        "\"details\":{\"violations\":[{\"rule\":\"PATTERN\",\"type\":\"Airport\",\"property\":"
                                + "\"code\",\"key\":\"x\",\"value\":\"x\",\"source\":\"air\\u0007ports.csv\",\"line\":1,"
                                + "\"message\":\"'x' is no code\"},",
                        "],\"violationsTotal\":490}",
                        "\"operationId\":\"" + OPERATION + "\"");
    }

    @Test
    void violationsAreShownInTheOrderOfTheInput_thoseOfNoRowByTypeAndMessage() {
        List<Violation> found = List.of(
                at("b.csv", 9, "B", "nine"),
                at("b.csv", 2, "B", "two, found first"),
                at("b.csv", 2, "B", "and then"),
                at("a.csv", 1, "A", "one"),
                at(null, 0, "B", "y"),
                at(null, 0, "A", "z"),
                at(null, 0, "B", "x"));
        assertThat(ErrorReport.inFileOrder(found).stream().map(ErrorReport::line))
                .containsExactly(
                        "b.csv:2: ENUM B two, found first",
                        "b.csv:2: ENUM B and then",
                        "b.csv:9: ENUM B nine",
                        "a.csv:1: ENUM A one",
                        "ENUM B x",
                        "ENUM B y",
                        "ENUM A z");
    }

    @Test
    void unknownOutcome_namesTheOperationToAskFor() {
        graph.failure = new OutcomeUnknownException(ErrorText.of("the store does not answer"), OPERATION, null);
        assertThat(sennit.run("info", "air"))
                .isEqualTo(new Outcome(7, "", "error: the store does not answer\n  operation " + OPERATION + "\n"));
    }

    @Test
    void exitCodesFollowTheCategory() {
        graph.failure = StoreException.corruption(ErrorText.of("torn"), null);
        assertThat(sennit.run("info", "air").exitCode()).isEqualTo(8);
        graph.failure = StoreException.unavailable(ErrorText.of("gone"), null);
        assertThat(sennit.run("info", "air").exitCode()).isEqualTo(1);
    }

    @Test
    void defects_areToldShortly_theStackTraceOnRequest() {
        graph.failure = new IllegalStateException("no such state");
        Outcome outcome = sennit.run("info", "air");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).isEqualTo("""
                        error: internal error: java.lang.IllegalStateException: no such state
                          this is a defect in Sennit, not in what you did
                        help: SENNIT_DEBUG=1 shows where it happened; please report it with that
                        """);
        assertThat(sennit.with("SENNIT_DEBUG", "1").run("info", "air").err())
                .contains("\tat dev.sennit.cli.ErrorReportTest");
    }

    @Test
    void closedOutput_endsQuietly() {
        StringWriter err = new StringWriter();
        assertThat(queryInto("Broken pipe", err)).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(graph.open).as("graphs left open").isZero();
    }

    @Test
    void outputThatCannotBeWritten_isAnError() {
        StringWriter err = new StringWriter();
        assertThat(queryInto("No space left on device", err)).isEqualTo(1);
        assertThat(err.toString()).isEqualTo("error: cannot write the output\n  No space left on device\n");
    }

    /** Runs a query of many rows into an output that fails after a while. */
    private int queryInto(String failureOfTheOutput, StringWriter err) {
        graph.history.add(FakeGraph.commit(1, "init", ""));
        graph.withColumns("n");
        for (long n = 0; n < 100_000; n++) {
            graph.withRow(n);
        }
        OutputStream out = new OutputStream() {
            private int written;

            @Override
            public void write(int b) throws IOException {
                written++;
                if (written > 10_000) {
                    throw new IOException(failureOfTheOutput);
                }
            }
        };
        Console console = Console.of(
                InputStream.nullInputStream(), new OutputWriter(out), err, Terminals.NONE, Map.of(), Ticker.system());
        return new CommandRunner(console, graph).run(List.of("query", "air", "RETURN 1"));
    }

    private static Violation at(@Nullable String source, long line, String type, String message) {
        return new Violation(Rule.ENUM, type, null, null, null, source, line, message);
    }

    private static InvalidTextException unknownName() {
        return new InvalidTextException(
                ErrorCode.UNKNOWN_NAME,
                ErrorText.of("unknown property 'cod' of Airport")
                        .cause("the schema has code and name")
                        .remedy("did you mean 'code'?")
                        .detail("names", List.of("code", "name")),
                new SourcePosition(1, 19, 3),
                "MATCH (a:Airport {cod: 1})");
    }
}
