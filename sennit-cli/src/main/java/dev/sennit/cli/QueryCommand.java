package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.Result;
import dev.sennit.Row;
import dev.sennit.Script;
import dev.sennit.StatementResult;
import dev.sennit.TransactionResult;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.cli.print.Quantity;
import dev.sennit.cli.print.RowWriter;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.MutationCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sennit query}. */
@Command(
        name = "query",
        header = "Run a query and print its rows, or change the graph.",
        description = {
            "",
            "Rows are printed as aligned columns, also into pipes; --json and --csv are for programs. How many rows"
                    + " there were, and what was changed, goes to standard error. Several statements are separated by"
                    + " semicolons; each that writes makes a commit of its own, with --atomic all make one.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  sennit query air 'MATCH (a:Airport {code: $from}) RETURN a' --param from=AMS",
            "  sennit query air \"MATCH (a:Airport {code: 'AMS'}) SET a.runways = 6\" -m 'a new runway'"
        })
final class QueryCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Mixin
    private StatementFlags write = new StatementFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "<cypher>",
            description = "The query, in quotes; - reads it from standard input.")
    @Nullable
    private String cypher;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "<file>",
            description = "Read the query from a file; - is standard input.")
    @Nullable
    private String file;

    @Option(
            names = {"-p", "--param"},
            paramLabel = "<name=value>",
            description = "A parameter: JSON if the value parses as JSON, else text; name=@file takes it from a"
                    + " file. May be repeated.")
    private List<String> parameters = new ArrayList<>();

    @Option(names = "--csv", description = "Print CSV with a header line.")
    private boolean csv;

    QueryCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        if (csv && output.json) {
            throw new InvalidArgumentException(
                    ErrorText.of("both --csv and --json").remedy("choose one"));
        }
        Texts texts = new Texts(console.in());
        String text = text(texts);
        Map<String, @Nullable Object> values = new QueryParameters(texts).parse(parameters);
        Script script = Script.parse(text);
        requireStatement(script, text);
        if (script.writes()) {
            refuseRevision();
            requireOneCommit(script);
        }
        try (InterruptionNotice notice = script.writes()
                        ? InterruptionNotice.ofWrite(console, output, graph)
                        : InterruptionNotice.ofRead(console, output);
                Graph open = graphs.open(graph, options(script, notice))) {
            if (write.atomic && script.writes()) {
                executeTogether(open, script, values);
                return 0;
            }
            for (Script.Statement statement : script.statements()) {
                if (statement.writes()) {
                    execute(open, statement.text(), values);
                } else {
                    query(open, statement.text(), values);
                }
            }
        }
        return 0;
    }

    private OpenOptions options(Script script, InterruptionNotice notice) {
        return script.writes() ? write.committer.openOptions(console).listener(notice) : OpenOptions.DEFAULT;
    }

    /** @throws InvalidTextException if there is nothing to run */
    private void requireStatement(Script script, String text) {
        if (!script.statements().isEmpty()) {
            return;
        }
        String source = file == null ? String.valueOf(cypher) : file;
        ErrorText problem = ErrorText.of(
                source.equals(Texts.STANDARD_INPUT)
                        ? "standard input has no query"
                        : file == null ? "the query is empty" : file + " has no query");
        throw new InvalidTextException(
                ErrorCode.SYNTAX_ERROR,
                (text.isBlank() ? problem : problem.cause("it has only comments and semicolons"))
                        .remedy("begin with MATCH, RETURN or another clause"));
    }

    /** @throws InvalidArgumentException if the state to write to was given as a revision */
    private void refuseRevision() {
        if (read.at != null) {
            throw new InvalidArgumentException(ErrorText.of("--at " + read.at + " with a query that writes")
                    .cause("a revision names a state, and states do not change")
                    .remedy("leave out --at; --branch names the branch to write to")
                    .detail("at", read.at));
        }
    }

    /** @throws InvalidArgumentException if what is said of one commit would be said of several */
    private void requireOneCommit(Script script) {
        long commits =
                script.statements().stream().filter(Script.Statement::writes).count();
        String flag = write.condition.idempotencyKey != null ? "--idempotency-key" : "--if-commit";
        boolean given = write.condition.idempotencyKey != null || write.condition.ifCommit != null;
        if (given && commits > 1 && !write.atomic) {
            throw new InvalidArgumentException(ErrorText.of(flag + " with " + commits + " statements that write")
                    .cause("each makes a commit of its own")
                    .remedy("make one of them with --atomic"));
        }
    }

    private void query(Graph open, String text, Map<String, @Nullable Object> values) {
        long started = console.ticker().nanos();
        try (Result result = read.snapshot(open).query(text, values, write.queryOptions())) {
            tellRows(print(result.columns(), result), started);
        }
    }

    private void execute(Graph open, String text, Map<String, @Nullable Object> values) {
        long started = console.ticker().nanos();
        StatementResult result = open.branch(read.branchName()).execute(text, values, write.writeOptions(open));
        if (!result.columns().isEmpty()) {
            tellRows(print(result.columns(), result.rows().iterator()), started);
        }
        tellChanges(result.columns().isEmpty(), result.counts(), result.commit(), result.replayed());
    }

    /** What one statement of several gave. */
    private record Returned(List<String> columns, List<Row> rows) {}

    private void executeTogether(Graph open, Script script, Map<String, @Nullable Object> values) {
        long started = console.ticker().nanos();
        TransactionResult<List<Returned>> result = open.branch(read.branchName())
                .write(
                        write.writeOptions(open),
                        tx -> script.statements().stream()
                                .map(statement -> returned(tx.execute(statement.text(), values)))
                                .toList());
        List<Returned> returned = result.value() == null ? List.of() : result.value();
        boolean silent = true;
        for (Returned rows : returned) {
            if (!rows.columns.isEmpty()) {
                silent = false;
                tellRows(print(rows.columns, rows.rows.iterator()), started);
            }
        }
        tellChanges(silent, result.counts(), result.commit(), result.replayed());
    }

    private static Returned returned(Result result) {
        try (result) {
            return new Returned(result.columns(), result.stream().toList());
        }
    }

    private void tellRows(long rows, long started) {
        if (!output.quiet) {
            Duration elapsed = Duration.ofNanos(console.ticker().nanos() - started);
            console.tell(Quantity.count(rows, "row", "rows") + ", " + Quantity.time(elapsed));
        }
    }

    /** @param silent whether nothing was returned, so that the changes are all there is to print */
    private void tellChanges(boolean silent, MutationCounts counts, Optional<CommitInfo> commit, boolean replayed) {
        if (silent && output.json) {
            new JsonLines(console.out()).object(json -> ChangeText.write(json, counts, commit, replayed));
        } else if (!output.quiet) {
            console.tell(ChangeText.of(counts, commit, replayed));
        }
    }

    private long print(List<String> columns, Iterator<Row> result) {
        RowWriter writer = csv
                ? RowWriter.csv(console.out(), columns)
                : output.json ? RowWriter.json(console.out(), columns) : RowWriter.table(console.out(), columns);
        long rows = 0;
        while (result.hasNext()) {
            writer.row(values(result.next(), columns.size()));
            rows++;
        }
        writer.end();
        return rows;
    }

    private static List<@Nullable Object> values(Row row, int columns) {
        List<@Nullable Object> values = new ArrayList<>(columns);
        for (int i = 0; i < columns; i++) {
            values.add(row.get(i));
        }
        return values;
    }

    private String text(Texts texts) {
        if (cypher != null && file != null) {
            throw new InvalidArgumentException(
                    ErrorText.of("both a query and -f " + file).remedy("give one of them"));
        }
        if (file != null) {
            return texts.read(file);
        }
        if (cypher == null) {
            throw new InvalidArgumentException(ErrorText.of("no query")
                    .remedy("write it in quotes after the graph, or name a file that has it with -f"));
        }
        if (cypher.equals(Texts.STANDARD_INPUT)) {
            return texts.read(cypher);
        }
        Texts.requireDecoded("the query", cypher, "name a file that has it with -f");
        return cypher;
    }
}
