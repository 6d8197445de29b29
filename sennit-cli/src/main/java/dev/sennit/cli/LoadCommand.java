package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.Load;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.input.InputOptions;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.LoadMode;
import dev.sennit.model.LoadResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sennit load}. */
@Command(
        name = "load",
        header = "Load CSV and JSON-lines files in one commit.",
        description = {
            "",
            "Everything is checked first. A row that breaks a rule stops the load, and nothing is written, unless"
                    + " --skip-bad leaves such rows out.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  sennit load air --nodes Airport=airports.csv --edges ROUTE=routes.csv -m 'first load'",
            "  sennit load air more.jsonl.gz --mode upsert --skip-bad --rejects bad.jsonl"
        })
final class LoadCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Mixin
    private WriteFlags write = new WriteFlags();

    @Mixin
    private InputFlags input = new InputFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "<file>",
            description = "Files whose rows say themselves what they are: JSON lines, or CSV with Neptune or Neo4j"
                    + " headers. Names, globs, or - for standard input; .gz is decompressed.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = "--mode",
            paramLabel = "<mode>",
            description = "What happens to keys that exist: insert, they are errors (default); upsert, their elements"
                    + " are updated; replace, the types in the input hold exactly the input afterwards.")
    private LoadMode mode = LoadMode.INSERT;

    @Option(
            names = "--date-format",
            paramLabel = "<pattern>",
            description = "How dates are written where not as 2026-11-29, for example dd.MM.yyyy.")
    @Nullable
    private String dateFormat;

    @Option(names = "--skip-bad", description = "Leave out rows that break a rule, and load the rest.")
    private boolean skipBad;

    @Option(
            names = "--max-bad",
            paramLabel = "<rows>",
            description = "As --skip-bad, but stop at more bad rows than this.")
    @Nullable
    private Long maxBad;

    @Option(
            names = "--rejects",
            paramLabel = "<file>",
            description = "Write every bad row and what is wrong with it to a file of JSON lines.")
    @Nullable
    private Path rejects;

    @Option(names = "--dry-run", description = "Check everything, tell what would happen, and write nothing.")
    private boolean dryRun;

    @Option(
            names = "--progress",
            negatable = true,
            fallbackValue = "true",
            description = "Show how far the load is (default: on a terminal).")
    @Nullable
    private Boolean progress;

    LoadCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        write.commit.refuseRevision();
        Load load = load();
        try (InterruptionNotice notice = InterruptionNotice.ofWrite(console, output, graph);
                Graph open =
                        graphs.open(graph, write.commit.openOptions(console).listener(notice));
                ProgressLine line = output.progressLine(console, progress)) {
            notice.over(line);
            LoadResult result = write.branch(open).load(load.progress(line), write.writeOptions(open));
            line.close();
            report(result);
        }
        return 0;
    }

    private Load load() {
        InputOptions options = input.options(new Texts(console.in()));
        List<Load.Input> inputs = input.inputs(files, console.in(), options);
        if (inputs.isEmpty()) {
            throw new InvalidArgumentException(ErrorText.of("nothing to load")
                    .remedy("name files: --nodes Airport=airports.csv, --edges ROUTE=routes.csv, or files whose rows"
                            + " say what they are"));
        }
        Load load = Load.EMPTY.mode(mode).options(options);
        for (Load.Input each : inputs) {
            load = load.add(each);
        }
        if (maxBad != null && maxBad < 0) {
            throw new InvalidArgumentException(
                    ErrorText.of("--max-bad " + maxBad).remedy("write how many bad rows are too few to matter"));
        }
        if (maxBad != null) {
            load = load.maxBad(maxBad);
        } else if (skipBad) {
            load = load.skippingBad();
        }
        if (dateFormat != null) {
            load = load.dateFormat(dateFormat);
        }
        if (rejects != null) {
            load = load.rejects(rejects);
        }
        return dryRun ? load.asDryRun() : load;
    }

    private void report(LoadResult result) {
        if (output.json) {
            new JsonLines(console.out()).object(json -> CommandJson.writeLoad(json, result));
        } else if (!output.quiet) {
            new LoadSummary(console, rejects).print(result, mode);
        }
    }
}
