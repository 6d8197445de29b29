package dev.sennit.cli;

import dev.sennit.Load;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.cli.print.Quantity;
import dev.sennit.input.InputOptions;
import dev.sennit.input.InputRow.BadRow;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.schema.SchemaPrinter;
import dev.sennit.schema.inference.InferenceOptions;
import dev.sennit.schema.inference.RawRecord;
import dev.sennit.schema.inference.SchemaInference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sennit schema infer}. */
@Command(
        name = "infer",
        header = "Propose a schema for data files.",
        description = {
            "",
            "Reads all rows and prints types, keys, what is never null, and which nodes edges join, each with its"
                    + " reason as a comment. A file given without its type is named after itself: airports.csv holds"
                    + " nodes of type Airport.",
            ""
        },
        footer = {"", "Example:", "  sennit schema infer airports.csv routes.csv > air.sennit"})
final class SchemaInferCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Mixin
    private InputFlags input = new InputFlags();

    @Parameters(
            index = "0..*",
            arity = "0..*",
            paramLabel = "<file>",
            description = "CSV or JSON-lines files; names or globs.")
    private List<String> files = new ArrayList<>();

    SchemaInferCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        InputOptions options = input.options(new Texts(console.in()));
        List<InputRecords> records = new ArrayList<>();
        for (Load.Input each : input.inputs(files, console.in(), options)) {
            if (!each.source().isRereadable()) {
                throw new InvalidArgumentException(ErrorText.of("a schema cannot be inferred from standard input")
                        .cause("the rows are read more than once")
                        .remedy("write them to a file first"));
            }
            records.add(new InputRecords(each, each.options().orElse(options)));
        }
        if (records.isEmpty()) {
            throw new InvalidArgumentException(ErrorText.of("no files").remedy("name the data files"));
        }
        String schema = SchemaPrinter.print(SchemaInference.infer(() -> new All(records), InferenceOptions.DEFAULT));
        if (output.json) {
            new JsonLines(console.out()).object(json -> json.writeStringField("schema", schema));
        } else {
            console.out().print(schema);
        }
        records.forEach(this::tellBadRows);
        return 0;
    }

    private void tellBadRows(InputRecords records) {
        BadRow first = records.firstBad();
        if (first != null && !output.quiet) {
            console.tell(Quantity.count(records.badRows(), "row", "rows") + " of " + first.source()
                    + " cannot be read; the first is on line " + first.line() + ": " + first.problem());
        }
    }

    /** The rows of all files, one file open at a time. */
    private static final class All implements Iterator<RawRecord> {
        private final Iterator<InputRecords> files;

        @Nullable
        private Iterator<RawRecord> rows;

        All(List<InputRecords> files) {
            this.files = files.iterator();
        }

        @Override
        public boolean hasNext() {
            while ((rows == null || !rows.hasNext()) && files.hasNext()) {
                rows = files.next().iterator();
            }
            return rows != null && rows.hasNext();
        }

        @Override
        public RawRecord next() {
            if (!hasNext() || rows == null) {
                throw new NoSuchElementException();
            }
            return rows.next();
        }
    }
}
