package dev.sennit.cli;

import dev.sennit.cli.print.JsonLines;
import dev.sennit.model.ErrorCategory;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.FileTrouble;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.StoreException;
import dev.sennit.schema.SchemaParser;
import dev.sennit.schema.SchemaPrinter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sennit schema fmt}. */
@Command(
        name = "fmt",
        header = "Check schema files and print them in their canonical form.",
        description = {"", "Comments are kept. With --check or --write nothing is printed but names of files.", ""})
final class SchemaFormatCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Parameters(
            index = "0..*",
            arity = "1..*",
            paramLabel = "<file>",
            description = "Schema files; - is standard input.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = {"-w", "--write"},
            description = "Write each file that is not in canonical form instead of printing it.")
    private boolean write;

    @Option(names = "--check", description = "Name the files that are not in canonical form, and end with 4 if any.")
    private boolean check;

    SchemaFormatCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (write && (check || files.contains(Texts.STANDARD_INPUT))) {
            throw new InvalidArgumentException(
                    ErrorText.of("--write together with " + (check ? "--check" : "standard input"))
                            .remedy("leave one of them out"));
        }
        Texts texts = new Texts(console.in());
        boolean allCanonical = true;
        for (String file : files) {
            String text = texts.read(file);
            String formatted = SchemaPrinter.print(SchemaParser.parseDocument(text));
            if (!check && !write) {
                console.out().print(formatted);
                continue;
            }
            boolean canonical = formatted.equals(text);
            allCanonical &= canonical;
            if (write && !canonical) {
                write(Path.of(file), formatted);
            }
            report(file, canonical);
        }
        return check && !allCanonical ? ErrorCategory.INVALID.exitCode() : 0;
    }

    private void report(String file, boolean canonical) {
        if (output.json) {
            new JsonLines(console.out()).object(json -> {
                json.writeStringField("file", file);
                json.writeBooleanField("canonical", canonical);
            });
        } else if (!canonical && !output.quiet) {
            console.print(file);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new StoreException(
                    ErrorCode.STORE_UNAVAILABLE,
                    ErrorText.of("cannot write " + file).cause(FileTrouble.of(e)),
                    e);
        }
    }
}
