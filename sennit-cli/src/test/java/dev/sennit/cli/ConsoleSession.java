package dev.sennit.cli;

import dev.sennit.model.Ticker;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs the commands of a document in the working directory of this process, and compares what they print. Started as a
 * process of its own, so that names of files are as short as the document shows them.
 *
 * <p>Besides {@code sennit} there are {@code cat} and {@code head} of one file, and {@code echo $?}. {@code cat} of a
 * file that does not exist yet makes it: the document shows data by showing the file.
 */
final class ConsoleSession {
    private int lastExitCode;

    private ConsoleSession() {}

    /** Checks the document {@code args[0]}, or with {@code --update} writes into it what the commands print. */
    public static void main(String[] args) throws IOException {
        Path document = Path.of(args[0]);
        boolean update = args.length > 1 && args[1].equals("--update");
        ConsoleBlocks blocks = ConsoleBlocks.of(Files.readAllLines(document));
        ConsoleSession session = new ConsoleSession();
        List<String> updated = new ArrayList<>();
        List<String> differences = new ArrayList<>();
        int copied = 0;
        for (ConsoleBlocks.Step step : blocks.steps()) {
            List<String> actual = session.run(step);
            updated.addAll(blocks.lines().subList(copied, step.first()));
            updated.addAll(step.isAsExpected(actual) ? step.output() : actual);
            copied = step.end();
            if (!step.isAsExpected(actual)) {
                differences.add(document.getFileName() + ":" + step.first() + ": $ " + step.command() + "\nexpected:\n"
                        + String.join("\n", step.output()) + "\nactual:\n" + String.join("\n", actual) + "\n");
            }
        }
        updated.addAll(blocks.lines().subList(copied, blocks.lines().size()));
        if (update) {
            Files.writeString(document, String.join("\n", updated) + "\n");
        } else {
            differences.forEach(System.out::println);
        }
        System.out.println(blocks.steps().size() + " commands");
        System.exit(update || differences.isEmpty() ? 0 : 1);
    }

    private List<String> run(ConsoleBlocks.Step step) throws IOException {
        ShellLine line = ShellLine.parse(step.command());
        String output = switch (line.words().getFirst()) {
            case "sennit", "./sennit" ->
                sennit(line.words().subList(1, line.words().size()), line);
            case "cat" -> cat(Path.of(line.words().get(1)), step);
            case "head" ->
                head(
                        Files.readString(Path.of(line.words().get(3))),
                        line.words().get(2));
            case "echo" -> lastExitCode + "\n";
            default -> throw new IllegalArgumentException("the session does not know: " + step.command());
        };
        return (line.headLines().isPresent()
                        ? head(output, line.headLines().get().toString())
                        : output)
                .lines()
                .toList();
    }

    private String sennit(List<String> arguments, ShellLine line) throws IOException {
        StringWriter terminal = new StringWriter();
        StringWriter out = line.target().isPresent() ? new StringWriter() : terminal;
        Console console = Console.of(
                InputStream.nullInputStream(),
                out,
                terminal,
                Terminals.NONE,
                Map.of("SENNIT_AUTHOR", "ada"),
                Ticker.system());
        lastExitCode = new CommandRunner(console, Main.SENNIT).run(arguments);
        console.out().flush();
        console.err().flush();
        line.target().ifPresent(file -> write(Path.of(file), out.toString()));
        return terminal.toString();
    }

    private static String cat(Path file, ConsoleBlocks.Step step) throws IOException {
        if (!Files.exists(file)) {
            write(file, String.join("\n", step.output()) + "\n");
        }
        return Files.readString(file);
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String head(String text, String lines) {
        return String.join("\n", text.lines().limit(Integer.parseInt(lines)).toList()) + "\n";
    }
}
