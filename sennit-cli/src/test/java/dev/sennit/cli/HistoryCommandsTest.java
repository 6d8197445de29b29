package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.cli.CommandSandbox.Outcome;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.GraphInfo.TypeInfo;
import dev.sennit.model.MutationCounts;
import dev.sennit.model.OperationId;
import dev.sennit.model.OperationInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HistoryCommandsTest {
    private static final String FIRST = "01JC0000000000000000800001";
    private static final String SECOND = "01JC0000000000000000800002";
    private static final String OPERATION = "01JC0000000000000000G00002";

    private final FakeGraph graph = new FakeGraph();
    private final CommandSandbox sennit = new CommandSandbox(graph);

    @BeforeEach
    void writeAHistory() {
        graph.history.add(FakeGraph.commit(1, "init", ""));
        graph.history.add(FakeGraph.commit(2, "load", "first load\nof many"));
        graph.types = List.of(
                new TypeInfo("Airport", false, 3_504, 12, 3_504, 1_234_567),
                new TypeInfo("ROUTE(Airport,Airport)", true, 50_637, 2, 25_000, 2_100_000),
                new TypeInfo("Country", false, 0, 1, 0, 0));
    }

    @Test
    void log_isNewestFirst_withChangesPerType() {
        assertThat(sennit.run("log", "air")).isEqualTo(new Outcome(0, """
                        commit    time                  author  writer  message     changes
                        --------  --------------------  ------  ------  ----------  ------------------------------------------------------------
                        00800002  2026-11-29T12:02:00Z  ada     load    first load  Airport: 3,504 inserted; ROUTE(Airport,Airport): 50,637 inserted, 2 rejected
                        00800001  2026-11-29T12:01:00Z  ada     init
                        """, ""));
        assertThat(graph.askedFor).isEqualTo("main");
    }

    @Test
    void log_beginsWithARevision_asArgumentOrFlag() {
        assertThat(sennit.run("log", "air", "review").exitCode()).isZero();
        assertThat(graph.askedFor).isEqualTo("review");
        assertThat(sennit.run("log", "air", "main~2", "-n", "1").exitCode()).isZero();
        assertThat(graph.askedFor).isEqualTo("main~2");
        assertThat(sennit.run("log", "air", "--at", "main~3").exitCode()).isZero();
        assertThat(graph.askedFor).isEqualTo("main~3");
        assertThat(sennit.run("log", "air", "~1", "--branch", "review").exitCode())
                .isZero();
        assertThat(graph.askedFor).isEqualTo("review~1");
        assertThat(sennit.run("log", "air", "main", "--at", "main~3")).isEqualTo(new Outcome(2, "", """
                        error: both main and --at main~3
                        help: name one commit
                        """));
    }

    @Test
    void log_isCutAtItsLimit_andSaysSoWhereNobodyAskedForIt() {
        Outcome one = sennit.run("log", "air", "-n", "1");
        assertThat(one.out().lines()).hasSize(3);
        assertThat(one.err()).isEmpty();
        assertThat(sennit.run("log", "air", "-n", "-1").exitCode()).isEqualTo(2);
        for (int number = 3; number <= 20; number++) {
            graph.history.add(FakeGraph.commit(number, "load", ""));
        }
        assertThat(sennit.run("log", "air").err()).isEmpty();
        graph.history.add(FakeGraph.commit(21, "load", ""));
        Outcome cut = sennit.run("log", "air");
        assertThat(cut.out().lines()).hasSize(22);
        assertThat(cut.err()).isEqualTo("older commits are not shown; -n 0 shows all\n");
        assertThat(sennit.run("log", "air", "--json").out().lines()).hasSize(20);
        assertThat(sennit.run("log", "air", "--quiet").err()).isEmpty();
        assertThat(sennit.run("log", "air", "-n", "0").out().lines()).hasSize(23);
    }

    @Test
    void log_isFilteredByAuthorTypeAndTime_andPaged() {
        for (int number = 3; number <= 9; number++) {
            graph.history.add(FakeGraph.commit(number, number % 2 == 0 ? "load" : "init", "number " + number));
        }
        assertThat(shown("--author", "bob")).isEmpty();
        assertThat(shown("--author", "ada")).hasSize(9);
        assertThat(shown("--type", "ROUTE")).containsExactly("8", "6", "4", "2");
        assertThat(shown("--type", "ROUTE(Airport,Airport)")).hasSize(4);
        assertThat(shown("--type", "ROU")).isEmpty();
        assertThat(shown("--since", "2026-11-29T12:07Z")).containsExactly("9", "8", "7");
        assertThat(shown("--until", "2026-11-29T13:03:01+01:00")).containsExactly("3", "2", "1");
        assertThat(shown("--since", "2026-11-29T12:04Z", "--until", "2026-11-29T12:06Z", "--type", "Airport"))
                .containsExactly("4");
        assertThat(shown("-n", "2", "--skip", "3")).containsExactly("6", "5");
        assertThat(sennit.run("log", "air", "--skip", "-1").exitCode()).isEqualTo(2);
        assertThat(sennit.run("log", "air", "--since", "yesterday").exitCode()).isEqualTo(2);
    }

    @Test
    void log_saysOfAStatementWhatItDid_asTheStatementSaid() {
        graph.history.add(new CommitInfo(
                FakeGraph.commitId(3),
                List.of(),
                "ada",
                graph.history.getLast().time(),
                graph.history.getLast().operation(),
                "mutation",
                Optional.empty(),
                "",
                List.of("Airport", "ROUTE(Airport,Airport)"),
                new MutationCounts(1, 0, 2, 0, 1, 9).numbers()));

        assertThat(sennit.run("log", "air", "-n", "1").out())
                .endsWith("created 1 node, changed 1 edge, deleted 2 nodes and 9 edges of Airport,"
                        + " ROUTE(Airport,Airport)\n");
    }

    /** The numbers of the commits that are shown. */
    private List<String> shown(String... flags) {
        List<String> arguments = new ArrayList<>(List.of("log", "air", "--json"));
        arguments.addAll(List.of(flags));
        return sennit.run(arguments.toArray(String[]::new))
                .out()
                .lines()
                .map(line -> line.substring(line.indexOf("\",\"parents") - 1, line.indexOf("\",\"parents")))
                .toList();
    }

    @Test
    void log_asJson_isOneObjectPerCommit() {
        Outcome outcome = sennit.run("log", "air", "--json");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .isEqualTo("{\"commit\":\"" + SECOND + "\",\"parents\":[\"" + FIRST
                        + "\"],\"time\":\"2026-11-29T12:02:00.250Z\",\"author\":\"ada\",\"writer\":\"load\","
                        + "\"message\":\"first load\\nof many\",\"operation\":\"" + OPERATION
                        + "\",\"idempotencyKey\":null,\"tablesTouched\":[\"Airport\",\"ROUTE(Airport,Airport)\"],"
                        + "\"result\":{\"Airport.read\":3504,\"Airport.inserted\":3504,\"Airport.updated\":0,"
                        + "\"ROUTE(Airport,Airport).inserted\":50637,\"ROUTE(Airport,Airport).rejected\":2}}\n"
                        + "{\"commit\":\"" + FIRST + "\",\"parents\":[],\"time\":\"2026-11-29T12:01:00.250Z\","
                        + "\"author\":\"ada\",\"writer\":\"init\",\"message\":\"\",\"operation\":"
                        + "\"01JC0000000000000000G00001\",\"idempotencyKey\":null,\"tablesTouched\":[],"
                        + "\"result\":{}}\n");
    }

    @Test
    void show_tellsEverythingAboutOneCommit() {
        assertThat(sennit.run("show", "air")).isEqualTo(new Outcome(0, """
                        commit     01JC0000000000000000800002
                        parents    01JC0000000000000000800001
                        time       2026-11-29T12:02:00.250Z
                        author     ada
                        writer     load
                        operation  01JC0000000000000000G00002
                        changes    Airport: 3,504 inserted
                                   ROUTE(Airport,Airport): 50,637 inserted, 2 rejected

                            first load
                            of many
                        """, ""));
        assertThat(sennit.run("show", "air", "main~1").out())
                .startsWith("commit     " + FIRST)
                .isEqualTo(sennit.run("show", "air", "--at", "main~1").out());
        assertThat(sennit.run("show", "air", "--json").out())
                .isEqualTo(sennit.run("log", "air", "--json", "-n", "1", "-q").out());
        assertThat(sennit.run("show", "air", "main", "--at", "main").exitCode()).isEqualTo(2);
    }

    @Test
    void storedTextCannotDriveTheTerminal() {
        graph.history.add(new CommitInfo(
                FakeGraph.commitId(3),
                List.of(),
                "eve\u001b[31m",
                graph.history.getLast().time(),
                graph.history.getLast().operation(),
                "load",
                Optional.empty(),
                "red\u0007",
                List.of(),
                Map.of()));
        for (String verb : List.of("log", "show", "info")) {
            assertThat(sennit.run(verb, "air").out())
                    .as(verb)
                    .contains("eve\\u001b[31m", "red\\u0007")
                    .doesNotContain("\u001b", "\u0007");
        }
    }

    @Test
    void info_showsTypesCountsHeadAndSize() {
        assertThat(sennit.run("info", "air")).isEqualTo(new Outcome(0, """
                        graph   air  01JDX0000000000000000000GR
                        branch  main
                        head    00800002  2026-11-29T12:02:00Z  ada  load: first load
                        nodes   3,504
                        edges   50,637
                        size    3.4 MB on disk

                        type                    kind    rows  properties  indexed    size
                        ----------------------  ----  ------  ----------  -------  ------
                        Airport                 node   3,504          12     100%  1.2 MB
                        ROUTE(Airport,Airport)  edge  50,637           2      49%  2.1 MB
                        Country                 node       0           1        -     0 B
                        """, ""));
    }

    @Test
    void info_asJson() {
        String commit = sennit.run("show", "air", "--json").out().strip();
        assertThat(sennit.run("info", "air", "--json").out())
                .isEqualTo("{\"graph\":\"01JDX0000000000000000000GR\",\"location\":\"air\",\"branch\":\"main\","
                        + "\"head\":" + commit + ",\"nodes\":3504,\"edges\":50637,\"sizeBytes\":3400000,\"types\":["
                        + "{\"type\":\"Airport\",\"kind\":\"node\",\"rows\":3504,\"properties\":12,"
                        + "\"indexedRows\":3504,\"sizeBytes\":1234567},"
                        + "{\"type\":\"ROUTE(Airport,Airport)\",\"kind\":\"edge\",\"rows\":50637,\"properties\":2,"
                        + "\"indexedRows\":25000,\"sizeBytes\":2100000},"
                        + "{\"type\":\"Country\",\"kind\":\"node\",\"rows\":0,\"properties\":1,\"indexedRows\":0,"
                        + "\"sizeBytes\":0}]}\n");
    }

    @Test
    void outcome_isToldByTextAndExitCode() {
        graph.outcome = new dev.sennit.model.Outcome.Committed(graph.history.getLast());
        Outcome committed = sennit.run("outcome", "air", OPERATION);
        assertThat(committed.exitCode()).isZero();
        assertThat(committed.out()).startsWith("committed\ncommit     " + SECOND);

        graph.outcome = new dev.sennit.model.Outcome.NotCommitted("a later writer aborted it");
        assertThat(sennit.run("outcome", "air", OPERATION))
                .isEqualTo(new Outcome(3, "not committed, and never will be: a later writer aborted it\n", ""));

        graph.outcome = new dev.sennit.model.Outcome.InProgress("load of process 7 on host");
        assertThat(sennit.run("outcome", "air", OPERATION))
                .isEqualTo(new Outcome(6, "in progress: load of process 7 on host\n", ""));
        assertThat(sennit.run("outcome", "air", OPERATION, "--json").out())
                .isEqualTo("{\"operation\":\"" + OPERATION
                        + "\",\"outcome\":\"in progress\",\"commit\":null,\"why\":\"load of process 7 on host\"}\n");

        assertThat(sennit.run("outcome", "air", "x"))
                .isEqualTo(new Outcome(
                        2,
                        "",
                        "error: 'x' is not an operation id\nhelp: copy the 26 characters that came with the error\n"));
    }

    @Test
    void operationsAndRecover_tellWhatHappenedAndWhy() {
        graph.operations = List.of(
                new OperationInfo(
                        OperationId.parse(OPERATION),
                        Optional.of("load"),
                        Optional.of("main"),
                        Optional.of("ann"),
                        OperationInfo.State.UNRESOLVED,
                        "left undecided by process 7 on host, which is gone; the next write aborts it",
                        Instant.parse("2026-11-29T12:00:00Z"),
                        Optional.empty()),
                new OperationInfo(
                        OperationId.parse(OPERATION),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        OperationInfo.State.NOT_COMMITTED,
                        "aborted: its writer is gone",
                        Instant.parse("2026-11-29T12:00:00Z"),
                        Optional.empty()));
        assertThat(sennit.run("operations", "air").out())
                .contains(OPERATION, "unresolved", "left undecided by process 7 on host", "not committed");
        assertThat(sennit.run("recover", "air", "--json").out().lines())
                .containsExactly(
                        "{\"operation\":\"" + OPERATION
                                + "\",\"state\":\"unresolved\",\"time\":\"2026-11-29T12:00:00Z\",\"writer\":\"load\","
                                + "\"branch\":\"main\",\"author\":\"ann\",\"commit\":null,\"why\":\"left undecided by"
                                + " process 7 on host, which is gone; the next write aborts it\"}",
                        "{\"operation\":\"" + OPERATION
                                + "\",\"state\":\"not committed\",\"time\":\"2026-11-29T12:00:00Z\",\"writer\":null,"
                                + "\"branch\":null,\"author\":null,\"commit\":null,\"why\":\"aborted: its writer is"
                                + " gone\"}");

        graph.operations = List.of();
        assertThat(sennit.run("recover", "air")).isEqualTo(new Outcome(0, "nothing to recover\n", ""));
        assertThat(sennit.run("operations", "air", "-n", "-1").exitCode()).isEqualTo(2);
    }
}
