package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.Result;
import dev.sennit.Row;
import dev.sennit.cli.print.Quantity;
import dev.sennit.cli.print.RowWriter;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sennit query}. */
@Command(
        name = "query",
        header = "Run a query and print its rows.",
        description = {
            "",
            "Rows are printed as aligned columns, also into pipes; --json and --csv are for programs. How many rows"
                    + " there were goes to standard error.",
            ""
        },
        footer = {"", "Example:", "  sennit query air 'MATCH (a:Airport {code: $from}) RETURN a' --param from=AMS"})
final class QueryCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

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
        long started = console.ticker().nanos();
        try (Graph open = graphs.open(graph, OpenOptions.DEFAULT);
                Result result = read.snapshot(open).query(text, values)) {
            long rows = print(result);
            if (!output.quiet) {
                Duration elapsed = Duration.ofNanos(console.ticker().nanos() - started);
                console.tell(Quantity.count(rows, "row", "rows") + ", " + Quantity.time(elapsed));
            }
        }
        return 0;
    }

    private long print(Result result) {
        List<String> columns = result.columns();
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
        return cypher.equals(Texts.STANDARD_INPUT) ? texts.read(cypher) : cypher;
    }
}
